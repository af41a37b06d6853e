import type { Services } from './services';
import type { WakeSignal } from './wake-signal';

/** How often to check for commands without a notification. */
const LOOK_EVERY_MS = 1_000;
/** How long a paused match stays loaded after its last step. Then its lease is released until a command arrives. */
export const PAUSED_LINGER_MS = 5_000;

/** Decides when to check for commands: after a notification, and at intervals in case one was lost. */
export class Look {
  /** The signal's count at the last check. */
  heard = -1;
  private lookedAt = 0;
  private readonly services: Pick<Services, 'now'>;
  private readonly wake: WakeSignal;

  constructor(services: Pick<Services, 'now'>, wake: WakeSignal) {
    this.services = services;
    this.wake = wake;
  }

  /** Returns true at most once per due check. */
  isDue(): boolean {
    const { rings } = this.wake;
    const now = this.services.now();
    if (rings === this.heard && now - this.lookedAt < LOOK_EVERY_MS) return false;
    this.heard = rings;
    this.lookedAt = now;
    return true;
  }

  /** Milliseconds until the next check is due without a notification. */
  get patience(): number {
    return LOOK_EVERY_MS;
  }
}
