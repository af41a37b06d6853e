import type { MatchRecord } from '~/store/event-store';
import type { Services } from '../services';

const BEAT_MS = 5_000;
/** After this long without a sign of life, a process's connections count as closed. */
const SILENT_AFTER_MS = 20_000;
/** A match not started within a day never will be. */
const LOBBY_LASTS_MS = 24 * 3600 * 1000;

/** Records that this process is alive and cleans up after dead ones: presences of their seat holders, and forgotten lobbies. */
export class Caretaker {
  private readonly services: Services;
  private timer: NodeJS.Timeout | null = null;
  private round: Promise<void> = Promise.resolve();

  constructor(services: Services) {
    this.services = services;
  }

  start(): void {
    this.timer = setInterval(() => {
      this.round = this.round.then(() => this.makeRound());
    }, BEAT_MS);
  }

  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.round;
  }

  /** One pass over everything. */
  async makeRound(): Promise<void> {
    const { store, audience, log } = this.services;
    try {
      await store.tables.keepPresence();
      const changed: MatchRecord[] = await store.tables.sweepPresence(SILENT_AFTER_MS);
      changed.push(...(await store.tables.sweepLobbies(LOBBY_LASTS_MS)));
      for (const match of changed) audience.card(match);
    } catch (fault) {
      log.warn({ fault }, 'could not tidy up tables; trying again');
    }
  }
}
