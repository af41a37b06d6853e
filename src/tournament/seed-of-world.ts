import { SPLITS } from '~/eval/seeds';
import { seedHexOf, seedOf } from '~/match/season';
import type { TournamentPlan } from '~/store/tournaments/tournament';

/**
 * The seed of the tournament's world number `world`. A public range counts up from `source.from`, the same seeds for every task; a season
 * gives every world a seed of its own, counting up from `source.from` too.
 */
export function seedOfWorld(plan: Pick<TournamentPlan, 'source' | 'tasks'>, world: number, seasonKey: string | null): number {
  const { source } = plan;
  if (source.range !== 'season') return source.from + drawOf(plan, world);
  if (seasonKey === null) throw new Error('seedOfWorld: the worlds of a season need its key');
  return seedOf(seasonKey, source.from + world);
}

/** All 256 bits of it, where the plan's worlds are drawn from them; null: its number is all there is. */
export function seedHexOfWorld(plan: Pick<TournamentPlan, 'source' | 'wideSeeds'>, world: number, seasonKey: string | null): string | null {
  const { source, wideSeeds } = plan;
  return wideSeeds && source.range === 'season' && seasonKey !== null ? seedHexOf(seasonKey, source.from + world) : null;
}

/**
 * Which draw of chance a world comes from: matches of one draw are no independent worlds. Tasks of a public range share its seeds; a season
 * gives each world its own.
 */
export function drawOf({ source, tasks }: Pick<TournamentPlan, 'source' | 'tasks'>, world: number): number {
  return source.range === 'season' ? world : Math.floor(world / tasks.length);
}

/** Does the plan's range have seeds for so many stages? A season has as many as are asked for. */
export function hasWorldsFor({ source, worlds }: Pick<TournamentPlan, 'source' | 'worlds'>, stages: number): boolean {
  const range = SPLITS.find(({ name }) => name === source.range);
  return range === undefined || (source.from >= range.first && source.from + worlds * stages - 1 <= range.last);
}
