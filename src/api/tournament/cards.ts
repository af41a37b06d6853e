/** Tournaments and their matches as anybody may know them. */
import type { Services } from '~/match/services';
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

/** Matches of a schedule, with what became of those that cancelling met in play. */
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

/** Without the hash of its log: whoever has it can try seeds against it. Of a sealed world without scores, too. */
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
