import type { MatchRecord } from '~/store/event-store';
import type { NoteKind } from '~/store/match-types';
import type { TableNote } from '~/store/table-store';
import { type Answer, answered, refused } from '../answer';
import type { Services } from '../services';

/** Everything at a table except moves, oldest first: joins, removals, handovers, pauses, shocks, clock changes. */
export async function tableLog(services: Pick<Services, 'store'>, matchId: string): Promise<Answer<TableNote[], 'unknown_match'>> {
  const match = await services.store.get(matchId);
  if (!match) return refused('unknown_match', `There is no match "${matchId}".`);
  return answered(await services.store.tables.notes(matchId));
}

/** The host's actions that affect when or how long a seat can think. A scheduled shock stays secret. */
const TOLD = ['paused', 'resumed', 'extended', 'stepped', 'aborted'] as const satisfies readonly NoteKind[];

/** A host's action, as shown to players. */
export interface HostAct {
  /** ISO. */
  at: string;
  /** The turn and round in which it happened. */
  turn: number;
  round: number;
  /** `stepped`: the turn was closed early, even if seats had not moved. */
  kind: (typeof TOLD)[number];
  /** For `extended`: by how much, e.g. `30 s`. */
  detail: string | null;
}

/** Oldest first. Empty if the match has no host. */
export async function hostActs(services: Pick<Services, 'store'>, match: Pick<MatchRecord, 'id' | 'hosted'>): Promise<HostAct[]> {
  if (!match.hosted) return [];
  const notes = await services.store.tables.notes(match.id, { host: TOLD });
  return notes.flatMap(({ at, turn, round, kind, detail }) => {
    const told = TOLD.find((one) => one === kind);
    return told === undefined ? [] : [{ at: at.toISOString(), turn, round, kind: told, detail }];
  });
}
