/** One buyer's step against the scripted seller. */
import { round } from '~/lib/numbers';
import type { BuyerMoved } from '../events';
import type { BazaarState } from '../state';
import { type Task, taskOf } from '../tasks';
import type { BuyerMove, Components, DealRecord } from '../types';
import { episodeOpened } from './opening';
import { budgetOf, componentsFrom, dealRecord, failedRecord, isRepeat, payForDeal } from './records';
import { answerTo } from './seller';
import { emit, type Turn } from './turn';

const OUT_OF_RANGE = -0.2;
const STALLING = -0.1;
const STALLS_FROM = 3;
const NOTHING: Components = {};
const STRAYED: Components = { out_of_range_penalty: OUT_OF_RANGE };
const STALLED: Components = { stalling_penalty: STALLING };
const BOTH: Components = { out_of_range_penalty: OUT_OF_RANGE, stalling_penalty: STALLING };

/** A valid move. `read`: position in the policy's random stream. */
export function buyerStep(turn: Turn, seat: string, { move, read }: { move: BuyerMove; read: number | undefined }): void {
  const { state } = turn;
  const task = taskOf(state.config.task_type);
  const played = move.action === 'offer' ? offered(state, move) : null;
  const faults = played?.faults ?? NOTHING;
  const price = played?.price ?? move.price ?? null;
  const moved: BuyerMoved = { type: 'buyer_moved', seat, turn: state.turn, move, price, components: faults };
  if (read !== undefined) moved.read = read;
  if (move.action === 'accept' && state.counters.length === 0) moved.invalid = true;
  emit(turn, moved);
  const penalty: Penalty = { of: faults === NOTHING ? 0 : sumOf(faults), components: faults };
  switch (move.action) {
    case 'walk':
      close(turn, { reward: -0.3 + penalty.of, components: { ...faults, walk_penalty: -0.3 }, record: failedRecord(state, 'walk') });
      break;
    case 'accept':
      if (state.counters.length > 0) deal(turn, state.ask, penalty);
      else close(turn, { reward: -0.1 + penalty.of, components: INVALID, record: null });
      break;
    default:
      offerStep(turn, { task, offer: price ?? 0, penalty });
  }
}

const INVALID: Components = { invalid_accept: -0.1 };

/** A round without an offer: the seller does not answer, and time passes. Programs never get this. */
export function lostStep(turn: Turn, lost: { type: 'move_refused'; why: string } | { type: 'turn_lapsed' }, seat: string): void {
  emit(turn, { ...lost, seat, turn: turn.state.turn });
  const isExpired = turn.state.round >= turn.state.seller.rounds;
  const components: Components = isExpired ? { expired_penalty: EXPIRED } : NOTHING;
  close(turn, { reward: isExpired ? EXPIRED : 0, components, record: isExpired ? failedRecord(turn.state, 'expired') : null });
}

/** The price as played, and its penalties. */
function offered(state: BazaarState, { price: sent }: BuyerMove): { price: number; faults: Components } {
  const budget = budgetOf(state);
  const wished = sent ?? 0.5 * budget;
  const isInRange = wished >= 0 && wished <= budget;
  const price = isInRange ? wished : Math.max(0, Math.min(wished, budget));
  const stalls = isRepeat(state, price) && state.repeats + 1 >= STALLS_FROM;
  return { price, faults: isInRange ? (stalls ? STALLED : NOTHING) : stalls ? BOTH : STRAYED };
}

function sumOf(components: Components): number {
  let sum = 0;
  for (const name in components) sum += components[name] ?? 0;
  return sum;
}

interface Penalty {
  of: number;
  components: Components;
}

function offerStep(turn: Turn, { task, offer, penalty }: { task: Task; offer: number; penalty: Penalty }): void {
  const { state } = turn;
  const askedBefore = state.counters.at(-1) ?? state.seller.anchor;
  const answer = answerTo(state, { offer, task, draws: turn.draws });
  emit(turn, answer);
  if (answer.answer === 'accept') deal(turn, offer, penalty);
  else if (answer.answer === 'walk') {
    const components = { ...penalty.components, seller_walked: SELLER_WALKED };
    close(turn, { reward: SELLER_WALKED + penalty.of, components, record: failedRecord(state, 'walk') });
  } else countered(turn, penalty, askedBefore);
}

const SELLER_WALKED = -0.2;

/** The penalty is counted in the components and again separately, as in the published game. */
function countered(turn: Turn, { of: penalty, components: faults }: Penalty, askedBefore: number): void {
  const { state } = turn;
  const narrowed = narrowing(state, askedBefore);
  const isExpired = state.round >= state.seller.rounds;
  const components = componentsFrom(faults);
  let sum = penalty;
  if (narrowed !== null) {
    components.gap_narrowing = narrowed;
    sum += narrowed;
  }
  if (isExpired) {
    components.expired_penalty = EXPIRED;
    sum += EXPIRED;
  }
  close(turn, { reward: sum + penalty, components, record: isExpired ? failedRecord(state, 'expired') : null });
}

const EXPIRED = -0.15;

/** How much a counter narrowed the gap, from the last two prices of each side; null: nothing. */
function narrowing({ history, named, namedBefore, ask, seller }: BazaarState, askedBefore: number): number | null {
  if (history.length < 4 || named === null || namedBefore === null) return null;
  const old = Math.abs(askedBefore - namedBefore);
  const now = Math.abs(ask - named);
  return old - now > 0 ? round(0.05 * ((old - now) / seller.anchor), 4) : null;
}

function deal(turn: Turn, price: number, penalty: Penalty): void {
  const { components, reward, added } = payForDeal(turn.state, price, penalty);
  close(turn, { reward, added, components, record: dealRecord(turn.state, price) });
}

interface Closing {
  reward: number;
  /** Increase of the running total, if it differs from the reward. */
  added?: number;
  components: Components;
  record: DealRecord | null;
}

/** Opens the next episode immediately, if there is one. */
function close(turn: Turn, { reward, added = reward, components, record }: Closing): void {
  const { state } = turn;
  const { config } = state;
  const isStopped = config.step_limit !== null && state.turn + 1 >= config.step_limit;
  const isLast = record !== null && state.episode >= config.episodes;
  const closed = { type: 'turn_closed', turn: state.turn, reward, added, components, record, over: isLast || isStopped } as const;
  emit(turn, isStopped && !isLast ? { ...closed, stopped: true } : closed);
  if (record === null || state.finished) return;
  const cap = state.career?.capitulation_rate ?? 0;
  emit(turn, episodeOpened(config, { turn: state.turn, episode: state.episode + 1, cap }, turn.draws));
}
