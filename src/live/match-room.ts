import type { EventStore, MatchRecord, StoredEvent } from '~/store/event-store';
import { isOver, type Sight, sightOf } from './frames';
import type { MatchFeed, MatchFeeds } from './match-feed';
import type { FramesMessage, MatchCard, ThoughtMessage, WatchAnswer } from './protocol';

/** The one who hears: every socket of a room, or one socket. */
export interface RoomVoice {
  frames(message: FramesMessage): void;
  card(card: MatchCard): void;
  watchers(message: { matchId: string; count: number }): void;
  thought(message: ThoughtMessage): void;
}

/** A socket in a room. */
export interface Member {
  id: string;
  /**
   * Asked when it joins, and again whenever somebody else may have got a seat: a seat's own view is for its holder, a private match for whoever
   * has a seat or an invitation. Left out: it may hear everything here.
   */
  mayHear?(match: MatchRecord): Promise<boolean>;
  /** Counts a page of a replay; null when there is room, else the seconds to wait. Left out: not counted. */
  takeReplay?(): Promise<number | null>;
  /** Waits in its visitor's line for what costs this thread milliseconds, and refuses where too many wait. Left out: it need not wait. */
  inCostlyTurn?(work: () => Promise<void>): Promise<void>;
  /** With what sight it has heard what it has; left out: it has heard nothing yet. */
  sight?: Sight;
  expel?(): void;
}

type Missed = Pick<Extract<WatchAnswer, { ok: true }>, 'frames' | 'anew' | 'more'>;

export interface RoomOptions {
  matchId: string;
  /** Whose view is shown here; null: the watchers'. */
  seat: string | null;
  store: Pick<EventStore, 'get'>;
  feeds: MatchFeeds;
  cardOf(match: MatchRecord): MatchCard;
  voice: RoomVoice;
  /** How many watch the match; without it: who is in this room. */
  countWatchers?(): number;
  /** Something could not be told; the watchers will notice the gap and ask again. */
  onFault(fault: unknown): void;
}

/** What one message holds at most; who has to catch up with more is sent it in several, or asks again. */
export const MOST_BYTES_TOLD = 2 * 1024 * 1024;
/** Watchers who come and go at once are counted aloud so seldom. */
const COUNT_EVERY_MS = 200;

/**
 * The watchers of one match in this process. What is told and who joins goes through one queue, so that everybody hears every
 * frame once, in order: who joins gets what there is in the answer, and everything later with the others.
 */
export class MatchRoom {
  private readonly options: RoomOptions;
  private readonly members = new Map<string, Member>();
  private queue: Promise<unknown> = Promise.resolve();
  /** The newest frame that the room has heard, and with what sight; null before anybody joined. */
  private told: { head: number; sight: Sight } | null = null;
  private toldCard = '';
  /** Who sat in this room's seat when it was last looked. */
  private sitter = '';
  private counting: NodeJS.Timeout | null = null;
  private over = false;

  constructor(options: RoomOptions) {
    this.options = options;
  }

  get watchers(): number {
    return this.members.size;
  }

  /** Has somebody heard something here, and may something still happen? */
  get isLive(): boolean {
    return this.told !== null && !this.over;
  }

  /** Commits of the match, or a change of its card: everybody here hears what is new to them. */
  tell(match: MatchRecord, fresh: readonly StoredEvent[]): void {
    void this.inTurn(async () => {
      if (this.told === null) return; // who is to join first waits for a turn, and is told everything in it
      const isOld = this.over && !isOver(match.status);
      if (!isOld) await this.announce(match, fresh);
    }).catch(this.options.onFault);
  }

  /** What an agent thinks aloud, for those alone who may be here. */
  think(match: MatchRecord, message: ThoughtMessage): void {
    void this.inTurn(async () => {
      await this.expelStrangers(match);
      if (this.members.size > 0) this.options.voice.thought(message);
    }).catch(this.options.onFault);
  }

  /** `welcome` gets the answer in turn: who is put into the room there misses nothing and hears nothing twice. */
  async join(member: Member, since: number, welcome: (answer: WatchAnswer) => void): Promise<void> {
    this.members.set(member.id, member);
    const enter = () => this.letIn(member, since, welcome);
    // Waited for outside the room's queue: nobody else here waits for this visitor's line.
    await (member.inCostlyTurn && (await this.isCostly(member)) ? member.inCostlyTurn(enter) : enter());
  }

  /** A replay, or what has to be folded first. The holder of a seat that plays does not wait. */
  private async isCostly(member: Member): Promise<boolean> {
    const { store, feeds, matchId, seat } = this.options;
    if (this.isLive && this.told && feeds.keeps(matchId, this.told.sight)) return false;
    const match = await store.get(matchId);
    if (!match || !((await member.mayHear?.(match)) ?? true)) return false; // it is told so in turn
    return isOver(match.status) || (seat === null && !feeds.keeps(matchId, sightOf(match)));
  }

  private letIn(member: Member, since: number, welcome: (answer: WatchAnswer) => void): Promise<void> {
    return this.inTurn(async () => {
      if (!this.members.has(member.id)) return; // gone while it waited
      const match = await this.options.store.get(this.options.matchId);
      if (!match || !((await member.mayHear?.(match)) ?? true))
        return welcome({ ok: false, code: 'unknown_match', message: `There is no match ${this.options.matchId}.` });
      // Before the match is read: a replay of what has ended costs the same however it is asked for.
      const wait = isOver(match.status) ? await member.takeReplay?.() : null;
      if (typeof wait === 'number') return welcome(tooManyReplays(wait));
      const feed = await this.announce(match, []);
      this.countSoon();
      const watchers = this.options.countWatchers?.() ?? this.watchers;
      if (!this.members.has(member.id)) return;
      const missed = this.missed(match, feed, { since, heard: member.sight });
      member.sight = feed.sight;
      welcome({ ok: true, card: this.options.cardOf(match), watchers, ...missed });
    });
  }

  /** Tokens may have been taken away: whoever has none any more goes, in turn. */
  check(): void {
    void this.inTurn(async () => {
      const match = await this.options.store.get(this.options.matchId);
      if (match) await this.checkMembers(match);
    }).catch(this.options.onFault);
  }

  leave(member: string): void {
    if (this.members.delete(member)) this.countSoon();
  }

  /** The number of watchers has changed elsewhere. */
  countAgain(): void {
    this.countSoon();
  }

  close(): void {
    if (this.counting) clearTimeout(this.counting);
    this.counting = null;
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.queue.then(work);
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  private async announce(match: MatchRecord, fresh: readonly StoredEvent[]): Promise<MatchFeed> {
    await this.expelStrangers(match);
    const { feeds, voice, matchId, seat } = this.options;
    const feed = await feeds.at(match, fresh, seat);
    const told = { matchId, ...(seat !== null && { seat }) };
    const isAnew = this.told !== null && this.told.sight !== feed.sight;
    for (let seq = isAnew ? 0 : (this.told?.head ?? feed.head); seq < feed.head; ) {
      const frames = feed.within(seq, MOST_BYTES_TOLD);
      voice.frames({ ...told, frames, ...(isAnew && seq === 0 && { anew: true }) });
      seq += frames.length;
    }
    this.told = { head: feed.head, sight: feed.sight };
    this.announceCard(match);
    return feed;
  }

  /** Before anything is told of a seat's own view: whoever holds the seat no longer goes. */
  private async expelStrangers(match: MatchRecord): Promise<void> {
    const sitter = sitterOf(match, this.options.seat);
    if (sitter === this.sitter) return;
    this.sitter = sitter;
    await this.checkMembers(match);
  }

  /** Looks again who may be here. */
  private async checkMembers(match: MatchRecord): Promise<void> {
    for (const member of this.members.values()) {
      if ((await member.mayHear?.(match)) ?? true) continue;
      this.leave(member.id);
      member.expel?.();
    }
  }

  private announceCard(match: MatchRecord): void {
    this.over = isOver(match.status);
    const card = this.options.cardOf(match);
    const text = JSON.stringify({ ...card, head: 0 });
    if (text === this.toldCard) return;
    this.toldCard = text;
    this.options.voice.card(card);
  }

  /**
   * What a watcher lacks who has everything up to `since`, or the beginning of it. What was seen of a public match while it ran is void
   * after its end.
   */
  private missed(match: MatchRecord, feed: MatchFeed, { since, heard }: { since: number; heard: Sight | undefined }): Missed {
    const isReopened = since > 0 && match.visibility === 'public' && feed.sight === 'all' && heard !== 'all';
    const isVoid = since > feed.head || !feed.isBeat(since) || isReopened;
    const from = isVoid ? 0 : since;
    const frames = feed.within(from, MOST_BYTES_TOLD);
    return { frames, ...(isVoid && { anew: true }), ...(from + frames.length < feed.head && { more: true }) };
  }

  private countSoon(): void {
    if (this.options.seat !== null) return;
    this.counting ??= setTimeout(() => {
      this.counting = null;
      const count = this.options.countWatchers?.() ?? this.watchers;
      if (this.watchers > 0) this.options.voice.watchers({ matchId: this.options.matchId, count });
    }, COUNT_EVERY_MS);
  }
}

function tooManyReplays(wait: number): WatchAnswer {
  return { ok: false, code: 'too_many_requests', message: `Too many replays: try again in ${wait} s.`, retryInS: wait };
}

/** Who sits there, not whether they are here or ready. Of a private match's watchers any seat counts: it may be what lets one of them in. */
function sitterOf(match: MatchRecord, seat: string | null): string {
  if (seat === null) return match.isPrivate ? match.seats.map((one) => sitterOf(match, one.seat)).join(', ') : '';
  const card = match.seats.find((one) => one.seat === seat);
  if (card === undefined || card.kind === 'open' || card.kind === 'script') return card?.kind ?? '';
  return `${card.kind} ${card.name}`;
}
