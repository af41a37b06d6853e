import { frontOf } from '~/games/screens';

/** What a game calls a task; where it says nothing, its id in words: coalition_market → Coalition market. */
export function taskTitle({ key, task }: { key: string; task: string }): string {
  const words = task.replaceAll('_', ' ');
  return frontOf(key)?.titles?.[task] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
