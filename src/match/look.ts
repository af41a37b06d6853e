import type { Services } from './services';
import type { WakeSignal } from './wake-signal';

/** What is asked of a match is looked for this often though no bell has rung. */
const LOOK_EVERY_MS = 1_000;
/** A paused match is kept at hand for so long after its last step; then it is nobody's, and costs nothing, until a command comes. */
export const PAUSED_LINGER_MS = 5_000;

/** When to look at what is asked of a match: when the bell has rung, and now and then in case a notice was lost. */
export class Look {
  /** How often the bell had rung at the last look. */
  heard = -1;
  private lookedAt = 0;
  private readonly services: Pick<Services, 'now'>;
  private readonly wake: WakeSignal;

  constructor(services: Pick<Services, 'now'>, wake: WakeSignal) {
    this.services = services;
    this.wake = wake;
  }

  /** Once it has answered true, the look is taken. */
  isDue(): boolean {
    const { rings } = this.wake;
    const now = this.services.now();
    if (rings === this.heard && now - this.lookedAt < LOOK_EVERY_MS) return false;
    this.heard = rings;
    this.lookedAt = now;
    return true;
  }

  /** Milliseconds after which a look is due by itself. */
  get patience(): number {
    return LOOK_EVERY_MS;
  }
}
