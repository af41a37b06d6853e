/** The open market as arrays, for any lab and version. Money in hundreds, hours and rounds in tens. */
import { card, cardsOf, type GameArrays, ListedPlaces, NumberPen } from '~/contract/arrays';
import { BANDS } from '../../../types';
import { MadeTurn, type TakenAction } from '../actions';
import { ArrayDesk, type Seen } from './desk';
import { MENU, MOST, movesAt } from './menu';

const HUNDRED = 100;
const TEN = 10;
/** Maximum number of rows for blocks and labs; further ones are only counted. */
const BLOCKS = 8;
const LABS = 5;

const OWN = [
  card('round', 'this round, as a part of all'),
  card('rounds_left', 'in tens'),
  card('budget', 'in hundreds'),
  card('escrow', 'money that is bound, in hundreds'),
  card('start_budget', 'in hundreds'),
  card('reputation', '0 to 1'),
  card('rate', "what an hour is worth to it: the mean over its open jobs' values, in tens"),
  card('lacking', 'hours that its open jobs lack, in tens'),
  card('free_hours', 'hours of its blocks that may be sold, in tens'),
  card('energy', "the market's factor on energy costs"),
  card('pressure', 'of the market: 0 low, .5 medium, 1 high'),
  card('shocks', 'so far, in tens'),
  card('labs', 'others, in tens'),
  card('offers', 'that it can see, in tens'),
  card('coalitions', 'it is a member of, in tens'),
  card('pitch', '1 where a block can be won by a pitch'),
  card('wants', 'that stand, in tens'),
  card('promises', 'that stand, in tens'),
  card('refused', 'actions of its last turn that were refused, in tens'),
];
const JOB = [
  card('hours', 'it needs in all, in tens'),
  card('lacks', 'hours, in tens'),
  card('left', 'rounds to its deadline, in tens'),
  card('value', 'in hundreds'),
  card('reliability', 'the least that its blocks must have'),
  card('partial', '1 where a part of it is paid too'),
  card('pledged', '1 where it is pledged'),
];
const BLOCK = [
  card('start', 'rounds to its start, in tens'),
  card('hours', 'left, in tens'),
  card('reliability', '0 to 1'),
  card('energy', 'cost as drawn, in tens'),
  card('free', '1 where it works for nothing yet'),
  card('use', 'hours that an open job has use for, in tens'),
];
const LAB = [
  card('reputation', '0 to 1'),
  card('budget', 'band: 0 low, .5 medium, 1 high'),
  card('demand', 'band: 0 low, .5 medium, 1 high'),
  card('blocks', 'in tens'),
  card('offers', 'active, in tens'),
];
const RANKED = [card('hours', 'it would bring to an open job, in tens'), card('worth', 'by rough sums, in hundreds')];

export const openArrays: GameArrays<Seen, TakenAction> = {
  numbers: [
    ...OWN,
    ...cardsOf('job', MOST.jobs, JOB),
    ...cardsOf('block', BLOCKS, BLOCK),
    ...cardsOf('lab', LABS, LAB),
    ...cardsOf('accept', MOST.accepted, RANKED),
    ...cardsOf('ask', MOST.asks, RANKED),
    ...cardsOf('bid', MOST.bids, RANKED),
  ],
  menu: MENU,
  reward: 'money: how the profit has changed since the round before',
  picks: 4,
  write(seen, into, at) {
    const pen = new NumberPen(into, at);
    const desk = deskOf(seen);
    writeOwn(pen, desk);
    writeThings(pen, desk);
    writeDeals(pen, desk);
  },
  places: (seen) => new ListedPlaces(seen.submitted || seen.done ? [] : movesAt(deskOf(seen))),
  turnOf: (moves) => new MadeTurn(moves.filter(({ action_type }) => action_type !== 'wait')),
};

let kept: ArrayDesk | null = null;

/** Caches the desk, because numbers and menu are computed from the same observation. */
function deskOf(seen: Seen): ArrayDesk {
  if (kept?.seen !== seen) kept = new ArrayDesk(seen);
  return kept;
}

function writeOwn(pen: NumberPen, desk: ArrayDesk): void {
  const { seen, rate, jobs } = desk;
  const { round_index, max_rounds, public_market: market, visible_labs, active_coalitions, controlled_lab_id: me } = seen;
  const lacking = jobs.reduce((sum, job) => sum + desk.lacks(job), 0);
  const free = desk.spare().reduce((sum, { thing }) => sum + thing.hours_left, 0);
  pen.put(round_index / max_rounds, (max_rounds - round_index) / TEN, seen.controlled_lab_budget / HUNDRED);
  pen.put(seen.controlled_lab_escrow / HUNDRED, seen.controlled_lab_start_budget / HUNDRED, seen.controlled_lab_reputation);
  pen.put(rate / TEN, lacking / TEN, free / TEN, market.energy_factor, BANDS.indexOf(market.market_pressure) / 2);
  pen.put(market.shock_history.length / TEN, visible_labs.length / TEN, seen.active_offers.length / TEN);
  pen.put(active_coalitions.filter(({ members }) => members.includes(me)).length / TEN, market.pitch_for_block_id !== null);
  pen.put((seen.wants?.length ?? 0) / TEN, (seen.promises?.length ?? 0) / TEN);
  pen.put(seen.last_action_results.filter(({ ok }) => !ok).length / TEN);
}

function writeThings(pen: NumberPen, desk: ArrayDesk): void {
  const { seen, jobs } = desk;
  const { round_index: now } = seen;
  pen.rows(jobs, { most: MOST.jobs, width: JOB.length }, (job) => {
    pen.put(job.gpu_hours_required / TEN, desk.lacks(job) / TEN, (job.deadline_round - now) / TEN, job.value / HUNDRED);
    pen.put(job.min_reliability, job.partial_credit_allowed, job.pledged_to !== null);
  });
  pen.rows(seen.owned_blocks, { most: BLOCKS, width: BLOCK.length }, (block) => {
    const isFree = block.allocated_to_job_id === null && block.pledged_to === null;
    pen.put((block.start_round - now) / TEN, block.hours_left / TEN, block.reliability, block.energy_cost / TEN, isFree);
    pen.put(desk.neededOf(block) / TEN);
  });
  pen.rows(seen.visible_labs, { most: LABS, width: LAB.length }, (lab) => {
    pen.put(lab.reputation, BANDS.indexOf(lab.public_budget_band) / 2, BANDS.indexOf(lab.public_demand) / 2);
    pen.put(lab.owned_block_ids.length / TEN, lab.active_offer_count / TEN);
  });
}

function writeDeals(pen: NumberPen, desk: ArrayDesk): void {
  const width = RANKED.length;
  const row = ({ hours, worth }: { hours: number; worth: number }) => pen.put(hours / TEN, worth / HUNDRED);
  pen.rows(desk.takeable(), { most: MOST.accepted, width }, row);
  pen.rows(desk.spare(), { most: MOST.asks, width }, row);
  pen.rows(desk.wanted(), { most: MOST.bids, width }, row);
}
