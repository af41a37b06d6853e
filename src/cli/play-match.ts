import { gameWords, refOf } from '~/contract/game-ref';
import { packOf } from '~/games/packs';
import { type MatchRequest, openMatch } from '~/match/open-match';
import { runMatch } from '~/match/run-match';
import type { Services } from '~/match/services';
import { WakeSignal } from '~/match/wake-signal';
import type { AgentTurn } from '~/store/agent-store';
import type { MatchRecord, StoredEvent } from '~/store/event-store';
import { CommandFailed, UsageError } from './exits';
import { countsBySeat } from './turns-text';

export interface PlayedMatch {
  match: MatchRecord;
  stored: StoredEvent[];
  /** What agents did. */
  turns: AgentTurn[];
}

/** Opens a match and plays it at full speed, with the server's use cases. */
export async function playMatch(services: Services, request: MatchRequest): Promise<PlayedMatch> {
  const opened = await openMatch(services, request);
  if (!opened.ok) throw new UsageError(opened.why);
  const { id } = opened.value;
  const end = await runMatch(services, id, { wake: new WakeSignal(), signal: new AbortController().signal });
  const match = await services.store.get(id);
  if (match === null || end !== 'over')
    throw new CommandFailed(`the match did not reach its end (${end}): ${match?.fault ?? 'no reason is known'}`);
  return { match, stored: await services.store.read(id), turns: await services.store.agents.turnsOf(id) };
}

/** For a game without steps, which has only events. */
const NO_STEPS = { steps: [], settlement: null };

/** As one JSON value, for programs. `id`: null for a match that is not stored. */
export function transcriptJson({ match, stored, turns }: PlayedMatch, id: string | null): string {
  const { task, seed, judgeMode, seats, scores } = match;
  const events = stored.map(({ event }) => event);
  const { steps, settlement } = packOf(refOf(match)).steps?.(events) ?? NO_STEPS;
  const card = { id, ...gameWords(refOf(match)), task, seed, judge_mode: judgeMode, seats };
  const agents = turns.length === 0 ? {} : { agents: { counts: countsBySeat(turns), turns } };
  return JSON.stringify({ match: card, score: scores, steps, settlement, events, ...agents });
}
