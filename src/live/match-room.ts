import type { EventStore, MatchRecord, StoredEvent } from '~/store/event-store';
import { isOver, type Sight, sightOf } from './frames';
import type { MatchFeed, MatchFeeds } from './match-feed';
import type { FramesMessage, MatchCard, ThoughtMessage, WatchAnswer } from './protocol';

/** A message target: every socket of a room, or one socket. */
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
   * Checked on joining and whenever the seat's holder may have changed: a seat's view is only for its holder, a private match only for
   * seats and invited guests. Absent: the member may see everything here.
   */
  mayHear?(match: MatchRecord): Promise<boolean>;
  /** Counts one page of a replay. null if allowed, otherwise the seconds to wait. Absent: no limit. */
  takeReplay?(): Promise<number | null>;
  /** Queues work that blocks this thread for milliseconds, per visitor; refuses if too many wait. Absent: no queue. */
  inCostlyTurn?(work: () => Promise<void>): Promise<void>;
  /** The sight of the frames it has received; absent if it has received none. */
  sight?: Sight;
  expel?(): void;
}

type Missed = Pick<Extract<WatchAnswer, { ok: true }>, 'frames' | 'anew' | 'more'>;

export interface RoomOptions {
  matchId: string;
  /** The seat whose view is sent here; null: the watchers' view. */
  seat: string | null;
  store: Pick<EventStore, 'get'>;
  feeds: MatchFeeds;
  cardOf(match: MatchRecord): MatchCard;
  voice: RoomVoice;
  /** Number of watchers of the match. Default: the members of this room. */
  countWatchers?(): number;
  /** Called if a message could not be sent. Watchers notice the gap and ask again. */
  onFault(fault: unknown): void;
}

/** Maximum size of one message. A client that needs more receives several messages, or asks again. */
export const MOST_BYTES_TOLD = 2 * 1024 * 1024;
/** Minimum time between updates of the watcher count. */
const COUNT_EVERY_MS = 200;

/**
 * The watchers of one match in this process. Joins and messages share one queue, so that every member receives every frame once and in
 * order:
 * the join's answer has all frames so far, and later ones arrive with everyone else's.
 */
export class MatchRoom {
  private readonly options: RoomOptions;
  private readonly members = new Map<string, Member>();
  private queue: Promise<unknown> = Promise.resolve();
  /** The newest frame sent to the room, and its sight; null before anyone joined. */
  private told: { head: number; sight: Sight } | null = null;
  private toldCard = '';
  /** Who held this room's seat at the last check. */
  private sitter = '';
  private counting: NodeJS.Timeout | null = null;
  private over = false;

  constructor(options: RoomOptions) {
    this.options = options;
  }

  get watchers(): number {
    return this.members.size;
  }

  /** Whether a member has received frames and more may follow. */
  get isLive(): boolean {
    return this.told !== null && !this.over;
  }

  /** Sends new events or a changed card to every member who does not have them yet. */
  tell(match: MatchRecord, fresh: readonly StoredEvent[]): void {
    void this.inTurn(async () => {
      if (this.told === null) return; // the first member waits in the queue and then receives everything
      const isOld = this.over && !isOver(match.status);
      if (!isOld) await this.announce(match, fresh);
    }).catch(this.options.onFault);
  }

  /** Sends an agent's growing reply to members who may still be here. */
  think(match: MatchRecord, message: ThoughtMessage): void {
    void this.inTurn(async () => {
      await this.expelStrangers(match);
      if (this.members.size > 0) this.options.voice.thought(message);
    }).catch(this.options.onFault);
  }

  /**
   * `welcome` is called with the answer inside the queue. A member that is added to the room there misses nothing and receives nothing
   * twice.
   */
  async join(member: Member, since: number, welcome: (answer: WatchAnswer) => void): Promise<void> {
    this.members.set(member.id, member);
    const enter = () => this.letIn(member, since, welcome);
    // Awaited outside of the room's queue, so that other members do not wait for this visitor.
    await (member.inCostlyTurn && (await this.isCostly(member)) ? member.inCostlyTurn(enter) : enter());
  }

  /** Replays and feeds that must be folded first are expensive. The holder of a seat in a running match does not queue. */
  private async isCostly(member: Member): Promise<boolean> {
    const { store, feeds, matchId, seat } = this.options;
    if (this.isLive && this.told && feeds.keeps(matchId, this.told.sight)) return false;
    const match = await store.get(matchId);
    if (!match || !((await member.mayHear?.(match)) ?? true)) return false; // the queued call reports this
    return isOver(match.status) || (seat === null && !feeds.keeps(matchId, sightOf(match)));
  }

  private letIn(member: Member, since: number, welcome: (answer: WatchAnswer) => void): Promise<void> {
    return this.inTurn(async () => {
      if (!this.members.has(member.id)) return; // it left while it waited
      const match = await this.options.store.get(this.options.matchId);
      if (!match || !((await member.mayHear?.(match)) ?? true))
        return welcome({ ok: false, code: 'unknown_match', message: `There is no match ${this.options.matchId}.` });
      // Before reading the match, because every replay of a finished match costs the same.
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

  /** Removes members without a valid token, because tokens may have been revoked. */
  check(): void {
    void this.inTurn(async () => {
      const match = await this.options.store.get(this.options.matchId);
      if (match) await this.checkMembers(match);
    }).catch(this.options.onFault);
  }

  leave(member: string): void {
    if (this.members.delete(member)) this.countSoon();
  }

  /** Called when the number of watchers changes in another process. */
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

  /** Before sending a seat's view, removes members who no longer hold the seat. */
  private async expelStrangers(match: MatchRecord): Promise<void> {
    const sitter = sitterOf(match, this.options.seat);
    if (sitter === this.sitter) return;
    this.sitter = sitter;
    await this.checkMembers(match);
  }

  /** Rechecks the members' permissions. */
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
   * The frames that a watcher with everything up to `since` is missing, or the first part of them. After the end of a public match, the
   * frames from before are invalid.
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

/**
 * Identifies the holder, regardless of presence and readiness. In a private match's watcher room, covers all seats, because any of them can
 * be a member's right to watch.
 */
function sitterOf(match: MatchRecord, seat: string | null): string {
  if (seat === null) return match.isPrivate ? match.seats.map((one) => sitterOf(match, one.seat)).join(', ') : '';
  const card = match.seats.find((one) => one.seat === seat);
  if (card === undefined || card.kind === 'open' || card.kind === 'script') return card?.kind ?? '';
  return `${card.kind} ${card.name}`;
}
