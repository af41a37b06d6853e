/** Bounds of worlds, computed before anyone plays, and gains relative to them. */
import type { GameEvent } from '~/contract/game';
import type { Job, Means } from '~/contract/means';
import type { WorldBounds, Worlds } from '~/contract/pack';
import type { BazaarEvent } from '../events';
import { books } from '../ledger';
import { exactOptimum, type KnownWorld, optimumOf, scaleOf } from './optimum';

export const BOUNDS: Job<KnownWorld, WorldBounds> = {
  id: 'bazaar/open/bounds',
  work: async (known, { solve }) => boundsFrom(known, await optimumOf(known, solve)),
  size: sizeOf,
  limitMs: () => 120_000,
};

/** Smaller worlds are solved faster than a thread could answer. */
const SMALL = 100_000;
const MOST_KEPT = 4_000;

const kept = new Map<string, { coming: Promise<WorldBounds>; bounds: WorldBounds | null }>();

export function knownWorld(events: readonly GameEvent[]): KnownWorld {
  const told = events as readonly BazaarEvent[];
  const [opened] = told;
  if (opened?.type !== 'bazaar_opened') throw new Error('a match of the bazaar begins with bazaar_opened');
  return {
    config: opened.config,
    world: opened.world,
    live: told.flatMap((event) => (event.type === 'shock_planned' ? [event.shock] : [])),
  };
}

export function boundsOf(known: KnownWorld, means: Pick<Means, 'run'>): Promise<WorldBounds> {
  const key = textOf(known);
  const found = kept.get(key);
  if (found) return found.coming;
  const coming = sizeOf(known) <= SMALL ? optimumOf(known, null).then((best) => boundsFrom(known, best)) : means.run(BOUNDS, known);
  const mine: { coming: Promise<WorldBounds>; bounds: WorldBounds | null } = { coming, bounds: null };
  kept.set(key, mine);
  coming.then(
    (bounds) => {
      mine.bounds = bounds;
    },
    () => kept.delete(key),
  );
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return coming;
}

function boundsFrom(known: KnownWorld, { cents, gap, by_clock }: Awaited<ReturnType<typeof optimumOf>>): WorldBounds {
  const autarky_cents = Object.fromEntries(known.world.seats.map(({ seat }) => [seat, 0]));
  return { optimum_cents: cents, autarky_cents, scale_cents: scaleOf(known, cents), gap, by_clock };
}

/** Synchronous, for worlds without the solver. */
export function optimumNow(known: KnownWorld): WorldBounds {
  return boundsFrom(known, { cents: exactOptimum(known), gap: 0, by_clock: false });
}

/** Approximate size of the problem. */
function sizeOf({ config, world }: KnownWorld): number {
  const units = world.seats.reduce((sum, { stock, list_cents }) => sum + (list_cents === null ? 0 : Math.min(stock, config.buyers)), 0);
  return config.buyers * units * (config.pools ? 2 ** config.sellers : 1);
}

function textOf({ config, world, live }: KnownWorld): string {
  return JSON.stringify([config, world.seats, live]);
}

export const worlds: Worlds<BazaarEvent, KnownWorld> = {
  of: knownWorld,
  text: textOf,
  size: sizeOf,
  bounds: boundsOf,
  known: (world) => kept.get(textOf(world))?.bounds ?? null,
};

/** For a finished match: 0 equals no deal, 1 an equal share of the optimum. */
export async function gainsOf(events: readonly GameEvent[], means: Pick<Means, 'run'>): Promise<Record<string, number>> {
  const { scale_cents } = await boundsOf(knownWorld(events), means);
  return Object.fromEntries(Object.entries(books(events).profits).map(([seat, profit]) => [seat, profit / scale_cents]));
}
