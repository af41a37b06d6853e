import { frontOf } from '~/games/screens';

/** All tasks of a tournament, in one line. */
export function taskTitles({ ruleset, tasks }: { ruleset: string; tasks: readonly string[] }): string {
  return tasks.map((task) => taskTitle({ key: ruleset, task })).join(', ');
}

/** A task's title. Default: its id in words, coalition_market → Coalition market. */
export function taskTitle({ key, task }: { key: string; task: string }): string {
  const words = task.replaceAll('_', ' ');
  return frontOf(key)?.titles?.[task] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
