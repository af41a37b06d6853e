import type { IncomingMessage } from 'node:http';
import { mayRead } from '~/api/access/find-match';
import type { Context, SharedServices } from '~/api/context';
import { matchCard } from '~/match/match-card';
import { matchTitle } from '~/store/match-types';

const IS_ID = /^[\w-]{1,64}$/;
const UNKNOWN_MATCH = 'x-mandi-unknown-match';
const TITLE = 'x-mandi-title';
const HOSTED = 'x-mandi-hosted';

/**
 * Passes data from the store to the requested page in headers that a client cannot set: that a match does not exist
 * (`ui/match/refuse-unknown-match`), that it is made for people, and the tab's title (`ui/frame/page-title`). `contextOf`: the caller,
 * where needed.
 */
export async function markPage(request: IncomingMessage, shared: SharedServices, contextOf: () => Promise<Context>): Promise<void> {
  delete request.headers[UNKNOWN_MATCH];
  delete request.headers[TITLE];
  delete request.headers[HOSTED];
  const [, place, segment, more] = PLACES.exec((request.url ?? '/').split('?', 1)[0] ?? '/') ?? [];
  if (segment === undefined || place === undefined) return;
  const id = decodeURIComponent(segment);
  // If the database is unavailable, the page itself says so.
  const title =
    place === 'matches' ? await markMatch(request, { id, isAlone: more === '' }, { shared, contextOf }) : await named(shared, place, id);
  if (title !== null && title !== '') request.headers[TITLE] = encodeURIComponent(title);
}

const PLACES = /^\/(matches|agents|rankings\/tournaments)\/([^/]+)(\/|$)/;

/**
 * No title for a match that does not exist or that the caller may not see. The page of a scheduled tournament match says that it is
 * waiting.
 */
async function markMatch(
  request: IncomingMessage,
  { id, isAlone }: { id: string; isAlone: boolean },
  { shared, contextOf }: { shared: SharedServices; contextOf: () => Promise<Context> },
): Promise<string | null> {
  const { store } = shared.services;
  const match = IS_ID.test(id) ? await store.get(id).catch(() => 'away' as const) : null;
  if (match === 'away') return null;
  const isHidden = match?.isPrivate !== false && !(await mayRead(await contextOf(), match ?? { id, isPrivate: true }));
  if (match !== null && !isHidden) {
    if (match.hosted) request.headers[HOSTED] = '1';
    return matchTitle(matchCard(match).seats);
  }
  const waits = match === null && isAlone && IS_ID.test(id) && (await store.tournaments.fixtureOf(id).catch(() => true));
  if (!waits) request.headers[UNKNOWN_MATCH] = '1';
  return null;
}

async function named({ services }: SharedServices, place: string, id: string): Promise<string | null> {
  if (id.length > 200) return null;
  if (place !== 'agents') return (await services.store.tournaments.get(id).catch(() => null))?.plan.name ?? null;
  return (await services.agents?.get(id).catch(() => null))?.agent.title ?? null;
}
