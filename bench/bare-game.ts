/** The game alone, without store, worker or stream: the cost of a tournament's matches before anything is stored. */

import type { GameKey } from '~/contract/game-ref';
import type { Policy } from '~/contract/policy';
import { MemoryRun, playOut } from '~/engine/memory-run';
import { findPolicy } from '~/games/policies';
import { findGame } from '~/games/registry';
import type { Fixture, TournamentPlan } from '~/store/tournaments/tournament';
import { seedOfWorld } from '~/tournament/seed-of-world';

/** Matches per second of these fixtures, one after the other. */
export async function playBare(plan: TournamentPlan, fixtures: readonly Fixture[]): Promise<number> {
  const start = performance.now();
  for (const fixture of fixtures) await playOne(plan, fixture);
  return (fixtures.length * 1000) / (performance.now() - start);
}

async function playOne(plan: TournamentPlan, { task, world, seats }: Fixture): Promise<void> {
  const game = findGame(plan.game, plan.version);
  const seed = seedOfWorld(plan, world, null);
  const config = game?.parseConfig({ ...plan.options, task_type: task, seed, judge_mode: plan.judgeMode });
  if (!game || !config?.ok) throw new Error('bench: the plan makes no match');
  const players = new Map(seats.map(({ seat, player }) => [seat, scriptOf(plan.game, player)]));
  const run = MemoryRun.open(game, config.value);
  await playOut(run, { ask: (seat) => run.ask(players.get(seat) ?? scriptOf(plan.game, null), seat) });
}

function scriptOf(game: GameKey, player: string | null): Policy {
  const policy = findPolicy(game, player ?? '');
  if (!policy) throw new Error(`bench: ${player ?? 'nobody'} is no script`);
  return policy;
}
