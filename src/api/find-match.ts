import type { MatchRecord } from '~/store/event-store';
import type { Desk } from './context';
import { Refusal } from './errors';

export async function findMatch(desk: Desk, id: string): Promise<MatchRecord> {
  const match = await desk.services.store.get(id);
  if (!match) throw new Refusal('unknown_match', `There is no match "${id}".`);
  return match;
}
