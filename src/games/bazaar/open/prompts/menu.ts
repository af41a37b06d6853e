/** The menu of a model's turn: a letter per choice. The same letter is always the same part of the way from its last price to its limit. */
import type { BazaarObservation, SeenPool } from '../observation';
import type { WireAction } from '../players/fill-in';
import { bestOffer, better, cents, floorOf, milder, ownPrices } from '../players/prices';
import { openingOf, USUAL_OPENING } from '../players/schedule';

export interface Choice {
  letter: string;
  kind: 'take' | 'price' | 'join' | 'wait' | 'finish';
  action: WireAction;
  /** The price that is named, paid or promised; null: none. */
  price: number | null;
}

/** How far the price moves from the last one (or the opening) to the break-even price, by letter. */
const PARTS = [0, 0.03, 0.06, 0.1, 0.15, 0.2, 0.27, 0.35, 0.5, 0.7, 1] as const;
const LETTERS = 'abcdefghijk';
const TAKE = 't';
/**
 * In version 1 this is also the letter of the tenth price, and a reply with it means the price. Models were trained on it, so it stays; the
 * new version uses another.
 */
const JOIN = 'j';
const WAIT = 'w';
const FINISH = 'z';

export function menuOf(seen: BazaarObservation): Choice[] {
  if (!seen.your_turn) return [{ letter: WAIT, kind: 'wait', action: { action_type: 'wait' }, price: null }];
  return [...taking(seen), ...pricing(seen), ...joining(seen), ...leaving()];
}

/** The start of the menu's prices: the seat's last price, or its opening. */
export function lastPrice(seen: BazaarObservation): number {
  return poolIn(seen)?.reserves?.[seen.seat] ?? ownPrices(seen).at(-1) ?? openingOf(seen, USUAL_OPENING);
}

/** The best open offer without a loss. */
function taking(seen: BazaarObservation): Choice[] {
  const best = bestOffer(seen);
  if (best === null || (best.worth ?? -1) < 0) return [];
  return [{ letter: TAKE, kind: 'take', action: { action_type: 'accept_offer', offer_id: best.offer_id }, price: best.price }];
}

function pricing(seen: BazaarObservation): Choice[] {
  const pool = poolIn(seen);
  const canOffer = seen.legal_actions.some(({ action_type }) => action_type === 'send_offer');
  if (pool === null && !canOffer) return [];
  const [from, floor] = [lastPrice(seen), floorOf(seen)];
  const bound = boundOf(seen);
  const reached = bestOffer({ offers: seen.offers.filter(({ quantity, worth }) => quantity === 1 && (worth ?? -1) >= 0) });
  const known = new Set<number>();
  return PARTS.flatMap((part, at): Choice[] => {
    const wished = better(seen, from + (floor - from) * part, floor);
    const price = Math.max(0.01, cents(bound === null ? wished : milder(seen, wished, bound)));
    const takes = pool === null && reached !== null && milder(seen, price, reached.price) === price;
    if (known.has(price) || takes) return [];
    known.add(price);
    return [{ letter: LETTERS[at] ?? '', kind: 'price', action: pricedAction(pool, price), price }];
  });
}

function pricedAction(pool: SeenPool | null, price: number): WireAction {
  if (pool) return { action_type: 'commit_to_coalition', coalition_id: pool.coalition_id, reserve: price };
  return { action_type: 'send_offer', target_id: null, price, quantity: 1 };
}

/** A price may not be worse for the others than this. */
function boundOf(seen: BazaarObservation): number | null {
  const pool = poolIn(seen);
  if (pool) return pool.reserves?.[seen.seat] ?? null;
  return (
    seen.own_marks.find(({ target_id, quantity, coalition_id }) => target_id === null && quantity === 1 && coalition_id === null)?.price ??
    null
  );
}

function joining(seen: BazaarObservation): Choice[] {
  const legal = seen.legal_actions.find(({ action_type }) => action_type === 'join_coalition');
  const [coalition_id] = legal?.coalition_ids ?? [];
  if (coalition_id === undefined) return [];
  const reserve = Math.max(0.01, better(seen, lastPrice(seen), floorOf(seen)));
  return [{ letter: JOIN, kind: 'join', action: { action_type: 'join_coalition', coalition_id, reserve }, price: reserve }];
}

function leaving(): Choice[] {
  return [
    { letter: WAIT, kind: 'wait', action: { action_type: 'wait' }, price: null },
    { letter: FINISH, kind: 'finish', action: { action_type: 'finish' }, price: null },
  ];
}

function poolIn({ pools, you }: BazaarObservation): SeenPool | null {
  return pools.find(({ coalition_id }) => coalition_id === you.pool) ?? null;
}

/** The choice closest to an action; null if none is close. */
export function nearestChoice(seen: BazaarObservation, action: WireAction | undefined): Choice | null {
  const menu = menuOf(seen);
  if (action === undefined) return menu.find(({ kind }) => kind === 'wait') ?? null;
  switch (action.action_type) {
    case 'accept_offer':
      return action.coalition_id === undefined ? (menu.find(({ action: one }) => one.offer_id === action.offer_id) ?? null) : null;
    case 'join_coalition':
      return menu.find(({ action: one }) => one.coalition_id === action.coalition_id && one.action_type === 'join_coalition') ?? null;
    case 'send_offer':
    case 'counter_offer':
      return (action.quantity ?? 1) === 1 && action.coalition_id === undefined ? nearestPrice(seen, menu, action.price) : null;
    case 'commit_to_coalition':
      return nearestPrice(seen, menu, action.reserve);
    case 'wait':
    case 'finish':
      return menu.find(({ kind }) => kind === action.action_type) ?? null;
    default:
      return null;
  }
}

function nearestPrice(seen: BazaarObservation, menu: readonly Choice[], price: number | undefined): Choice | null {
  if (price === undefined) return null;
  const taken = menu.find(({ kind }) => kind === 'take');
  if (taken?.price !== undefined && taken.price !== null && milder(seen, price, taken.price) === price) return taken;
  let best: Choice | null = null;
  for (const choice of menu) {
    if (choice.kind !== 'price' || choice.price === null) continue;
    if (best?.price === undefined || best?.price === null || Math.abs(choice.price - price) < Math.abs(best.price - price) - 1e-9)
      best = choice;
  }
  return best;
}
