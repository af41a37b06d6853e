import type { BoardCard } from '~/api/tournament/types';

const FIRST_VERSION = '1';

/**
 * The board in the address; otherwise the first of its task, ruleset, or overall. An address with `ruleset` is from before there were
 * versions, and means the first.
 */
export function chosenBoard(boards: readonly BoardCard[], wish: ReadonlyMap<string, string>): BoardCard | null {
  const [game, old] = [wish.get('game'), wish.get('ruleset')];
  const named = wish.get('version') ?? (game === undefined && old !== undefined ? FIRST_VERSION : undefined);
  const ofRuleset = boards.filter(
    ({ ruleset, version }) => ruleset === (game ?? old) && (named === undefined || String(version) === named),
  );
  const ofTask = ofRuleset.filter(({ task }) => task === wish.get('task'));
  const [first = null] = [ofTask, ofRuleset, boards].find(({ length }) => length > 0) ?? [];
  return ofTask.find(({ setting }) => setting === wish.get('setting')) ?? first;
}

/** The address of a board. If it is incomplete, the first that matches. */
export function boardAddress({ ruleset, version, task, setting }: Pick<BoardCard, 'ruleset'> & Partial<BoardCard>): string {
  const game = { game: ruleset, ...(version !== undefined && { version: String(version) }) };
  const query = new URLSearchParams({ ...game, ...(task !== undefined && { task }), ...(setting !== undefined && { setting }) });
  return `/rankings?${query.toString()}`;
}
