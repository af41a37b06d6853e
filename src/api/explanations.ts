/** Explanations that were asked for: each is worked out once, whoever asks meanwhile waits for the same one. */
import { TookTooLong } from '~/engine/threads';
import type { Explanation } from '~/games/gpu-market/open/explain/explanation';

export class Explanations {
  private readonly most: number;
  private readonly known = new Map<string, Promise<Explanation>>();

  /** Keeps those last asked for, so many of them. */
  constructor(most = 32) {
    this.most = most;
  }

  /** What went wrong is not kept: the next asks anew. Except what took too long: that would take as long again. */
  of(matchId: string, explain: () => Promise<Explanation>): Promise<Explanation> {
    const before = this.known.get(matchId);
    const asked = before ?? explain();
    this.known.delete(matchId);
    this.known.set(matchId, asked);
    if (before === undefined) asked.catch((fault: unknown) => fault instanceof TookTooLong || this.known.delete(matchId));
    for (const oldest of this.known.keys()) {
      if (this.known.size <= this.most) break;
      this.known.delete(oldest);
    }
    return asked;
  }
}
