import { breakOff } from '~/match/break-off';
import type { Services } from '~/match/services';
import { openOf } from '~/store/tournaments/open-fixtures';
import type { FixtureRecord, TournamentRecord } from '~/store/tournaments/tournament';
import { scheduled } from './create-tournament';
import { nextStage } from './draw-schedule';
import { seatsOfPlan } from './seats-of-plan';

/** A league without an end plays one stage per day. */
const DAY_MS = 24 * 3600 * 1000;

/** The result: fixtures are still open; a stage was scheduled; nobody can meet (yet); it has ended. */
export type Advance = 'open' | 'scheduled' | 'wait' | 'over';

type AdvanceServices = Pick<Services, 'store' | 'now'>;

/** When nothing is left to play, schedules the next stage of a running tournament or ends it. Any process may call it at any time. */
export async function advanceTournament(services: AdvanceServices, id: string, hurry = false): Promise<Advance> {
  const { tournaments } = services.store;
  if (openOf(await tournaments.counts(id)) > 0) return 'open';
  const record = await tournaments.get(id);
  if (record?.status !== 'running') return 'over';
  const known = await tournaments.fixtures(id);
  if (!hurry && !isDue(services, record, known)) return 'wait';
  const next = nextStage(record, known, seatsOfPlan(record.plan));
  if (next === 'wait') return 'wait';
  if (next === 'over') {
    await endTournament(services, record);
    return 'over';
  }
  await tournaments.schedule(id, record.stages, scheduled(record.plan, next));
  return 'scheduled';
}

/**
 * For a cancelled tournament: aborts matches and tables in progress, marks those that ended anyway as not counting, and reveals its key.
 * May be repeated, because another process may have stopped halfway, or created a match just afterwards.
 */
export async function closeCancelled(services: Services, record: TournamentRecord): Promise<void> {
  const broken = await services.store.tournaments.fixtures(record.id, { status: ['cancelled'] });
  const ended = `Its tournament ${record.status === 'failed' ? 'failed' : 'was cancelled'}`;
  for (const { matchId, startedAt } of broken) {
    if (startedAt === null) continue;
    for (const id of await endedMatches(services, record, { id: matchId, ended })) {
      await breakOff(services, id, `${ended}: the match was stopped and does not count.`);
      await noteTooLate(services, id, `${ended} before this match was over: it was played to its end, and counts in no standings.`);
    }
  }
  await closeTheSeason(services, record);
}

/** Starts no further match of a series. */
async function endedMatches(
  { store }: Services,
  { plan }: TournamentRecord,
  { id, ended }: { id: string; ended: string },
): Promise<string[]> {
  if (plan.series === undefined) return [id];
  await store.series.end(id, { status: 'failed', scores: null, fault: `${ended}.` });
  return (await store.series.matches(id)).map((match) => match.id);
}

/** Keeps what was played but makes it unrated. */
async function noteTooLate({ store, audience }: Services, matchId: string, why: string): Promise<void> {
  const noted = await store.tables.change(matchId, ({ status, fault }) =>
    status === 'finished' && fault === null ? { answer: true, rated: false, fault: why } : { answer: false },
  );
  if (noted?.answer) audience.card(noted.match);
}

/** Reveals the key once nothing more is played in its worlds. Screens that show them then ask again what they may see. */
async function closeTheSeason({ store }: Pick<Services, 'store'>, { id, seasonId }: TournamentRecord): Promise<void> {
  if (seasonId === null) return;
  await store.seasons.close(seasonId);
  await store.tournaments.tell(id);
}

async function endTournament(services: AdvanceServices, record: TournamentRecord): Promise<void> {
  await closeTheSeason(services, record); // first, so that if the process dies in between, the tournament is ended again
  await services.store.tournaments.setStatus(record.id, { from: ['running'], to: 'finished' });
}

function isDue({ now }: Pick<Services, 'now'>, { plan, stages }: TournamentRecord, known: readonly FixtureRecord[]): boolean {
  if (plan.format !== 'league' || plan.rounds !== null || stages === 0) return true;
  const begun = known.filter(({ stage }) => stage === stages - 1).flatMap(({ startedAt }) => startedAt?.getTime() ?? []);
  return begun.length === 0 || now() - Math.min(...begun) >= DAY_MS;
}
