/** The public data of tournaments and their matches. */
import type { Services } from '~/match/services';
import { noFixtures } from '~/store/tournaments/open-fixtures';
import type { FixtureCounts, FixtureRecord, TournamentRecord } from '~/store/tournaments/tournament';
import { isSealed } from '~/tournament/sealed/sealed-standings';
import type { FixtureCard, TournamentCard } from './types';

export function tournamentCard(record: TournamentRecord, counts: FixtureCounts): TournamentCard {
  const { plan } = record;
  return {
    id: record.id,
    name: plan.name,
    format: plan.format,
    kind: plan.kind,
    isDemo: plan.demo === true,
    status: record.status,
    ruleset: plan.game,
    version: plan.version,
    tasks: plan.tasks,
    range: plan.source.range,
    entrants: record.entrants.filter(({ isNull, left }) => !isNull && left === null).length,
    counts,
    fault: record.fault,
    createdAt: record.createdAt.toISOString(),
    finishedAt: record.finishedAt?.toISOString() ?? null,
  };
}

export async function tournamentCards(
  { tournaments }: Pick<Services['store'], 'tournaments'>,
  records: readonly TournamentRecord[],
): Promise<TournamentCard[]> {
  const counts = await tournaments.countsOf(records.map(({ id }) => id));
  return records.map((record) => tournamentCard(record, counts.get(record.id) ?? noFixtures()));
}

/** Matches of a schedule; for those in progress when their tournament was cancelled, also the match's status. */
export async function fixtureCards(
  { store }: Pick<Services, 'store'>,
  record: TournamentRecord,
  fixtures: readonly FixtureRecord[],
): Promise<FixtureCard[]> {
  const sealed = await isSealed(store, record);
  return Promise.all(
    fixtures.map(async (fixture) => {
      const wasBegun = fixture.status === 'cancelled' && fixture.startedAt !== null;
      const isSeries = record.plan.series !== undefined;
      return fixtureCard(fixture, { sealed, isSeries, matchStatus: wasBegun ? await statusOf(store, fixture.matchId, isSeries) : null });
    }),
  );
}

async function statusOf(store: Services['store'], id: string, isSeries: boolean): Promise<FixtureCard['matchStatus']> {
  const match = isSeries ? (await store.series.matches(id)).at(-1) : await store.get(id);
  return match?.status ?? null;
}

/** Omits the log's hash, with which seeds could be tested. In a sealed world, omits scores too. */
export function fixtureCard(
  { result, startedAt, finishedAt, ...fixture }: FixtureRecord,
  { matchStatus = null, sealed = false, isSeries = false }: Partial<Pick<FixtureCard, 'matchStatus' | 'sealed' | 'isSeries'>> = {},
): FixtureCard {
  return {
    ...fixture,
    isSeries,
    matchStatus,
    sealed,
    scores: result && !sealed ? Object.fromEntries(result.seats.map(({ seat, score }) => [seat, score])) : null,
    origins: Object.fromEntries((result?.seats ?? []).flatMap(({ seat, origins }) => (origins ? [[seat, origins]] : []))),
    efficiency: sealed ? null : (result?.efficiency ?? null),
    unrated: result?.unrated ?? false,
    startedAt: startedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
