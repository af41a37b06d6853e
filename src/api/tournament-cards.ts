/** Tournaments and their matches as anybody may know them. */
import type { Services } from '~/match/services';
import type { FixtureCounts, FixtureRecord, TournamentRecord } from '~/tournament/tournament';
import type { FixtureCard, TournamentCard } from './tournament-words';

export function tournamentCard(record: TournamentRecord, counts: FixtureCounts): TournamentCard {
  const { plan } = record;
  return {
    id: record.id,
    name: plan.name,
    format: plan.format,
    kind: plan.kind,
    status: record.status,
    ruleset: `${plan.game}/${plan.ruleset}`,
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
export function fixtureCards({ store }: Pick<Services, 'store'>, fixtures: readonly FixtureRecord[]): Promise<FixtureCard[]> {
  return Promise.all(
    fixtures.map(async (fixture) => {
      const wasBegun = fixture.status === 'cancelled' && fixture.startedAt !== null;
      return fixtureCard(fixture, wasBegun ? ((await store.get(fixture.matchId))?.status ?? null) : null);
    }),
  );
}

/** Without the hash of its log: whoever has it can try seeds against it. */
export function fixtureCard(
  { result, startedAt, finishedAt, ...fixture }: FixtureRecord,
  matchStatus: FixtureCard['matchStatus'] = null,
): FixtureCard {
  return {
    ...fixture,
    matchStatus,
    scores: result && Object.fromEntries(result.seats.map(({ seat, score }) => [seat, score])),
    origins: Object.fromEntries((result?.seats ?? []).flatMap(({ seat, origins }) => (origins ? [[seat, origins]] : []))),
    efficiency: result?.efficiency ?? null,
    unrated: result?.unrated ?? false,
    startedAt: startedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
