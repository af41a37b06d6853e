import { MatchFeeds } from '~/live/match-feed';
import { gameOf } from '~/match/load-match';
import type { Services } from '~/match/services';
import { CostlyTurns, rateLimit } from '../access/rate-limit';
import { TokenTries } from '../access/token-tries';
import type { Context } from '../context';
import { explainTurns } from '../match/explain';
import { StandingsCache } from '../tournament/standings-cache';
import { NO_RUNS } from '../training/runs';

/** For tests: a caller without any rights. */
export function strangerAt(services: Services): Context {
  const limit = rateLimit(1_000_000, 60_000);
  const feeds = new MatchFeeds({ store: services.store, gameOf, keep: 100 });
  const limits = {
    creations: limit,
    claims: limit,
    claimsInAll: limit,
    replays: limit,
    pictures: limit,
    readings: limit,
    explanations: limit,
    explained: limit,
  };
  const shared = {
    services,
    feeds,
    standings: new StandingsCache(services),
    training: NO_RUNS,
    explainTurns: explainTurns(4),
    costly: new CostlyTurns(400),
    standingTurns: new CostlyTurns(400),
    seatTurns: new CostlyTurns(400),
    wrongCookies: new TokenTries(240),
    ...limits,
  };
  const caller = { address: '192.0.2.1', isOperator: false, showedOperator: false, cookies: new Map(), bearer: null, isSecure: false };
  return { shared, caller, room: { bytes: Number.POSITIVE_INFINITY }, setCookie() {} } as unknown as Context;
}
