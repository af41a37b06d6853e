/** Use cases of matches: converts inputs, cards and refusals. */
import type { z } from 'zod';
import type { MatchCard } from '~/live/protocol';
import { controlMatch } from '~/match/control-match';
import { matchCard } from '~/match/match-card';
import { OPEN_SEAT } from '~/match/open-match';
import { forkMatch } from '~/match/table/fork-match';
import { openTable, type TableRequest } from '~/match/table/open-table';
import { requestAgain } from '~/match/table/request-again';
import { controlTable } from '~/match/table/steer-table';
import type { EventStore, MatchFilter, MatchRecord } from '~/store/event-store';
import { cursorOf, isLive } from '~/store/match-order';
import { findMatch } from '../access/find-match';
import { asHolder, asHost, keepToken } from '../access/seat-access';
import type { Context, SharedServices } from '../context';
import { orRefuse, Refusal } from '../errors';
import { type controlInput, type createInput, gameFilter, type listInput } from '../inputs';
import type { forkInput } from '../table/inputs';
import { tournamentCards } from '../tournament/cards';
import type { TournamentCard } from '../tournament/types';
import { asOperator } from '../trpc';
import { randomTrainSeed } from './any-seed';

/** With an open seat, the match waits in its lobby, and this browser is its host. */
export async function createMatch(ctx: Context, input: z.output<typeof createInput>): Promise<MatchCard> {
  const { shared } = ctx;
  const { match, token } = orRefuse(await openTable(shared.services, requestOf(input, await seatsPeople(shared, input))));
  if (token === null) shared.run(match.id);
  else keepToken(ctx, { matchId: match.id, role: 'host', seat: null }, token);
  return matchCard(match);
}

/**
 * A branch with open seats waits in its lobby like any match, and this browser is its host. A branch from a seat's knowledge requires that
 * seat.
 */
export async function branchOff(ctx: Context, { id, seq = 1, seats, ...rest }: z.output<typeof forkInput>): Promise<MatchCard> {
  const { shared } = ctx;
  const origin = await findMatch(ctx, id);
  if (rest.as !== undefined && origin.visibility !== 'open') await asHolder(ctx, { matchId: id, role: 'seat', seat: rest.as });
  const { match, token } = orRefuse(await forkMatch(shared.services, { matchId: id, seq, seats, ...rest }));
  if (token === null) shared.run(match.id);
  else keepToken(ctx, { matchId: match.id, role: 'host', seat: null }, token);
  return matchCard(match);
}

/**
 * The same players and settings on another seed. Without people it starts immediately; otherwise their seats are open and this browser is
 * the host.
 */
export async function playAgain(ctx: Context, id: string): Promise<MatchCard> {
  const { services, run } = ctx.shared;
  const before = await findMatch(ctx, id);
  if (isLive(before)) throw new Refusal('match_running', 'This match is still running. Start a rematch when it is over.');
  const { match, token } = orRefuse(await openTable(services, withSeed(requestAgain(before))));
  if (token === null) run(match.id);
  else keepToken(ctx, { matchId: match.id, role: 'host', seat: null }, token);
  return matchCard(match);
}

/** Without people: a seed of the training range. With people: a secret seed. */
function withSeed(request: TableRequest): TableRequest {
  return Object.values(request.seats ?? {}).includes(OPEN_SEAT) ? request : { ...request, seed: randomTrainSeed() };
}

/** Open seats get a secret random world, policies alone one of the training range. */
function requestOf(
  { seed, visibility, seats, clockSeconds, options, ...rest }: z.output<typeof createInput>,
  isForPeople: boolean,
): TableRequest {
  const world = seed ?? (isForPeople ? undefined : randomTrainSeed());
  return {
    ...rest,
    ...(world !== undefined && { seed: world }),
    ...(visibility && { visibility }),
    ...(seats && { seats }),
    ...(clockSeconds !== undefined && { clockSeconds }),
    options,
  };
}

async function seatsPeople({ services }: SharedServices, { policy, seats }: z.output<typeof createInput>): Promise<boolean> {
  for (const name of new Set([policy, ...Object.values(seats ?? {})])) {
    if (name === OPEN_SEAT || (await services.agents?.person(name))) return true;
  }
  return false;
}

export interface MatchPage {
  items: MatchCard[];
  nextCursor: string | null;
  /** With `fold`: the tournaments of these matches, by match. */
  tournaments?: Record<string, TournamentCard>;
}

type MatchStore = Pick<EventStore, 'list' | 'tournaments'>;
type ListWish = z.output<typeof listInput>;

/** Only the operator's list includes private matches. */
export async function listMatches({ shared, caller }: Context, input: ListWish): Promise<MatchPage> {
  const { cursor, limit, direction: _, game, ruleset, version, among, fold = false, ...asked } = input;
  const people = among === 'people' && { people: true as const };
  const filter = { ...asked, ...gameFilter({ game, ruleset, version }), ...(!caller.isOperator && { isPrivate: false }), ...people };
  const { store } = shared.services;
  const late = store.lately ?? store;
  if (fold || among === 'tournaments' || among === 'others') return siftMatches(late, filter, { cursor, limit, among, fold });
  const page = await late.list(filter, { cursor: cursor ?? undefined, limit });
  return { items: page.items.map(matchCard), nextCursor: page.nextCursor };
}

/** How many matches are read at a time, and at most for each row of a page. */
const SIFTED = 100;
const MOST_PER_ROW = 40;
/** A cursor also names the newest of the tournaments that earlier pages have shown. */
const MOST_NAMED = 12;

/** A page of a list that leaves matches out by their tournaments. It may be short where there are very many of these. */
async function siftMatches(
  store: MatchStore,
  filter: MatchFilter,
  { cursor, limit, among, fold }: Pick<ListWish, 'cursor' | 'limit' | 'among'> & { fold: boolean },
): Promise<MatchPage> {
  const [from, ...named] = cursor?.split('~') ?? [];
  const shown = new Set(fold ? named : []);
  const rows: { match: MatchRecord; tournament: string | undefined }[] = [];
  let next = from;
  let isMore = true;
  for (let seen = 0; isMore && rows.length < limit && seen < limit * MOST_PER_ROW; seen += SIFTED) {
    const page = await store.list(filter, { cursor: next, limit: SIFTED });
    const places = await store.tournaments.tournamentsOf(page.items.map(playedAs));
    isMore = page.nextCursor !== null;
    next = page.nextCursor ?? next;
    for (const match of page.items) {
      const tournament = places.get(playedAs(match));
      const isMeant = among === undefined || among === 'people' || (among === 'tournaments') === (tournament !== undefined);
      if (!isMeant || (tournament !== undefined && shown.has(tournament))) continue;
      if (rows.length === limit) {
        isMore = true;
        break;
      }
      rows.push({ match, tournament });
      if (fold && tournament !== undefined) shown.add(tournament);
      next = rows.length === limit ? cursorOf(match) : next;
    }
  }
  const nextCursor = isMore && next !== undefined ? [next, ...[...shown].slice(-MOST_NAMED)].join('~') : null;
  return { items: rows.map(({ match }) => matchCard(match)), nextCursor, ...(fold && { tournaments: await tournamentsOf(store, rows) }) };
}

/** Tournaments schedule a series as one. */
function playedAs({ id, series }: MatchRecord): string {
  return series?.id ?? id;
}

async function tournamentsOf(
  { tournaments }: MatchStore,
  rows: readonly { match: MatchRecord; tournament: string | undefined }[],
): Promise<Record<string, TournamentCard>> {
  const ids = [...new Set(rows.flatMap(({ tournament }) => tournament ?? []))];
  const records = (await Promise.all(ids.map((id) => tournaments.get(id)))).filter((one) => one !== null);
  const cards = new Map((await tournamentCards({ tournaments }, records)).map((card) => [card.id, card]));
  return Object.fromEntries(
    rows.flatMap(({ match, tournament }) => {
      const card = tournament === undefined ? undefined : cards.get(tournament);
      return card ? [[match.id, card] as const] : [];
    }),
  );
}

export async function getMatch(ctx: Context, id: string): Promise<MatchCard> {
  return matchCard(await findMatch(ctx, id));
}

/** The host controls a match that has one; otherwise the operator does. */
export async function steerMatch(ctx: Context, { id, command }: z.output<typeof controlInput>): Promise<MatchCard> {
  const { services } = ctx.shared;
  const { hosted } = await findMatch(ctx, id);
  if (!hosted) {
    asOperator(ctx);
    return matchCard(orRefuse(await controlMatch(services, id, command)));
  }
  await asHost(ctx, id);
  return matchCard(orRefuse(await controlTable(services, id, command)).match);
}
