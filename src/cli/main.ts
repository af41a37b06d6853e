import { Command, CommanderError, Help } from 'commander';
import { codeVersion } from '~/eval/code-version';
import { isSentence, systemSentence } from '~/lib/text/fault-sentence';
import { nearest, unknownName } from '~/lib/text/unknown-name';
import { awaySentence } from '~/store/database-error';
import { CommandFailed, EXIT, Interrupted, NothingWritten, UsageError } from './exits';
import { endQuietlyWithoutReader } from './output';

interface Entry {
  name: string;
  usage: string;
  summary: string;
  load(): Promise<Command>;
}

/** Loaded on demand, so that `mandi env` and `mandi --help` do not wait for a database client. */
const ENTRIES: readonly Entry[] = [
  {
    name: 'play',
    usage: '[options]',
    summary: 'play one match and print it, or watch it in the browser',
    load: async () => (await import('./commands/play')).playCommand(),
  },
  {
    name: 'eval',
    usage: '[options]',
    summary: 'compare policies and models on tasks and seeds, with intervals',
    load: async () => (await import('./commands/eval')).evalCommand(),
  },
  {
    name: 'audit',
    usage: '[options] [ruleset/task]',
    summary: 'search for a policy that scores without creating value',
    load: async () => (await import('./commands/audit')).auditCommand(),
  },
  {
    name: 'judge',
    usage: 'calibrate',
    summary: 'compare the rule judge, a model and human marks',
    load: async () => (await import('./commands/judge')).judgeCommand(),
  },
  {
    name: 'env',
    usage: '[options]',
    summary: 'an environment for programs in any language: JSON lines, or an OpenEnv server',
    load: async () => (await import('./commands/env')).envCommand(),
  },
  {
    name: 'mcp',
    usage: '[options]',
    summary: 'the market as an MCP server on standard input and output',
    load: async () => (await import('./commands/mcp')).mcpCommand(),
  },
  {
    name: 'matches',
    usage: '[options]',
    summary: 'list the stored matches',
    load: async () => (await import('./commands/matches')).matchesCommand(),
  },
  {
    name: 'replay',
    usage: '[options] <match>',
    summary: 'play a stored match again from its events and print it',
    load: async () => (await import('./commands/replay')).replayCommand(),
  },
  {
    name: 'export',
    usage: '[options] [match]',
    summary: 'write a stored match as a file, or a dataset of many matches',
    load: async () => (await import('./commands/export')).exportCommand(),
  },
  {
    name: 'rollout',
    usage: '[options]',
    summary: 'play many matches in parallel processes and write them as a dataset',
    load: async () => (await import('./commands/rollout')).rolloutCommand(),
  },
  {
    name: 'samples',
    usage: '[options]',
    summary: "write chat samples of a scripted policy's moves, for training a model",
    load: async () => (await import('./commands/samples')).samplesCommand(),
  },
  {
    name: 'training',
    usage: '<command>',
    summary: 'training runs of the Training page: list, import, remove',
    load: async () => (await import('./commands/training')).trainingCommand(),
  },
  {
    name: 'pairs',
    usage: '[options]',
    summary: 'write pairs of a better and a worse move, for training a model on preferences',
    load: async () => (await import('./commands/pairs')).pairsCommand(),
  },
  {
    name: 'agents',
    usage: '<command>',
    summary: 'who can play a seat: list, show, add, nulls, retire',
    load: async () => (await import('./commands/agents')).agentsCommand(),
  },
  {
    name: 'owners',
    usage: '<command>',
    summary: 'who owns which agents: list, add, confirm, release, remove',
    load: async () => (await import('./commands/owners')).ownersCommand(),
  },
  {
    name: 'season',
    usage: '<command>',
    summary: 'rated matches in worlds that are secret until the season closes: open, play, list, close',
    load: async () => (await import('./commands/season')).seasonCommand(),
  },
  {
    name: 'tournament',
    usage: '<command>',
    summary: 'many matches from one file, with standings: run, resume, status, standings, results, list, pause, cancel, retry, join, leave',
    load: async () => (await import('./commands/tournament')).tournamentCommand(),
  },
  {
    name: 'models',
    usage: '<command>',
    summary: 'language models of this machine: pull, list, add, quantize, remove',
    load: async () => (await import('./commands/models')).modelsCommand(),
  },
  {
    name: 'worker',
    usage: '<command>',
    summary: "play tournament matches, or serve this machine's models to a Mandi server",
    load: async () => (await import('./commands/worker')).workerCommand(),
  },
  {
    name: 'db',
    usage: '<command>',
    summary: 'the database: status, migrate, backup, restore, archive, check-archive, restore-matches, prune, reset, stop, remove, url',
    load: async () => (await import('./commands/db')).dbCommand(),
  },
  {
    name: 'bench',
    usage: '[options]',
    summary: 'measure the speed of rules, store and stream',
    load: async () => (await import('./commands/bench')).benchCommand(),
  },
];

const EXAMPLES = `
Examples:
  $ npx mandi play --task coalition_market --seed 5 --policy rule_based_expert
  $ npx mandi eval --ruleset classic --policies all --seeds 0-9,50000-50007
  $ npx mandi env --stdio
  $ npx mandi help eval
`;

/** The whole command line: takes arguments, returns the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  endQuietlyWithoutReader();
  const program = await programFor(args);
  try {
    refuseUnknownHelp(args);
    if (args.length === 0) program.outputHelp();
    else await program.parseAsync(args, { from: 'user' });
    return Number(process.exitCode ?? EXIT.fine);
  } catch (error) {
    return explain(error, program);
  }
}

/** The command line with the command that the arguments name. */
export async function programFor(args: readonly string[]): Promise<Command> {
  const words = args.filter((arg) => !arg.startsWith('-'));
  const chosen = words[0] === 'help' ? words[1] : words[0];
  const program = new Command('mandi')
    .description('Mandi: markets where language models, programs, scripts and people negotiate.')
    .version(codeVersion(), '-V, --version', 'print the version')
    .addHelpText('after', EXAMPLES);
  for (const entry of ENTRIES) {
    const command = entry.name === chosen ? await commandOf(entry) : new Command(entry.name).description(entry.summary).usage(entry.usage);
    program.addCommand(command);
  }
  quieten(program);
  return program;
}

/** Only commands load settings and games; help needs neither. */
async function commandOf(entry: Entry): Promise<Command> {
  (await import('./test-games-setting')).followTestGamesSetting();
  return entry.load();
}

/** Commander would answer `help frob` with the general help. */
function refuseUnknownHelp(args: readonly string[]): void {
  const [first, name] = args.filter((arg) => !arg.startsWith('-'));
  const names = [...ENTRIES.map((entry) => entry.name), 'help'];
  if (first === 'help' && name !== undefined && !names.includes(name)) throw new UsageError(unknownName('command', name, names));
}

const USUAL_HELP = new Help();

/** Makes Commander throw instead of printing and exiting, so that `explain` prints the only message. Help shows no empty defaults. */
function quieten(command: Command): void {
  command.exitOverride().configureOutput({ outputError: () => {} });
  command.configureHelp({ optionDescription: (option) => USUAL_HELP.optionDescription(option).replace(/ ?\(default: \[\]\)/, '') });
  for (const child of command.commands) quieten(child);
}

async function explain(error: unknown, program: Command): Promise<number> {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return EXIT.fine;
    if (error.code === 'commander.help') return EXIT.usage; // a command group without a command: the help was printed
    return say(commanderSentence(error, program), EXIT.usage);
  }
  if (error instanceof UsageError) return say(withFlag(error.message), EXIT.usage);
  if (error instanceof NothingWritten) return say(error.message, EXIT.nothing);
  if (error instanceof Interrupted) return say(error.message, EXIT.interrupted);
  if (error instanceof CommandFailed || isSentence(error)) return say(`${error.message}${await adviceOn(error)}`, EXIT.failed);
  const system = systemSentence(error) ?? awaySentence(error);
  if (system !== null) return say(system, EXIT.failed);
  return say(`this is a bug in Mandi: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`, EXIT.failed);
}

/** Only who runs the command can start the server that they named. */
async function adviceOn(error: Error): Promise<string> {
  if (!('code' in error) || error.code !== 'database_unreachable') return '';
  const { readConfig } = await import('~/config');
  if (readConfig().databaseUrl === null) return '';
  return ' Start it or correct DATABASE_URL; without DATABASE_URL, Mandi starts a database of its own.';
}

function say(sentence: string, code: number): number {
  process.stderr.write(`mandi: ${sentence}\n`);
  return code;
}

/** Turns `error: unknown option '--sede'\n(Did you mean --seed?)` into one sentence with the allowed values. */
function commanderSentence(error: CommanderError, program: Command): string {
  const sentence = error.message.replace(/^error: /, '').replace(/\n\(Did you mean (.*)\?\)$/s, ' (did you mean $1?)');
  const command = deepest(program, program.args);
  if (error.code === 'commander.missingArgument') {
    return `${sentence}; ${helpOf(command)}`;
  }
  if (error.code === 'commander.optionMissingArgument')
    return `${/'(--\S+).*'/.exec(sentence)?.[1] ?? 'an option'} needs a value; ${helpOf(command)}`;
  if (error.code === 'commander.missingMandatoryOptionValue')
    return `${/'(--\S+).*'/.exec(sentence)?.[1] ?? 'an option'} is missing; ${helpOf(command)}`;
  if (error.code === 'commander.unknownOption') return `${sentence}; allowed: ${optionNames(command).join(', ')}`;
  if (error.code !== 'commander.unknownCommand' && error.code !== 'commander.excessArguments') return sentence;
  const names = [...command.commands.map((child) => child.name()), ...(command === program ? ['help'] : [])];
  const typed = /'(.*)'/.exec(sentence)?.[1] ?? '';
  const near = sentence.includes('did you mean') ? null : nearest(typed, names);
  const hint = near === null ? '' : ` (did you mean ${near}?)`;
  if (names.length > 0) return `${sentence}${hint}; allowed: ${names.join(', ')}`;
  const surplus = command.args.slice(command.registeredArguments.length);
  return `${pathOf(command)} does not take ${surplus.map((word) => `"${word}"`).join(' ')}; ${helpOf(command)}`;
}

function helpOf(command: Command): string {
  return `npx mandi ${command.parent === null ? '' : `${pathOf(command)} `}--help shows what it takes`;
}

/** Readers that forms and requests use too name a field; here it was typed as an option. */
const TYPED_AS: Readonly<Record<string, string>> = { version: 'rules' };

function withFlag(sentence: string): string {
  return sentence.replace(/^(?:--)?(seeds?|at|strikes|version|ruleset|game): /, (_, field: string) => `--${TYPED_AS[field] ?? field}: `);
}

function deepest(command: Command, args: readonly string[]): Command {
  const child = command.commands.find((candidate) => candidate.name() === args[0]);
  return child ? deepest(child, child.args) : command;
}

/** `tournament run` */
function pathOf(command: Command): string {
  const { parent } = command;
  return parent === null || parent.parent === null ? command.name() : `${pathOf(parent)} ${command.name()}`;
}

function optionNames(command: Command): string[] {
  const names = command.options.filter(({ hidden }) => !hidden).map((option) => option.long ?? option.short ?? '');
  return [...names, '--help'];
}
