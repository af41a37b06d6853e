/** How many live connections each visitor has. */
import type { IncomingMessage } from 'node:http';

export interface CrowdOptions {
  visitorOf(request: IncomingMessage): string;
  mostSockets: number;
}

export class SocketCrowd {
  private readonly counts = new Map<string, number>();
  private readonly options: CrowdOptions;

  constructor(options: CrowdOptions) {
    this.options = options;
  }

  /** A sentence; null when there is room for one more. */
  refuse(request: IncomingMessage): string | null {
    const { visitorOf, mostSockets } = this.options;
    if ((this.counts.get(visitorOf(request)) ?? 0) < mostSockets) return null;
    return `There are ${mostSockets} live connections from your address already: close some, then retry.`;
  }

  /** Counts it until the answer is called. */
  enter(request: IncomingMessage): () => void {
    const visitor = this.options.visitorOf(request);
    this.add(visitor, 1);
    return () => this.add(visitor, -1);
  }

  private add(visitor: string, change: 1 | -1): void {
    const count = (this.counts.get(visitor) ?? 0) + change;
    if (count > 0) this.counts.set(visitor, count);
    else this.counts.delete(visitor);
  }
}
