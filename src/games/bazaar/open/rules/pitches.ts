/** Pitch rounds: a walk-in customer buys from the seller with the best case, by facts and price. */
import { clamp01, round as rounded } from '~/lib/numbers';
import type { Book } from '../book';
import { done, refuse } from '../refusal';
import { type BazaarState, type SeatState, seatOf, standingOffers } from '../state';
import { type Action, type JudgedPitch, type Offer, OPERATOR, type Pitch, type Result } from '../types';

const FACTS_FOR_HALF = 3;
const FALSE_CLAIM = 0.3;
const ENOUGH = 0.5;
/** The winner can take the bid in its next move. */
const BID_LASTS = 2;

export function makePitch(book: Book, seat: SeatState, { message = '', claims = [] }: Action): Result {
  const { state } = book;
  if (seat.side !== 'seller') return refuse('not_a_seller');
  if (state.walk_in_cents === null) return refuse('no_pitch');
  if (state.pitches.some((pitch) => pitch.seat === seat.seat && pitch.round === state.round)) return refuse('already_pitched');
  const unknown = claims.find(({ fact }) => !Object.hasOwn(state.world.listing.facts, fact));
  if (unknown) return refuse('unknown_fact');
  book.record({ type: 'pitch_made', pitch: { seat: seat.seat, round: state.round, text: message, claims } });
  return done('pitch_recorded');
}

/** At the end of a pitch round: the best pitch gets the bid exclusively. */
export function judgePitches(book: Book, order: readonly string[]): void {
  const { state } = book;
  const bid = state.walk_in_cents;
  if (bid === null) return;
  const { round } = state;
  const heard = order.flatMap((seat) => state.pitches.find((pitch) => pitch.seat === seat && pitch.round === round) ?? []);
  const pitches = heard.map((pitch) => judged(state, pitch, bid));
  const best = pitches.reduce<JudgedPitch | null>((top, one) => (top === null || one.score > top.score ? one : top), null);
  const winner = best !== null && best.score >= ENOUGH && !seatOf(state, best.seat).left ? best.seat : null;
  book.record({ type: 'pitches_judged', verdict: { round, winner, pitches } });
  if (winner !== null) book.record({ type: 'offer_made', offer: bidFor(state, winner, bid) });
}

/** Half for true facts, half for a public ask close to the bid; wording and length do not count. */
function judged(state: BazaarState, { seat, text, claims }: Pitch, bid: number): JudgedPitch {
  const { facts } = state.world.listing;
  const checked = claims.map((claim) => ({ ...claim, is_true: facts[claim.fact] === claim.value }));
  const truths = new Set(checked.filter(({ is_true }) => is_true).map(({ fact }) => fact)).size;
  const lies = checked.filter(({ is_true }) => !is_true).length;
  const ask = standingOffers(state)
    .filter((offer) => offer.from === seat && offer.to === null && offer.quantity === 1)
    .map(({ price_cents }) => price_cents)
    .sort((a, b) => a - b)[0];
  const forPrice = ask === undefined ? 0 : Math.min(1, Math.max(0, 1.1 * bid - ask) / (0.1 * bid));
  const score = clamp01(0.5 * Math.min(1, truths / FACTS_FOR_HALF) + 0.5 * forPrice - FALSE_CLAIM * lies);
  const price = ask === undefined ? 'no open ask' : forPrice === 0 ? 'an open ask above the bid' : 'an open ask near the bid';
  return { seat, text, claims: checked, score: rounded(score, 4), reason: `${truths} true facts, ${lies} false, ${price}.` };
}

function bidFor({ offers, round }: BazaarState, winner: string, price_cents: number): Offer {
  return {
    offer_id: `o_${Object.keys(offers).length}`,
    from: OPERATOR,
    side: 'buyer',
    to: winner,
    price_cents,
    quantity: 1,
    round,
    expires: round + BID_LASTS,
    status: 'standing',
    closed_round: null,
    message: '',
    coalition_id: null,
    participants: null,
    marked_by: [],
  };
}
