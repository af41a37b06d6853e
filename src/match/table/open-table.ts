import type { MatchRecord } from '~/store/event-store';
import { type Answer, answered } from '../answer';
import { type MatchRequest, type OpenRefusal, openMatch } from '../open-match';
import { secretSeed } from '../season';
import { changeTable, type TableServices } from './change-table';
import { newToken } from './tokens';

/** As a match is asked for; a seed that nobody chose is one that nobody knows. */
export type TableRequest = Omit<MatchRequest, 'seed'> & { seed?: number };

export interface OpenedTable {
  match: MatchRecord;
  /** The host's; null where no seat is open, and so no host. */
  token: string | null;
}

/** Opens a match. With open seats it waits in its lobby, and whoever opened it is its host. */
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

/** The host's token of a match that was just created. */
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
