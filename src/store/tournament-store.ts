/** Where tournaments, their entrants and their schedules live; their matches are matches like any other. */
import type {
  Entrant,
  FixtureCounts,
  FixtureRecord,
  FixtureResult,
  FixtureStatus,
  TournamentPlan,
  TournamentRecord,
  TournamentStatus,
} from '~/tournament/tournament';

export interface NewTournament {
  id: string;
  plan: TournamentPlan;
  entrants: Entrant[];
  seasonId: string | null;
  code: string;
}

/** A fixture to be scheduled. */
export type NewFixture = Omit<FixtureRecord, 'status' | 'attempts' | 'fault' | 'result' | 'startedAt' | 'finishedAt'>;

export interface FixtureFilter {
  status?: readonly FixtureStatus[];
  stage?: number;
  entrant?: string;
}

export interface TournamentStore {
  /** Writes the tournament and its first stage in one transaction, and a job for each fixture. */
  create(tournament: NewTournament, fixtures: readonly NewFixture[]): Promise<TournamentRecord>;
  get(id: string): Promise<TournamentRecord | null>;
  /** Newest first. */
  list(page: { cursor?: string | undefined; limit: number }): Promise<{ items: TournamentRecord[]; nextCursor: string | null }>;
  /**
   * The next stage with its jobs, in one transaction. False when it has been scheduled already (by another process), or the tournament is
   * not running.
   */
  schedule(id: string, stage: number, fixtures: readonly NewFixture[]): Promise<boolean>;
  /** In canonical order. */
  fixtures(id: string, filter?: FixtureFilter, page?: { after?: number; limit?: number }): Promise<FixtureRecord[]>;
  fixture(id: string, order: number): Promise<FixtureRecord | null>;
  /** The fixture that a match is of; null: of none. */
  fixtureOf(matchId: string): Promise<{ tournamentId: string; order: number } | null>;
  counts(id: string): Promise<FixtureCounts>;
  /** Begins (or goes on with) a fixture; null when it is done, failed or cancelled, or the tournament is not running. */
  begin(id: string, order: number): Promise<FixtureRecord | null>;
  /** Once: a second call changes nothing and answers false. */
  finish(id: string, order: number, result: FixtureResult): Promise<boolean>;
  /** Notes why it failed; `again`: it is to be tried once more. */
  fail(id: string, order: number, why: string, again: boolean): Promise<void>;
  /** Gives failed fixtures another try; how many. */
  retryFailed(id: string): Promise<number>;
  setStatus(id: string, from: readonly TournamentStatus[], to: TournamentStatus, fault?: string): Promise<boolean>;
  setEntrants(id: string, entrants: readonly Entrant[]): Promise<void>;
  /** Everything that has a result, in canonical order, streamed. */
  results(id: string, afterOrder?: number): AsyncIterable<FixtureRecord>;
}
