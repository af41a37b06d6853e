/** Scripted players. They use only their observation; only `random` makes or accepts offers beyond its limit. */
import type { Policy } from '~/contract/policy';
import type { Draws } from '~/lib/random/draws';
import type { BazaarObservation } from '../observation';
import { fillIn, type WireAction } from './fill-in';
import { ARCHETYPES } from './paces';
import { bestOffer, better, floorOf, gainAt, milder } from './prices';
import { LINEAR, offerOpenly, openingOf, type Pace, scheduleTurn, takeOrOffer, USUAL_OPENING } from './schedule';

export type BazaarPolicy = Policy<BazaarObservation, WireAction[]>;

export const PLAYS = ['bazaar/open'] as const;

type ArchetypeId = keyof typeof ARCHETYPES;
const ARCHETYPE_IDS = Object.keys(ARCHETYPES) as ArchetypeId[];
const OPENINGS = [0.5, 0.7] as const;

/** Its archetype and opening come from the first numbers of its stream, the same in every turn. */
export function houseTurn(seen: BazaarObservation, chance: Draws | undefined, named: ArchetypeId | null): WireAction[] {
  const begun = chance?.drawn ?? 0;
  if (chance) chance.drawn = 0;
  const id = named ?? (chance ? chance.choice(ARCHETYPE_IDS) : 'fair');
  const part = seen.side === 'buyer' && chance ? chance.uniform(...OPENINGS) : USUAL_OPENING;
  if (chance) chance.drawn = Math.max(begun, chance.drawn);
  return scheduleTurn(seen, ARCHETYPES[id], part);
}

export const house: BazaarPolicy = {
  id: 'house',
  title: 'House',
  summary: 'One of four temperaments at random: firm, fair, keen, or one that mirrors the other side.',
  plays: PLAYS,
  standIn: true,
  needsChance: true,
  choose: (seen, chance) => houseTurn(seen, chance, null),
};

const ABOUT: Record<ArchetypeId, string> = {
  firm: 'Gives way late, and little where the other side gives little.',
  fair: 'Gives way evenly, and mostly in step with the other side.',
  keen: 'Gives way early.',
  mirror: 'Gives way as much as the other side does.',
};

export const archetypes: readonly BazaarPolicy[] = ARCHETYPE_IDS.map((id) => ({
  id,
  title: id[0]?.toUpperCase() + id.slice(1),
  summary: ABOUT[id],
  plays: PLAYS,
  control: 'variant',
  needsChance: true,
  choose: (seen, chance) => houseTurn(seen, chance, id),
}));

export const linear = paced('linear', 'Linear', 'Moves from its opening to its limit in even steps.', LINEAR);
export const boulware = paced('boulware', 'Boulware', 'Gives way late.', { bend: 3, mirror: 0 });
export const conceder = paced('conceder', 'Conceder', 'Gives way early.', { bend: 0.4, mirror: 0 });

function paced(...[id, title, summary, pace]: [id: string, title: string, summary: string, pace: Pace]): BazaarPolicy {
  return { id, title, summary, plays: PLAYS, choose: (seen) => scheduleTurn(seen, pace) };
}

export const wait: BazaarPolicy = {
  id: 'wait',
  title: 'Wait',
  summary: 'Does nothing.',
  plays: PLAYS,
  control: 'null',
  choose: () => [],
};

export const random: BazaarPolicy = {
  id: 'random',
  title: 'Random',
  summary: 'Random legal actions, including bad deals.',
  plays: PLAYS,
  control: 'null',
  needsChance: true,
  choose(seen, chance) {
    const legal = seen.legal_actions.filter(({ action_type }) => action_type !== 'finish');
    return chance && legal.length > 0 ? [fillIn(chance.choice(legal), seen, chance)] : [];
  },
};

export const acceptFirst: BazaarPolicy = {
  id: 'accept_first',
  title: 'Accept first',
  summary: 'Accepts the first offer within its limit; otherwise holds its opening price.',
  plays: PLAYS,
  control: 'variant',
  choose(seen) {
    const first = seen.offers.find(({ worth }) => worth !== null && worth >= 0);
    if (first) return [{ action_type: 'accept_offer', offer_id: first.offer_id }];
    return offerOpenly(seen, held(seen, openingOf(seen, USUAL_OPENING)));
  },
};

export const constant = fixed('constant', 'Constant', { seller: 1, buyer: 0.6 }, 'Names one price forever: the list price, or 60% of it.');
export const constantMid = fixed(
  'constant_mid',
  'Constant middle',
  { seller: 0.9, buyer: 0.75 },
  'Names one price forever, 90% or 75% of the list price.',
);

/** A constant price within the limit; accepts anything as good. */
function fixed(
  ...[id, title, parts, summary]: [id: string, title: string, parts: { seller: number; buyer: number }, summary: string]
): BazaarPolicy {
  return {
    id,
    title,
    summary,
    plays: PLAYS,
    control: 'variant',
    choose: (seen) => holdAt(seen, parts[seen.side] * (seen.you.list_price ?? seen.mean_list_price)),
  };
}

export const stall: BazaarPolicy = {
  id: 'stall',
  title: 'Stall',
  summary: 'Holds its opening price, and accepts what is on offer in its last turn.',
  plays: PLAYS,
  control: 'variant',
  choose: (seen) => takeOrOffer(seen, held(seen, openingOf(seen, USUAL_OPENING))),
};

export const limit: BazaarPolicy = {
  id: 'limit',
  title: 'Limit',
  summary: 'Always offers its limit.',
  plays: PLAYS,
  control: 'variant',
  choose: (seen) => holdAt(seen, floorOf(seen)),
};

/** Chosen among .1, .15 and .2 on training seeds: with .1 it ties `constant_mid` in `stall`. */
const GREED = 0.15;

export const greedy: BazaarPolicy = {
  id: 'greedy',
  title: 'Greedy',
  summary: 'Accepts or offers prices that are better than its limit by 15% of the list price.',
  plays: PLAYS,
  choose: (seen) => holdAt(seen, floorOf(seen) + (seen.side === 'seller' ? GREED : -GREED) * seen.mean_list_price),
};

/** Accepts only prices at least as good, also in its last turn. */
function holdAt(seen: BazaarObservation, wished: number): WireAction[] {
  if (!seen.your_turn) return [];
  const price = held(seen, Math.max(0.01, Math.round(100 * wished) / 100));
  const best = bestOffer(seen);
  if (best && (best.worth ?? -1) >= seen.weight * best.quantity * gainAt(seen, price) - 1e-9)
    return [{ action_type: 'accept_offer', offer_id: best.offer_id }];
  return offerOpenly(seen, price);
}

/** Within the limit, and never better for itself than its last public price. */
function held(seen: BazaarObservation, price: number): number {
  const within = better(seen, price, floorOf(seen));
  const mark = seen.own_marks.find(
    ({ target_id, quantity, coalition_id }) => target_id === null && quantity === 1 && coalition_id === null,
  );
  return mark ? milder(seen, within, mark.price) : within;
}
