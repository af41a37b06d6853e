/** The context of a procedure: this process's services, and the caller. */

import type { IncomingMessage } from 'node:http';
import type { GameRef } from '~/contract/game-ref';
import type { Explained } from '~/contract/pack';
import type { EvalReport } from '~/eval/report';
import type { InferenceState } from '~/inference/inference-types';
import type { MatchFeeds } from '~/live/match-feed';
import type { Services } from '~/match/services';
import type { OperatorSessions } from './access/operator-sessions';
import type { CostlyTurns, LongTurns, RateLimit } from './access/rate-limit';
import type { TokenTries } from './access/token-tries';
import type { FindVisitor } from './access/visitor';
import type { DataService } from './data/service';
import type { OperationsService } from './operations/types';
import type { ReportOrder, ReportStore } from './report/types';
import type { StandingsCache } from './tournament/standings-cache';
import type { TrainingRuns } from './training/runs';

/** Created once per process in `server.ts`. */
export interface SharedServices {
  services: Services;
  feeds: MatchFeeds;
  access: Access;
  /** A token of this match may have been revoked: rechecks its sockets. */
  checkSeats(matchId: string): void;
  /** Runs a match in this process until it ends or another process takes over. */
  run(matchId: string): void;
  benchmark: BenchmarkService;
  /** Exports started from screens. */
  data: DataService;
  /** Training runs of this machine, imported ones and published ones. */
  training: TrainingRuns;
  /** Standings, computed once for all callers. */
  standings: StandingsCache;
  /** Status of this process's language models. */
  inference(): InferenceState | Promise<InferenceState>;
  creations: RateLimit;
  /** Seats claimed and links redeemed, by table and visitor. */
  claims: RateLimit;
  /** The same over all tables, by visitor. */
  claimsInAll: RateLimit;
  /** Turns and other changes by a seat or host, by token. */
  submits: RateLimit;
  /** Matches explained, by address; each uses the solver. */
  explanations: RateLimit;
  /** One per minute by address and match; only the first counts as an explanation. */
  explained: RateLimit;
  /** Explanations running on threads. */
  explainTurns: LongTurns<Explained>;
  /** Reads of agents' turns, by address. */
  readings: RateLimit;
  /** Frames of finished and running matches, by visitor. */
  replays: RateLimit;
  /** Pictures drawn in this process. */
  pictures: RateLimit;
  /** Maximum bytes of replays per response. */
  replayBytes: number;
  /** Duels drawn and decided, by address. */
  votes: RateLimit;
  /** Duels decided in a day, by address. */
  votesADay: RateLimit;
  /** Wrong tokens, by address. */
  guesses: RateLimit;
  /** Wrong cookies of seats and tables, by address; each counts once per minute. */
  wrongCookies: TokenTries;
  /** Queue for work that blocks this thread for milliseconds. */
  costly: CostlyTurns;
  /** The same for standings, which may have to be computed first. */
  standingTurns: CostlyTurns;
  /** The same for seat holders, so that someone else's replay at the same address does not delay a player. */
  seatTurns: CostlyTurns;
  /** Server statistics for the operator; null without a database. */
  operations: OperationsService | null;
  database: 'embedded' | 'server';
  version: string;
}

/** Access rules at this address. */
export interface Access {
  /** Only this machine can reach the server, and no token is set: everyone is the operator. */
  loopback: boolean;
  isToken(candidate: string): boolean;
  /** Sessions of browsers that presented the token. */
  sessions: OperatorSessions;
  /** Also works behind trusted proxies. */
  visitorOf: FindVisitor;
  /** Wrong tokens, by visitor. */
  tries: TokenTries;
  /** Whether the request comes from another web process of this database, which has checked it already. */
  isPeer?(request: Pick<IncomingMessage, 'headers'>): boolean;
}

export const RUN_STATUSES = ['running', 'finished', 'failed'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export interface BenchmarkProgress {
  /** Episodes. */
  done: number;
  total: number;
  status: RunStatus;
  reports: EvalReport[] | null;
  /** An error message, if it failed. */
  fault: string | null;
}

/** Recomputes a game's benchmark in the background, one run at a time. */
export interface BenchmarkService {
  latest(game: GameRef): Promise<EvalReport[]>;
  /** Returns the run's id; if the game's benchmark is already being computed, that run's id. */
  recompute(game: GameRef): Promise<string>;
  progress(runId: string): Promise<BenchmarkProgress | null>;
  /** Creates and stores a report. Returns its id, which also identifies its progress. */
  report(order: ReportOrder): Promise<string>;
  store: ReportStore;
}

export interface Caller {
  /** For rate limits: the visitor's address, or for IPv6 the /64 network. */
  address: string;
  isOperator: boolean;
  /** Presented the operator's token. False on loopback if none is needed. */
  showedOperator: boolean;
  /** The browser's cookies, by name, including tokens of seats and tables. */
  cookies: ReadonlyMap<string, string>;
  /** A program's credential: `Authorization: Bearer <token>`. */
  bearer: string | null;
  /** Reached over https, so cookies can be restricted to https. */
  isSecure: boolean;
}

export interface Context {
  shared: SharedServices;
  caller: Caller;
  /** Bytes of replays left for this request's responses, shared by all calls of a batch. */
  room: { bytes: number };
  /** Adds a Set-Cookie header to the response. */
  setCookie(cookie: string): void;
}
