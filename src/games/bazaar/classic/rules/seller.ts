/** The scripted seller: its opening, and its answer to an offer. Draws follow the published game's order. */
import { round } from '~/lib/numbers';
import type { GaussDraws } from '~/lib/random/draws';
import type { SellerAnswered } from '../events';
import type { BazaarState } from '../state';
import { roundsOf, type Task, taskOf } from '../tasks';
import type { Personality, SellerStart } from '../types';
import { tellsAt } from './tells';

/** Number of lines to choose from. */
const LINES = { open: 2, counter: 3, walk: 2, accept: 1, pressure: 2 } as const;
const DECEPTIVE_PRESSURE_LINES = 3;
const MOST_PRESSURE_LINES = 2;
const MOST_BLUFFS = 2;
const FASTEST = 0.25;

interface Prices {
  cost: number;
  /** null: a multiple of the cost. */
  anchor: number | null;
}

/** `rounds`: as many as the buyer has. */
export function startOf(task: Task, personality: Personality, { cost, anchor: listed, rounds }: Prices & { rounds: number }): SellerStart {
  let anchor = listed ?? cost * task.anchor;
  let reserve = cost * 1.05;
  let own = rounds;
  if (personality === 'deceptive') anchor *= 1.15;
  if (personality === 'impatient') own = Math.max(4, rounds - 2);
  if (personality === 'collaborative') {
    anchor *= 0.9;
    reserve = cost * 1.02;
  }
  return { personality, cost, anchor, reserve, rounds: own };
}

export function buyerRounds(task: Task, isArena: boolean): number {
  return isArena ? task.steps : roundsOf(task);
}

export function lineOf(category: keyof typeof LINES, personality: Personality, draws: GaussDraws): string {
  const of = category === 'pressure' && personality === 'deceptive' ? DECEPTIVE_PRESSURE_LINES : LINES[category];
  return category + draws.below(of);
}

/** 0.5 for the last item in stock, otherwise 1. Stock is never used up. */
export function pressureOf({ stock }: Task): number {
  return stock <= 1 ? 0.5 : 1;
}

/** Its answer to an offer in the current round. */
export function answerTo(state: BazaarState, { offer, task, draws }: { offer: number; task: Task; draws: GaussDraws }): SellerAnswered {
  const { seller, round: t, ask, counters } = state;
  const { personality, reserve, anchor, rounds } = seller;
  const said: string[] = [];
  const answer: SellerAnswered = {
    type: 'seller_answered',
    turn: state.turn,
    personality,
    answer: 'accept',
    ask,
    said,
    tells: tellsAt({ seller, t, ask, counters, pressure: pressureOf(task) }, draws),
    bluffs: state.bluffs,
    pressure: state.pressure,
    drawn: 0,
    kept: null,
  };
  const share = t / rounds;
  if (walks(task.walk * share, personality, draws) && offer < reserve * 0.9) {
    said.push(lineOf('walk', personality, draws));
    answer.answer = 'walk';
    return placed(answer, draws);
  }
  if (offer >= ask * acceptFrom(personality) || takesLate(offer, { personality, reserve, anchor, share }, draws)) {
    said.push(lineOf('accept', personality, draws));
    return placed(answer, draws);
  }
  const asked = nextAsk(state, { task, offer, draws, answer });
  answer.ask = asked;
  if (asked <= offer) {
    said.push(lineOf('accept', personality, draws));
    return placed(answer, draws);
  }
  answer.answer = 'counter';
  const isPressed = draws.random() < 0.2 + share * 0.3;
  if (isPressed && (personality === 'deceptive' || state.pressure < MOST_PRESSURE_LINES)) {
    said.push(lineOf('pressure', personality, draws));
    answer.pressure += 1;
  }
  said.push(lineOf('counter', personality, draws));
  return placed(answer, draws);
}

function placed(answer: SellerAnswered, draws: GaussDraws): SellerAnswered {
  answer.drawn = draws.drawn;
  answer.kept = draws.kept;
  return answer;
}

/** Always draws. */
function walks(chance: number, personality: Personality, draws: GaussDraws): boolean {
  const threshold = personality === 'impatient' ? chance * 1.5 : personality === 'collaborative' ? chance * 0.3 : chance;
  return draws.random() < threshold;
}

function acceptFrom(personality: Personality): number {
  return personality === 'collaborative' ? 0.95 : personality === 'deceptive' ? 1 : 0.98;
}

interface Late {
  personality: Personality;
  reserve: number;
  anchor: number;
  share: number;
}

/** Late in the game an offer above its reserve may be accepted; draws only then. */
function takesLate(offer: number, { personality, reserve, anchor, share }: Late, draws: GaussDraws): boolean {
  if (!(offer >= reserve && share > 0.75)) return false;
  let chance = ((offer - reserve) / (anchor - reserve)) * share;
  if (personality === 'impatient') chance *= 1.3;
  if (personality === 'deceptive') chance *= 0.6;
  return draws.random() < chance;
}

interface Asking {
  task: Task;
  offer: number;
  draws: GaussDraws;
  /** Counts its bluffs. */
  answer: { bluffs: number };
}

function nextAsk(state: BazaarState, { task, offer, draws, answer }: Asking): number {
  const { seller, counters } = state;
  let asked = counterAt(state, { task, draws, answer });
  const last = counters.at(-1);
  if (last !== undefined) {
    asked = Math.max(asked, ((asked + offer) / 2) * 0.95);
    asked = Math.max(asked, seller.reserve);
  }
  if (seller.personality === 'deceptive' && answer.bluffs > 0 && draws.random() < 0.25 && last !== undefined) {
    asked = Math.max(asked, last * 1.03, seller.reserve);
    answer.bluffs = 0;
  }
  return round(asked, 2);
}

/** The counter, computed before the offer changes anything. */
export function counterAt(state: BazaarState, { task, draws, answer }: Omit<Asking, 'offer'>): number {
  const { seller, round: t, cap, counters } = state;
  const { personality, cost, anchor, reserve } = seller;
  let asked = anchor * (1 - rateOf(task, personality, cap) * t);
  if (personality === 'deceptive' && draws.random() < 0.3 && answer.bluffs < MOST_BLUFFS) {
    asked *= 0.92;
    answer.bluffs += 1;
  }
  if (personality === 'impatient' && t <= 2) asked *= 1 - 0.08 * t;
  const last = counters.at(-1);
  if (personality === 'collaborative' && last !== undefined) asked = asked * 0.7 + ((cost * 1.1 + last) / 2) * 0.3;
  return round(Math.max(asked, reserve), 2);
}

function rateOf(task: Task, personality: Personality, cap: number): number {
  let rate = task.concession;
  if (personality === 'deceptive') rate *= 0.7;
  if (personality === 'impatient') rate *= 1.5;
  if (personality === 'collaborative') rate *= 1.3;
  rate *= 1 + 0.5 * pressureOf(task);
  rate *= 1 - 0.3 * cap;
  return Math.min(rate, FASTEST);
}

/** Of a whole match, for clocks: the rounds of all episodes. */
export function roundsIn({ config, seller }: Pick<BazaarState, 'config' | 'seller'>): number {
  if (config.mode === 'arena') return taskOf(config.task_type).steps;
  return Math.max(1, config.mode === 'sell' ? seller.rounds - 1 : seller.rounds * config.episodes);
}
