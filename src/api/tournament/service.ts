/** Use cases of the tournament procedures: cards, details with standings, previews of plans, and the operator's actions. */
import type { ServerResponse } from 'node:http';
import { stringify } from 'yaml';
import type { z } from 'zod';
import type { Answer } from '~/match/answer';
import { allOf } from '~/store/tournaments/open-fixtures';
import type { TournamentPlan, TournamentRecord } from '~/store/tournaments/tournament';
import { cancelTournament, joinLeague, leaveLeague, pauseTournament, resumeTournament, retryFailed } from '~/tournament/control-tournament';
import { createTournament, faultsOfFile } from '~/tournament/create-tournament';
import { demoLeagues } from '~/tournament/demo-league';
import { whoIsMissing } from '~/tournament/fits-pin';
import { readPlanInWorker } from '~/tournament/plan-in-worker';
import { faultText, type ToldFault } from '~/tournament/plan-text';
import { isSealed } from '~/tournament/sealed/sealed-standings';
import { standingsCsv } from '~/tournament/standings-csv';
import { inviteToSeat } from '~/tournament/tend-tables';
import type { Context, SharedServices } from '../context';
import { type ErrorCode, orRefuse, Refusal } from '../errors';
import { linkCard } from '../table/service';
import type { OneTimeLink } from '../table/types';
import { inTurn } from '../trpc';
import { fixtureCards, tournamentCard, tournamentCards } from './cards';
import { estimate } from './estimate';
import type { fixturesInput, inviteInput, joinInput, leaveInput, steerInput, tournamentListInput } from './inputs';
import { meetingsOf } from './meetings';
import type { Reading } from './standings-cache';
import type {
  FixturePage,
  Leader,
  MatchOfTournament,
  MeetingCard,
  PlanFault,
  PlanPreview,
  SeasonNote,
  TournamentCard,
  TournamentSheet,
} from './types';

/** Approximate size of a fixture as JSON. */
const BYTES_OF_FIXTURE = 700;

export async function listTournaments(
  { services: { store } }: SharedServices,
  { cursor, limit }: z.output<typeof tournamentListInput>,
): Promise<{ items: TournamentCard[]; nextCursor: string | null }> {
  const page = await store.tournaments.list({ limit, ...(cursor && { cursor }) });
  return { items: await tournamentCards(store, page.items), nextCursor: page.nextCursor };
}

export async function listDemos({ services: { store } }: SharedServices): Promise<TournamentCard[]> {
  const records = await demoLeagues(store);
  return tournamentCards(store, records);
}

/** Separate from the list, because computing standings would delay it. */
export async function leaderOf(ctx: Context, id: string, signal?: AbortSignal): Promise<Leader | null> {
  const { standings } = await readingOf(ctx, id, signal);
  const first = standings.rows.filter(({ rank }) => rank === 1);
  const [row] = first;
  if (!row || standings.counts.done === 0) return null;
  return { entrant: row.entrant, score: row.score, shared: first.length };
}

/** The standings may be cached. The call does not occupy the visitor's queue meanwhile. */
export async function showTournament(ctx: Context, id: string, signal?: AbortSignal): Promise<TournamentSheet> {
  const reading = await readingOf(ctx, id, signal);
  return inTurn(ctx, () => sheetOf(ctx.shared, reading), signal);
}

async function sheetOf(shared: SharedServices, { at, record, counts, standings, progress }: Reading): Promise<TournamentSheet> {
  return {
    card: tournamentCard(record, counts),
    plan: record.plan,
    entrants: record.entrants,
    stages: record.stages,
    standings,
    standingsAt: at.toISOString(),
    progress,
    season: await seasonOf(shared, record),
    code: record.code,
    missing: await whoIsMissing(shared.services, record),
    file: planFile(record.plan),
  };
}

/** Calls of one request share its byte allowance. */
export async function showFixtures({ shared, caller, room }: Context, input: z.output<typeof fixturesInput>): Promise<FixturePage> {
  if (!caller.isOperator && room.bytes <= 0)
    throw new Refusal('too_large', 'This batch asks for more schedules than one response can hold. Send the rest in separate requests.');
  const page = await fixturePage(shared, input);
  room.bytes -= page.items.length * BYTES_OF_FIXTURE;
  return page;
}

async function fixturePage(shared: SharedServices, input: z.output<typeof fixturesInput>): Promise<FixturePage> {
  const { id, orders, cursor, limit, stage, entrant, pair, met, status } = input;
  const { tournaments } = shared.services.store;
  const record = await recordOf(shared, id);
  if (orders) {
    const found = await Promise.all(orders.map((order) => tournaments.fixture(id, order)));
    const known = found.filter((one) => one !== null);
    return { items: await fixtureCards(shared.services, record, known), next: null };
  }
  const filter = {
    ...(stage !== undefined && { stage }),
    ...(entrant !== undefined && { entrant }),
    ...(pair && { pair: { names: pair, met } }),
    ...(status && { status }),
  };
  const found = await tournaments.fixtures(id, filter, { limit: limit + 1, ...(typeof cursor === 'number' && { after: cursor }) });
  const items = await fixtureCards(shared.services, record, found.slice(0, limit));
  return { items, next: found.length > limit ? (items.at(-1)?.order ?? null) : null };
}

/** For a bracket: all meetings so far. */
export async function showMeetings(shared: SharedServices, id: string): Promise<MeetingCard[]> {
  const record = await recordOf(shared, id);
  const { store } = shared.services;
  return meetingsOf(record, await store.tournaments.fixtures(id), await isSealed(store, record));
}

/** The result of a file, or its errors. */
/** Maximum file size for strangers; the operator's may be larger. */
const MOST_OF_STRANGERS = 8_192;

async function readFile(text: string, visitor: string | null) {
  const read = await readPlanInWorker(text, visitor);
  if (read === null) throw new Refusal('unavailable', 'Too many files are being read at the moment. Try again in a moment.');
  return read;
}

/** Parsed on a thread, where each visitor has a share. Only the work on this thread uses the visitor's queue. */
export async function previewPlan(ctx: Context, text: string, signal?: AbortSignal): Promise<PlanPreview> {
  const { shared, caller } = ctx;
  if (!caller.isOperator && text.length > MOST_OF_STRANGERS)
    throw new Refusal(
      'too_large',
      `Without the operator's token a file has at most ${MOST_OF_STRANGERS} characters; this one has ${text.length}.`,
    );
  const read = await readFile(text, caller.isOperator ? null : caller.address);
  return inTurn(ctx, () => previewOf(shared, read), signal);
}

async function previewOf({ services }: SharedServices, read: Awaited<ReturnType<typeof readFile>>): Promise<PlanPreview> {
  const faults = await faultsOfFile(services, read);
  if (!read.ok || faults.length > 0) return { ok: false, faults: faults.map(previewFault) };
  return { ok: true, plan: read.value, file: planFile(read.value), ...(await estimate(services.store.tournaments, read.value)) };
}

function previewFault({ path, line, why }: ToldFault): PlanFault {
  return { path: path === '' ? null : path, why: line === null ? why : `line ${line}: ${why}` };
}

export async function startTournament(shared: SharedServices, text: string): Promise<{ id: string }> {
  const read = await readFile(text, null);
  const faults = await faultsOfFile(shared.services, read);
  if (!read.ok || faults.length > 0) throw new Refusal('bad_input', faultText(faults));
  const { id } = orRefuse(await createTournament(shared.services, read.value));
  shared.services.log.info({ tournamentId: id }, 'a tournament begins');
  return { id };
}

export async function steerTournament(shared: SharedServices, { id, command }: z.output<typeof steerInput>): Promise<{ id: string }> {
  const done: Answer<unknown, ErrorCode> = await STEERS[command](shared.services, id);
  orRefuse(done);
  return { id };
}

const STEERS = { pause: pauseTournament, resume: resumeTournament, cancel: cancelTournament, retry: retryFailed };

export async function joinTournament(shared: SharedServices, { id, ...who }: z.output<typeof joinInput>): Promise<{ id: string }> {
  orRefuse(await joinLeague(shared.services, id, who));
  return { id };
}

export async function leaveTournament(shared: SharedServices, { id, name }: z.output<typeof leaveInput>): Promise<{ id: string }> {
  orRefuse(await leaveLeague(shared.services, id, name));
  return { id };
}

/** For a person who plays: the link that opens their seat. */
export async function inviteTo(shared: SharedServices, { id, order, seat }: z.output<typeof inviteInput>): Promise<OneTimeLink> {
  return linkCard(orRefuse(await inviteToSeat(shared.services, id, { order, seat })));
}

/** null for a match outside of tournaments. */
export async function tournamentOfMatch({ services: { store } }: SharedServices, matchId: string): Promise<MatchOfTournament | null> {
  const found = await store.tournaments.fixtureOf(matchId);
  const record = found && (await store.tournaments.get(found.tournamentId));
  if (!record) return null;
  const [match, fixture] = [await store.get(matchId), await store.tournaments.fixture(record.id, found.order)];
  const counts = await store.tournaments.counts(record.id);
  return {
    tournamentId: record.id,
    name: record.plan.name,
    order: found.order,
    total: allOf(counts),
    status: fixture?.status ?? 'waiting',
    hasBegun: match !== null,
    sealed: match?.season?.sealed === true,
  };
}

/** The page's figures with all digits (two for an open season). For everyone who may see the page. */
export async function sendStandings(ctx: Context, id: string, response: ServerResponse): Promise<void> {
  const { standings } = await readingOf(ctx, id);
  const csv = await inTurn(ctx, () => Promise.resolve(standingsCsv(standings)));
  response.writeHead(200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="mandi-tournament-${id}.csv"`,
    'Cache-Control': 'no-store',
  });
  response.end(csv);
}

async function seasonOf({ services }: SharedServices, { seasonId }: TournamentRecord): Promise<SeasonNote | null> {
  const season = seasonId === null ? null : await services.store.seasons.get(seasonId);
  return season && { id: season.id, keyHash: season.keyHash, key: season.closedAt === null ? null : season.key };
}

async function recordOf({ services }: SharedServices, id: string): Promise<TournamentRecord> {
  const record = await services.store.tournaments.get(id);
  if (!record) throw new Refusal('unknown_tournament', `There is no tournament "${id}".`);
  return record;
}

/** One at a time per visitor, in a queue of their own: whoever asks for more tables than are cached has each of them computed. */
async function readingOf({ shared, caller }: Context, id: string, signal?: AbortSignal): Promise<Reading> {
  const read = () => shared.standings.read(id);
  const reading = await (caller.isOperator ? read() : shared.standingTurns.inTurn(caller.address, read, signal));
  if (!reading) throw new Refusal('unknown_tournament', `There is no tournament "${id}".`);
  return reading;
}

/** The plan as a file from which `mandi tournament run` reads the same plan. */
export function planFile(whole: TournamentPlan): string {
  const { entrants, demo: _, wideSeeds: __, ...plan } = whole; // these cannot be set in a file
  const listed = entrants.map(({ name, agent, owner }) => ({
    ...(agent === null ? { person: name } : { name, agent }),
    ...(owner !== null && { owner }),
  }));
  return stringify({ ...plan, entrants: listed }, { lineWidth: 0 });
}
