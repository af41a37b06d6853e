import type { SeatId } from '~/contract/game';
import { findGame } from '~/games/registry';
import type { TournamentPlan } from './tournament';

/** By task, the seats that can be given to somebody, in the game's order. */
export type SeatsOf = (task: string) => readonly SeatId[];

/** As the game sets its tables under the plan's options; a task is set once. */
export function seatsOfPlan(plan: Pick<TournamentPlan, 'game' | 'version' | 'options'>): SeatsOf {
  const known = new Map<string, readonly SeatId[]>();
  return (task) => {
    const seats = known.get(task) ?? setTable(plan, task);
    known.set(task, seats);
    return seats;
  };
}

function setTable({ game: key, version, options }: Pick<TournamentPlan, 'game' | 'version' | 'options'>, task: string): SeatId[] {
  const game = findGame(key, version);
  const config = game?.parseConfig({ ...options, task_type: task, seed: 0 });
  if (!game || !config?.ok) throw new Error(`seatsOfPlan: ${key} version ${version} has no table for ${task}`);
  return game.seats(config.value).map(({ id }) => id);
}
