/** Stores tournaments, entrants and schedules. Their matches are ordinary matches. */
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
  /** Played in batches if the store supports it; it waits for a process that claims many together. */
  inBatches?: boolean;
};

export interface FixtureFilter {
  status?: readonly FixtureStatus[];
  stage?: number;
  entrant?: string;
  /** Matches of these two. `met`: those in which both play or one is the only entrant; otherwise all of either. */
  pair?: { names: readonly [string, string]; met: boolean };
}

export interface StatusChange {
  from: readonly TournamentStatus[];
  to: TournamentStatus;
  fault?: string;
}

/** A fixture waiting to be played. */
export interface FixtureJob {
  id: string;
  order: number;
}

/** The fixture of a match, and its status. */
export interface MatchPlace {
  tournamentId: string;
  order: number;
  status: FixtureStatus;
}

/** Number of concurrent matches of each kind; the kinds do not share slots. */
export type JobSlots = Record<JobPace, number>;

/** A process that takes fixtures from the queue. */
export interface JobTaker {
  /** Takes no more jobs and waits for current ones. */
  stop(): Promise<void>;
}

/** A process that plays matches and is alive. */
export interface LivingWorker {
  id: string;
  /** Concurrent matches, of both kinds. */
  slots: number;
  /** The code that it plays; null: tournaments that are not pinned to any. */
  code: string | null;
  since: Date;
}

/** Usage of models and remote programs, including failed matches. */
export interface TournamentSpent {
  tokens: number;
  calls: number;
  seconds: number;
  dollars: number;
}

export interface TournamentPage {
  cursor?: string | undefined;
  limit: number;
  /** Default: of every kind. */
  kind?: TournamentPlan['kind'];
}

export interface TournamentStore {
  /** Absent: every fixture has its own job. */
  readonly batches?: BatchStore;
  /** Creates the tournament, its first stage, and a job for each fixture in one transaction. */
  create(tournament: NewTournament, fixtures: readonly NewFixture[]): Promise<TournamentRecord>;
  get(id: string): Promise<TournamentRecord | null>;
  /** Newest first. */
  list(page: TournamentPage): Promise<{ items: TournamentRecord[]; nextCursor: string | null }>;
  /** Ids of running tournaments. */
  running(): Promise<string[]>;
  /** Whether a person sits at a running match; then the demo league waits. */
  doesAnybodyPlay(): Promise<boolean>;
  /**
   * Ids of cancelled or failed tournaments with something left open: their season, a match, or a match that finished in the meantime
   * without a recorded reason (`fault`). This happens if the process that ended the tournament died, or if a match was created just
   * afterwards.
   */
  unclosed(): Promise<string[]>;
  /**
   * Schedules the next stage with its jobs in one transaction. Returns false if another process already did, or the tournament is not
   * running.
   */
  schedule(id: string, stage: number, fixtures: readonly NewFixture[]): Promise<boolean>;
  /** In schedule order. */
  fixtures(id: string, filter?: FixtureFilter, page?: { after?: number; limit?: number }): Promise<FixtureRecord[]>;
  fixture(id: string, order: number): Promise<FixtureRecord | null>;
  /** The fixture of a match; null if it has none. */
  fixtureOf(matchId: string): Promise<MatchPlace | null>;
  /** The tournaments of these matches and series, by id. Those outside of tournaments are left out. */
  tournamentsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  counts(id: string): Promise<FixtureCounts>;
  countsOf(ids: readonly string[]): Promise<ReadonlyMap<string, FixtureCounts>>;
  /** Starts or resumes a fixture; null if it is done, failed or cancelled, or the tournament is not running. */
  begin(id: string, order: number): Promise<FixtureRecord | null>;
  /** Has an effect once: a second call changes nothing and returns false. */
  finish(id: string, order: number, result: FixtureResult): Promise<boolean>;
  /** Records the failure. `again`: retry it in another match. */
  fail(fixture: FixtureJob, why: string, again: boolean): Promise<void>;
  /**
   * Postpones a fixture that the worker cannot play: records why and offers it again after this many seconds. Does not count as an attempt.
   */
  putOff(fixture: FixtureJob, why: string, seconds: number): Promise<void>;
  /** Retries failed fixtures and returns their number. */
  retryFailed(id: string): Promise<number>;
  /** On running, every open fixture gets its job; on cancelled or failed, open fixtures are cancelled. */
  setStatus(id: string, change: StatusChange): Promise<boolean>;
  setEntrants(id: string, entrants: readonly Entrant[]): Promise<void>;
  /** Streams everything that has a result, in schedule order. */
  results(id: string, afterOrder?: number): AsyncIterable<FixtureRecord>;
  /** What agents have spent in its matches. */
  spent(id: string): Promise<TournamentSpent>;
  /** The tournament that uses this season; null if there is none. */
  ownerOfSeason(seasonId: string): Promise<string | null>;
  /** Notifies every process that it changed. */
  tell(id: string): Promise<void>;

  /**
   * Takes and plays jobs, up to `slots` at a time, alternating between tournaments. `play` may receive a fixture that is already being
   * played, and never throws. Meanwhile, records that this process is alive and puts back lost jobs and those of dead processes. Takes only
   * jobs of tournaments that `code` may play.
   */
  takeJobs(slots: JobSlots, play: (job: FixtureJob) => Promise<void>, code?: string): Promise<JobTaker>;
  /** Living processes that take jobs. */
  workers(): Promise<LivingWorker[]>;
  /** When a process that may play `code` was last alive; null if there was none, or all shut down cleanly. */
  lastHeard(code: string): Promise<Date | null>;
}
