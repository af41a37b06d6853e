import type { SeatId } from '~/contract/game';
import { refOf } from '~/contract/game-ref';
import type { Series } from '~/contract/series';
import { packOf } from '~/games/packs';
import { findGame } from '~/games/registry';
import type { TournamentPlan } from '~/store/tournaments/tournament';

/** By task, the seats that entrants can play, in the game's order; for a series, the places of its players. */
export type SeatsOf = (task: string) => readonly SeatId[];

type Tables = Pick<TournamentPlan, 'game' | 'version' | 'options' | 'series'>;

/** Computed from the game under the plan's options; each task is computed once. */
export function seatsOfPlan(plan: Tables): SeatsOf {
  const known = new Map<string, readonly SeatId[]>();
  return (task) => {
    const seats = known.get(task) ?? setTable(plan, task);
    known.set(task, seats);
    return seats;
  };
}

/** null: its meetings are single matches. */
export function seriesOfPlan(plan: Pick<TournamentPlan, 'game' | 'version' | 'series'>): Series | null {
  if (plan.series === undefined) return null;
  const found = packOf(refOf(plan)).series?.find(({ id }) => id === plan.series);
  if (!found) throw new Error(`no series "${plan.series}" of ${plan.game}@${plan.version}`);
  return found;
}

function setTable(plan: Tables, task: string): SeatId[] {
  const series = seriesOfPlan(plan);
  if (series) return Array.from({ length: series.players }, (_, player) => `player_${player + 1}`);
  const { game: key, version, options } = plan;
  const game = findGame(key, version);
  const config = game?.parseConfig({ ...options, task_type: task, seed: 0 });
  if (!game || !config?.ok) throw new Error(`seatsOfPlan: ${key} version ${version} has no table for ${task}`);
  return game.seats(config.value).map(({ id }) => id);
}
