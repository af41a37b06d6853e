'use client';
import { useMemo, useState } from 'react';
import { Button } from '~/kit/button';
import type { WireCoalition } from '../../../shared/observation';
import { blockOf } from '../../../shared/plans/appraise';
import { searchPlan } from '../../../shared/plans/joint-plan';
import { previewPlan } from '../../../shared/plans/split-preview';
import { blockLine } from '../block-line';
import { useDesk } from '../desk-context';
import { cr, ownerNote, plural } from '../words';
import { FormFrame } from './form-frame';
import { legalOf } from './legal-ids';
import { PickList } from './pick-list';
import { SplitTable } from './split-table';

/** By job, the blocks allocated to it. */
type Assigned = Record<string, string[]>;

/** A joint plan by any member: pledged blocks for pledged jobs, all or nothing. Starts with a suggestion. */
export function PlanForm({ coalition, onClose }: { coalition: WireCoalition; onClose: () => void }) {
  const { observation, seat, add, say } = useDesk();
  const { coalition_id } = coalition;
  const suggested = useMemo(() => searchPlan(observation, coalition), [observation, coalition]);
  const [assigned, setAssigned] = useState<Assigned>(() => asAssigned(suggested?.plan ?? []));
  const fit = legalOf(observation, 'allocate_to_job')?.plans[coalition_id] ?? {};
  const plan = Object.entries(assigned).flatMap(([job_id, block_ids]) => (block_ids.length === 0 ? [] : [{ job_id, block_ids }]));
  const preview = useMemo(() => previewPlan(observation, coalition, plan), [observation, coalition, plan]);
  const market = { factor: observation.public_market.energy_factor };
  const jobs = Object.entries(coalition.pledges ?? {}).flatMap(([, pledge]) => pledge.jobs);
  const why = plan.length === 0 ? 'Give at least one job a block.' : (preview.refusal?.message ?? null);
  return (
    <FormFrame
      wrong={why}
      onClose={onClose}
      onAdd={() => add({ action_type: 'allocate_to_job', coalition_id, plan })}
      preview={
        <>
          {preview.refusal && plan.length > 0 ? (
            <p className="text-red text-small">The rules would refuse this plan: {say(preview.refusal.message)}</p>
          ) : null}
          <SplitTable preview={preview} signed={coalition.split} me={seat} />
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-2 text-small">
        <p className="min-w-0 flex-1 basis-56">
          {suggested === null
            ? 'No plan was found in which the pledged blocks and jobs earn more than their reserves.'
            : `The best plan found makes ${cr(suggested.total / 100)} after energy, including ${cr(suggested.reserves / 100)} in reserves.`}
        </p>
        {suggested === null ? null : (
          <Button size="small" onClick={() => setAssigned(asAssigned(suggested.plan))}>
            Use the suggested plan
          </Button>
        )}
      </div>
      {jobs.map((job) => {
        const elsewhere = new Map(
          Object.entries(assigned).flatMap(([other, ids]) => (other === job.job_id ? [] : ids.map((id) => [id, other] as const))),
        );
        const choices = (fit[job.job_id] ?? []).map((id) => {
          const other = elsewhere.get(id);
          return { id, why: other === undefined ? null : `It works for ${other} in this plan.` };
        });
        return (
          <PickList
            key={job.job_id}
            legend={`${say(job.job_id)}${job.lab_id === seat ? ' (yours)' : ''}: ${plural(job.gpu_hours_required, 'GPU-hour')} by the end of round ${job.deadline_round}, pays ${cr(job.value)}`}
            choices={choices}
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
    </FormFrame>
  );
}

function asAssigned(plan: readonly { job_id: string; block_ids: string[] }[]): Assigned {
  return Object.fromEntries(plan.map(({ job_id, block_ids }) => [job_id, block_ids]));
}
