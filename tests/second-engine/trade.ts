/** Offers, wants and promises. */
import {
  type Answer,
  blockOf,
  blocksOf,
  type Conditions,
  cents,
  given,
  hoursOf,
  isHeld,
  isLive,
  isMember,
  labOf,
  type Market,
  type Move,
  NO_CONDITIONS,
  names,
  number,
  type Offer,
  type Promised,
  receive,
  sum,
  type Terms,
  tell,
  trust,
  unique,
} from './market';

interface Giving {
  owner: string;
  /** Who gets it; null: nobody knows yet. */
  other: string | null;
  isRequested?: true;
}

/** Why that block cannot be given away, in the order in which the page asks. */
function whyNot(m: Market, id: string, { owner, other, isRequested }: Giving): Answer {
  const block = m.blocks.get(id);
  if (!block) return 'unknown_block';
  if (block.owner !== owner) return isRequested ? 'target_does_not_own_block' : 'unowned_block';
  if (isHeld(block)) return 'pledged_block';
  if (block.cannotBeResold) return 'resale_forbidden';
  if (!isLive(m, block) || (isRequested && block.mark === 'reserved')) return 'unavailable_block';
  if (block.boundTo !== null && other !== null && !isMember(m, block.boundTo, other)) return 'condition_broken';
  return null;
}

function whyNotAll(m: Market, ids: readonly string[], giving: Giving): Answer {
  for (const id of ids) {
    const bad = whyNot(m, id, giving);
    if (bad !== null) return bad;
  }
  return null;
}

const CONDITIONS = new Set(['must_not_resell', 'must_use_by_round', 'penalty', 'coalition_only']);

/** null: they cannot be kept. */
function readConditions({ m, lab, act }: Move, to: string | null, blocks: readonly string[]): Conditions | null {
  const fields = new Map(
    Object.entries(act.conditions ?? {}).filter(([key, value]) => given(value) && !(key === 'must_not_resell' && value === false)),
  );
  if (fields.size === 0) return NO_CONDITIONS;
  if (blocks.length === 0 || [...fields.keys()].some((key) => !CONDITIONS.has(key))) return null;
  const useBy = fields.has('must_use_by_round') ? Number(fields.get('must_use_by_round')) : null;
  if (useBy === null && fields.has('penalty')) return null;
  if (useBy !== null && (useBy <= m.round || useBy >= m.rounds)) return null;
  const boundTo = fields.has('coalition_only') ? String(fields.get('coalition_only')) : null;
  if (boundTo !== null) {
    const coalition = m.coalitions.get(boundTo);
    if (!coalition || coalition.status === 'ended') return null;
    if (!isMember(m, boundTo, lab) || (to !== null && !isMember(m, boundTo, to))) return null;
    if (blocksOf(m, blocks).some((block) => block.boundTo !== null && block.boundTo !== boundTo)) return null;
  }
  return { noResale: fields.get('must_not_resell') === true, useBy, penalty: cents(fields.get('penalty')), boundTo };
}

export const sendOffer = (move: Move): Answer => offerTo(move, given(move.act.target_lab_id) ? String(move.act.target_lab_id) : null);

function offerTo(move: Move, to: string | null, countered?: Offer): Answer {
  const { m, lab, act } = move;
  if (to !== null && !m.labs.has(to)) return 'unknown_lab';
  if (to === lab) return 'self_trade';
  const payment = cents(act.payment);
  const price = cents(act.requested_payment);
  if (payment < 0 || price < 0) return 'negative_payment';
  if (payment > labOf(m, lab).money) return 'budget_overspend';
  const blocks = unique(names(act.block_ids));
  const requested = unique(names(act.requested_block_ids));
  const bad = whyNotAll(m, blocks, { owner: lab, other: to });
  if (bad !== null) return bad;
  const wrong = to === null ? null : whyNotAll(m, requested, { owner: to, other: lab, isRequested: true });
  if (wrong !== null) return wrong;
  if (blocks.length + requested.length + payment + price === 0) return 'empty_offer';
  if (to === null && requested.length > 0) return 'open_request';
  const conditions = readConditions(move, to, blocks);
  if (conditions === null) return 'bad_condition';
  if (countered?.to != null) closeOffer(m, countered, 'rejected');
  const last = Math.min(m.rounds - 1, m.round + number(act.expires_in, 2), conditions.useBy ?? m.rounds);
  makeOffer(m, { from: lab, to, blocks, requested, payment, price, conditions, last });
  return null;
}

export function makeOffer(m: Market, terms: Terms): Offer {
  const offer = { ...terms, id: `o_${m.offers.size + 1}`, isOpen: true };
  m.offers.set(offer.id, offer);
  const { useBy, penalty, boundTo, noResale } = terms.conditions;
  tell(m, 'offer_made', {
    offer: {
      offer_id: offer.id,
      from_lab_id: terms.from,
      to_lab_id: terms.to,
      expires_round: terms.last,
      offered_blocks: terms.blocks,
      requested_blocks: terms.requested,
      payment_cents: terms.payment,
      requested_payment_cents: terms.price,
      conditions:
        terms.conditions === NO_CONDITIONS
          ? null
          : { must_not_resell: noResale, must_use_by_round: useBy, penalty_cents: penalty, coalition_only: boundTo },
    },
  });
  return offer;
}

export function closeOffer(m: Market, offer: Offer, status: string): void {
  offer.isOpen = false;
  tell(m, 'offer_closed', { offer_id: offer.id, from_lab_id: offer.from, to_lab_id: offer.to, status });
}

/** An offer that the lab may see and that still stands. */
function standing({ m, lab, act }: Move): Offer | string {
  const offer = m.offers.get(String(act.offer_id));
  if (!offer || (offer.to !== null && offer.to !== lab && offer.from !== lab)) return 'unknown_offer';
  return offer.isOpen ? offer : 'inactive_offer';
}

export function acceptOffer(move: Move): Answer {
  const { m, lab } = move;
  const offer = standing(move);
  if (typeof offer === 'string') return offer;
  if (offer.from === lab) return 'not_offer_recipient';
  const sender = m.labs.get(offer.from);
  if (sender && sender.money < offer.payment) return 'budget_overspend';
  if (labOf(m, lab).money < offer.price + offer.conditions.penalty) return 'budget_overspend';
  const isGone = (id: string, owner: string) => {
    const block = blockOf(m, id);
    return block.owner !== owner || block.cannotBeResold || !isLive(m, block);
  };
  const isOfferedGone = offer.blocks.some((id) => isGone(id, offer.from));
  if (isOfferedGone || offer.requested.some((id) => isGone(id, lab))) {
    closeOffer(m, offer, 'invalid');
    return isOfferedGone ? 'invalid_offered_block' : 'invalid_requested_block';
  }
  const isKept = (id: string, to: string) => {
    const { boundTo } = blockOf(m, id);
    return boundTo === null || isMember(m, boundTo, to);
  };
  const boundTo = isOver(m, offer.conditions.boundTo) ? null : offer.conditions.boundTo;
  if (boundTo !== null && !(isMember(m, boundTo, lab) && isMember(m, boundTo, offer.from))) return 'condition_broken';
  if (!offer.blocks.every((id) => isKept(id, lab)) || !offer.requested.every((id) => isKept(id, offer.from))) return 'condition_broken';
  doDeal(m, offer, lab);
  return null;
}

const isOver = (m: Market, coalition: string | null): boolean => coalition !== null && m.coalitions.get(coalition)?.status === 'ended';

/** Blocks, money and conditions change hands together. */
function doDeal(m: Market, offer: Offer, lab: string): void {
  const { useBy, penalty, noResale, boundTo } = offer.conditions;
  offer.isOpen = false;
  receive(m, offer.from, offer.price - offer.payment);
  receive(m, lab, offer.payment - offer.price - penalty);
  const transfers = [
    ...offer.blocks.map((id) => ({ block_id: id, from_lab_id: offer.from, to_lab_id: lab })),
    ...offer.requested.map((id) => ({ block_id: id, from_lab_id: lab, to_lab_id: offer.from })),
  ];
  for (const { block_id, to_lab_id } of transfers) Object.assign(blockOf(m, block_id), { owner: to_lab_id, mark: 'available' });
  for (const block of blocksOf(m, offer.blocks)) {
    block.cannotBeResold ||= noResale;
    if (!isOver(m, boundTo)) block.boundTo ??= boundTo;
  }
  if (penalty > 0)
    m.deposits.push({ offer: offer.id, from: lab, to: offer.from, amount: penalty, round: useBy ?? 0, blocks: offer.blocks });
  tell(m, 'offer_accepted', {
    offer_id: offer.id,
    from_lab_id: offer.from,
    to_lab_id: lab,
    open: offer.to === null,
    payment_cents: offer.payment,
    requested_payment_cents: offer.price,
    transfers,
  });
  trust(m, offer.from, 0.02);
  trust(m, lab, 0.02);
}

export function rejectOffer(move: Move): Answer {
  const { m, lab } = move;
  const offer = standing(move);
  if (typeof offer === 'string') return offer;
  if (offer.from !== lab && offer.to !== lab) return 'not_party';
  closeOffer(m, offer, offer.from === lab ? 'withdrawn' : 'rejected');
  return null;
}

export function counterOffer(move: Move): Answer {
  const offer = standing(move);
  if (typeof offer === 'string') return offer;
  if (offer.from === move.lab) return 'not_offer_recipient';
  return offerTo(move, offer.from, offer);
}

export function postWant({ m, lab, act }: Move): Answer {
  const from = number(act.from_round, m.round + 1);
  const to = number(act.to_round, m.rounds - 1);
  if (from <= m.round || to < from || to > m.rounds - 1 || !given(act.hours)) return 'bad_window';
  const payment = cents(act.payment);
  if (payment < 0) return 'negative_payment';
  if (payment > labOf(m, lab).money) return 'budget_overspend';
  const id = `w_${m.wants.size + 1}`;
  const last = Math.min(m.rounds - 1, m.round + number(act.expires_in, 2));
  const want = {
    id,
    by: lab,
    from,
    to,
    hours: Number(act.hours),
    minReliability: number(act.min_reliability, 0),
    payment,
    last,
    isOpen: true,
  };
  m.wants.set(id, want);
  const { hours, minReliability: min_reliability } = want;
  tell(m, 'want_posted', {
    want: { want_id: id, lab_id: lab, expires_round: last, from_round: from, to_round: to, hours, min_reliability, payment_cents: payment },
  });
  return null;
}

export function closeWant(m: Market, id: string, status: string): void {
  const want = m.wants.get(id);
  if (!want) return;
  want.isOpen = false;
  tell(m, 'want_closed', { want_id: id, lab_id: want.by, status });
}

export function fillWant({ m, lab, act }: Move): Answer {
  const want = m.wants.get(String(act.want_id));
  if (!want) return 'unknown_want';
  if (!want.isOpen) return 'inactive_want';
  if (want.by === lab) return 'own_want';
  const blocks = unique(names(act.block_ids));
  if (blocks.length === 0) return 'empty_block_list';
  for (const id of blocks) {
    const bad = whyNot(m, id, { owner: lab, other: want.by });
    if (bad !== null) return bad;
    if (blockOf(m, id).reliability < want.minReliability) return 'low_reliability';
  }
  const from = Math.max(want.from, m.round);
  if (sum(blocksOf(m, blocks).map((block) => hoursOf(block, from, want.to))) < want.hours) return 'too_few_hours';
  if (labOf(m, want.by).money < want.payment) return 'budget_overspend';
  closeWant(m, want.id, 'filled');
  const terms = { from: lab, to: null, blocks, requested: [], payment: 0, price: want.payment, conditions: NO_CONDITIONS, last: m.round };
  doDeal(m, makeOffer(m, terms), want.by);
  return null;
}

export function withdrawWant({ m, lab, act }: Move): Answer {
  const want = m.wants.get(String(act.want_id));
  if (!want || want.by !== lab) return 'unknown_want';
  if (!want.isOpen) return 'inactive_want';
  closeWant(m, want.id, 'withdrawn');
  return null;
}

export function makePromise({ m, lab, act }: Move): Answer {
  const to = String(act.target_lab_id);
  if (!m.labs.has(to)) return 'unknown_lab';
  if (to === lab) return 'self_trade';
  const blocks = unique(names(act.block_ids));
  if (blocks.length === 0) return 'empty_block_list';
  const bad = whyNotAll(m, blocks, { owner: lab, other: to });
  if (bad !== null) return bad;
  const price = cents(act.requested_payment);
  if (price < 0) return 'negative_payment';
  const bond = cents(act.bond, 10);
  if (bond > labOf(m, lab).money) return 'budget_overspend';
  const until = number(act.until_round, Math.min(m.rounds - 1, m.round + 3));
  if (until <= m.round || until > m.rounds - 1) return 'bad_window';
  const id = `h_${m.promises.size + 1}`;
  m.promises.set(id, { id, by: lab, to, blocks, price, bond, until, isOpen: true });
  receive(m, lab, -bond);
  for (const block of blocksOf(m, blocks)) block.mark = 'promised';
  tell(m, 'promise_made', {
    promise: {
      promise_id: id,
      from_lab_id: lab,
      to_lab_id: to,
      block_ids: blocks,
      price_cents: price,
      bond_cents: bond,
      until_round: until,
    },
  });
  return null;
}

export function endPromise(m: Market, promise: Promised, why: string): void {
  promise.isOpen = false;
  const isBroken = why === 'broken';
  for (const block of blocksOf(m, promise.blocks)) if (block.mark === 'promised') block.mark = 'available';
  receive(m, isBroken ? promise.to : promise.by, promise.bond);
  if (isBroken) trust(m, promise.by, -0.12);
  tell(m, 'promise_ended', {
    promise_id: promise.id,
    why,
    refund_cents: isBroken ? 0 : promise.bond,
    forfeit_cents: isBroken ? promise.bond : 0,
  });
}

function promisedTo({ m, lab, act }: Move): Promised | string {
  const promise = m.promises.get(String(act.promise_id));
  if (promise?.to !== lab) return 'unknown_promise';
  return promise.isOpen ? promise : 'inactive_promise';
}

export function takePromise(move: Move): Answer {
  const { m, lab } = move;
  const promise = promisedTo(move);
  if (typeof promise === 'string') return promise;
  if (labOf(m, lab).money < promise.price) return 'budget_overspend';
  endPromise(m, promise, 'taken');
  const { by: from, blocks, price } = promise;
  doDeal(m, makeOffer(m, { from, to: lab, blocks, requested: [], payment: 0, price, conditions: NO_CONDITIONS, last: m.round }), lab);
  return null;
}

export function declinePromise(move: Move): Answer {
  const promise = promisedTo(move);
  if (typeof promise === 'string') return promise;
  endPromise(move.m, promise, 'declined');
  return null;
}
