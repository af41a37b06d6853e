/** Labels for tournaments on the command line. */

import { progressOf } from '~/api/tournament/progress';
import type { Progress } from '~/api/tournament/types';
import { nearest } from '~/lib/text/unknown-name';
import type { Services } from '~/match/services';
import { allOf, openOf } from '~/store/tournaments/open-fixtures';
import { type FixtureRecord, goesOn, type Standings, type TournamentPlan, type TournamentRecord } from '~/store/tournaments/tournament';
import { whoIsMissing } from '~/tournament/fits-pin';
import { onlyPeopleAreLeft } from '~/tournament/only-people-are-left';
import { isSealed } from '~/tournament/sealed/sealed-standings';
import { standingsInWorker } from '~/tournament/standings-in-worker';
import { countWithPeople } from '~/tournament/tend-tables';
import { withDatabase } from './database-services';
import { UsageError } from './exits';
import { oneLine } from './one-line';
import { textTable } from './text-table';
import { knownPlayers, peopleText, playersText } from './who-plays';

const LOOKED_AT = 200;
/** Maximum number in a list. */
const SHOWN = 50;
/** Minimum length of a shortened id; important because the command may cancel the tournament. */
const LEAST_LETTERS = 3;
/** Maximum number of ids in a sentence. */
const SOME = 3;

export interface TournamentStatusWords extends Progress {
  id: string;
  name: string;
  format: string;
  kind: string;
  status: string;
  fault: string | null;
  /** From its file: limits for all its agents together. */
  limits: TournamentPlan['limits'];
  /** Processes that can play its matches now. */
  workers: number;
  /** A sentence on who plays it or will; null if there is nothing to play, or it waits for people. */
  players: string | null;
  /** A sentence on who must join so that it can continue; null if nobody is missing. */
  missing: string | null;
  /** A sentence on where people find their seats; null if no people play, or it is over. */
  people: string | null;
  season: { id: string; keyHash: string; key: string | null } | null;
  /** The most frequent reason for failed matches; null if none failed. */
  failures: string | null;
}

/** The tournament with that id, or the only one with that prefix. */
export function withTournament<T>(id: string, work: (services: Services, record: TournamentRecord) => Promise<T>): Promise<T> {
  return withDatabase(async ({ services }) => work(services, await findTournament(services, id)));
}

export async function findTournament({ store }: Pick<Services, 'store'>, id: string): Promise<TournamentRecord> {
  const found = await store.tournaments.get(id);
  if (found) return found;
  const { items } = await store.tournaments.list({ limit: LOOKED_AT });
  const begun = items.filter((candidate) => candidate.id.startsWith(id));
  const enough = id.length >= LEAST_LETTERS;
  if (enough && begun.length === 1 && begun[0]) return begun[0];
  if (begun.length > 0) {
    const ids = begun.slice(0, SOME).map((candidate) => candidate.id);
    throw new UsageError(
      enough
        ? `several tournaments begin with "${id}": ${ids.join(', ')}`
        : `"${id}" is too short to identify a tournament: ${ids.join(', ')}`,
    );
  }
  if (items.length === 0)
    throw new UsageError(`there is no tournament "${id}", and none at all yet; start one with npx mandi tournament run FILE`);
  const ids = items.map((candidate) => candidate.id);
  const near = nearest(id, ids);
  const hint = near === null ? '' : ` (did you mean ${near}?)`;
  throw new UsageError(
    `there is no tournament "${id}"${hint}; the newest ${ids.length === 1 ? 'is' : 'are'} ${ids.slice(0, SOME).join(', ')}`,
  );
}

export async function statusOf(services: Services, { id }: TournamentRecord): Promise<TournamentStatusWords> {
  const { store } = services;
  const record = await store.tournaments.get(id);
  if (!record) throw new UsageError(`there is no tournament "${id}"`);
  const [counts, withPeople, ended, known] = await Promise.all([
    store.tournaments.counts(id),
    countWithPeople(services, record),
    store.tournaments.fixtures(id, { status: ['done', 'failed'] }),
    knownPlayers(services, record),
  ]);
  const isOpen = record.status === 'running' && openOf(counts) > 0 && !onlyPeopleAreLeft(counts, withPeople);
  const season = record.seasonId === null ? null : await store.seasons.get(record.seasonId);
  const { name, format, kind } = record.plan;
  return {
    id,
    name,
    format,
    kind,
    status: record.status,
    fault: record.fault,
    ...progressOf(record, ended, { counts, withPeople }),
    limits: record.plan.limits,
    workers: known.workers.length,
    players: isOpen ? playersText(known) : null,
    missing: await whoIsMissing({ store }, record),
    people: goesOn(record.status) ? peopleText(record, known) : null,
    season: season && { id: season.id, keyHash: season.keyHash, key: season.closedAt === null ? null : season.key },
    failures: mostFrequent(ended),
  };
}

export function statusText(status: TournamentStatusWords): string {
  const { counts, withPeople, total, neverDrawn, secondsLeft, cost, costLeft, tokens, season } = status;
  const played = `${counts.done} of ${total + neverDrawn} matches played, ${counts.playing} under way, ${counts.scoring > 0 ? `${counts.scoring} being scored, ` : ''}${counts.waiting} waiting`;
  const lines = [
    `${oneLine(status.name)} (${status.id}): ${status.format.replace('_', ' ')}, ${status.kind}, ${status.status}.`,
    `${played}${status.toCome > 0 ? `, ${status.mayBeMore ? 'at least ' : ''}${status.toCome} of later rounds` : ''}${counts.failed > 0 ? `, ${counts.failed} failed` : ''}${counts.cancelled > 0 ? `, ${counts.cancelled} cancelled` : ''}${neverDrawn > 0 ? `, ${neverDrawn} of later rounds never drawn` : ''}.`,
  ];
  if (status.failures !== null) lines.push(`Why matches failed: ${status.failures}`);
  const beside = withPeople === 0 ? '' : ', not counting matches that wait for people';
  if (secondsLeft !== null && status.workers > 0 && openOf(counts) > 0) lines.push(`About ${timeText(secondsLeft)} left${beside}.`);
  if (tokens > 0 || cost > 0)
    lines.push(
      `Spent: ${tokens} tokens, $${cost.toFixed(4)}${costLeft === null || costLeft === 0 ? '' : `; about $${costLeft.toFixed(4)} to come`}.`,
    );
  const limits = Object.entries(status.limits).flatMap(([what, most]) => (most === null ? [] : [`${what} ${most}`]));
  if (limits.length > 0) lines.push(`Limits: ${limits.join(', ')}; when one is reached, agents play their fallback.`);
  if (season) lines.push(`Season ${season.id}, hash of its key ${season.keyHash}${season.key === null ? '' : `, key ${season.key}`}.`);
  if (status.missing !== null) lines.push(status.missing);
  else if (status.players !== null) lines.push(status.players);
  if (withPeople > 0)
    lines.push(
      `${withPeople === 1 ? '1 match waits' : `${withPeople} matches wait`} for people, and no worker plays ${withPeople === 1 ? 'it' : 'them'}.`,
    );
  if (status.people !== null) lines.push(status.people);
  return lines.join('\n');
}

export async function standingsNow({ store }: Services, record: TournamentRecord): Promise<Standings> {
  const [fixtures, counts] = await Promise.all([store.tournaments.fixtures(record.id), store.tournaments.counts(record.id)]);
  return standingsInWorker(record, fixtures, counts, await isSealed(store, record));
}

export async function listAll({
  store,
}: Services): Promise<Pick<TournamentStatusWords, 'id' | 'name' | 'format' | 'kind' | 'status' | 'counts'>[]> {
  const { items } = await store.tournaments.list({ limit: SHOWN });
  return Promise.all(
    items.map(async ({ id, plan: { name, format, kind }, status }) => {
      return { id, name, format, kind, status, counts: await store.tournaments.counts(id) };
    }),
  );
}

export function listText(all: Awaited<ReturnType<typeof listAll>>): string {
  if (all.length === 0) return 'There is no tournament yet. Start one with npx mandi tournament run FILE.';
  return textTable(
    [
      { title: 'tournament', align: 'left', text: ({ id }) => id },
      { title: 'name', align: 'left', text: ({ name }) => oneLine(name) },
      { title: 'format', align: 'left', text: ({ format }) => format },
      { title: 'kind', align: 'left', text: ({ kind }) => kind },
      { title: 'status', align: 'left', text: ({ status }) => status },
      { title: 'played', align: 'right', text: ({ counts }) => `${counts.done}/${allOf(counts)}` },
    ],
    all,
  );
}

function timeText(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (seconds < 90) return whole === 1 ? '1 second' : `${whole} seconds`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} minutes` : `${(seconds / 3600).toFixed(1)} hours`;
}

function mostFrequent(ended: readonly FixtureRecord[]): string | null {
  const times = new Map<string, number>();
  for (const { status, fault } of ended) if (status === 'failed' && fault !== null) times.set(fault, (times.get(fault) ?? 0) + 1);
  return [...times].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}
