/**
 * An audit: searches for players that score without creating value. First for faults in the books, then for programs that beat the honest
 * player.
 */

import { availableParallelism } from 'node:os';
import { type AuditTarget, isHonest, type Program, type Step } from '~/contract/audit';
import { Threads } from '~/engine/threads';
import { type SplitName, splitsOf } from '~/eval/seeds';
import { mean, sfc32 } from '~/statistics/basics';
import { NEWEST_STATISTICS, type StatisticsMethod } from '~/statistics/methods';
import { type Accused, Bar, type Figure, onAll, type Suspect, scores } from './judge';
import { describeProgram, HONEST_PROGRAM } from './program';
import { type Leak, QuickSearch } from './quick-search';
import { Search } from './search';
import { MATCHES, type Player } from './thread-jobs';

export interface AuditOptions {
  seed: number;
  /** Duration of the search. Shrinking its results takes up to a quarter more, and judging comes on top. */
  seconds: number;
  /** Maximum number of programs. The same seed and number find the same programs on every machine. */
  programs?: number;
  /** Maximum number of programs in quick matches. Default: as many as fit into half of the time, or four times `programs`. */
  quick?: number;
  /** Also test known farmers. */
  known: boolean;
  now(): number;
  onProgress?(progress: { programs: number; best: number; share: number }): void;
}

export interface AuditReport {
  /** The target's name, under the field name that reports have always used. */
  ground: string;
  units: AuditTarget['units'];
  honest: { policy: string; score: Figure; welfare: Figure };
  wait: { score: Figure; welfare: Figure };
  /** Best first. */
  suspects: readonly Suspect[];
  farmers: number;
  unclear: number;
  search: { programs: number; quick: number; matches: number; seconds: number; seed: number };
  holdout: { from: number; to: number; worlds: number; splits: SplitName[] };
  /** How intervals were computed; absent: percentile-1. */
  statistics?: StatisticsMethod;
}

/** Share of the time for quick matches. */
const QUICK_SHARE = 0.5;
const QUICK_PER_PROGRAM = 4;
const LATE = ['last three rounds', 'last two rounds', 'last round'] as const;
const FITTED_ON = 3;
/** Separates the random streams of the two searches. */
const QUICK_STREAM = 7919;

export async function audit(target: AuditTarget, options: AuditOptions): Promise<AuditReport> {
  const begun = options.now();
  const { quick, leaks } = await lookQuickly(target, options);
  const search = new Search(target, { ...options, until: begun + options.seconds * 1000, begun });
  const best = await search.run();
  const byLeak = await Promise.all(leaks.map((leak) => accusedOf(target, leak)));
  const accused = [...byLeak.flat(), ...best.map((program) => accuse(target, { program, where: null, isLeak: false }))];
  const known = options.known
    ? target.known.map(({ name, play }): Accused => ({ name, program: null, where: null, isLeak: false, seats: 1, play }))
    : [];
  const bar = new Bar(target);
  await bar.prepare(accused.some(({ seats }) => seats === 2));
  const suspects = await Promise.all([...known, ...accused].map((one) => bar.judge(one)));
  suspects.sort((a, b) => rank(b) - rank(a) || b.more.score.mean - a.more.score.mean);
  const { holdout } = target.seeds;
  return {
    ground: target.name,
    units: target.units,
    ...bar.figures(),
    suspects,
    farmers: suspects.filter((one) => one.farms).length,
    unclear: suspects.filter((one) => one.unclear).length,
    search: {
      programs: search.programs,
      quick: quick?.programs ?? 0,
      matches: search.matches + (quick?.matches ?? 0),
      seconds: (options.now() - begun) / 1000,
      seed: options.seed,
    },
    holdout: { from: holdout[0] ?? 0, to: holdout.at(-1) ?? 0, worlds: holdout.length, splits: splitsOf(holdout) },
    statistics: NEWEST_STATISTICS,
  };
}

async function lookQuickly(target: AuditTarget, options: AuditOptions): Promise<{ quick: QuickSearch | null; leaks: readonly Leak[] }> {
  if (target.quick === undefined) return { quick: null, leaks: [] };
  const begun = options.now();
  const most = options.quick ?? (options.programs ?? Number.POSITIVE_INFINITY) * QUICK_PER_PROGRAM;
  const milliseconds = options.seconds * 1000;
  const goesOn = (programs: number): boolean => {
    const passed = (options.now() - begun) / milliseconds;
    options.onProgress?.({ programs, best: 0, share: Math.min(QUICK_SHARE, Math.max(passed, (QUICK_SHARE * programs) / most)) });
    return programs < most && passed < QUICK_SHARE;
  };
  const quick = new QuickSearch(target.quick, { random: sfc32(options.seed + QUICK_STREAM), seeds: target.seeds.search, goesOn });
  return { quick, leaks: await quick.run() };
}

/** Tested alone, and combined with honest play in the rounds in which it interferes least. */
async function accusedOf(target: AuditTarget, { program, where }: Leak): Promise<Accused[]> {
  const moments = [program, ...LATE.map((when) => program.map((step): Step => ({ ...step, when })))];
  const besides = moments.map((one): Program => [...HONEST_PROGRAM, ...one]);
  const seeds = target.seeds.search.slice(0, FITTED_ON);
  const leads = await Promise.all(besides.map(async (one) => mean(scores(await onAll(seeds, (seed) => target.playProgram(one, seed))))));
  const best = besides[leads.indexOf(Math.max(...leads))] ?? program;
  return [program, best].map((one) => accuse(target, { program: one, where, isLeak: true }));
}

function accuse(target: AuditTarget, { program, where, isLeak }: Pick<Accused, 'where' | 'isLeak'> & { program: Program }): Accused {
  return {
    name: describeProgram(program),
    program,
    where,
    isLeak,
    seats: program.some((step) => !isHonest(step) && step.seat === 'second') ? 2 : 1,
    play: (seed) => target.playProgram(program, seed),
  };
}

/** Unexplained money first, then farming. */
function rank({ farms, unexplained }: Suspect): number {
  return Number(unexplained !== null && unexplained.mean > 0) + Number(farms);
}

// Plays the target's matches on threads, one per core. Outcomes are the same as in this thread.

/** Cheaper matches take about as long as sending them to a thread. */
const WORTH_A_THREAD = 20;

export interface ThreadedTarget {
  target: AuditTarget;
  /** Ends the threads and their matches. */
  close(): Promise<void>;
}

/** `target`: from `findTarget`, or from a test's own thread entry; threads look it up by name. Cheap matches stay in this thread. */
export function onThreads(target: AuditTarget, most = availableParallelism(), entry?: URL): ThreadedTarget {
  if (target.weight < WORTH_A_THREAD || most < 2) return { target, close: async () => undefined };
  const threads = new Threads({ most, entry });
  const { name } = target;
  const play = (player: Player, seed: number) => threads.run(MATCHES.play, { target: name, player, seed });
  return {
    target: {
      ...target,
      playHonest: (seed, seats = 1) => play(seats === 2 ? 'honest pair' : 'honest', seed),
      playWait: (seed) => play('wait', seed),
      playProgram: (program, seed) => play({ program }, seed),
      known: target.known.map((farmer) => ({ name: farmer.name, play: (seed) => play({ known: farmer.name }, seed) })),
      ...(target.quick && {
        quick: {
          ...target.quick,
          look: (programs, seed) => threads.run(MATCHES.look, { target: name, programs, seed }),
          trace: (program, seed) => threads.run(MATCHES.trace, { target: name, programs: [program], seed }),
        },
      }),
    },
    close: () => threads.close(),
  };
}
