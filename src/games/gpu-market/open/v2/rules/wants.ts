/** Wants: what a lab asks of all others, without naming the job. The first lab that has the hours fills it. */
import { MAX_MONEY, type TakenAction } from '../../shared/actions';
import type { OpenWant } from '../../shared/bargain';
import type { Proceedings } from '../../shared/proceedings';
import { done, refuse, refuseOverspend } from '../../shared/refusal';
import { tell } from '../../shared/rules/messages';
import { closeDeal, isBoundAway, untradable } from '../../shared/rules/offers';
import { hoursWithin, isLive, labOf, type OpenState, toCents } from '../../shared/state';
import type { OpenResult } from '../../shared/types';

const DEFAULT_STAND = 2;

/** A want reserves no money: whoever fills it is paid if the lab can pay at that time. */
export function postWant(book: Proceedings, labId: string, action: TakenAction): OpenResult {
  const { state } = book;
  const last = state.config.rounds - 1;
  const from_round = action.from_round ?? state.round_index + 1;
  const to_round = action.to_round ?? last;
  if (from_round <= state.round_index || to_round < from_round || to_round > last)
    return refuse('bad_window', `from_round and to_round must be from ${state.round_index + 1} to ${last}, in that order`);
  if (action.hours === undefined) return refuse('bad_window', 'hours is missing: say how many are wanted');
  const payment = action.payment ?? 0;
  if (payment < 0) return refuse('negative_payment');
  const payment_cents = toCents(Math.min(payment, MAX_MONEY));
  const { budget_cents } = labOf(state, labId);
  if (payment_cents > budget_cents) return refuseOverspend(payment_cents, budget_cents);
  const want: OpenWant = {
    want_id: `w_${Object.keys(state.wants ?? {}).length + 1}`,
    lab_id: labId,
    round_created: state.round_index,
    expires_round: Math.min(last, state.round_index + (action.expires_in ?? DEFAULT_STAND)),
    from_round,
    to_round,
    hours: action.hours,
    min_reliability: action.min_reliability ?? 0,
    payment_cents,
    message: action.message ?? '',
    status: 'standing',
  };
  book.record({ type: 'want_posted', want });
  return done('want_posted');
}

/** Blocks and money change hands immediately. A want that its lab cannot pay for stays open. */
export function fillWant(book: Proceedings, labId: string, action: TakenAction): OpenResult {
  const { state } = book;
  const want = state.wants?.[action.want_id ?? ''];
  if (want === undefined) return refuse('unknown_want', action.want_id);
  if (want.status !== 'standing') return refuse('inactive_want', want.want_id);
  if (want.lab_id === labId) return refuse('own_want', want.want_id);
  const ids = [...new Set(action.block_ids ?? [])];
  if (ids.length === 0) return refuse('empty_block_list');
  const wrong = wrongBlocks(state, labId, { ids, want });
  if (wrong !== null) return wrong;
  if (want.payment_cents > labOf(state, want.lab_id).budget_cents)
    return refuse('budget_overspend', ': the lab that posted the want cannot pay now');
  book.record({ type: 'want_closed', want_id: want.want_id, lab_id: want.lab_id, status: 'filled' });
  closeDeal(book, { from: labId, to: want.lab_id, block_ids: ids, price_cents: want.payment_cents, open: true, link: want.want_id });
  tell(book, { from: labId, to: want.lab_id, text: action.message });
  return done('want_filled');
}

export function withdrawWant(book: Proceedings, labId: string, action: TakenAction): OpenResult {
  const want = book.state.wants?.[action.want_id ?? ''];
  if (want === undefined || want.lab_id !== labId) return refuse('unknown_want', action.want_id);
  if (want.status !== 'standing') return refuse('inactive_want', want.want_id);
  book.record({ type: 'want_closed', want_id: want.want_id, lab_id: labId, status: 'withdrawn' });
  return done('want_withdrawn');
}

/** Wants that nobody filled in time. */
export function expireWants(book: Proceedings, round: number): void {
  for (const { want_id, lab_id, status, expires_round } of Object.values(book.state.wants ?? {})) {
    if (status === 'standing' && expires_round < round) book.record({ type: 'want_closed', want_id, lab_id, status: 'expired' });
  }
}

function wrongBlocks(state: OpenState, labId: string, { ids, want }: { ids: readonly string[]; want: OpenWant }): OpenResult | null {
  let hours = 0;
  for (const id of ids) {
    const wrong = untradable(state, id, labId);
    if (wrong === 'unowned') return refuse('unowned_block', id);
    if (wrong !== null) return wrong;
    if (isBoundAway(state, id, want.lab_id)) return refuse('condition_broken', id);
    const block = state.blocks[id];
    if (block === undefined || !isLive(state, block)) return refuse('unavailable_block', id);
    if (block.reliability < want.min_reliability) return refuse('low_reliability', id);
    hours += hoursWithin(block, state.config.rounds, { from: Math.max(want.from_round, state.round_index), to: want.to_round });
  }
  return hours < want.hours ? refuse('too_few_hours', `${hours} of ${want.hours}`) : null;
}
