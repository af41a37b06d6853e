import type { Command } from 'commander';
import type { AuditOptions, AuditReport } from '~/audit/audit';
import type { Figure } from '~/audit/judge';
import type { AuditTarget } from '~/contract/audit';
import { FEWEST_WORLDS } from '~/statistics/methods';
import { UsageError } from '../exits';
import { intervalText, trueMinus } from '../figure-text';
import { type GameFlags, gameOptions, namedGame, newCommand } from '../new-command';
import { deliver, refuseUnwritable } from '../output';
import { progressBar } from '../progress';

interface Flags extends GameFlags {
  minutes?: string;
  programs?: string;
  seed?: string;
  known: boolean;
  holdout?: string;
  resume?: string;
  json?: boolean;
  out?: string;
}

export function auditCommand(): Command {
  const command = newCommand('audit', 'Searches for a policy that scores without creating value.', [
    'audit classic/coalition_market --no-known',
    'audit open/coalition_market+coalitions --minutes 10 --resume out/audit.jsonl',
    'audit open/market_round --minutes 10 --seed 2 --json --out out/audit.json',
  ]).argument('[ruleset/task]', 'e.g. classic/coalition_market; after --game or --ruleset a task (default: its first)');
  return gameOptions(command, 'the rules to audit')
    .option('--minutes <n>', 'how long to search (default: 2)')
    .option(
      '--programs <n>',
      'stop after n programs (and four times as many quick ones), so that every machine finds the same; give enough --minutes',
    )
    .option('--seed <n>', 'seed of the search (default: 1)')
    .option('--no-known', 'do not try the known farming scripts first')
    .option('--holdout <from-to>', 'seeds on which the best finds are judged (default: classic 50000-50007, open 40000-40029)')
    .option('--resume <file>', 'keep a journal in this file, and continue from it if it exists')
    .option('--json', 'print the report as JSON')
    .option('--out <file>', 'write to a file instead of standard output')
    .action(runAudit);
}

async function runAudit(named: string | undefined, flags: Flags): Promise<void> {
  const minutes = numberOf('--minutes', flags.minutes ?? '2', { least: 0.01, most: 10_000 });
  const seed = numberOf('--seed', flags.seed ?? '1', { least: 0, most: Number.MAX_SAFE_INTEGER });
  const { findTarget } = await import('~/audit/targets');
  const target = findTarget(await nameOf(named, namedGame(flags)), rangeOf(flags.holdout));
  if (!target.ok) throw new UsageError(target.why);
  await refuseUnwritable(flags.out);
  const programs = flags.programs === undefined ? null : numberOf('--programs', flags.programs, { least: 1, most: 1e9 });
  const counted = programs === null ? {} : { programs: Math.floor(programs) };
  const options = { seed, seconds: minutes * 60, known: flags.known, now: Date.now, ...counted };
  const report = await auditOnThreads(target.value, { options, journal: flags.resume });
  await deliver(flags.json ? JSON.stringify(report) : textOf(report), flags.out);
}

async function nameOf(named: string | undefined, raw: ReturnType<typeof namedGame>): Promise<string> {
  if (raw.game === undefined && raw.ruleset === undefined && raw.version === undefined) {
    if (named === undefined) throw new UsageError('name what to audit, e.g. classic/coalition_market, or a game with --game');
    return named;
  }
  const { readGame } = await import('~/games/read-game');
  const { targetName } = await import('~/audit/targets');
  const game = readGame(raw);
  if (!game.ok) throw new UsageError(`--${game.why}`);
  return targetName(game.value.ref, named);
}

interface Manner {
  options: AuditOptions;
  journal: string | undefined;
}

async function auditOnThreads(target: AuditTarget, { options, journal: path }: Manner): Promise<AuditReport> {
  const { audit } = await import('~/audit/audit');
  const { onThreads } = await import('~/audit/audit');
  const journal = path === undefined ? null : await openJournal(target, { options, path });
  const threaded = onThreads(target);
  const bar = progressBar(100, '% of the search');
  try {
    const now = journal === null ? options.now : () => journal.now();
    const played = journal === null ? threaded.target : journal.wrap(threaded.target);
    return await audit(played, { ...options, now, onProgress: ({ share }) => bar.update(Math.floor(share * 100)) });
  } finally {
    bar.stop();
    await threaded.close();
  }
}

async function openJournal(target: AuditTarget, { options, path }: { options: AuditOptions; path: string }) {
  const { Journal, headerOf } = await import('~/audit/journal');
  const opened = Journal.open(path, headerOf(target, options), options.now);
  if (!opened.ok) throw new UsageError(`--resume: ${opened.why}`);
  return opened.value;
}

function numberOf(flag: string, text: string, { least, most }: { least: number; most: number }): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= least && value <= most))
    throw new UsageError(`${flag}: "${text}" is not a number from ${least} to ${most}`);
  return value;
}

function rangeOf(text: string | undefined): { from?: number; worlds?: number } {
  if (text === undefined) return {};
  const [, first = '', last = ''] = /^(\d+)-(\d+)$/.exec(text.trim()) ?? [];
  const worlds = Number(last) - Number(first) + 1;
  if (first === '' || worlds < FEWEST_WORLDS || !Number.isSafeInteger(Number(last)))
    throw new UsageError(
      `--holdout: "${text}" is not a range of at least ${FEWEST_WORLDS} seeds, e.g. 50000-50007; fewer give no interval`,
    );
  return { from: Number(first), worlds };
}

function textOf(report: AuditReport): string {
  const { honest, wait, search, holdout, units, statistics = 'percentile-1' } = report;
  const lines = [
    `${report.ground}: ${search.programs} programs and ${search.quick} quick ones in ${search.matches} matches, ${search.seconds.toFixed(0)} s, search seed ${search.seed}`,
    `judged on seeds ${holdout.from}-${holdout.to} (${holdout.splits.join(' + ')}, n = ${holdout.worlds}), 95% intervals by ${statistics}`,
    `score: ${units.score}; welfare: ${units.welfare}`,
    '',
    `honest  ${honest.policy}: score ${told(honest.score)}, welfare ${told(honest.welfare)}`,
    `wait    score ${told(wait.score)}, welfare ${told(wait.welfare)}`,
    '',
    ...report.suspects.flatMap((one) => [
      `${one.farms ? 'FARMS  ' : one.unclear ? 'unclear' : 'no     '} ${one.name}`,
      `        score ${told(one.score)}, welfare ${told(one.welfare)}; against ${honest.policy}: score ${told(one.more.score)}, welfare ${told(one.more.welfare)}`,
      ...(one.more.excess === null ? [] : [`        lead less the welfare it creates: ${told(one.more.excess)}`]),
      ...(one.unexplained === null
        ? []
        : [`        money that nothing accounts for: ${told(one.unexplained)}${one.where === null ? '' : `, with ${one.where}`}`]),
    ]),
    '',
    ...(report.unclear === 0
      ? []
      : [
          `${report.unclear} of ${report.suspects.length} clearly score more than ${honest.policy}, but it is not clear whether by more than the welfare they create. Judge them on more worlds, e.g. --holdout ${holdout.from}-${holdout.from + 10 * holdout.worlds - 1}`,
        ]),
    report.farmers === 0
      ? 'No farmer was found: the books balance, and no policy here clearly leads the honest player by more than the welfare it creates.'
      : `${report.farmers} of ${report.suspects.length} get money that nothing accounts for, or lead ${honest.policy} by more than the welfare they create: this score can be farmed.`,
  ];
  return lines.join('\n');
}

function told({ mean, interval }: Figure): string {
  const digits = Math.abs(mean) >= 10 ? 1 : 4;
  const write = (value: number) => trueMinus(value.toFixed(digits));
  return [write(mean), intervalText(interval, write)].filter(Boolean).join(' ');
}
