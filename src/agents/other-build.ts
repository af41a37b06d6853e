/** Checks, from what each answer reports, whether a seat's turns came from the expected weights and build. */
import type { AgentTurn } from './agent-turn';

/** A sentence on why they did not; null if they did or it is unknown. `pinned`: the expected digest of the weights, if any. */
export function whyOtherBuild(turns: readonly Pick<AgentTurn, 'pin' | 'writtenBy'>[], pinned: string | null): string | null {
  const answered = turns.flatMap(({ pin, writtenBy }) => [pin ?? [], writtenBy ?? []].flat());
  const others = answered.filter(({ digest }) => pinned !== null && digest !== null && digest !== pinned);
  const [other] = others;
  if (other) {
    return `Other weights than the pinned ones answered ${others.length} of ${answered.length} turns: ${other.digest} instead of ${pinned}.`;
  }
  const builds = new Set(answered.map(({ model, digest, runtime }) => runtime ?? digest ?? model));
  if (builds.size < 2) return null;
  return `Its model changed during the match: ${builds.size} builds answered (${[...builds].slice(0, 3).join('; ')}).`;
}

/** Number of turns per build under this name, in words, largest first; empty if there is only one or it is unknown. */
export function buildsOf(turns: readonly Pick<AgentTurn, 'pin' | 'writtenBy'>[]): string[] {
  const counts = new Map<string, number>();
  for (const { pin, writtenBy } of turns) {
    for (const one of [pin ?? [], writtenBy ?? []].flat()) {
      const words = [one.model, one.digest && `weights ${one.digest}`, one.runtime].filter(Boolean).join(', ');
      counts.set(words, (counts.get(words) ?? 0) + 1);
    }
  }
  const most = [...counts].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1));
  return counts.size < 2 ? [] : most.map(([words, times]) => `${words}: ${times} ${times === 1 ? 'turn' : 'turns'}`);
}
