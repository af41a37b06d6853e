/** The classic market as arrays, for lab_0. The menu contains the prompt's moves at fixed indexes. */
import { card, cardsOf, type GameArrays, NumberPen } from '~/contract/arrays';
import { type Action, BANDS, type Band, DIFFICULTIES, type Observation, type Offer } from '../types';
import { ClassicPlaces, hoursIn, hoursOf, MOST, PAYMENTS, usable } from './arrays-places';
import { isFree, offerFacts } from './prompts/facts';

const BLOCKS = 8;

const JOB = [
  card('hours', 'GPU-hours it needs, in tens'),
  card('left', 'rounds to its deadline, in tens'),
  card('value', 'what it pays in time, in hundreds'),
  card('reliability', 'the least that its blocks must have'),
  card('partial', '1 where a part of it is paid too'),
  card('completed', '1 when it is done'),
  card('at_hand', 'own GPU-hours that it could have now, in tens'),
];
const BLOCK = [
  card('start', 'rounds to its start, in tens'),
  card('hours', 'GPU-hours, in tens'),
  card('reliability', '0 to 1'),
  card('energy', 'cost, in tens'),
  card('free', '1 when it is available or reserved'),
  card('working', '1 when a job has it'),
];
const LAB = [
  card('reputation', '0 to 1'),
  card('budget', 'band: 0 low, .5 medium, 1 high'),
  card('demand', 'band: 0 low, .5 medium, 1 high'),
  card('offers', 'active offers by and to it, in tens'),
  card('blocks', 'in tens'),
  card('allied', '1 where it is in a coalition with lab_0'),
];
const OFFER = [
  card('payment', 'money that comes with it, in tens'),
  card('gain', 'reliable hours that come less those that go, ten of money counting as one, in tens'),
  card('good', '1 where it brings at least 95% of what it takes'),
  card('void', '1 where it cannot be carried out any more'),
  card('expires', 'rounds until it expires, in tens'),
];
const COALITION = [
  card('members', 'in tens'),
  card('own', '1 where lab_0 is a member'),
  card('trust', '0 to 1'),
  card('committed', 'blocks that lab_0 has committed, in tens'),
];

export const classicArrays: GameArrays<Observation, Action> = {
  numbers: [
    card('round', 'this round, as a part of all'),
    card('rounds_left', 'in tens'),
    ...DIFFICULTIES.map((one) => card(one, '1 for this difficulty')),
    card('budget', 'in hundreds'),
    card('reputation', '0 to 1'),
    card('pressure', 'of the market: 0 low, .5 medium, 1 high'),
    card('shocks', 'so far, in tens'),
    card('messages', 'heard lately, in tens'),
    card('last_ok', '1 where the last move was not refused'),
    ...cardsOf('job', MOST.jobs, JOB),
    ...cardsOf('block', BLOCKS, BLOCK),
    ...cardsOf('lab', MOST.labs, LAB),
    ...cardsOf('offer', MOST.offers, OFFER),
    ...cardsOf('coalition', MOST.coalitions, COALITION),
  ],
  menu: [
    'wait',
    'finish',
    ...places('allocate blocks to job', MOST.jobs),
    ...places('accept offer', MOST.offers),
    ...places('reject offer', MOST.offers),
    ...PAYMENTS.flatMap((payment) => places(`counter with ${payment} of money: offer`, MOST.offers)),
    ...PAYMENTS.flatMap((payment) => places(`offer a swap and ${payment} of money to lab`, MOST.labs)),
    ...places('form a coalition with lab', MOST.labs),
    ...places('commit a block to coalition', MOST.coalitions),
    'reserve a block',
    'release a block',
    ...places('send a message to lab', MOST.labs),
    'make a pitch',
  ],
  reward: "the published game's normalized reward of the step",
  write(seen, into, at) {
    const pen = new NumberPen(into, at);
    writeOwn(pen, seen);
    writeOthers(pen, seen);
  },
  places: (seen) => new ClassicPlaces(seen),
};

function places(what: string, most: number): string[] {
  return Array.from({ length: most }, (_, i) => `${what} ${i}`);
}

function writeOwn(pen: NumberPen, seen: Observation): void {
  const { round_index, max_rounds, difficulty, public_market: market, owned_blocks } = seen;
  pen.put(round_index / max_rounds, (max_rounds - round_index) / 10, ...DIFFICULTIES.map((one) => one === difficulty));
  pen.put(seen.controlled_lab_budget / 100, seen.controlled_lab_reputation, bandOf(market.market_pressure));
  pen.put(market.shock_history.length / 10, seen.message_history.length / 10, seen.last_action_result?.ok !== false);
  pen.rows(seen.private_jobs, { most: MOST.jobs, width: JOB.length }, (job) => {
    const value = job.base_value * job.urgency_multiplier;
    pen.put(job.gpu_hours_required / 10, (job.deadline_round - round_index) / 10, value / 100, job.min_reliability);
    pen.put(job.partial_credit_allowed, job.completed, hoursOf(usable(owned_blocks, job)) / 10);
  });
  pen.rows(owned_blocks, { most: BLOCKS, width: BLOCK.length }, (block) => {
    pen.put((block.start_round - round_index) / 10, hoursIn(block) / 10, block.reliability, block.energy_cost / 10);
    pen.put(isFree(block), block.allocated_to_job_id !== null);
  });
}

function writeOthers(pen: NumberPen, seen: Observation): void {
  const { controlled_lab_id: me, active_coalitions: coalitions, round_index } = seen;
  const own = coalitions.filter(({ members }) => members.includes(me)).map(({ coalition_id }) => coalition_id);
  pen.rows(seen.visible_labs, { most: MOST.labs, width: LAB.length }, (lab) => {
    pen.put(lab.reputation, bandOf(lab.public_budget_band), bandOf(lab.public_demand), lab.active_offer_count / 10);
    pen.put(
      lab.owned_block_ids.length / 10,
      lab.coalition_ids.some((id) => own.includes(id)),
    );
  });
  pen.rows(offerFacts(seen), { most: MOST.offers, width: OFFER.length }, ({ offer, gain, verdict }) => {
    pen.put(offer.payment / 10, gain / 10, verdict === 'good', verdict === 'void', expiresIn(offer, round_index) / 10);
  });
  pen.rows(coalitions, { most: MOST.coalitions, width: COALITION.length }, ({ members, trust_score, commitments }) => {
    pen.put(members.length / 10, members.includes(me), trust_score, (commitments[me]?.length ?? 0) / 10);
  });
}

function bandOf(band: Band): number {
  return BANDS.indexOf(band) / 2;
}

function expiresIn({ expires_round }: Offer, round: number): number {
  return expires_round - round;
}
