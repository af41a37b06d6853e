import type { MatchRecord } from '~/store/event-store';
import { type Answer, answered } from '../answer';
import { type MatchRequest, type OpenRefusal, openMatch } from '../open-match';
import { secretSeed } from '../season';
import { changeTable, type TableServices } from './change-table';
import { newToken } from './tokens';

/** A requested match. If no seed is given, it stays secret. */
export type TableRequest = Omit<MatchRequest, 'seed'> & { seed?: number };

export interface OpenedTable {
  match: MatchRecord;
  /** The host's token; null if there is no open seat and therefore no host. */
  token: string | null;
}

/** Creates a match. With open seats, it waits in its lobby, and the caller is its host. */
export async function openTable(
  services: TableServices,
  request: TableRequest,
): Promise<Answer<OpenedTable, OpenRefusal | 'unknown_match'>> {
  const opened = await openMatch(services, { ...request, seed: request.seed ?? secretSeed() });
  if (!opened.ok) return opened;
  const match = opened.value;
  if (!match.hosted) return answered({ match, token: null });
  return giveHost(services, match.id, { kind: 'opened', detail: null });
}

/** The host's token of a newly created match. */
export async function giveHost(
  services: TableServices,
  matchId: string,
  { kind, detail }: { kind: 'opened' | 'forked'; detail: string | null },
): Promise<Answer<{ match: MatchRecord; token: string }, 'unknown_match'>> {
  const token = newToken();
  return changeTable<{ token: string }, never>(services, matchId, () => ({
    value: { token: token.text },
    tokens: [{ hash: token.hash, role: 'host', seat: null }],
    notes: [{ kind, by: 'host', seat: null, name: null, detail }],
  }));
}
