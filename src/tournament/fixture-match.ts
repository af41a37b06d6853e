/** A fixture's match: made once under the id that was chosen for it, whoever begins it and however often. */
import { answered } from '~/match/answer';
import { drawUp, type MatchRequest, OPEN_SEAT } from '~/match/open-match';
import type { Services } from '~/match/services';
import { giveHost } from '~/match/table/open-table';
import type { MatchRecord, NewMatch } from '~/store/event-store';
import { seedOfWorld } from './seed-of-world';
import type { FixtureRecord, TournamentRecord } from './tournament';

/** Retries of a fixture are further plays of its world. */
const PLAYS_A_FIXTURE = 1_000_000;

type MatchServices = Pick<Services, 'store' | 'audience' | 'agents'>;

/** Throws where the plan makes no match, which creating the tournament has ruled out. */
export async function matchOf(
  services: MatchServices,
  { tournament, fixture, seasonKey }: { tournament: TournamentRecord; fixture: FixtureRecord; seasonKey: string | null },
): Promise<MatchRecord> {
  const known = await services.store.get(fixture.matchId);
  if (known) return known;
  const { plan } = tournament;
  const drawn = drawUp(requestOf(tournament, fixture, seedOfWorld(plan, fixture.world, seasonKey)), playersOf(fixture));
  if (!drawn.ok) throw new Error(drawn.why);
  const match: NewMatch = { ...drawn.value.match, id: fixture.matchId, ...ratedAs(tournament, fixture) };
  try {
    const created = await services.store.create(match, drawn.value.opening);
    if (!created.hosted) return created;
    const hosted = await giveHost(services, created.id, { kind: 'opened', detail: null });
    return hosted.ok ? hosted.value.match : created;
  } catch (fault) {
    const other = await services.store.get(fixture.matchId); // somebody was quicker
    if (other) return other;
    throw fault;
  }
}

function requestOf({ plan }: TournamentRecord, { task, seats }: FixtureRecord, seed: number): MatchRequest {
  const { game, ruleset, judgeMode, options } = plan;
  const players = Object.fromEntries(seats.map(({ seat, player }) => [seat, player ?? OPEN_SEAT]));
  const visibility = plan.source.range === 'season' ? { visibility: 'public' as const } : {};
  return { game, ruleset, task, seed, judgeMode, options, policy: seats[0]?.player ?? '', seats: players, ...visibility };
}

/** They were named when they were pinned; an agent that was retired since plays on. */
function playersOf({ seats }: FixtureRecord) {
  return new Map(seats.flatMap(({ player }) => (player === null ? [] : [[player, answered(player)] as const])));
}

function ratedAs({ plan, seasonId }: TournamentRecord, { world, order, attempts }: FixtureRecord): Partial<NewMatch> {
  if (seasonId === null) return {};
  const season = { id: seasonId, index: plan.source.from + world };
  return { rated: true, season, seasonPlay: attempts * PLAYS_A_FIXTURE + order + 1 };
}
