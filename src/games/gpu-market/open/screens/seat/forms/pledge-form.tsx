'use client';
import { useMemo, useState } from 'react';
import { SelectField, TextField } from '~/kit/field';
import type { TakenAction } from '../../../shared/actions';
import type { WireCoalition } from '../../../shared/observation';
import { searchPlan } from '../../../shared/plans/joint-plan';
import { previewPlan, withPledge } from '../../../shared/plans/split-preview';
import { coalitionTerms } from '../agreement';
import { bargainOf } from '../bargain';
import { blockLine } from '../block-line';
import { useDesk } from '../desk-context';
import { and, cr, plural } from '../words';
import { blockChoices, jobChoices, whyNoEntry } from './choices';
import { FormFrame } from './form-frame';
import { legalOf } from './legal-ids';
import { MoneyField, readAmount, whyNoAmount } from './money-field';
import { PickList } from './pick-list';
import { suggest, withoutReserves } from './proposal-form';
import { SplitTable } from './split-table';

interface Props {
  coalition: WireCoalition;
  joining: boolean;
  onClose: () => void;
}

/** Joins a coalition or pledges to it: things, the reserve, and until when. Shows the split before it is agreed. */
export function PledgeForm({ coalition, joining, onClose }: Props) {
  const { observation, appraiser, spoken, add } = useDesk();
  const { coalition_id } = coalition;
  const type = joining ? 'join_coalition' : 'commit_to_coalition';
  const legal = legalOf(observation, type);
  const [blocks, setBlocks] = useState<string[]>([]);
  const [jobs, setJobs] = useState<string[]>([]);
  const alone = appraiser.pledge(blocks, jobs);
  const [reserve, setReserve] = useState<string | null>(null);
  const typed = reserve ?? (bargainOf(observation) === null ? alone.toFixed(2) : '');
  const first = legal?.until_round.min ?? observation.round_index;
  const last = legal?.until_round.max ?? observation.round_index;
  /** Version 2 computes a plan's costs, so that a stated reserve can only refuse a plan. */
  const computed = bargainOf(observation) !== null;
  const [until, setUntil] = useState(computed ? last : Math.min(last, first + 1));
  const [soon, setSoon] = useState(false);
  const [message, setMessage] = useState('');
  const pledges = blocks.length + jobs.length > 0;
  const wrong =
    whyNoEntry(observation, coalition_id, type) ??
    whyNoAmount(typed, null) ??
    (joining || pledges ? null : 'Choose a block or a job to pledge.');
  const market = { factor: observation.public_market.energy_factor };
  function made(): TakenAction {
    return {
      action_type: type,
      coalition_id,
      ...(pledges
        ? { block_ids: blocks, job_ids: jobs, reserve: readAmount(typed) ?? 0, until_round: until, ...(soon && { at_once: true }) }
        : {}),
      ...(message.trim() === '' ? {} : { message: message.trim() }),
    };
  }
  return (
    <FormFrame
      wrong={wrong}
      onClose={onClose}
      onAdd={() => add(made())}
      preview={
        pledges ? <JointPreview coalition={coalition} wish={{ block_ids: blocks, job_ids: jobs, reserve: readAmount(typed) ?? 0 }} /> : null
      }
    >
      <p className="text-small">{coalitionTerms(coalition)}</p>
      {joining ? (
        <p className="text-small text-ink-2">
          Joining holds a bond of {cr(coalition.bond)} until the coalition ends. You can pledge now or later.
        </p>
      ) : null}
      <PickList
        legend="Blocks to pledge"
        choices={blockChoices(observation, { kind: 'pledge', coalitionId: coalition_id, joining }, spoken).filter(
          ({ id }) => (observation.owned_blocks.find((one) => one.block_id === id)?.hours_left ?? 0) > 0,
        )}
        chosen={blocks}
        onChosen={setBlocks}
        facts={(id) => {
          const block = observation.owned_blocks.find((one) => one.block_id === id);
          return block === undefined ? '' : blockLine(block, market);
        }}
        empty="You have no block with hours left."
      />
      <PickList
        legend="Jobs to pledge"
        choices={jobChoices(observation, joining)}
        chosen={jobs}
        onChosen={setJobs}
        facts={(id) => {
          const job = observation.private_jobs.find((one) => one.job_id === id);
          return job === undefined
            ? ''
            : `needs ${plural(job.gpu_hours_required, 'GPU-hour')} by the end of round ${job.deadline_round}, pays ${cr(job.value)}`;
        }}
        empty="You have no open job."
      />
      {pledges ? (
        <div className="grid gap-3 sm:grid-cols-2">
          <MoneyField
            label="At least (reserve)"
            hint={
              computed
                ? 'Optional: the rules already pay you what a plan costs you. If you enter an amount, plans that pay you less are refused.'
                : `Alone, your own best plan makes ${cr(alone)} with these.`
            }
            value={typed}
            onValue={setReserve}
            error={whyNoAmount(typed, null)}
          />
          <SelectField
            label="Pledged through"
            hint="After that it lapses without penalty."
            value={until}
            onChange={(event) => setUntil(Number(event.target.value))}
          >
            {Array.from({ length: last - first + 1 }, (_, step) => first + step).map((round) => (
              <option key={round} value={round}>
                round {round}
              </option>
            ))}
          </SelectField>
        </div>
      ) : null}
      {pledges && computed ? (
        <label className="flex gap-2 text-small">
          <input type="checkbox" checked={soon} onChange={() => setSoon(!soon)} className="mt-0.5 size-4 accent-accent" />
          Plans may use it in the round in which they are proposed. Otherwise you get a round to look at each plan, and to veto it.
        </label>
      ) : null}
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

interface PreviewProps {
  coalition: WireCoalition;
  wish: { block_ids: string[]; job_ids: string[]; reserve: number };
}

/** The best joint plan with the current and the new pledges. */
export function JointPreview(props: PreviewProps) {
  const { observation } = useDesk();
  const { coalition, wish } = props;
  const joint = useMemo(() => withPledge(observation, coalition, wish), [observation, coalition, wish]);
  const hidden = coalition.pledges === null ? ' Only members see what the others have pledged.' : '';
  return bargainOf(observation) === null ? <JointSplit {...{ joint, hidden }} /> : <JointWorth {...{ joint, hidden }} />;
}

interface JointProps {
  joint: WireCoalition;
  /** What a seat that is no member is told. */
  hidden: string;
}

/** Version 1: with its split. */
function JointSplit({ joint, hidden }: JointProps) {
  const { observation, seat, say } = useDesk();
  const found = useMemo(() => searchPlan(observation, joint), [observation, joint]);
  if (found === null) {
    return <p className="text-small text-ink-2">From what you can see, no joint plan makes more than the reserves so far.{hidden}</p>;
  }
  const preview = previewPlan(observation, joint, found.plan);
  return (
    <>
      <p className="text-small">
        A joint plan now: {say(and(found.plan.map((entry) => `${and(entry.block_ids)} for ${entry.job_id}`)))}.{hidden}
      </p>
      <SplitTable preview={preview} signed={joint.split} me={seat} />
    </>
  );
}

/** Version 2: the rules compute what a plan costs each lab, from what it holds and nobody else sees. So the preview names no shares. */
function JointWorth({ joint, hidden }: JointProps) {
  const { observation, say } = useDesk();
  const { suggested: found } = useMemo(() => suggest(observation, joint), [observation, joint]);
  if (found === undefined) {
    return <p className="text-small text-ink-2">From what you can see, no joint plan makes more than it costs so far.{hidden}</p>;
  }
  const { total } = previewPlan(observation, withoutReserves(joint), found.plan);
  const makes = `${cr(found.surplus / 100)} more than it costs, judging by the pledges`;
  return (
    <div className="space-y-1 text-small">
      <p>
        With this, a joint plan could be: {say(and(found.plan.map((entry) => `${and(entry.block_ids)} for ${entry.job_id}`)))}.{hidden}
      </p>
      <p>{total > 0 ? `It makes ${cr(total)} after energy, ${makes}.` : `It makes ${makes}.`}</p>
      <p className="text-ink-2">The rules pay each lab what the plan costs it, and split the rest ({joint.split}).</p>
    </div>
  );
}
