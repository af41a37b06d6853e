/** `--ruleset` and `--task` where either may be left out. */
import { unknownName } from '~/eval/unknown-name';
import { GAMES } from '~/games/registry';
import { UsageError } from './exits';

export interface TypedPlace {
  /** `open`, or `gpu-market/open`. */
  ruleset?: string | undefined;
  task?: string | undefined;
}

/** With the ruleset's whole name. A task is one of the ruleset's, or of any where none is named. Throws `UsageError`. */
export function readPlace({ ruleset, task }: TypedPlace): TypedPlace {
  const rules = GAMES.filter((one) => ruleset === undefined || [one.ruleset, nameOf(one)].includes(ruleset));
  const [only] = rules;
  if (ruleset !== undefined && !only) {
    const known = GAMES.map((one) => one.ruleset);
    throw new UsageError(unknownName('ruleset', ruleset, known));
  }
  const tasks = [...new Set(rules.flatMap((one) => one.tasks.map(({ id }) => id)))];
  if (task !== undefined && !tasks.includes(task)) throw new UsageError(unknownName('task', task, tasks));
  return { ruleset: ruleset === undefined || !only ? undefined : nameOf(only), task };
}

function nameOf({ game, ruleset }: { game: string; ruleset: string }): string {
  return `${game}/${ruleset}`;
}
