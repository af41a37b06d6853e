import type { MatchRecord } from '~/store/event-store';
import type { TableChange } from '~/store/table-store';
import { type Answer, type Refused, refused } from '../answer';
import type { Services } from '../services';

/** What the use cases of a table need. */
export type TableServices = Pick<Services, 'store' | 'audience' | 'agents'>;

/** What a use case changes on a table; applied completely or not at all. */
export type Deed<T> = Omit<TableChange<T>, 'answer'> & { value: T };

/** Decides on the current match, stores the decision, and announces it. */
export async function changeTable<T extends object, Code extends string>(
  services: TableServices,
  matchId: string,
  decide: (match: MatchRecord) => Deed<T> | Refused<Code>,
): Promise<Answer<T & { match: MatchRecord }, Code | 'unknown_match'>> {
  const changed = await services.store.tables.change<Answer<T, Code>>(matchId, (match) => {
    const deed = decide(match);
    if ('ok' in deed) return { answer: deed };
    const { value, ...change } = deed;
    return { ...change, answer: { ok: true, value } };
  });
  if (!changed) return refused('unknown_match', `There is no match "${matchId}".`);
  const { answer, match } = changed;
  if (!answer.ok) return answer;
  services.audience.card(match);
  return { ok: true, value: { ...answer.value, match } };
}
