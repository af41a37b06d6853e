/** The life of a round: closed when all turns are in, played in phases, settled; then the next begins. */
import type { Book } from '../book';
import { done, refuse } from '../refusal';
import { awaited, type BazaarState, seatOf, sideOnMove, standingOffers, worldOf } from '../state';
import { type Action, type ActionType, MOST_ACTIONS, OPERATOR, type Result } from '../types';
import { drawSymbol } from './cues';
import { endVoid } from './deals';
import { sendMessage } from './messages';
import { acceptOffer, counterOffer, rejectOffer, sendOffer } from './offers';
import { judgePitches, makePitch } from './pitches';
import { declinePool, endPools, formPool, joinPool, leavePool, raiseReserve } from './pools';
import { strikeShocks } from './shocks';
import { drawsFor, STREAMS, shuffled } from './world';

const PHASES = [1, 2, 3, 4] as const;

const PHASE_OF: Readonly<Record<ActionType, (typeof PHASES)[number]>> = {
  reject_offer: 1,
  decline_coalition: 1,
  leave_coalition: 1,
  wait: 1,
  finish: 1,
  form_coalition: 2,
  join_coalition: 2,
  commit_to_coalition: 2,
  accept_offer: 3,
  send_offer: 4,
  counter_offer: 4,
  make_pitch: 4,
  send_message: 4,
};

/** Closes this round, and following ones without seats on move. */
export function closeRounds(book: Book): void {
  do closeRound(book);
  while (!book.state.finished && awaited(book.state).length === 0);
}

function closeRound(book: Book): void {
  const { round, turn, turns, config, seats } = book.state;
  const side = sideOnMove(round);
  const onMove = Object.values(seats).filter((seat) => seat.side === side && !seat.left);
  const draws = drawsFor(config.seed, [STREAMS.order, 0], book.state.order_drawn);
  const order = shuffled(onMove, draws).map(({ seat }) => seat);
  const silent = onMove.flatMap(({ seat }) => (turns[seat] === undefined ? [seat] : []));
  const turns_over = turn + (onMove.length > 0 ? 1 : 0);
  book.record({ type: 'round_closed', round, turns_over, side, order, silent, order_drawn: draws.drawn });
  for (const { seat } of onMove) sendCue(book, seat);
  for (const seat of order) answerUnread(book, seat);
  for (const phase of PHASES) {
    for (const seat of order) {
      for (const [index, { action }] of (turns[seat]?.actions ?? []).entries()) {
        if (action === null || PHASE_OF[action.action_type] !== phase) continue;
        resolve(book, seat, { index, action_type: action.action_type, result: carryOut(book, seat, action) });
      }
    }
  }
  settle(book, order);
  if (isOver(book.state)) book.record({ type: 'match_ended', round });
  else startRound(book, round + 1);
}

/** Also for a waiting seat, so that the number of cues reveals nothing. */
function sendCue(book: Book, seat: string): void {
  const { config, round } = book.state;
  if (!config.cues) return;
  const { index, cue_drawn } = seatOf(book.state, seat);
  const draws = drawsFor(config.seed, [STREAMS.cues, index], cue_drawn);
  const symbol = drawSymbol(draws, worldOf(book.state, seat).hidden_type, config.cue_bits);
  book.record({ type: 'cue_sent', seat, round, symbol, drawn: draws.drawn });
}

/** Answers invalid actions, and those over the limit. */
function answerUnread(book: Book, seat: string): void {
  const turn = book.state.turns[seat];
  if (turn === undefined) return;
  for (const [index, one] of turn.actions.entries())
    if (one.action === null) resolve(book, seat, { index, action_type: null, result: { ok: false, code: one.code, message: one.why } });
  for (let extra = 0; extra < turn.left_out; extra += 1)
    resolve(book, seat, { index: MOST_ACTIONS + extra, action_type: null, result: refuse('too_many_actions') });
}

function resolve(book: Book, seat: string, answer: { index: number; action_type: ActionType | null; result: Result }): void {
  book.record({ type: 'action_resolved', seat, ...answer });
}

function carryOut(book: Book, seatId: string, action: Action): Result {
  const seat = seatOf(book.state, seatId);
  if (seat.left) return refuse('seat_left');
  switch (action.action_type) {
    case 'wait':
      return done('waited');
    case 'finish':
      book.record({ type: 'seat_left', seat: seatId, why: 'finished' });
      endVoid(book);
      return done('finished');
    case 'send_offer':
      return sendOffer(book, seat, action);
    case 'counter_offer':
      return counterOffer(book, seat, action);
    case 'accept_offer':
      return acceptOffer(book, seat, action);
    case 'reject_offer':
      return rejectOffer(book, seat, action);
    case 'form_coalition':
      return formPool(book, seat, action);
    case 'join_coalition':
      return joinPool(book, seat, action);
    case 'decline_coalition':
      return declinePool(book, seat, action);
    case 'leave_coalition':
      return leavePool(book, seat, action);
    case 'commit_to_coalition':
      return raiseReserve(book, seat, action);
    case 'make_pitch':
      return makePitch(book, seat, action);
    case 'send_message':
      return sendMessage(book, seat, action);
  }
}

function settle(book: Book, order: readonly string[]): void {
  const { round } = book.state;
  judgePitches(book, order);
  for (const seat of Object.values(book.state.seats)) {
    if (seat.left) continue;
    const why = seat.bought
      ? 'bought'
      : seat.stock === 0
        ? 'sold_out'
        : worldOf(book.state, seat.seat).deadline <= round
          ? 'deadline'
          : null;
    if (why !== null) book.record({ type: 'seat_left', seat: seat.seat, why });
  }
  for (const { offer_id, from, to, expires } of standingOffers(book.state))
    if (expires !== null && expires <= round) book.record({ type: 'offer_closed', offer_id, from, to, status: 'expired' });
  endPools(book);
  endVoid(book);
}

/** All rounds are played, or one side is empty and the other cannot expect offers of the market. */
function isOver(state: BazaarState): boolean {
  const { round, config, seats, planned, world } = state;
  if (round + 1 >= config.rounds) return true;
  const here = new Set(Object.values(seats).flatMap(({ side, left }) => (left ? [] : [side])));
  if (here.size !== 1) return here.size === 0;
  const [rest] = here;
  const fromMarket = standingOffers(state).some(({ from, side }) => from === OPERATOR && side !== rest);
  const kind = rest === 'buyer' ? 'rival_seller' : 'rival_buyer';
  const toCome = planned.some((shock) => shock.kind === kind) || (rest === 'seller' && world.walk_ins.some((one) => one.round > round));
  return !fromMarket && !toCome;
}

export function startRound(book: Book, round: number): void {
  const walkIn = book.state.world.walk_ins.find((one) => one.round === round);
  book.record({ type: 'round_started', round, walk_in_cents: walkIn?.bid_cents ?? null });
  strikeShocks(book);
}
