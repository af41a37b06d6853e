/** One seat's observation. */
import { pitchRounds } from './config';
import { legalActions } from './legal';
import type { BazaarObservation, OwnSide, PastOffer, SeenCue, SeenMessage, SeenOffer, SeenPool, SeenSeat } from './observation';
import { bitsAfter, CUE_LABELS, errorFor } from './rules/cues';
import { unitsOf } from './rules/money';
import { canSee } from './rules/offers';
import { awaited, type BazaarState, poolOf, type SeatState, seatOf, standingOffers, weightIn, worldOf } from './state';
import type { BazaarConfig, Message, Offer, Pool } from './types';
import { worthOf } from './worth';

export function observe(state: BazaarState, id: string): BazaarObservation {
  const seat = seatOf(state, id);
  const { config, round, finished, world } = state;
  const { deadline } = worldOf(state, id);
  const lists = world.seats.flatMap(({ list_cents }) => list_cents ?? []);
  const { listing } = world;
  const last = Math.min(deadline, config.rounds - 1);
  const next = nextTurn(state, seat);
  const turns = next > last ? 0 : Math.floor((last - next) / 2) + 1;
  return {
    seat: id,
    side: seat.side,
    task: config.task_type,
    turn: state.turn,
    round: finished ? config.rounds : round,
    rounds: config.rounds,
    your_turn: awaited(state).includes(id),
    last_turn: turns <= 1,
    turns_left: finished || seat.left ? 0 : turns,
    done: finished,
    listing: {
      id: listing.id,
      kind: listing.kind,
      title: listing.title,
      text: listing.text,
      text_hinglish: listing.text_hi,
      facts: listing.facts,
    },
    you: ownSide(state, seat),
    weight: weightIn(round),
    mean_list_price: unitsOf(Math.round(lists.reduce((sum, cents) => sum + cents, 0) / Math.max(1, lists.length))),
    delivery_range: config.delivery,
    seats: seatsOf(state),
    offers: standingOffers(state).flatMap((offer) => (canSee(offer, id) ? [seenOffer(state, seat, offer)] : [])),
    history: Object.values(state.offers).flatMap((offer) => (canSee(offer, id) ? [pastOffer(offer)] : [])),
    own_marks: marksOf(state, id),
    deals: dealsOf(state),
    pools: Object.values(state.pools).map((pool) => seenPool(pool, id)),
    messages: state.messages.flatMap((message) => (isReader(message, id) ? [seenMessage(message)] : [])),
    cues: cuesFor(state, seat),
    cue_bits: bitsFor(config),
    shocks: state.struck.map(({ round: at, kind, rise, price_cents }) => ({
      round: at,
      kind,
      rise: kind === 'cost_rise' || kind === 'demand_rise' ? rise : null,
      price: kind === 'rival_seller' || kind === 'rival_buyer' ? unitsOf(price_cents) : null,
    })),
    pitch: state.walk_in_cents === null || pitchRounds(config).length === 0 ? null : { bid: unitsOf(state.walk_in_cents) },
    verdicts: state.verdicts.map(({ round: at, winner, pitches }) => ({
      round: at,
      winner,
      scores: pitches.map(({ seat: one, score }) => ({ seat: one, score })),
    })),
    results: seat.results,
    legal_actions: legalActions(state, seat),
    reward: finished ? unitsOf(seat.profit) : null,
  };
}

/** The next round in which the seat is on move, including this one. */
function nextTurn({ round, turns }: BazaarState, { side, seat }: SeatState): number {
  const isOnMove = (round % 2 === 0) === (side === 'seller');
  if (!isOnMove) return round + 1;
  return turns[seat] === undefined ? round : round + 2;
}

function ownSide(state: BazaarState, { seat, side, limit_cents, stock, bought, profit }: SeatState): OwnSide {
  const { own_cents, outside_cents, delivery_cents, deadline, list_cents } = worldOf(state, seat);
  return {
    limit: unitsOf(limit_cents),
    cost: side === 'seller' ? unitsOf(own_cents) : null,
    value: side === 'buyer' ? unitsOf(own_cents) : null,
    outside: outside_cents === null ? null : unitsOf(outside_cents),
    delivery: unitsOf(delivery_cents),
    deadline,
    stock,
    bought,
    list_price: list_cents === null ? null : unitsOf(list_cents),
    profit: unitsOf(profit),
    pool: poolOf(state, seat)?.coalition_id ?? null,
  };
}

export function seatsOf(state: BazaarState): SeenSeat[] {
  return Object.values(state.seats).map(({ seat, side, stock, left, bought, index }) => {
    const list = state.world.seats[index]?.list_cents ?? null;
    return { seat, side, list_price: list === null ? null : unitsOf(list), stock: side === 'seller' ? stock : null, left, bought };
  });
}

function seenOffer(state: BazaarState, seat: SeatState, offer: Offer): SeenOffer {
  const worth = worthOf(state, seat, offer);
  return {
    offer_id: offer.offer_id,
    from: offer.from,
    to: offer.to,
    side: offer.side,
    price: unitsOf(offer.price_cents),
    quantity: offer.quantity,
    round: offer.round,
    expires_round: offer.expires,
    message: offer.message,
    coalition_id: offer.coalition_id,
    participants: offer.participants,
    acceptable: worth !== null,
    worth: worth === null ? null : worth / 100,
  };
}

function pastOffer({ from, side, to, price_cents, quantity, round, status, closed_round }: Offer): PastOffer {
  return { from, side, to, price: unitsOf(price_cents), quantity, round, status, closed_round };
}

function marksOf(state: BazaarState, seat: string): BazaarObservation['own_marks'] {
  return Object.entries(state.marks[seat] ?? {}).map(([key, cents]) => {
    const [target = '*', quantity = '1', coalition_id = null] = key.split(' ');
    return { target_id: target === '*' ? null : target, quantity: Number(quantity), coalition_id, price: unitsOf(cents) };
  });
}

export function dealsOf(state: BazaarState): BazaarObservation['deals'] {
  return state.deals.map(({ round, seller, buyers, price_cents, quantity }) => ({
    round,
    seller,
    buyers,
    price: unitsOf(price_cents),
    quantity,
  }));
}

/** `seat`: null for watchers. */
export function seenPool(pool: Pool, seat: string | null): SeenPool {
  const { coalition_id, founder, members, invited, split, until_round, ended, message, reserves } = pool;
  const you_are = seat !== null && members.includes(seat) ? 'member' : seat !== null && invited.includes(seat) ? 'invited' : 'outside';
  return {
    coalition_id,
    founder,
    members,
    invited,
    split,
    until_round,
    ended,
    message: you_are === 'outside' ? '' : message,
    you_are,
    reserves: you_are === 'member' ? unitsBySeat(reserves) : null,
  };
}

export function unitsBySeat(reserves: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(reserves).map(([seat, cents]) => [seat, unitsOf(cents)]));
}

export function isReader({ from, to }: Message, seat: string): boolean {
  return to === null || to === seat || from === seat;
}

export function seenMessage({ from, to, round, text, claim }: Message): SeenMessage {
  return { from, to, round, text, claim: claim === null ? null : { kind: claim.kind, price: unitsOf(claim.price_cents) } };
}

function cuesFor(state: BazaarState, { side }: SeatState): SeenCue[] {
  return state.cues.flatMap(({ seat, round, symbol }) => {
    const labels = CUE_LABELS[symbol];
    return labels === undefined || state.seats[seat]?.side === side ? [] : [{ seat, round, symbol, labels }];
  });
}

const told = new Map<string, BazaarObservation['cue_bits']>();

/** How many bits one cue and several cues carry; null: the market has none. */
export function bitsFor({ cues, cue_bits, rounds }: Pick<BazaarConfig, 'cues' | 'cue_bits' | 'rounds'>): BazaarObservation['cue_bits'] {
  if (!cues) return null;
  const turns = Math.ceil(rounds / 2);
  const key = `${cue_bits} ${turns}`;
  const known = told.get(key);
  if (known !== undefined) return known;
  const after_turns = Array.from({ length: Math.min(turns, 8) }, (_, i) => Math.round(100 * bitsAfter(i + 1, cue_bits)) / 100);
  const found = { per_turn: cue_bits, error: Math.round(1e4 * errorFor(cue_bits)) / 1e4, after_turns };
  if (told.size > 100) told.clear();
  told.set(key, found);
  return found;
}
