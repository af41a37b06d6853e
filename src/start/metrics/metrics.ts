/** Metrics for Prometheus, each computed from one snapshot. Labels are kinds, states and codes, never a match or a person. */
import { withoutKeyOf } from '~/inference/chat-model';
import type { TurnCount } from '~/lib/play/turn-tally';
import type { UpkeepRun } from '~/store/archive/archive-state';
import type { JobCount } from '~/store/operations/operations-store';
import type { Snapshot } from './snapshot';

export interface Sample {
  labels?: Readonly<Record<string, string>>;
  value: number;
}

export interface Figure {
  name: string;
  help: string;
  /** A counter never decreases. */
  type: 'gauge' | 'counter';
  labels?: readonly string[];
  /** `database`: the same in every web process, and missing while the database does not answer. */
  of: 'process' | 'database';
  read(snapshot: Snapshot): readonly Sample[];
}

export const PREFIX = 'mandi_';

const OWN = { type: 'gauge', of: 'process' } as const;
const SHARED = { type: 'gauge', of: 'database' } as const;

export const FIGURES: readonly Figure[] = [
  {
    ...OWN,
    name: 'mandi_info',
    help: 'Always 1; the label says which version runs.',
    labels: ['version'],
    read: ({ version }) => [{ labels: { version }, value: 1 }],
  },
  {
    ...OWN,
    name: 'mandi_database_up',
    help: 'Whether the database answers: 1 or 0.',
    read: ({ database }) => one(database === null ? 0 : 1),
  },
  {
    ...OWN,
    name: 'mandi_database_connections',
    help: 'Connections of this process to the database, by state (busy, idle).',
    labels: ['state'],
    read: ({ pool }) => (pool ? [state('busy', pool.busy), state('idle', pool.idle)] : []),
  },
  {
    ...OWN,
    name: 'mandi_database_connections_limit',
    help: 'Most connections this process may hold (POOL_SIZE).',
    read: ({ pool }) => one(pool?.most),
  },
  {
    ...OWN,
    name: 'mandi_database_queries_waiting',
    help: 'Queries of this process that wait for a connection.',
    read: ({ pool }) => one(pool?.waiting),
  },
  { ...OWN, name: 'mandi_matches_run', help: 'Matches that this process runs now.', read: ({ running }) => one(running) },
  { ...OWN, name: 'mandi_sockets', help: 'Open live connections of browsers and programs.', read: ({ live }) => one(live.sockets) },
  { ...OWN, name: 'mandi_watchers', help: 'Watchers of matches at this process.', read: ({ live }) => one(live.watchers) },
  { ...OWN, name: 'mandi_watched_matches', help: 'Matches that somebody watches at this process.', read: ({ live }) => one(live.watched) },
  {
    ...OWN,
    type: 'counter',
    name: 'mandi_refused_requests_total',
    help: 'Requests that this process refused, by error code.',
    labels: ['code'],
    read: ({ refusals }) => [...refusals].map(([code, value]) => ({ labels: { code }, value })),
  },
  { ...OWN, name: 'mandi_disk_free_bytes', help: 'Bytes free where MANDI_HOME is.', read: ({ disk }) => one(disk?.free) },
  { ...OWN, name: 'mandi_disk_size_bytes', help: 'Size of the disk that MANDI_HOME is on.', read: ({ disk }) => one(disk?.total) },
  {
    ...OWN,
    name: 'mandi_backend_up',
    help: 'Whether a model backend can be asked: 1 or 0.',
    labels: ['backend'],
    read: (snapshot) => backendsOf(snapshot, ({ health }) => (health === 'up' ? 1 : 0)),
  },
  {
    ...OWN,
    name: 'mandi_backend_queued',
    help: 'Model calls that wait at a backend.',
    labels: ['backend'],
    read: (snapshot) => backendsOf(snapshot, ({ queued }) => queued),
  },
  {
    ...OWN,
    name: 'mandi_backend_running',
    help: 'Model calls that a backend works on.',
    labels: ['backend'],
    read: (snapshot) => backendsOf(snapshot, ({ running }) => running),
  },
  {
    ...OWN,
    name: 'mandi_inference_workers',
    help: 'Connected inference workers.',
    read: ({ inference }) => one(inference.workers.length),
  },
  { ...SHARED, name: 'mandi_database_size_bytes', help: 'Size of the database.', read: ({ database }) => one(database?.bytes) },
  {
    ...SHARED,
    name: 'mandi_matches',
    help: 'Matches by status.',
    labels: ['status'],
    read: ({ database }) => byStatus(database?.matches),
  },
  {
    ...SHARED,
    name: 'mandi_archived_matches',
    help: 'Matches whose events are in the archive.',
    read: ({ database }) => one(database?.archive.matches),
  },
  {
    ...SHARED,
    name: 'mandi_archive_bytes',
    help: 'Size of the files of the archive.',
    read: ({ database }) => one(database?.archive.bytes),
  },
  {
    ...SHARED,
    name: 'mandi_upkeep_last_run_timestamp_seconds',
    help: 'When matches were last archived, pruned or restored: the end of that run, in seconds since 1970.',
    labels: ['name'],
    read: ({ database }) => ofRuns(database?.archive.runs, ({ endedAt }) => (endedAt === null ? null : Date.parse(endedAt) / 1000)),
  },
  {
    ...SHARED,
    name: 'mandi_upkeep_failed',
    help: 'Whether that run failed: 1 or 0.',
    labels: ['name'],
    read: ({ database }) => ofRuns(database?.archive.runs, ({ fault }) => (fault === null ? 0 : 1)),
  },
  {
    ...SHARED,
    name: 'mandi_tournaments',
    help: 'Tournaments by status.',
    labels: ['status'],
    read: ({ database }) => byStatus(database?.tournaments),
  },
  {
    ...SHARED,
    name: 'mandi_jobs_waiting',
    help: 'Tournament matches that wait, by queue.',
    labels: ['queue'],
    read: ({ database }) => byQueue(database?.jobs, 'waiting'),
  },
  {
    ...SHARED,
    name: 'mandi_jobs_running',
    help: 'Tournament matches being played, by queue.',
    labels: ['queue'],
    read: ({ database }) => byQueue(database?.jobs, 'running'),
  },
  {
    ...SHARED,
    name: 'mandi_web_processes',
    help: 'Web processes that are alive.',
    read: ({ database }) => one(database?.webProcesses.length),
  },
  {
    ...SHARED,
    name: 'mandi_match_workers',
    help: 'Processes that play tournament matches and are alive.',
    read: ({ database }) => one(database?.matchWorkers.length),
  },
  {
    ...SHARED,
    type: 'counter',
    name: 'mandi_turns_total',
    help: 'Turns taken in matches, by kind of player (script, model, program, person).',
    labels: ['kind'],
    read: ({ database }) => byKind('turns', database?.turns),
  },
  {
    ...SHARED,
    type: 'counter',
    name: 'mandi_turn_seconds_total',
    help: 'Seconds that these turns took.',
    labels: ['kind'],
    read: ({ database }) => byKind('seconds', database?.turns),
  },
  {
    ...SHARED,
    type: 'counter',
    name: 'mandi_model_turns_total',
    help: 'Turns of models, by the backend that answered last and how the move came about (own, repaired, fallback).',
    labels: ['backend', 'origin'],
    read: ({ database }) => ofModels('turns', database?.turns),
  },
  {
    ...SHARED,
    type: 'counter',
    name: 'mandi_model_turn_seconds_total',
    help: 'Seconds that turns of models took.',
    labels: ['backend', 'origin'],
    read: ({ database }) => ofModels('seconds', database?.turns),
  },
];

function state(name: string, value: number): Sample {
  return { labels: { state: name }, value };
}

function one(value: number | undefined): Sample[] {
  return value === undefined ? [] : [{ value }];
}

function byStatus(counts: readonly { status: string; count: number }[] = []): Sample[] {
  return counts.map(({ status, count }) => ({ labels: { status }, value: count }));
}

function ofRuns(runs: readonly UpkeepRun[] = [], value: (run: UpkeepRun) => number | null): Sample[] {
  return runs.flatMap((run) => {
    const read = value(run);
    return read === null ? [] : [{ labels: { name: run.name }, value: read }];
  });
}

function byQueue(jobs: readonly JobCount[] | undefined, what: 'waiting' | 'running'): Sample[] {
  return (jobs ?? []).map((job) => ({ labels: { queue: job.queue }, value: job[what] }));
}

function byKind(what: 'turns' | 'seconds', turns: readonly TurnCount[] = []): Sample[] {
  const kinds = new Map<string, number>();
  for (const count of turns) kinds.set(count.kind, (kinds.get(count.kind) ?? 0) + count[what]);
  return [...kinds].map(([kind, value]) => ({ labels: { kind }, value }));
}

function ofModels(what: 'turns' | 'seconds', turns: readonly TurnCount[] = []): Sample[] {
  return turns
    .filter(({ kind }) => kind === 'model')
    .map((count) => ({ labels: { backend: count.backend, origin: count.origin }, value: count[what] }));
}

type Backend = Snapshot['inference']['backends'][number];

/** The operator's backends; agents may bring any number of servers. */
function backendsOf({ inference }: Snapshot, value: (backend: Backend) => number): Sample[] {
  return inference.backends
    .filter(({ ofAgents }) => ofAgents !== true)
    .map((backend) => ({ labels: { backend: withoutKeyOf(backend.id) }, value: value(backend) }));
}
