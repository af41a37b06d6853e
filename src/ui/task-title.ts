import { splitVersion } from '~/contract/game-ref';
import { frontOf, fronts } from '~/games/screens';

/** All tasks of a tournament, in one line. */
export function taskTitles({ ruleset, tasks }: { ruleset: string; tasks: readonly string[] }): string {
  return tasks.map((task) => taskTitle({ key: ruleset, task })).join(', ');
}

/** A game's title, for people: of its key, or of a version (`gpu-market/open@1`). Default: its key. */
export function gameTitle(named: string): string {
  const { name, version } = splitVersion(named) ?? { name: named };
  const title = frontOf(name)?.title ?? name;
  return version === undefined ? title : `${title}, version ${version}`;
}

/** The heading of a column of tournament scores, which are gains where a game has them. */
export function scoreHead(key: string): string {
  return frontOf(key)?.gains === undefined ? 'Score' : 'Gain';
}

/** A text of the server with the titles of the games that it names by their keys. */
export function withTitles(text: string): string {
  return fronts().reduce((told, { key, front }) => told.replaceAll(key, front.title ?? key), text);
}

/** A task's title. Default: its id in words, coalition_market → Coalition market. */
export function taskTitle({ key, task }: { key: string; task: string }): string {
  const words = task.replaceAll('_', ' ');
  return frontOf(key)?.titles?.[task] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
