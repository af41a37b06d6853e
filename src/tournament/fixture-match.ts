/** A fixture's match, created at most once under the id chosen for it. */
import type { GameEvent } from '~/contract/game';
import { replay } from '~/contract/game';
import { SeatGuards } from '~/engine/guards';
import { answered } from '~/match/answer';
import { leaseMsOf } from '~/match/keep-lease';
import { gameOf, type LoadedMatch } from '~/match/load-match';
import { drawUp, type MatchRequest, OPEN_SEAT } from '~/match/open-match';
import { secretSeed } from '~/match/season';
import { readSeries } from '~/match/series/open-series';
import type { Services } from '~/match/services';
import { giveHost } from '~/match/table/open-table';
import type { Lease, MatchRecord, NewMatch } from '~/store/event-store';
import { WHOLE_MATCH } from '~/store/match-types';
import type { SeriesRecord } from '~/store/series/series-store';
import { type FixtureRecord, sitsPeople, type TournamentRecord } from '~/store/tournaments/tournament';
import { dealsOwnWorlds, remembers } from './own-worlds';
import { seedHexOfWorld, seedOfWorld } from './seed-of-world';

/** Retries of a fixture count as further plays of its world. */
const PLAYS_A_FIXTURE = 1_000_000;

/** known: it already existed. new: this process created and holds it. */
export type FixtureMatch =
  | { kind: 'known'; match: MatchRecord }
  | { kind: 'new'; match: LoadedMatch; lease: Lease; opening: readonly GameEvent[]; seasonPlay: number };

export interface FixturePlace {
  tournament: TournamentRecord;
  fixture: FixtureRecord;
  seasonKey: string | null;
}

/** If an entrant remembers worlds, a retry after a failure uses another world. */
function worldOf({ plan, entrants }: TournamentRecord, { world, attempts, seats }: FixtureRecord): number {
  const met = entrants.some((one) => remembers(one) && seats.some(({ entrant }) => entrant === one.name));
  return dealsOwnWorlds(plan) && met ? world + attempts * PLAYS_A_FIXTURE : world;
}

/** Throws if the plan does not give a valid match; creating the tournament has checked this. */
export async function matchOf(services: Services, place: FixturePlace): Promise<FixtureMatch> {
  const { tournament, fixture, seasonKey } = place;
  const world = worldOf(tournament, fixture);
  // Plan and schedule tell everyone the seed of a published world, and with it what each seat keeps to itself.
  const seed = sitsPeople(fixture) ? secretSeed() : seedOfWorld(tournament.plan, world, seasonKey);
  const seedHex = seedHexOfWorld(tournament.plan, world, seasonKey);
  const drawn = drawUp({ ...requestOf(tournament, fixture, seed), seedHex }, playersOf(fixture));
  if (!drawn.ok) throw new Error(drawn.why);
  const match: NewMatch = { ...drawn.value.match, id: fixture.matchId, ...ratedAs(tournament, fixture) };
  return make(services, match, drawn.value.opening);
}

/** For plans whose meetings are series: the series under the fixture's id, created once, with its players in place. */
export async function seriesOf(services: Pick<Services, 'store'>, place: FixturePlace): Promise<SeriesRecord> {
  const { tournament, fixture, seasonKey } = place;
  const { plan } = tournament;
  const { series } = services.store;
  const known = await series.get(fixture.matchId);
  if (known) return known;
  const players = fixture.seats.map(({ player }) => player ?? '');
  const seed = seedOfWorld(plan, worldOf(tournament, fixture), seasonKey);
  const { game, version, judgeMode, options } = plan;
  const read = readSeries({ game, version, kind: plan.series, task: fixture.task, seed, judgeMode, options, players });
  if (!read.ok) throw new Error(read.why);
  try {
    return await series.create({ ...read.value, id: fixture.matchId, players });
  } catch (fault) {
    const other = await series.get(fixture.matchId);
    if (other) return other;
    throw fault;
  }
}

async function make(services: Services, match: NewMatch, opening: readonly GameEvent[]): Promise<FixtureMatch> {
  try {
    if (match.hosted) return { kind: 'known', match: await layTable(services, match, opening) };
    const { match: record, lease } = await services.store.createHeld(match, opening, leaseMsOf(services));
    const game = gameOf(record);
    return {
      kind: 'new',
      match: { record, game, state: replay(game, opening), guards: new SeatGuards(game, record.guards), head: opening.length },
      lease,
      opening,
      seasonPlay: match.seasonPlay ?? 0,
    };
  } catch (fault) {
    const known = await services.store.get(match.id);
    if (known) return { kind: 'known', match: known };
    throw fault;
  }
}

/** The host is the operator, who needs no token. */
async function layTable(services: Services, match: NewMatch, opening: readonly GameEvent[]): Promise<MatchRecord> {
  const created = await services.store.create(match, opening);
  const hosted = await giveHost(services, created.id, { kind: 'opened', detail: null });
  return hosted.ok ? hosted.value.match : created;
}

function requestOf({ plan }: TournamentRecord, { task, seats }: FixtureRecord, seed: number): MatchRequest {
  const { game, version, judgeMode, options } = plan;
  const players = Object.fromEntries(seats.map(({ seat, player }) => [seat, player ?? OPEN_SEAT]));
  const visibility = plan.source.range === 'season' ? { visibility: 'public' as const } : {};
  return { game, version, task, seed, judgeMode, options, policy: seats[0]?.player ?? '', seats: players, ...visibility };
}

/** Players were resolved when they were pinned. An agent retired since still plays. */
function playersOf({ seats }: FixtureRecord) {
  return new Map(seats.flatMap(({ player }) => (player === null ? [] : [[player, answered(player)] as const])));
}

/**
 * A program could see in one match which shocks strike in another match of the same world. So if programs or models take part, watchers see
 * nothing before the season is closed.
 */
function ratedAs(tournament: TournamentRecord, fixture: FixtureRecord): Partial<NewMatch> {
  const { plan, seasonId, entrants } = tournament;
  if (seasonId === null) return {};
  const { order, attempts } = fixture;
  const season = { id: seasonId, index: plan.source.from + worldOf(tournament, fixture) };
  const delayTurns = entrants.some(({ kind }) => kind === 'remote') ? WHOLE_MATCH : 0;
  return { rated: true, season, seasonPlay: attempts * PLAYS_A_FIXTURE + order + 1, delayTurns };
}
