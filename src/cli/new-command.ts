import { Command } from 'commander';

/** A command with its one-line description and its examples, as every command of ours has them. */
export function newCommand(usage: string, description: string, examples: readonly string[]): Command {
  const lines = examples.map((example) => `  $ npx mandi ${example}`);
  return new Command(usage).description(description).addHelpText('after', `\nExamples:\n${lines.join('\n')}\n`);
}
