import type { Notice } from '~/store/event-store';
import type { TournamentMessage } from './protocol';

/** The room of everybody who looks at a tournament or at the list of them. */
export const TOURNAMENTS = 'tournaments';
/** However many matches end, a tournament is told so often at most. */
const TELL_EVERY_MS = 500;

export interface BellOptions {
  /** To everybody in the room. */
  say(message: TournamentMessage): void;
}

/** Tells that a tournament has moved, and nothing of it: screens ask for what they may know. */
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
