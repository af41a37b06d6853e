/**
 * Passengers: they pledge to joint ventures one block at a time, and plan nothing for themselves. Each chooses its block in another way, and
 * one founds the venture itself. Plans may use what they pledge in the same round.
 */
import type { TakenAction } from '../../shared/actions';
import type { OpenObservation } from '../../shared/observation';
import { Desk } from '../../shared/players/desk';
import { type Farmer, type FarmerView, spareBlocks } from '../../shared/players/farmers/farmer';
import type { OpenObservation2 } from '../observation';
import { plans } from './venture';

type Block = OpenObservation['owned_blocks'][number];

/** The block that it pledges next, of those that are free. */
type Choice = (blocks: readonly Block[], observation: OpenObservation) => Block | undefined;

const BOND = 5;
const MOST_MEMBERS = 15;

/** Smallest first, as the table's `passenger` chooses. */
const smallest: Choice = (blocks) => least(blocks, (block) => block.duration * block.gpu_count);

/** What its own best plan would miss least; of equals the smallest. */
const useless: Choice = (blocks, observation) => {
  const desk = new Desk(observation);
  return least(blocks, (block) => 1000 * desk.lossOf([block.block_id]) + block.duration * block.gpu_count);
};

/** The one whose window is over first. */
const expiring: Choice = (blocks, { round_index }) =>
  least(
    blocks.filter((block) => block.start_round + block.duration > round_index),
    (block) => block.start_round + block.duration,
  );

function least(blocks: readonly Block[], of: (block: Block) => number): Block | undefined {
  return [...blocks].sort((a, b) => of(a) - of(b) || (a.block_id < b.block_id ? -1 : 1))[0];
}

export const PASSENGERS: readonly Farmer[] = [
  passenger('passenger_at_once', 'joins every coalition with its smallest block, which plans may use in the same round', smallest),
  passenger('passenger_useless', 'joins every coalition with the block that its own plan would miss least', useless),
  passenger('passenger_expiring', 'joins every coalition with the block whose window is over first', expiring),
  {
    id: 'passenger_founding',
    summary: 'founds a coalition of all with its smallest block, and proposes only plans that use its blocks',
    seats: 1,
    start: () => (view) => ride(view, { choice: smallest, founds: true }),
  },
];

function passenger(id: string, summary: string, choice: Choice): Farmer {
  return { id, summary, seats: 1, start: () => (view) => ride(view, { choice, founds: false }) };
}

function ride(view: FarmerView, { choice, founds }: { choice: Choice; founds: boolean }) {
  const { active_coalitions, controlled_lab_id: me, visible_labs, round_index } = view.observation;
  const block = choice(spareBlocks(view), view.observation);
  const block_ids = block === undefined ? [] : [block.block_id];
  const isMember = ({ members }: { members: readonly string[] }) => members.includes(me);
  const turn: TakenAction[] = active_coalitions
    .filter((one) => one.invited?.includes(me) === true && !isMember(one))
    .map(({ coalition_id }) => ({ action_type: 'join_coalition', coalition_id }));
  if (founds && round_index === 0 && block !== undefined) {
    const members = visible_labs.map((lab) => lab.lab_id).slice(0, MOST_MEMBERS);
    turn.push({ action_type: 'form_coalition', members, split: 'equal', bond: BOND, block_ids, job_ids: [], at_once: true });
  }
  const mine = active_coalitions.find((one) => isMember(one) && one.status === 'active');
  if (mine !== undefined && founds && mine.founder === me) {
    const own = new Set(mine.pledges?.[me]?.block_ids);
    const seen = view.observation as unknown as OpenObservation2;
    turn.push(...plans(seen, mine).filter(({ plan = [] }) => plan.some((entry) => entry.block_ids.some((id) => own.has(id)))));
  }
  if (mine !== undefined && block !== undefined)
    turn.push({ action_type: 'commit_to_coalition', coalition_id: mine.coalition_id, block_ids, at_once: true });
  return turn as ReturnType<ReturnType<Farmer['start']>>;
}
