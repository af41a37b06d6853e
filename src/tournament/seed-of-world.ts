import { SPLITS } from '~/eval/seeds';
import { seedHexOf, seedOf } from '~/match/season';
import type { TournamentPlan } from '~/store/tournaments/tournament';

/**
 * The seed of world number `world`. A public range counts up from `source.from`, with the same seeds for every task; a season has a
 * separate seed for each world, also counting up from `source.from`.
 */
export function seedOfWorld(plan: Pick<TournamentPlan, 'source' | 'tasks'>, world: number, seasonKey: string | null): number {
  const { source } = plan;
  if (source.range !== 'season') return source.from + drawOf(plan, world);
  if (seasonKey === null) throw new Error('seedOfWorld: the worlds of a season need its key');
  return seedOf(seasonKey, source.from + world);
}

/** All 256 bits if the plan's worlds use them; null: the number is the whole seed. */
export function seedHexOfWorld(plan: Pick<TournamentPlan, 'source' | 'wideSeeds'>, world: number, seasonKey: string | null): string | null {
  const { source, wideSeeds } = plan;
  return wideSeeds && source.range === 'season' && seasonKey !== null ? seedHexOf(seasonKey, source.from + world) : null;
}

/**
 * Which random draw a world comes from; worlds of one draw are not independent. Tasks of a public range share seeds, those of a season do
 * not.
 */
export function drawOf({ source, tasks }: Pick<TournamentPlan, 'source' | 'tasks'>, world: number): number {
  return source.range === 'season' ? world : Math.floor(world / tasks.length);
}

/** Whether the plan's range has enough seeds for this many stages. A season has no limit. */
export function hasWorldsFor({ source, worlds }: Pick<TournamentPlan, 'source' | 'worlds'>, stages: number): boolean {
  const range = SPLITS.find(({ name }) => name === source.range);
  return range === undefined || (source.from >= range.first && source.from + worlds * stages - 1 <= range.last);
}
