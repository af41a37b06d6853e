import type { Notice } from '~/store/event-store';
import type { TournamentMessage } from './protocol';

/** The room of everyone who looks at tournaments. */
export const TOURNAMENTS = 'tournaments';
/** Minimum time between messages about one tournament. */
const TELL_EVERY_MS = 500;

export interface BellOptions {
  /** Sends to everyone in the room. */
  say(message: TournamentMessage): void;
}

/** Announces only that a tournament changed; screens fetch what they may see. */
export class TournamentBell {
  private readonly options: BellOptions;
  private readonly moved = new Set<string>();
  private timer: NodeJS.Timeout | null = null;

  constructor(options: BellOptions) {
    this.options = options;
  }

  hear({ kind, matchId }: Pick<Notice, 'kind' | 'matchId'>): void {
    if (kind !== 'tournament') return;
    this.moved.add(matchId);
    this.timer ??= setTimeout(() => this.ring(), TELL_EVERY_MS);
  }

  close(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }

  private ring(): void {
    this.timer = null;
    for (const id of this.moved) this.options.say({ id });
    this.moved.clear();
  }
}
