import { Command, Option } from 'commander';
import { UsageError } from './exits';

/** A command with description and examples, in the format of all commands. */
export function newCommand(usage: string, description: string, examples: readonly string[]): Command {
  const lines = examples.map((example) => `  $ npx mandi ${example}`);
  return new Command(usage).description(description).addHelpText('after', `\nExamples:\n${lines.join('\n')}\n`);
}

/** The values of `gameOptions`. */
export interface GameFlags {
  game?: string;
  ruleset?: string;
  rules?: string;
}

/** `--game`, `--ruleset` and `--rules`. `what`: the help of `--ruleset`. */
export function gameOptions(command: Command, what: string): Command {
  return command
    .option('--ruleset <name>', what)
    .option('--game <key>', 'the game by its full name; a wrong name lists them all')
    .option('--rules <version>', 'version of the rules (default: the newest)');
}

/** `--license`, and `--licence` for people who spell it so. `licenseGiven` reads both. */
export function licenseOption(command: Command, flag: string, what: string): Command {
  return command.option(`--license ${flag}`, what).addOption(new Option(`--licence ${flag}`, what).hideHelp());
}

export interface LicenseFlags {
  license?: string;
  licence?: string;
}

export function licenseGiven({ license, licence }: LicenseFlags): string | undefined {
  if (license !== undefined && licence !== undefined) throw new UsageError('--license and --licence are the same option: give one of them');
  return license ?? licence;
}

/** Values of repeated `--option name=value`. */
export function optionTexts(given: readonly string[]): Record<string, string> {
  const pairs = given.map((text) => /^([^=]+)=(.*)$/s.exec(text) ?? text);
  const wrong = pairs.find((pair) => typeof pair === 'string');
  if (wrong !== undefined) throw new UsageError(`--option: "${String(wrong)}" must have the form name=value, e.g. labs=8`);
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value]));
}

/** `--episodes 2` is `--option episodes=2`. */
export function optionsGiven({ option, episodes }: { option: readonly string[]; episodes?: string }): string[] {
  return [...option, ...(episodes === undefined ? [] : [`episodes=${episodes}`])];
}

/** Names the option as it was typed: `--option labs=65: …`. */
export function optionFault(why: string, given: readonly string[]): string {
  const [head = '', id] = /^options\.([^:]+): /.exec(why) ?? [];
  if (id === undefined) return why;
  return `--option ${given.find((text) => text.startsWith(`${id}=`)) ?? id}: ${why.slice(head.length)}`;
}

/** In the format of `readGame`. */
export function namedGame({ game, ruleset, rules }: GameFlags): { game?: string; ruleset?: string; version?: string } {
  return { ...(game !== undefined && { game }), ...(ruleset !== undefined && { ruleset }), ...(rules !== undefined && { version: rules }) };
}
