import { findGame } from '~/games/registry';
import type { MatchRecord } from '~/store/event-store';
import type { MatchFeeds } from './match-feed';
import type { LobbyMessage, MatchCard } from './protocol';

/** The room for the list of all matches. */
export const LOBBY = 'lobby';
/** Operators in the lobby, who also receive private matches. */
export const OPERATORS = 'lobby of operators';
/** Minimum time between updates of one match. */
const TELL_EVERY_MS = 500;
/** Maximum number of matches per update; the most recently changed ones win. */
const MOST_AT_ONCE = 50;

export interface LobbyOptions {
  feeds: MatchFeeds;
  cardOf(match: MatchRecord): MatchCard;
  /** Sends to everyone in the lobby. */
  say(message: LobbyMessage): void;
  isEmpty(): boolean;
  onFault(fault: unknown): void;
}

/** Sends changes of the list of matches: the newest state of each, at intervals. */
export class Lobby {
  private readonly options: LobbyOptions;
  private readonly changed = new Map<string, MatchRecord>();
  private timer: NodeJS.Timeout | null = null;

  constructor(options: LobbyOptions) {
    this.options = options;
  }

  tell(match: MatchRecord): void {
    if (this.options.isEmpty()) return;
    this.changed.delete(match.id);
    this.changed.set(match.id, match);
    this.timer ??= setTimeout(() => void this.flush(), TELL_EVERY_MS);
  }

  /** A match as the lobby shows it. */
  async messageFor(match: MatchRecord): Promise<LobbyMessage> {
    const feed = await this.options.feeds.at(match);
    return { card: this.options.cardOf(match), curve: findGame(match.game, match.version)?.curve?.(feed.view) ?? [] };
  }

  close(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }

  private async flush(): Promise<void> {
    const matches = [...this.changed.values()].slice(-MOST_AT_ONCE);
    this.changed.clear();
    this.timer = null;
    for (const match of matches) {
      try {
        this.options.say(await this.messageFor(match));
      } catch (fault) {
        this.options.onFault(fault);
      }
    }
  }
}
