import type { ControlCommand, MatchRecord } from '~/store/event-store';
import { type Answer, answered, refused } from './answer';
import type { Services } from './services';
import { changeTable, type TableServices } from './table/change-table';

export type ControlRefusal = 'unknown_match' | 'match_over' | 'not_paused' | 'not_started' | 'of_tournament';

const WHY: Record<ControlRefusal, (matchId: string) => string> = {
  unknown_match: (matchId) => `There is no match "${matchId}".`,
  match_over: () => 'This match is over. You can only replay it.',
  not_started: () => 'This match has not started. Its host starts it.',
  of_tournament: () => 'A tournament plays this match: pause the tournament.',
  not_paused: () => 'Only a paused match can be stepped: pause it first.',
};

/** Passes an operator's command to the process that runs the match. A lobby, which no process runs, can be aborted too. */
export async function controlMatch(
  services: TableServices & Pick<Services, 'now'>,
  matchId: string,
  command: ControlCommand,
): Promise<Answer<MatchRecord, ControlRefusal>> {
  if (command === 'pause' && (await isPlayedByWorkers(services, matchId))) return refused('of_tournament', WHY.of_tournament(matchId));
  const answer = await services.store.command(matchId, command);
  if (!answer.ok && answer.code === 'not_started' && command === 'abort') return abortLobby(services, matchId, null);
  if (!answer.ok) return refused(answer.code, WHY[answer.code](matchId));
  const match = await services.store.get(matchId);
  return match ? answered(match) : refused('unknown_match', WHY.unknown_match(matchId));
}

/** A paused match would occupy a worker's slot. Tables with people are not played by workers. */
async function isPlayedByWorkers({ store }: TableServices, matchId: string): Promise<boolean> {
  if (!(await store.tournaments.fixtureOf(matchId))) return false;
  return (await store.get(matchId))?.hosted === false;
}

/** Aborts a table whose match has not begun. */
export async function abortLobby(
  services: TableServices & Pick<Services, 'now'>,
  matchId: string,
  why: string | null,
): Promise<Answer<MatchRecord, ControlRefusal>> {
  const aborted = await changeTable<object, ControlRefusal>(services, matchId, ({ status }) => {
    if (status !== 'lobby') return refused('not_started', WHY.not_started(matchId));
    return { value: {}, status: 'aborted', finishedAt: new Date(services.now()), ...(why !== null && { fault: why }) };
  });
  return aborted.ok ? answered(aborted.value.match) : aborted;
}
