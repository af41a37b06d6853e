import type { MatchRecord } from '~/store/event-store';
import type { NoteKind } from '~/store/match-types';
import type { TableNote } from '~/store/table-store';
import { type Answer, answered, refused } from '../answer';
import type { Services } from '../services';

/** What was done at a table besides playing, oldest first: who joined, was removed, handed over; pauses, shocks, the clock. */
export async function tableLog(services: Pick<Services, 'store'>, matchId: string): Promise<Answer<TableNote[], 'unknown_match'>> {
  const match = await services.store.get(matchId);
  if (!match) return refused('unknown_match', `There is no match "${matchId}".`);
  return answered(await services.store.tables.notes(matchId));
}

/** Of the host's acts those that change when or how long a seat may think. A shock to come stays the host's secret. */
const TOLD = ['paused', 'resumed', 'extended', 'stepped', 'aborted'] as const satisfies readonly NoteKind[];

/** What the host did to the match, as its players are told. */
export interface HostAct {
  /** ISO. */
  at: string;
  /** In which turn and round it was done. */
  turn: number;
  round: number;
  /** `stepped`: the turn was closed early, whoever had not moved. */
  kind: (typeof TOLD)[number];
  /** Of `extended`: by how much, e.g. `30 s`. */
  detail: string | null;
}

/** Oldest first. None where nobody hosts the match. */
export async function hostActs(services: Pick<Services, 'store'>, match: Pick<MatchRecord, 'id' | 'hosted'>): Promise<HostAct[]> {
  if (!match.hosted) return [];
  const notes = await services.store.tables.notes(match.id);
  return notes.flatMap(({ at, turn, round, kind, by, detail }) => {
    const told = by === 'host' ? TOLD.find((one) => one === kind) : undefined;
    return told === undefined ? [] : [{ at: at.toISOString(), turn, round, kind: told, detail }];
  });
}
