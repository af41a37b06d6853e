/** Games and tasks as flags name them. */
import type { GameKey } from '~/contract/game-ref';
import { readGameFilter } from '~/games/read-game';
import { findGame, GAMES } from '~/games/registry';
import { unknownName } from '~/lib/text/unknown-name';
import { UsageError } from './exits';
import { type GameFlags, namedGame } from './new-command';

/** Which games and which task are meant where any may be left out. A task is one of the game's, or of any where none is named. Throws `UsageError`. */
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
