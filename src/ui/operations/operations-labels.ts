/** Labels for the operations page: what needs attention, and durations. */
import type { Operations, UpkeepRun } from '~/api/operations/types';
import { formatCount, formatNumber, formatPercent } from '~/kit/format';

/** Below this share of free space, the page warns. */
const LITTLE_DISK = 0.1;
/** With this many waiting fixtures and no worker, the page warns. */
const MANY_WAITING = 1;

/** Problems to act on, most urgent first; [] if none. */
export function warningsOf({ disk, pool, counts, details }: Operations): string[] {
  const waiting = counts.jobs.reduce((sum, job) => sum + job.waiting, 0);
  const warnings: string[] = [];
  if (disk !== null && disk.free < disk.total * LITTLE_DISK)
    warnings.push(`Only ${formatPercent(disk.free / disk.total)} of the disk is left. When it is full, matches stop until there is room.`);
  if (pool !== null && pool.waiting > 0)
    warnings.push(
      `All ${formatCount(pool.most)} database connections of this process are in use, and ${waitWords(pool.waiting)}. If that lasts, raise POOL_SIZE or add a web process.`,
    );
  if (waiting >= MANY_WAITING && counts.matchWorkers.length === 0)
    warnings.push(
      `${matchWords(waiting)} of tournaments ${waiting === 1 ? 'waits' : 'wait'}, and no process plays them. Mandi starts one within seconds; if none appears, run: npx mandi worker matches`,
    );
  const silent = details.failing.filter(({ fallbacks, turns }) => fallbacks === turns).map(({ agent }) => agent);
  if (silent.length > 0)
    warnings.push(
      `${silent.slice(0, 3).join(', ')}${silent.length > 3 ? ` and ${silent.length - 3} more` : ''}: none of the latest turns was answered. See Failing agents.`,
    );
  for (const run of counts.archive.runs) if (run.fault !== null) warnings.push(`${upkeepLabel(run.name)} failed: ${run.fault}`);
  return warnings;
}

const UPKEEP_LABELS: Readonly<Record<string, string>> = {
  archive: 'Archiving matches',
  prune: 'Deleting old unrated matches',
  restore: 'Restoring matches',
};

export function upkeepLabel(name: string): string {
  return UPKEEP_LABELS[name] ?? name;
}

/** A killed run never records its end. */
export function upkeepState({ endedAt, fault }: UpkeepRun): string {
  if (fault !== null) return 'failed';
  return endedAt === null ? 'running or interrupted' : 'done';
}

function waitWords(count: number): string {
  return count === 1 ? '1 query waits' : `${formatCount(count)} queries wait`;
}

function matchWords(count: number): string {
  return count === 1 ? '1 match' : `${formatCount(count)} matches`;
}

/** `12 running, 3 waiting for players`: every status that is not final. */
export function liveLabel(matches: Operations['counts']['matches']): string {
  const of = (status: string) => matches.find((one) => one.status === status)?.count ?? 0;
  const parts = [
    [of('running'), 'running'],
    [of('paused'), 'paused'],
    [of('lobby'), 'waiting for players'],
  ] as const;
  const some = parts.filter(([count]) => count > 0).map(([count, word]) => `${formatCount(count)} ${word}`);
  return some.length === 0 ? 'none live' : some.join(', ');
}

export function matchesInAll(matches: Operations['counts']['matches']): number {
  return matches.reduce((sum, { count }) => sum + count, 0);
}

/** Duration of a query: 0.04 ms, 12.5 ms, 3.2 s. */
export function formatQueryTime(ms: number): string {
  return ms < 1000 ? `${formatNumber(ms)} ms` : `${formatNumber(ms / 1000)} s`;
}

export const QUEUE_LABELS: Record<Operations['counts']['jobs'][number]['queue'], string> = {
  batches: 'Scripts, in batches',
  quick: 'Scripts, one by one',
  slow: 'Models and programs',
};

export const KIND_LABELS: Record<Operations['counts']['turns'][number]['kind'], string> = {
  script: 'Scripts',
  model: 'Models',
  program: 'Programs',
  person: 'People',
};

export interface KindSum {
  kind: keyof typeof KIND_LABELS;
  turns: number;
  /** Milliseconds per turn. */
  mean: number;
  fallbacks: number;
}

/** Turns by kind of player, in a fixed order. */
export function turnsByKind(turns: Operations['counts']['turns']): KindSum[] {
  return (Object.keys(KIND_LABELS) as (keyof typeof KIND_LABELS)[]).flatMap((kind) => {
    const own = turns.filter((count) => count.kind === kind);
    const sum = own.reduce((total, count) => total + count.turns, 0);
    const seconds = own.reduce((total, count) => total + count.seconds, 0);
    const fallbacks = own.reduce((total, count) => total + (count.origin === 'fallback' ? count.turns : 0), 0);
    return sum === 0 ? [] : [{ kind, turns: sum, mean: (seconds * 1000) / sum, fallbacks }];
  });
}
