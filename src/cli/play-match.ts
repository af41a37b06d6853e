import { type MatchRequest, openMatch } from '~/match/open-match';
import { runMatch } from '~/match/run-match';
import type { Services } from '~/match/services';
import { Wake } from '~/match/wake';
import type { AgentTurn } from '~/store/agent-store';
import type { MatchRecord, StoredEvent } from '~/store/event-store';
import { CommandFailed, UsageError } from './exits';

export interface PlayedMatch {
  match: MatchRecord;
  stored: StoredEvent[];
  /** What agents did. */
  turns: AgentTurn[];
}

/** Opens a match and plays it to its end, as fast as it goes: the very use cases that the server runs. */
export async function playMatch(services: Services, request: MatchRequest): Promise<PlayedMatch> {
  const opened = await openMatch(services, request);
  if (!opened.ok) throw new UsageError(opened.why);
  const { id } = opened.value;
  const end = await runMatch(services, id, { wake: new Wake(), signal: new AbortController().signal });
  const match = await services.store.get(id);
  if (match === null || end !== 'over')
    throw new CommandFailed(`the match did not reach its end (${end}): ${match?.fault ?? 'no reason is known'}`);
  return { match, stored: await services.store.read(id), turns: await services.store.agents.turnsOf(id) };
}
