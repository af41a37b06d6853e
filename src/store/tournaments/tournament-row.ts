import { oneOf } from '../one-of';
import {
  type Entrant,
  FIXTURE_STATUSES,
  type FixtureRecord,
  type FixtureResult,
  type FixtureSeat,
  TOURNAMENT_STATUSES,
  type TournamentPlan,
  type TournamentRecord,
} from './tournament';

/** A row with `FIXTURE_COLUMNS`. */
export interface FixtureRow {
  place: number;
  stage: number;
  task: string;
  world: number;
  meeting: string;
  rotation: number;
  seats: FixtureSeat[];
  matchId: string;
  status: string;
  attempts: number;
  fault: string | null;
  result: FixtureResult | null;
  startedAt: Date | null;
  finishedAt: Date | null;
}

export const FIXTURE_COLUMNS = `place, stage, task, world, meeting, rotation, seats, match_id AS "matchId", fixture.status, attempts,
  fixture.fault, result, started_at AS "startedAt", fixture.finished_at AS "finishedAt"`;

/** True for a fixture with a seat for a person. */
export const FOR_PEOPLE = `EXISTS (SELECT FROM json_array_elements(fixture.seats) AS seat WHERE json_typeof(seat->'player') = 'null')`;

export function fixtureOfRow({ place, status, ...rest }: FixtureRow): FixtureRecord {
  return { order: place, ...rest, status: oneOf(FIXTURE_STATUSES, status) };
}

/** A row with `TOURNAMENT_COLUMNS`. */
export interface TournamentRow {
  id: string;
  plan: TournamentPlan;
  status: string;
  stages: number;
  entrants: Entrant[];
  seasonId: string | null;
  code: string;
  fault: string | null;
  createdAt: Date;
  finishedAt: Date | null;
}

export const TOURNAMENT_COLUMNS = `id, plan, status, stages, entrants, season_id AS "seasonId", code, fault, created_at AS "createdAt",
  finished_at AS "finishedAt"`;

export function tournamentOfRow({ status, ...rest }: TournamentRow): TournamentRecord {
  return { ...rest, status: oneOf(TOURNAMENT_STATUSES, status) };
}
