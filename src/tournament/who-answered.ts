/** Whether the turns of a match were answered by who was pinned. */
import type { AgentTurn } from '~/agents/agent-turn';
import { whyOtherBuild } from '~/agents/other-build';
import type { EntrantPin } from './tournament';

/** Why they were not, in a sentence; null: they were, or nobody says. */
export function whyOtherAnswered(turns: readonly Pick<AgentTurn, 'pin'>[], pin: EntrantPin | null): string | null {
  return whyOtherBuild(turns, pin?.model?.digest ?? null);
}
