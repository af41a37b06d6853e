/** The system text of a model agent's prompt, as it would be sent in each ruleset that it plays. */
import type { Agent } from '~/agents/agent';
import { promptFor } from '~/agents/prompt-formats';
import { replay } from '~/contract/game';
import { readGame } from '~/games/read-game';

const ANY_SEED = 5;

export function promptTextOf({ spec, plays }: Agent): string | null {
  if (spec.kind !== 'model') return null;
  const texts = plays.flatMap((ruleset) => textIn(ruleset, spec.prompt) ?? []);
  const [only] = texts;
  if (only === undefined) return null;
  return texts.length === 1 ? only.text : texts.map(({ ruleset, version, text }) => `# ${ruleset}, ${version}\n\n${text}`).join('\n\n');
}

function textIn(named: string, prompt: string): { ruleset: string; version: string; text: string } | null {
  const read = readGame({ game: named });
  if (!read.ok) return null;
  const rules = read.value;
  const format = promptFor(rules.ref, prompt);
  const config = rules.parseConfig({ task_type: rules.tasks[0]?.id, seed: ANY_SEED });
  if (!format || !config.ok) return null;
  const state = replay(rules, rules.open(config.value));
  const seat = rules.seats(config.value)[0]?.id ?? '';
  return { ruleset: named, version: format.version, text: format.decide.prompt(rules.observe(state, seat), []).system };
}
