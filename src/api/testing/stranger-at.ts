import { MatchFeeds } from '~/live/match-feed';
import { gameOf } from '~/match/load-match';
import type { Services } from '~/match/services';
import type { Context } from '../context';
import { explainTurns } from '../explain-desk';
import { CostlyTurns, rateLimit } from '../rate-limit';
import { TokenTries } from '../token-tries';
import { TournamentShelf } from '../tournament-shelf';

/** For tests: a stranger at the doors of a server whose database is this store. */
export function strangerAt(services: Services): Context {
  const limit = rateLimit(1_000_000, 60_000);
  const feeds = new MatchFeeds({ store: services.store, gameOf, keep: 100 });
  const limits = { creations: limit, claims: limit, claimsInAll: limit, replays: limit, readings: limit, explanations: limit };
  const desk = {
    services,
    feeds,
    standings: new TournamentShelf(services),
    explainTurns: explainTurns(4),
    costly: new CostlyTurns(400),
    wrongCookies: new TokenTries(240),
    ...limits,
  };
  const caller = { address: '192.0.2.1', isOperator: false, showedOperator: false, cookies: new Map(), bearer: null, isSecure: false };
  return { desk, caller, room: { bytes: Number.POSITIVE_INFINITY }, setCookie() {} } as unknown as Context;
}
