import type { TableNote } from '~/store/table-store';
import { type Answer, answered, refused } from '../answer';
import type { Services } from '../services';

/** What was done at a table besides playing, oldest first: who joined, was removed, handed over; pauses, shocks, the clock. */
export async function tableLog(services: Pick<Services, 'store'>, matchId: string): Promise<Answer<TableNote[], 'unknown_match'>> {
  const match = await services.store.get(matchId);
  if (!match) return refused('unknown_match', `There is no match "${matchId}".`);
  return answered(await services.store.tables.notes(matchId));
}
