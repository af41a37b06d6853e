import { findGame } from '~/games/registry';
import type { MatchRecord } from '~/store/event-store';
import type { MatchFeeds } from './match-feed';
import type { LobbyMessage, MatchCard } from './protocol';

/** The room of everybody who looks at the list of all matches. */
export const LOBBY = 'lobby';
/** Of those in it, the operators: they hear of private matches too. */
export const OPERATORS = 'lobby of operators';
/** A match is told to the lobby at most so often. */
const TELL_EVERY_MS = 500;
/** And so many matches at a time; of more, the ones that changed last. */
const MOST_AT_ONCE = 50;

export interface LobbyOptions {
  feeds: MatchFeeds;
  cardOf(match: MatchRecord): MatchCard;
  /** To everybody in the lobby. */
  say(message: LobbyMessage): void;
  isEmpty(): boolean;
  onFault(fault: unknown): void;
}

/** The list of all matches, as it changes: the newest state of each, now and then. */
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
