import type { BoardCard } from '~/api/tournament-words';

/** The board that the address names; else the first of its task, else of its ruleset, else of all. */
export function chosenBoard(boards: readonly BoardCard[], wish: ReadonlyMap<string, string>): BoardCard {
  const ofRuleset = boards.filter(({ ruleset }) => ruleset === wish.get('ruleset'));
  const ofTask = ofRuleset.filter(({ task }) => task === wish.get('task'));
  const [first = { ruleset: '', task: '', setting: '' }] = [ofTask, ofRuleset, boards].find(({ length }) => length > 0) ?? [];
  return ofTask.find(({ setting }) => setting === wish.get('setting')) ?? first;
}

/** Where a board is; of one that is not named whole, the first that fits. */
export function boardAddress({ ruleset, task, setting }: Pick<BoardCard, 'ruleset'> & Partial<BoardCard>): string {
  const query = new URLSearchParams({ ruleset, ...(task !== undefined && { task }), ...(setting !== undefined && { setting }) });
  return `/leaderboard?${query.toString()}`;
}
