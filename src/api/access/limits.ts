/** Limits per visitor, per minute unless stated otherwise. `MANDI_LIMITS` chooses a profile; some have their own settings. */
import type { SharedCounts } from '~/store/shared-counts';
import { explainTurns } from '../match/explain';
import { CostlyTurns, rateLimit } from './rate-limit';
import { TokenTries } from './token-tries';

const A_MINUTE = 60_000;
const A_DAY = 24 * 60 * A_MINUTE;

export interface Limits {
  creations: number;
  /** Seats claimed and links redeemed, at one table. */
  claims: number;
  /** The same over all tables. */
  claimsInAll: number;
  /** Per seat or host token. */
  submits: number;
  guesses: number;
  /** Distinct wrong tokens, over all endpoints. */
  tokenTries: number;
  /** Distinct matches explained. */
  explanations: number;
  /** Explanations waiting while one is computed. */
  explaining: number;
  readings: number;
  /** Whole replays, and pages of a replay. */
  replays: number;
  /** Pictures of matches that must be drawn. */
  pictures: number;
  /** Bytes of replays in one response, over all calls of a batch. The rest is on further pages. */
  replayBytes: number;
  votes: number;
  /** Duels decided, per day. */
  votesADay: number;
  /** Expensive calls waiting while one runs. Files have the same number of slots. */
  waiting: number;
  /** Web pages, not counting scripts and styles. */
  pages: number;
  /** Web pages rendered concurrently. */
  pagesAtOnce: number;
  /** Concurrent live connections. */
  sockets: number;
  /** Calls per request. */
  batch: number;
}

export const USUAL_LIMITS: Limits = {
  creations: 120,
  claims: 160, // sixty people at a 64-seat table, some of them twice
  claimsInAll: 400,
  submits: 240,
  guesses: 240,
  tokenTries: 20,
  explanations: 20,
  explaining: 4, // matches at four tables that ended together, behind one address
  readings: 600,
  replays: 240,
  pictures: 30, // a chat with a few links; cached pictures are not counted
  replayBytes: 4 * 1024 * 1024,
  votes: 120, // sixty people behind one address: a draw and a vote each
  votesADay: 2_000, // so that nobody's alone are among those that are kept
  waiting: 400, // sixty people behind one address, each with all concurrent calls of a screen
  pages: 3000,
  pagesAtOnce: 8,
  sockets: 200,
  batch: 20,
};

const NO_LIMIT = 1_000_000;

/** For load tests, on loopback only, where all requests come from one address. */
export const LOAD_TEST_LIMITS: Limits = {
  creations: NO_LIMIT,
  claims: NO_LIMIT,
  claimsInAll: NO_LIMIT,
  submits: NO_LIMIT,
  guesses: NO_LIMIT,
  tokenTries: NO_LIMIT,
  explanations: NO_LIMIT,
  explaining: NO_LIMIT,
  readings: NO_LIMIT,
  replays: NO_LIMIT,
  pictures: NO_LIMIT,
  replayBytes: 4 * 1024 * 1024,
  votes: NO_LIMIT,
  votesADay: NO_LIMIT,
  waiting: NO_LIMIT,
  pages: NO_LIMIT,
  pagesAtOnce: NO_LIMIT,
  sockets: NO_LIMIT,
  batch: 100,
};

/** The usual limits with the given changes; undefined ones are ignored. */
export function withLimits(given: Partial<Limits> = {}, usual: Limits = USUAL_LIMITS): Limits {
  return { ...usual, ...Object.fromEntries(Object.entries(given).filter(([, most]) => most !== undefined)) };
}

/** Claims, wrong cookies and a day's votes are counted over all web processes. Other limits are per process, because they protect that process. */
export function sharedLimits(limits: Limits, counts: SharedCounts) {
  return {
    creations: rateLimit(limits.creations, A_MINUTE),
    claims: rateLimit(limits.claims, A_MINUTE, { name: 'claim', counts }),
    claimsInAll: rateLimit(limits.claimsInAll, A_MINUTE, { name: 'claims', counts }),
    submits: rateLimit(limits.submits, A_MINUTE),
    explanations: rateLimit(limits.explanations, A_MINUTE),
    explained: rateLimit(1, A_MINUTE),
    explainTurns: explainTurns(limits.explaining),
    readings: rateLimit(limits.readings, A_MINUTE),
    replays: rateLimit(limits.replays, A_MINUTE),
    pictures: rateLimit(limits.pictures, A_MINUTE),
    replayBytes: limits.replayBytes,
    votes: rateLimit(limits.votes, A_MINUTE),
    votesADay: rateLimit(limits.votesADay, A_DAY, { name: 'votes', counts }),
    guesses: rateLimit(limits.guesses, A_MINUTE, { name: 'guess', counts }),
    wrongCookies: new TokenTries(limits.guesses, { shared: { name: 'cookie', counts } }),
    costly: new CostlyTurns(limits.waiting),
    standingTurns: new CostlyTurns(limits.waiting),
    seatTurns: new CostlyTurns(limits.waiting),
  };
}
