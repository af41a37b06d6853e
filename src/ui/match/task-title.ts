/** coalition_market → Coalition market. */
export function taskTitle(task: string): string {
  const words = task.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
