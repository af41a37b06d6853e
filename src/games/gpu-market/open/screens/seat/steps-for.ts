import type { OpenObservation, WireJob } from '../../shared/observation';
import { isFree } from '../../shared/observed';
import type { Appraiser } from '../../shared/plans/appraise';
import type { FormWish } from './desk-context';
import { and, plural } from './words';

/** A suggestion for the first round, with the form for it. */
export interface FirstStep {
  text: string;
  wish: FormWish | null;
  word: string;
}

const SAY_ONLY = { wish: null, word: '' };

/** For new players: what earns money, what is missing, what can be sold, and when it counts. */
export function stepsFor(observation: OpenObservation, appraiser: Appraiser): FirstStep[] {
  return [earn(observation, appraiser), ...spare(observation, appraiser), turn(observation)];
}

function earn(observation: OpenObservation, appraiser: Appraiser): FirstStep {
  const { private_jobs } = observation;
  const [job] = private_jobs.filter((one) => !one.settled).toSorted((a, b) => b.value - a.value);
  if (job === undefined) return { text: 'Finished jobs earn money. You have none yet; until one comes, sell blocks.', ...SAY_ONLY };
  const plan = appraiser.now().jobs.find((one) => one.job_id === job.job_id);
  const goal = `Finished jobs earn money. Your best one, ${job.job_id}, needs ${hoursOf(job)} by the end of round ${job.deadline_round}.`;
  if (plan?.end === 'in_time' && plan.block_ids.length > 0)
    return {
      text: `${goal} Your ${and(plan.block_ids)} can do it${whenOf(observation, plan.block_ids)}`,
      wish: { kind: 'allocate', jobId: job.job_id, isPlanned: true },
      word: 'Choose blocks',
    };
  return {
    text: `${goal} Your own blocks are not enough. Ask a lab for one of its blocks, or accept an offer from the next round on.`,
    wish: { kind: 'offer' },
    word: 'Make an offer',
  };
}

/** Blocks that start later need not be put to work yet, and can be sold until then. */
function whenOf({ owned_blocks, round_index }: OpenObservation, blockIds: readonly string[]): string {
  const starts = owned_blocks.filter(({ block_id }) => blockIds.includes(block_id)).map(({ start_round }) => start_round);
  const first = Math.min(...starts);
  if (starts.length === 0 || first <= round_index) return '.';
  return `: put ${blockIds.length === 1 ? 'it' : 'them'} to work by round ${first}. Until then you can still sell or swap ${blockIds.length === 1 ? 'it' : 'them'}.`;
}

function hoursOf(job: WireJob): string {
  return `${plural(job.gpu_hours_required, 'GPU-hour')} of reliability ${job.min_reliability} or better`;
}

function spare({ owned_blocks }: OpenObservation, appraiser: Appraiser): FirstStep[] {
  const block = owned_blocks
    .filter((one) => isFree(one) && one.hours_left > 0 && appraiser.lossOf(one.block_id) < 0.005)
    .toSorted((a, b) => b.hours_left - a.hours_left)[0];
  if (block === undefined) return [];
  const { block_id } = block;
  return [
    {
      text: `Your plan does not need ${block_id}: any price that another lab pays for it is profit.`,
      wish: { kind: 'offer', give: block_id },
      word: `Offer ${block_id}`,
    },
  ];
}

function turn({ actions_per_round: most }: OpenObservation): FirstStep {
  return {
    text: `A turn holds up to ${plural(most, 'action')}. Nothing counts until you submit it. Then all turns of the round are played together, and you see here what happened to yours.`,
    ...SAY_ONLY,
  };
}
