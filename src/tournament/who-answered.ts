/** Whether the turns of a match were answered by who was pinned: compared with what each answer says of itself. */
import type { AgentTurn } from '~/agents/agent-turn';
import type { EntrantPin } from './tournament';

/** Why they were not, in a sentence; null: they were, or nobody says. */
export function whyOtherAnswered(turns: readonly Pick<AgentTurn, 'pin'>[], pin: EntrantPin | null): string | null {
  const answered = turns.flatMap((turn) => turn.pin ?? []);
  const pinned = pin?.model?.digest ?? null;
  const others = answered.filter(({ digest }) => pinned !== null && digest !== null && digest !== pinned);
  const [other] = others;
  if (other) {
    return `Other weights than the pinned ones answered ${others.length} of ${answered.length} turns: ${other.digest} instead of ${pinned}.`;
  }
  const builds = new Set(answered.map(({ model, digest, runtime }) => runtime ?? digest ?? model));
  if (builds.size < 2) return null;
  return `Its model changed during the match: ${builds.size} builds answered (${[...builds].slice(0, 3).join('; ')}).`;
}
