import type { ControlCommand, MatchRecord } from '~/store/event-store';
import { type Answer, answered, refused } from './answer';
import type { Services } from './services';

export type ControlRefusal = 'unknown_match' | 'match_over' | 'not_paused';

const WHY: Record<ControlRefusal, (matchId: string) => string> = {
  unknown_match: (matchId) => `There is no match "${matchId}".`,
  match_over: () => 'This match is over; it can be replayed, not steered.',
  not_paused: () => 'Only a paused match can be stepped: pause it first.',
};

/** Hands an operator's command to whoever runs the match. */
export async function controlMatch(
  services: Pick<Services, 'store'>,
  matchId: string,
  command: ControlCommand,
): Promise<Answer<MatchRecord, ControlRefusal>> {
  const answer = await services.store.command(matchId, command);
  if (!answer.ok) return refused(answer.code, WHY[answer.code](matchId));
  const match = await services.store.get(matchId);
  return match ? answered(match) : refused('unknown_match', WHY.unknown_match(matchId));
}
