/** Advances tournaments without playing matches. Any process may call it at any time. */
import type { Services } from '~/match/services';
import { playsAs, sitsPeople } from '~/store/tournaments/tournament';
import type { TournamentStore } from '~/store/tournaments/tournament-store';
import { advanceTournament, closeCancelled } from './advance-tournament';
import { tendTables } from './tend-tables';

/** Maintains tables of people, starts stages and league days that are due, ends finished tournaments, and closes what was left open. */
export async function lookAtTournaments(services: Services): Promise<void> {
  const { tournaments } = services.store;
  for (const id of await tournaments.running()) {
    const record = await tournaments.get(id);
    if (record && (await tendTables(services, record)) > 0) await tournaments.tell(id);
    await advanceTournament(services, id);
  }
  for (const id of await tournaments.unclosed()) {
    const record = await tournaments.get(id);
    if (record) await closeCancelled(services, record);
  }
}

/** Whether a worker with this code would find a job. Tables of people, future days, and a demo league while someone plays do not count. */
export async function isAnythingToPlay(
  tournaments: Pick<TournamentStore, 'running' | 'get' | 'counts' | 'fixtures' | 'doesAnybodyPlay'>,
  code: string,
): Promise<boolean> {
  for (const id of await tournaments.running()) {
    const record = await tournaments.get(id);
    if (!record || !playsAs(record.code, code)) continue;
    if (record.plan.demo && (await tournaments.doesAnybodyPlay())) continue;
    const { waiting, playing, scoring } = await tournaments.counts(id);
    if (waiting + scoring > 0) return true;
    const open = playing > 0 ? await tournaments.fixtures(id, { status: ['playing'] }) : [];
    if (!open.every(sitsPeople)) return true;
  }
  return false;
}
