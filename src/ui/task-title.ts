import { splitVersion } from '~/contract/game-ref';
import { frontOf } from '~/games/screens';

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

/** A task's title. Default: its id in words, coalition_market → Coalition market. */
export function taskTitle({ key, task }: { key: string; task: string }): string {
  const words = task.replaceAll('_', ' ');
  return frontOf(key)?.titles?.[task] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
