/** Games and tasks in flags. */
import type { GameKey } from '~/contract/game-ref';
import { readGameFilter } from '~/games/read-game';
import { findGame, GAMES } from '~/games/registry';
import { unknownName } from '~/lib/text/unknown-name';
import { UsageError } from './exits';
import { type GameFlags, namedGame } from './new-command';

/**
 * The games and the task that flags name; each is optional. The task belongs to the game, or to any game if none is named. Throws
 * `UsageError`.
 */
export function readPlace({ task, ...flags }: GameFlags & { task?: string | undefined }): {
  game?: GameKey;
  version?: number;
  task?: string;
} {
  const named = readGameFilter(namedGame(flags));
  if (!named.ok) throw new UsageError(named.why);
  const { game, version } = named.value;
  const rules = game === undefined ? GAMES : [findGame(game, version) ?? []].flat();
  const tasks = [...new Set(rules.flatMap((one) => one.tasks.map(({ id }) => id)))];
  if (task !== undefined && !tasks.includes(task)) throw new UsageError(unknownName('task', task, tasks));
  return { ...named.value, ...(task !== undefined && { task }) };
}
