/**
 * Promises: blocks that a lab holds for another at a price, with its own money as a bond. The rules ensure that a promise is kept or paid
 * for.
 */
import { MAX_MONEY, type TakenAction } from '../../shared/actions';
import type { OpenPromise } from '../../shared/bargain';
import type { Proceedings } from '../../shared/proceedings';
import { done, refuse, refuseOverspend } from '../../shared/refusal';
import { tell } from '../../shared/rules/messages';
import { changeReputation, closeDeal, isBoundAway, untradable } from '../../shared/rules/offers';
import { hoursLeft, isSeat, labOf, type OpenState, toCents } from '../../shared/state';
import type { OpenResult } from '../../shared/types';

const DEFAULT_BOND = 10;
const DEFAULT_HOLD = 3;
const BREACH_REPUTATION = -0.12;

/** From here on the blocks are locked and the bond is held. */
export function makePromise(book: Proceedings, labId: string, action: TakenAction): OpenResult {
  const { state } = book;
  const to = action.target_lab_id ?? '';
  if (!isSeat(state, to)) return refuse('unknown_lab', to);
  if (to === labId) return refuse('self_trade');
  const ids = [...new Set(action.block_ids ?? [])];
  if (ids.length === 0) return refuse('empty_block_list');
  for (const id of ids) {
    const wrong = untradable(state, id, labId);
    if (wrong === 'unowned') return refuse('unowned_block', id);
    if (wrong !== null) return wrong;
    if (isBoundAway(state, id, to)) return refuse('condition_broken', id);
  }
  const price = action.requested_payment ?? 0;
  if (price < 0) return refuse('negative_payment');
  const bond_cents = toCents(action.bond ?? DEFAULT_BOND);
  const { budget_cents } = labOf(state, labId);
  if (bond_cents > budget_cents) return refuseOverspend(bond_cents, budget_cents);
  const until_round = action.until_round ?? Math.min(state.config.rounds - 1, state.round_index + DEFAULT_HOLD);
  if (until_round <= state.round_index || until_round >= state.config.rounds)
    return refuse('bad_window', `until_round must be from ${state.round_index + 1} to ${state.config.rounds - 1}`);
  const promise: OpenPromise = {
    promise_id: `h_${Object.keys(state.promises ?? {}).length + 1}`,
    from_lab_id: labId,
    to_lab_id: to,
    block_ids: ids,
    price_cents: toCents(Math.min(price, MAX_MONEY)),
    bond_cents,
    round_created: state.round_index,
    until_round,
    message: action.message ?? '',
    status: 'standing',
  };
  book.record({ type: 'promise_made', promise });
  return done('promise_made');
}

/** The lab that received the promise buys the blocks at the promised price. */
export function takePromise(book: Proceedings, labId: string, action: TakenAction): OpenResult {
  const promise = promiseTo(book.state, labId, action.promise_id);
  if (promise === undefined) return refuse('unknown_promise', action.promise_id);
  if (promise.status !== 'standing') return refuse('inactive_promise', promise.promise_id);
  const { from_lab_id, block_ids, price_cents, promise_id } = promise;
  const { budget_cents } = labOf(book.state, labId);
  if (price_cents > budget_cents) return refuseOverspend(price_cents, budget_cents);
  endPromise(book, promise, 'taken');
  closeDeal(book, { from: from_lab_id, to: labId, block_ids, price_cents, open: false, link: promise_id });
  tell(book, { from: labId, to: from_lab_id, text: action.message });
  return done('promise_taken');
}

export function declinePromise(book: Proceedings, labId: string, action: TakenAction): OpenResult {
  const promise = promiseTo(book.state, labId, action.promise_id);
  if (promise === undefined) return refuse('unknown_promise', action.promise_id);
  if (promise.status !== 'standing') return refuse('inactive_promise', promise.promise_id);
  endPromise(book, promise, 'declined');
  tell(book, { from: labId, to: promise.from_lab_id, text: action.message });
  return done('promise_declined');
}

/** The bond goes to the lab that received the promise. */
export function breakPromise(book: Proceedings, promise: OpenPromise): void {
  changeReputation(book, promise.from_lab_id, { by: BREACH_REPUTATION, why: 'breach' });
  endPromise(book, promise, 'broken');
}

/** Runs before own allocations of the last round, so that a block that starts then loses nothing. */
export function lapsePromises(book: Proceedings): void {
  for (const promise of standing(book.state)) if (promise.until_round <= book.state.round_index) endPromise(book, promise, 'lapsed');
}

/** One of its blocks is gone without anyone's fault. */
export function losePromises(book: Proceedings): void {
  for (const promise of standing(book.state)) {
    const lost = promise.block_ids.some((id) => {
      const block = book.state.blocks[id];
      return block === undefined || block.status === 'failed' || hoursLeft(book.state, block) === 0;
    });
    if (lost) endPromise(book, promise, 'lost');
  }
}

function standing(state: OpenState): OpenPromise[] {
  return Object.values(state.promises ?? {}).filter(({ status }) => status === 'standing');
}

function promiseTo(state: OpenState, labId: string, id: string | undefined): OpenPromise | undefined {
  const promise = state.promises?.[id ?? ''];
  return promise?.to_lab_id === labId ? promise : undefined;
}

function endPromise(book: Proceedings, promise: OpenPromise, why: 'taken' | 'declined' | 'lapsed' | 'broken' | 'lost'): void {
  const { promise_id, from_lab_id, to_lab_id, bond_cents } = promise;
  const broken = why === 'broken';
  book.record({
    type: 'promise_ended',
    promise_id,
    from_lab_id,
    to_lab_id,
    why,
    refund_cents: broken ? 0 : bond_cents,
    forfeit_cents: broken ? bond_cents : 0,
  });
}
