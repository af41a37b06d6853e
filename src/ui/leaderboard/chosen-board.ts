interface Board {
  ruleset: string;
  task: string;
}

/** The board that the address names; else the first of its ruleset, else the first of all. */
export function chosenBoard(boards: readonly Board[], wish: ReadonlyMap<string, string>): Board {
  const ofRuleset = boards.filter(({ ruleset }) => ruleset === wish.get('ruleset'));
  const [first = { ruleset: '', task: '' }] = ofRuleset.length > 0 ? ofRuleset : boards;
  return ofRuleset.find(({ task }) => task === wish.get('task')) ?? first;
}

export function boardAddress(ruleset: string, task: string): string {
  const query = new URLSearchParams({ ruleset, ...(task !== '' && { task }) });
  return `/leaderboard?${query.toString()}`;
}
