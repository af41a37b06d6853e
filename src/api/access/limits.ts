/** How much one visitor may do, per minute unless it says otherwise. `MANDI_LIMITS` chooses a profile; some are settings of their own. */
import type { SharedCounts } from '~/store/shared-counts';
import { explainTurns } from '../match/explain';
import { CostlyTurns, rateLimit } from './rate-limit';
import { TokenTries } from './token-tries';

const A_MINUTE = 60_000;

export interface Limits {
  creations: number;
  /** Seats claimed and links redeemed, at one table. */
  claims: number;
  /** The same at all tables together. */
  claimsInAll: number;
  /** By seat or host token. */
  submits: number;
  guesses: number;
  /** Different wrong tokens, at all endpoints together. */
  tokenTries: number;
  /** Different matches that are explained. */
  explanations: number;
  /** Explanations that wait while one is worked out. */
  explaining: number;
  readings: number;
  /** Whole replays, and pages of one. */
  replays: number;
  /** Pictures of matches that have to be drawn. */
  pictures: number;
  /** Bytes of replays that one answer holds, all calls of a batch together; the rest is on further pages. */
  replayBytes: number;
  votes: number;
  /** Costly calls that wait while one is done; files have as many places. */
  waiting: number;
  /** Web pages; scripts and styles are not counted. */
  pages: number;
  /** Web pages that are made at the same time. */
  pagesAtOnce: number;
  /** Live connections at the same time. */
  sockets: number;
  /** Calls in one request. */
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
  pictures: 30, // a chat with a few links; one that is kept is not counted
  replayBytes: 4 * 1024 * 1024,
  votes: 120, // sixty people behind one address: a draw and a vote each
  waiting: 400, // sixty people behind one address, each with all that a screen asks at the same moment
  pages: 3000,
  pagesAtOnce: 8,
  sockets: 200,
  batch: 20,
};

const NO_LIMIT = 1_000_000;

/** For load tests, on loopback alone: everything a test's one address does. */
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
  waiting: NO_LIMIT,
  pages: NO_LIMIT,
  pagesAtOnce: NO_LIMIT,
  sockets: NO_LIMIT,
  batch: 100,
};

/** Without those that are left open. */
export function withLimits(given: Partial<Limits> = {}, usual: Limits = USUAL_LIMITS): Limits {
  return { ...usual, ...Object.fromEntries(Object.entries(given).filter(([, most]) => most !== undefined)) };
}

/** Claims are counted by all web processes together, the rest by each: those bound what one process has to do. */
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
    guesses: rateLimit(limits.guesses, A_MINUTE),
    wrongCookies: new TokenTries(limits.guesses),
    costly: new CostlyTurns(limits.waiting),
    seatTurns: new CostlyTurns(limits.waiting),
  };
}
