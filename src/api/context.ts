/** What a procedure is given: the process's services and what is known of the caller. */

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

/** Made once a process, by `server.ts`. */
export interface SharedServices {
  services: Services;
  feeds: MatchFeeds;
  access: Access;
  /** A token of this match may have been taken away: sockets that show a seat are asked for theirs again. */
  checkSeats(matchId: string): void;
  /** Plays a match's scripted seats in this process, until it ends or another process takes over. */
  run(matchId: string): void;
  benchmark: BenchmarkService;
  /** Datasets that screens ask for. */
  data: DataService;
  /** Training runs of this machine, imported ones and published ones. */
  training: TrainingRuns;
  /** Of tournaments, computed once for all who look on. */
  standings: StandingsCache;
  /** How the language models of this process are doing. */
  inference(): InferenceState | Promise<InferenceState>;
  creations: RateLimit;
  /** Seats claimed and links redeemed, by table and visitor. */
  claims: RateLimit;
  /** The same at all tables, by visitor. */
  claimsInAll: RateLimit;
  /** Turns and other wishes of a seat or host, by token. */
  submits: RateLimit;
  /** Matches explained, by address: each costs a solver's time. */
  explanations: RateLimit;
  /** One a minute, by address and match: the first counts as an explanation, the others are the same one. */
  explained: RateLimit;
  /** Those that take a thread's seconds now. */
  explainTurns: LongTurns<Explained>;
  /** What agents did in a match, by address. */
  readings: RateLimit;
  /** Frames of finished and running matches, by visitor. */
  replays: RateLimit;
  /** Pictures of matches that have to be drawn, in this process. */
  pictures: RateLimit;
  /** Of replays in one answer. */
  replayBytes: number;
  /** Duels drawn and decided, by address. */
  votes: RateLimit;
  /** Tokens shown that opened nothing, by address. */
  guesses: RateLimit;
  /** Cookies of seats and tables that open nothing, by address: each counts once a minute. */
  wrongCookies: TokenTries;
  /** What costs this thread milliseconds. */
  costly: CostlyTurns;
  /** The same for who holds a seat: a replay that somebody else at this address watches keeps no player waiting. */
  seatTurns: CostlyTurns;
  /** For the operator: how this server does; null: it has no database to look at. */
  operations: OperationsService | null;
  database: 'embedded' | 'server';
  version: string;
}

/** Who may do what on this address. */
export interface Access {
  /** Only this machine reaches the server and no token is set: everybody here is its operator. */
  loopback: boolean;
  isToken(candidate: string): boolean;
  /** Of browsers that showed the token. */
  sessions: OperatorSessions;
  /** Behind trusted proxies too. */
  visitorOf: FindVisitor;
  /** Wrong tokens, by visitor. */
  tries: TokenTries;
  /** Sent by another web process of this database, which has checked it. */
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
  /** A sentence, when it failed. */
  fault: string | null;
}

/** Recomputes a game's benchmark beside the match loop, one run at a time. */
export interface BenchmarkService {
  latest(game: GameRef): Promise<EvalReport[]>;
  /** The run's id; a game that is being computed answers with the run that goes on. */
  recompute(game: GameRef): Promise<string>;
  progress(runId: string): Promise<BenchmarkProgress | null>;
  /** Makes a report and keeps it; its id, under which it will be found and its progress asked. */
  report(order: ReportOrder): Promise<string>;
  store: ReportStore;
}

export interface Caller {
  /** For rate limits: the visitor's address, of IPv6 the /64 network. */
  address: string;
  isOperator: boolean;
  /** Showed the operator's token; on loopback nobody has to, and then this is false. */
  showedOperator: boolean;
  /** What the browser keeps of us, by name; tokens of seats and tables among it. */
  cookies: ReadonlyMap<string, string>;
  /** What a program shows: `Authorization: Bearer <token>`. */
  bearer: string | null;
  /** Reached by https, so that cookies need not travel otherwise. */
  isSecure: boolean;
}

export interface Context {
  shared: SharedServices;
  caller: Caller;
  /** What the answers of this request may still hold together of replays, in bytes: a batch has many calls. */
  room: { bytes: number };
  /** Adds a header to the answer (the operator's cookie). */
  setCookie(cookie: string): void;
}
