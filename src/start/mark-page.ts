import type { IncomingMessage } from 'node:http';
import { mayRead } from '~/api/access/find-match';
import type { Context, SharedServices } from '~/api/context';
import { matchCard } from '~/match/match-card';
import { matchTitle } from '~/store/match-types';

const IS_ID = /^[\w-]{1,64}$/;
const UNKNOWN = 'x-mandi-unknown';
const TITLE = 'x-mandi-title';
const HOSTED = 'x-mandi-hosted';

/**
 * Passes data from the store to the requested page in headers that a client cannot set: that a match, agent or
 * tournament does not exist and whether a match is made for people (`ui/frame/refuse-unknown`), and the tab's title
 * (`ui/frame/page-title`). `contextOf`: the caller, where needed.
 */
export async function markPage(request: IncomingMessage, shared: SharedServices, contextOf: () => Promise<Context>): Promise<void> {
  delete request.headers[UNKNOWN];
  delete request.headers[TITLE];
  delete request.headers[HOSTED];
  const [, place, segment, more] = PLACES.exec((request.url ?? '/').split('?', 1)[0] ?? '/') ?? [];
  if (segment === undefined || place === undefined) return;
  const id = decodeURIComponent(segment);
  // If the database is unavailable, the page itself says so.
  const title =
    place === 'matches'
      ? await markMatch(request, { id, isAlone: more === '' }, { shared, contextOf })
      : await markNamed(request, { place, id }, shared);
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
  if (!waits) request.headers[UNKNOWN] = '1';
  return null;
}

/** The title of an agent or a tournament. Pages with a name of their own below these addresses, such as /agents/new, ignore the mark. */
async function markNamed(
  request: IncomingMessage,
  { place, id }: { place: string; id: string },
  { services }: SharedServices,
): Promise<string | null> {
  const found =
    id.length > 200 ? null : await (place === 'agents' ? services.agents?.get(id) : services.store.tournaments.get(id))?.catch(away);
  if (found === AWAY || found === undefined) return null;
  if (found === null) request.headers[UNKNOWN] = '1';
  return found === null ? null : 'plan' in found ? found.plan.name : found.agent.title;
}

const AWAY = Symbol('the store did not answer');
const away = (): typeof AWAY => AWAY;
