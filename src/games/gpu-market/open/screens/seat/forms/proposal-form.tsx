'use client';
import { useMemo, useState } from 'react';
import { Button } from '~/kit/button';
import { TextField } from '~/kit/field';
import type { OpenObservation, WireCoalition } from '../../../shared/observation';
import { bondOf } from '../../../shared/observed';
import { blockOf } from '../../../shared/plans/appraise';
import { bestPlan } from '../../../shared/plans/plan';
import { openJobs, problemOf } from '../../../shared/plans/potential';
import { type PlanEntry, previewPlan } from '../../../shared/plans/split-preview';
import { type FoundPlan, searchPlan2 } from '../../../v2/players/search';
import { newLegal } from '../bargain';
import { blockLine } from '../block-line';
import { useDesk } from '../desk-context';
import { cr, ownerNote, plural } from '../words';
import { FormFrame } from './form-frame';
import { PickList } from './pick-list';

/** By job, the blocks allocated to it. */
type Assigned = Record<string, string[]>;

/** What starts now must be decided now, and a later hour costs nothing: the form shows the best of what is pledged. */
const NOW = { soon: 0, later_hour: 0 };
/** As if everything had to be decided now. */
const AHEAD = { soon: Number.POSITIVE_INFINITY, later_hour: 0 };

/** A joint plan or a counter-plan: what it does, its surplus, and its cost for this seat. The rules split the rest. */
export function ProposalForm({ coalition, onClose }: { coalition: WireCoalition; onClose: () => void }) {
  const { observation, seat, add, say } = useDesk();
  const { coalition_id } = coalition;
  const { now, suggested } = useMemo(() => suggest(observation, coalition), [observation, coalition]);
  const [assigned, setAssigned] = useState<Assigned>(() => asAssigned(now?.plan ?? []));
  const [message, setMessage] = useState('');
  const fit = newLegal(observation, 'propose_plan')?.plans[coalition_id] ?? {};
  const plan = Object.entries(assigned).flatMap(([job_id, block_ids]) => (block_ids.length === 0 ? [] : [{ job_id, block_ids }]));
  const bare = useMemo(() => withoutReserves(coalition), [coalition]);
  const preview = useMemo(() => previewPlan(observation, bare, plan), [observation, bare, plan]);
  const market = { factor: observation.public_market.energy_factor };
  const jobs = Object.values(coalition.pledges ?? {}).flatMap((pledge) => pledge.jobs);
  const named = new Set(plan.flatMap((entry) => [entry.job_id, ...entry.block_ids]));
  const rivals = (coalition.proposals ?? []).filter((one) =>
    one.plan.some((entry) => [entry.job_id, ...entry.block_ids].some((id) => named.has(id))),
  );
  const cost = useMemo(() => ownCost(observation, plan), [observation, plan]);
  return (
    <FormFrame
      wrong={plan.length === 0 ? 'Give at least one job a block.' : (preview.refusal?.message ?? null)}
      onClose={onClose}
      onAdd={() => add({ action_type: 'propose_plan', coalition_id, plan, ...(message.trim() === '' ? {} : { message: message.trim() }) })}
      preview={
        plan.length === 0 ? null : (
          <div className="space-y-1 text-small">
            <p>
              It makes <strong className="num font-semibold">{cr(preview.total)}</strong> after energy
              {cost > 0 ? (
                <>
                  ; what it uses of yours is worth <span className="num">{cr(cost)}</span> to your own plan
                </>
              ) : null}
              .
            </p>
            <p className="text-ink-2">
              The rules pay each lab what the plan costs it and split the rest. It stays open for a round, unless all members let plans use
              their pledges immediately.
            </p>
            {rivals.map((one) => (
              <p key={one.plan_id} className="text-ink-2">
                It uses some of the same items as {say(`plan ${one.plan_id}`)}, so it has to make more than that plan
                {one.surplus === null ? '' : ` (${cr(one.surplus)} beyond what it costs)`}. It may cost more than you can see here, because
                labs may hold things that they have not pledged.
              </p>
            ))}
          </div>
        )
      }
    >
      <div className="flex flex-wrap items-center gap-2 text-small">
        <p className="min-w-0 flex-1 basis-56">{suggestionWords({ now, suggested })}</p>
        {suggested === undefined ? null : (
          <Button size="small" onClick={() => setAssigned(asAssigned(suggested.plan))}>
            Use the suggested plan
          </Button>
        )}
      </div>
      {jobs.map((job) => {
        const elsewhere = new Map(
          Object.entries(assigned).flatMap(([other, ids]) => (other === job.job_id ? [] : ids.map((id) => [id, other] as const))),
        );
        return (
          <PickList
            key={job.job_id}
            legend={`${say(job.job_id)}${job.lab_id === seat ? ' (yours)' : ''}: ${plural(job.gpu_hours_required, 'GPU-hour')} by the end of round ${job.deadline_round}, pays ${cr(job.value)}`}
            choices={(fit[job.job_id] ?? []).map((id) => ({
              id,
              why: elsewhere.has(id) ? `It works for ${elsewhere.get(id)} in this plan.` : null,
            }))}
            chosen={assigned[job.job_id] ?? []}
            onChosen={(ids) => setAssigned((before) => ({ ...before, [job.job_id]: ids }))}
            facts={(id) => {
              const block = blockOf(observation, id);
              return block === undefined ? '' : `${ownerNote(block.owner_lab_id, seat)} ${blockLine(block, market)}`;
            }}
            empty="No pledged block is reliable enough for it."
          />
        );
      })}
      <TextField
        label="Message"
        hint="For the members."
        maxLength={500}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
    </FormFrame>
  );
}

interface Suggestion {
  /** The best plan of those that begin in this round. */
  now: FoundPlan | undefined;
  /** The same, or else the best of all. */
  suggested: FoundPlan | undefined;
}

export function suggest(observation: OpenObservation, coalition: WireCoalition): Suggestion {
  const [now] = searchPlan2(observation, coalition, NOW);
  return { now, suggested: now ?? searchPlan2(observation, coalition, AHEAD)[0] };
}

export function suggestionWords({ now, suggested }: Suggestion): string {
  if (suggested === undefined) return 'No plan was found that makes more than it costs.';
  const makes = `makes ${cr(suggested.surplus / 100)} more than it costs, judging by the pledges.`;
  return now === undefined
    ? `No plan was found that is worth starting in this round. The best one that starts later ${makes}`
    : `The best plan found ${makes}`;
}

/** A stated reserve can only refuse; a plan's costs are computed. */
export function withoutReserves(coalition: WireCoalition): WireCoalition {
  const pledges = Object.entries(coalition.pledges ?? {}).map(([lab, pledge]) => [lab, { ...pledge, reserve: 0 }] as const);
  return { ...coalition, pledges: Object.fromEntries(pledges) };
}

/** What a plan costs this seat, as the rules compute it: its best plan alone, less its best plan without what the plan uses. */
export function ownCost(observation: OpenObservation, plan: readonly PlanEntry[]): number {
  const used = new Set(plan.flatMap((entry) => [entry.job_id, ...entry.block_ids]));
  const blocks = observation.owned_blocks.filter(
    (one) => ['available', 'reserved', 'committed'].includes(one.status) && one.hours_left > 0 && bondOf(observation, one) === null,
  );
  const jobs = openJobs(observation);
  const worth = (isKept: (id: string) => boolean) =>
    bestPlan(
      problemOf(observation, { blocks: blocks.filter((one) => isKept(one.block_id)), jobs: jobs.filter((one) => isKept(one.job_id)) }),
    ).value;
  return Math.max(0, Math.round(worth(() => true) - worth((id) => !used.has(id)))) / 100;
}

function asAssigned(plan: readonly { job_id: string; block_ids: string[] }[]): Assigned {
  return Object.fromEntries(plan.map(({ job_id, block_ids }) => [job_id, block_ids]));
}
