/** Seasons: worlds that nobody can know beforehand. The key's hash is published when a season opens, the key when it closes. */
import { isOneOwner } from '~/agents/owner';
import type { MatchRecord } from '~/store/event-store';
import type { SeasonRecord } from '~/store/seasons/season-store';
import { type Answer, answered, refused } from './answer';
import { newMatchId } from './match-id';
import { drawUp, type MatchRequest, type OpenRefusal, playersOf } from './open-match';
import { keyHash, newSeasonKey, seedHexOf, seedOf } from './season';
import type { Services } from './services';

/** The public part of a season. */
export interface SeasonCard {
  id: string;
  keyHash: string;
  /** null until the season is closed. */
  key: string | null;
  openedAt: Date;
  closedAt: Date | null;
}

type SeasonServices = Pick<Services, 'store'>;

/** Creates a season with a random key. The key's hash may be published. */
export async function openSeason({ store }: SeasonServices): Promise<SeasonCard> {
  const key = newSeasonKey();
  return cardOf(await store.seasons.open({ id: newMatchId(), key, keyHash: keyHash(key) }));
}

/** Closes a season: no more of its worlds are played, and its key is revealed, so that anyone can verify them. */
export async function closeSeason({ store }: SeasonServices, id: string): Promise<Answer<SeasonCard, 'unknown_season' | 'bad_input'>> {
  const owner = await runningOwner({ store }, id);
  if (owner !== null) return refused('bad_input', `Season ${id} belongs to tournament ${owner} and closes with it.`);
  const season = await store.seasons.close(id);
  return season ? answered(cardOf(season)) : unknown(id);
}

/** All seasons, newest first. */
export async function listSeasons({ store }: SeasonServices): Promise<SeasonCard[]> {
  return (await store.seasons.list()).map(cardOf);
}

/** A match in the season's next world, or in the given one. Its seed is secret while it is played. */
export type RatedRequest = Omit<MatchRequest, 'seed' | 'seedHex' | 'visibility' | 'showcase'> & { season: string; index?: number };

export type RateRefusal = OpenRefusal | 'unknown_season' | 'season_closed' | 'world_used';

/** Creates a rated match. Each world of a season is played once, because its seed is known afterwards. */
export async function drawSeasonMatch(
  services: Pick<Services, 'store' | 'audience' | 'agents'>,
  request: RatedRequest,
): Promise<Answer<MatchRecord, RateRefusal>> {
  const { store, audience } = services;
  const { season: id, index: asked, ...rest } = request;
  const season = await store.seasons.get(id);
  if (!season) return unknown(id);
  const owner = await store.tournaments.ownerOfSeason(id);
  if (owner !== null) return refused('bad_input', `Season ${id} belongs to tournament ${owner}. Only its matches use the season's worlds.`);
  if (season.closedAt !== null) return refused('season_closed', `Season ${id} is closed and its key is public.`);
  const next = await store.seasons.nextWorld(id);
  const index = asked ?? next;
  if (index < next) return refused('world_used', `World ${index} of season ${id} was played or skipped; the next is ${next}.`);
  const world = { seed: seedOf(season.key, index), seedHex: seedHexOf(season.key, index) };
  const drawn = drawUp({ ...rest, ...world, visibility: 'public' }, await playersOf(services, rest));
  if (!drawn.ok) return drawn;
  const { match, opening } = drawn.value;
  if (match.hosted) return refused('bad_input', 'A rated match is played by policies: people at the table make it an exhibition.');
  const whose = await ownerTwice(services, match.seats);
  if (whose !== null) return refused('bad_input', `One owner’s agents never share a rated table: ${whose}.`);
  const created = await store.create({ ...match, rated: true, season: { id, index } }, opening);
  audience.card(created);
  return answered(created);
}

/**
 * Names an owner whose agents play two seats, e.g. `a-bot@1 in lab_0 and b-bot@2 in lab_1 are both Ada’s`; null if there is none. Agents
 * included with Mandi have no owner.
 */
async function ownerTwice({ agents }: Pick<Services, 'agents'>, seats: MatchRecord['seats']): Promise<string | null> {
  const sits: { owner: string; here: string }[] = [];
  for (const card of seats) {
    const listed = 'policy' in card && card.policy !== null ? await agents?.get(card.policy) : null;
    const owner = listed?.builtIn === false ? listed.agent.owner || listed.agent.name : '';
    if (!listed || owner.trim() === '') continue;
    const here = `${listed.ref} in ${card.seat}`;
    const other = sits.find((one) => isOneOwner(one.owner, owner));
    if (other) return `${other.here} and ${here} are both ${owner.trim()}’s`;
    sits.push({ owner, here });
  }
  return null;
}

async function runningOwner({ store }: SeasonServices, id: string): Promise<string | null> {
  const owner = await store.tournaments.ownerOfSeason(id);
  const tournament = owner === null ? null : await store.tournaments.get(owner);
  return tournament?.status === 'running' || tournament?.status === 'paused' ? tournament.id : null;
}

function unknown(id: string): { ok: false; code: 'unknown_season'; why: string } {
  return refused('unknown_season', `There is no season "${id}"; see npx mandi season list.`);
}

function cardOf({ id, keyHash: hash, key, openedAt, closedAt }: SeasonRecord): SeasonCard {
  return { id, keyHash: hash, key: closedAt === null ? null : key, openedAt, closedAt };
}
