/** Where tournaments, their entrants and their schedules live; their matches are matches like any other. */
import type { BatchStore } from './batch-store';
import type {
  Entrant,
  FixtureCounts,
  FixtureRecord,
  FixtureResult,
  FixtureStatus,
  TournamentPlan,
  TournamentRecord,
  TournamentStatus,
} from './tournament';
import type { JobPace } from './tournament-pace';

export interface NewTournament {
  id: string;
  plan: TournamentPlan;
  entrants: Entrant[];
  seasonId: string | null;
  code: string;
}

/** A fixture to be scheduled. */
export type NewFixture = Omit<FixtureRecord, 'status' | 'attempts' | 'fault' | 'result' | 'startedAt' | 'finishedAt'> & {
  /** Played in batches, where the store can: it waits for whoever claims many at once. */
  inBatches?: boolean;
};

export interface FixtureFilter {
  status?: readonly FixtureStatus[];
  stage?: number;
  entrant?: string;
  /** Matches of these two. `met`: in which both have a seat, or one of them as the only entrant; else all of either. */
  pair?: { names: readonly [string, string]; met: boolean };
}

export interface StatusChange {
  from: readonly TournamentStatus[];
  to: TournamentStatus;
  fault?: string;
}

/** A fixture that waits to be played. */
export interface FixtureJob {
  id: string;
  order: number;
}

/** Where a match belongs, and how its fixture stands. */
export interface MatchPlace {
  tournamentId: string;
  order: number;
  status: FixtureStatus;
}

/** How many are played at once, of either kind: neither takes the other's places. */
export type JobSlots = Record<JobPace, number>;

/** A process that takes fixtures from the queue. */
export interface JobTaker {
  /** Takes nothing more; what is being played is awaited. */
  stop(): Promise<void>;
}

/** A process that plays matches and was heard of a moment ago. */
export interface LivingWorker {
  id: string;
  /** Matches at once, of both kinds. */
  slots: number;
  /** Which code it plays; null: such as is pinned to none. */
  code: string | null;
  since: Date;
}

/** What models and remote programs have used up, whatever became of their matches. */
export interface TournamentSpent {
  tokens: number;
  calls: number;
  seconds: number;
  dollars: number;
}

export interface TournamentStore {
  /** Absent: every fixture has its job. */
  readonly batches?: BatchStore;
  /** Writes the tournament and its first stage in one transaction, and a job for each fixture. */
  create(tournament: NewTournament, fixtures: readonly NewFixture[]): Promise<TournamentRecord>;
  get(id: string): Promise<TournamentRecord | null>;
  /** Newest first. */
  list(page: { cursor?: string | undefined; limit: number }): Promise<{ items: TournamentRecord[]; nextCursor: string | null }>;
  /** Ids of those that run. */
  running(): Promise<string[]>;
  /** A person sits at a match that runs: the demo league waits. */
  doesAnybodyPlay(): Promise<boolean>;
  /**
   * Ids of those that were cancelled or have failed and of which something is open still: their season, a match, or one that was played to
   * its end meanwhile and does not say so (`fault`). Whoever ended them died before all was closed, or a match that was begun just before was
   * made just after.
   */
  unclosed(): Promise<string[]>;
  /**
   * The next stage with its jobs, in one transaction. False when it has been scheduled already (by another process), or the tournament is
   * not running.
   */
  schedule(id: string, stage: number, fixtures: readonly NewFixture[]): Promise<boolean>;
  /** In canonical order. */
  fixtures(id: string, filter?: FixtureFilter, page?: { after?: number; limit?: number }): Promise<FixtureRecord[]>;
  fixture(id: string, order: number): Promise<FixtureRecord | null>;
  /** The fixture that a match is of; null: of none. */
  fixtureOf(matchId: string): Promise<MatchPlace | null>;
  counts(id: string): Promise<FixtureCounts>;
  /** Begins (or goes on with) a fixture; null when it is done, failed or cancelled, or the tournament is not running. */
  begin(id: string, order: number): Promise<FixtureRecord | null>;
  /** Once: a second call changes nothing and answers false. */
  finish(id: string, order: number, result: FixtureResult): Promise<boolean>;
  /** Notes why it failed; `again`: it is to be tried once more, in another match. */
  fail(fixture: FixtureJob, why: string, again: boolean): Promise<void>;
  /** Nobody has tried it: whoever took it cannot play it. Notes why, and offers it again after so many seconds. */
  putOff(fixture: FixtureJob, why: string, seconds: number): Promise<void>;
  /** Gives failed fixtures another try; how many. */
  retryFailed(id: string): Promise<number>;
  /** When it runs (again), every open fixture has its job; when it is cancelled or has failed, what was open is cancelled. */
  setStatus(id: string, change: StatusChange): Promise<boolean>;
  setEntrants(id: string, entrants: readonly Entrant[]): Promise<void>;
  /** Everything that has a result, in canonical order, streamed. */
  results(id: string, afterOrder?: number): AsyncIterable<FixtureRecord>;
  /** What agents spent in its matches so far. */
  spent(id: string): Promise<TournamentSpent>;
  /** The tournament whose worlds these are; null: nobody's. */
  ownerOfSeason(seasonId: string): Promise<string | null>;
  /** Lets every process know that it has moved on. */
  tell(id: string): Promise<void>;

  /**
   * Takes jobs and plays them, so many at once, those of all tournaments in turn. `play` may be given a fixture that somebody plays already, and never throws. While it goes
   * on, this process is known to live, and jobs of processes that died, or that were lost, are put back. Only jobs of tournaments that
   * `code` may play: those of others stay for who can.
   */
  takeJobs(slots: JobSlots, play: (job: FixtureJob) => Promise<void>, code?: string): Promise<JobTaker>;
  /** Processes that take jobs. */
  workers(): Promise<LivingWorker[]>;
  /** When one that may play `code` was last heard of, be it dead since; null: none was, or all said goodbye. */
  lastHeard(code: string): Promise<Date | null>;
}
