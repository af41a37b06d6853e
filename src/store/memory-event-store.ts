import type { GameEvent } from '~/contract/game';
import type { AgentStore } from './agent-store';
import type {
  AppendAnswer,
  CommandAnswer,
  ControlCommand,
  EndPlace,
  EventStore,
  Lease,
  MatchFilter,
  MatchProgress,
  MatchRecord,
  NewMatch,
  News,
  Notice,
  Order,
  Page,
  StoredEvent,
  TakenOrder,
} from './event-store';
import type { JudgeStore } from './judge-store';
import { cursorOf, isSteering, isUnderWay, matches, orderOf, readCursor } from './match-order';
import { newRecord, unsealed } from './match-record';
import { keepAgentTurns, MemoryAgentStore } from './memory-agent-store';
import { MemoryJudgeStore } from './memory-judge-store';
import { type Shelf, Shelves } from './memory-shelves';
import { answerTurns, MemoryTableStore } from './memory-table-store';
import { MemoryOwnerStore } from './owners/memory-owner-store';
import { MemorySessionBook } from './peers/session-book';
import { MemoryScoringStore } from './scoring/memory-scoring-store';
import type { ScoringStore } from './scoring/scoring-store';
import { MemorySeasonStore } from './seasons/memory-season-store';
import type { SeasonStore } from './seasons/season-store';
import { MemorySeriesStore } from './series/memory-series-store';
import type { SeriesStore } from './series/series-store';
import { MemoryCounts } from './shared-counts';
import type { TableStore } from './table-store';
import { MemoryTournamentStore } from './tournaments/memory-tournament-store';

/** Matches of one process, in memory. For programs without a database, and the reference in tests. */
export class MemoryEventStore implements EventStore {
  readonly tables: TableStore;
  readonly seasons: SeasonStore;
  readonly series: SeriesStore;
  readonly owners = new MemoryOwnerStore();
  readonly judging: JudgeStore;
  readonly agents: AgentStore;
  readonly tournaments: MemoryTournamentStore;
  readonly scoring: ScoringStore;
  readonly counts = new MemoryCounts();
  readonly sessions = new MemorySessionBook();
  private readonly broadcaster: Shelves;
  private readonly shelves: Map<string, Shelf>;
  private readonly now: () => number;
  private readonly copies: boolean;
  private ordered = 0;

  /** `copies: false` stores events and matches without copying, for fast callers that do not change them. */
  constructor(processId: string, now: () => number = Date.now, { copies = true }: { copies?: boolean } = {}) {
    this.copies = copies;
    this.broadcaster = new Shelves(processId, now);
    this.shelves = this.broadcaster.all;
    this.tables = new MemoryTableStore(this.broadcaster);
    this.seasons = new MemorySeasonStore(this.broadcaster);
    this.series = new MemorySeriesStore(this.broadcaster, (id) => this.tournaments.isPlaying(id));
    this.judging = new MemoryJudgeStore(this.broadcaster, this.seasons);
    this.agents = new MemoryAgentStore(this.broadcaster, this.seasons);
    this.tournaments = new MemoryTournamentStore(this.broadcaster, this);
    const { tournaments } = this;
    this.scoring = new MemoryScoringStore({ find: (id, order) => tournaments.find(id, order), now });
    this.now = now;
  }

  async create(match: NewMatch, opening: readonly GameEvent[]): Promise<MatchRecord> {
    const { series } = match;
    const isTaken =
      series && [...this.shelves.values()].some(({ record }) => record.series?.id === series.id && record.series.place === series.place);
    if (isTaken) throw new Error(`series ${series.id} has its match ${series.place}`);
    const createdAt = new Date(this.now());
    const record = newRecord(this.copies ? structuredClone(match) : match, opening.length, createdAt);
    const events = this.shelve(opening, 0, createdAt);
    this.shelves.set(match.id, {
      record,
      events,
      commands: [],
      lease: null,
      token: 0,
      turns: [],
      agentTurns: [],
      notes: [],
      here: new Set(),
    });
    this.broadcaster.tell(record, 'events');
    return { ...record };
  }

  async createHeld(match: NewMatch, opening: readonly GameEvent[], forMs: number): Promise<{ match: MatchRecord; lease: Lease }> {
    const created = await this.create(match, opening);
    const lease = await this.acquire(match.id, this.broadcaster.processId, forMs);
    if (!lease) throw new Error(`match ${match.id} was taken while it was made`);
    return { match: created, lease };
  }

  async get(matchId: string): Promise<MatchRecord | null> {
    const shelf = this.shelves.get(matchId);
    return shelf ? unsealed({ ...shelf.record }, await this.closedSeasons()) : null;
  }

  async list(filter: MatchFilter, page: { cursor?: string | undefined; limit: number }): Promise<Page<MatchRecord>> {
    const after = page.cursor === undefined ? null : readCursor(page.cursor);
    const found = [...this.shelves.values()]
      .map((shelf) => shelf.record)
      .filter((record) => matches(record, filter))
      .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
      .filter((record) => after === null || isAfter(record, after));
    const closed = await this.closedSeasons();
    const items = found.slice(0, page.limit).map((record) => unsealed({ ...record }, closed));
    const last = items.at(-1);
    return { items, nextCursor: last && found.length > page.limit ? cursorOf(last) : null };
  }

  private async closedSeasons(): Promise<Set<string>> {
    return new Set((await this.seasons.list()).flatMap(({ id, closedAt }) => (closedAt === null ? [] : [id])));
  }

  async finished(
    filter: Pick<MatchFilter, 'game' | 'version' | 'task'>,
    { after, limit }: { after?: EndPlace | undefined; limit: number },
  ): Promise<MatchRecord[]> {
    const closed = await this.closedSeasons();
    return [...this.shelves.values()]
      .flatMap(({ record }) => (record.finishedAt === null ? [] : { ...record, finishedAt: record.finishedAt }))
      .filter((record) => matches(record, { ...filter, status: ['finished'] }))
      .sort(byEnd)
      .filter((record) => after === undefined || byEnd(record, after) > 0)
      .slice(0, limit)
      .map((record) => unsealed(record, closed));
  }

  async read(matchId: string, after = 0, limit = Number.POSITIVE_INFINITY): Promise<StoredEvent[]> {
    return this.shelves.get(matchId)?.events.slice(after, after + limit) ?? [];
  }

  async append(lease: Lease, expectedHead: number, { events, progress = {}, answers = [], turns = [] }: News): Promise<AppendAnswer> {
    const shelf = this.shelves.get(lease.matchId);
    if (!shelf) return { ok: false, code: 'unknown_match', head: 0 };
    const { head } = shelf.record;
    if (!holds(shelf, lease)) return { ok: false, code: 'lease_lost', head };
    if (head !== expectedHead) return { ok: false, code: 'version_conflict', head };
    const stored = this.shelve(events, head, new Date(this.now()));
    shelf.events.push(...stored);
    const rated = shelf.record.rated && progress.fault === undefined;
    shelf.record = { ...shelf.record, ...progress, rated, head: head + stored.length };
    answerTurns(shelf, answers);
    keepAgentTurns(shelf, turns);
    this.broadcaster.tell(shelf.record, 'events');
    if (answers.length > 0) this.broadcaster.tell(shelf.record, 'answer');
    return { ok: true, head: shelf.record.head, stored };
  }

  async acquire(matchId: string, owner: string, forMs: number): Promise<Lease | null> {
    const shelf = this.shelves.get(matchId);
    if (!shelf || !isUnderWay(shelf.record) || this.isHeld(shelf)) return null;
    shelf.token += 1;
    const idleMs = shelf.lease && Math.max(0, this.now() - shelf.lease.until.getTime() + forMs);
    shelf.lease = { matchId, owner, token: shelf.token, until: new Date(this.now() + forMs) };
    return { ...shelf.lease, ...(idleMs !== null && { idleMs }) };
  }

  async renew(lease: Lease, forMs: number): Promise<Lease | null> {
    const shelf = this.shelves.get(lease.matchId);
    if (!shelf || !holds(shelf, lease)) return null;
    shelf.lease = { ...lease, until: new Date(this.now() + forMs) };
    return shelf.lease;
  }

  async release(lease: Lease): Promise<void> {
    const shelf = this.shelves.get(lease.matchId);
    if (shelf && holds(shelf, lease)) shelf.lease = null;
  }

  async orphans(limit: number): Promise<MatchRecord[]> {
    const left = [...this.shelves.values()].filter((shelf) => shouldRun(shelf) && !this.isHeld(shelf) && !this.isTournaments(shelf));
    return left.slice(0, limit).map((shelf) => ({ ...shelf.record }));
  }

  async command(matchId: string, asked: ControlCommand | Order): Promise<CommandAnswer> {
    const order = orderOf(asked);
    const shelf = this.shelves.get(matchId);
    if (!shelf) return { ok: false, code: 'unknown_match' };
    if (shelf.record.status === 'lobby') return { ok: false, code: 'not_started' };
    if (!isUnderWay(shelf.record)) return { ok: false, code: 'match_over' };
    const last = shelf.commands.filter(isSteering).at(-1);
    const willBePaused = last === undefined ? shelf.record.status === 'paused' : last.command === 'pause';
    if (order.command === 'step' && !willBePaused) return { ok: false, code: 'not_paused' };
    this.ordered += 1;
    shelf.commands.push({ ...order, id: String(this.ordered) });
    this.broadcaster.tell(shelf.record, 'control');
    return { ok: true };
  }

  async takeCommands(lease: Lease): Promise<TakenOrder[]> {
    const shelf = this.shelves.get(lease.matchId);
    if (!shelf || !holds(shelf, lease)) return [];
    const taken = shelf.commands;
    shelf.commands = taken.filter(isSteering);
    return [...taken];
  }

  async update(lease: Lease, progress: MatchProgress, done?: TakenOrder): Promise<boolean> {
    const shelf = this.shelves.get(lease.matchId);
    if (!shelf || !holds(shelf, lease)) return false;
    shelf.record = { ...shelf.record, ...progress };
    if (done) shelf.commands = shelf.commands.filter((order) => !isSteering(order) || Number(order.id) > Number(done.id));
    this.broadcaster.tell(shelf.record, 'card');
    return true;
  }

  async listen(heard: (notice: Notice) => void): Promise<() => Promise<void>> {
    this.broadcaster.ears.add(heard);
    return async () => {
      this.broadcaster.ears.delete(heard);
    };
  }

  async checkWrites(): Promise<void> {}

  async close(): Promise<void> {
    this.broadcaster.ears.clear();
  }

  private shelve(events: readonly GameEvent[], head: number, recordedAt: Date): StoredEvent[] {
    return events.map((event, index) => {
      const json = JSON.stringify(event);
      return { seq: head + index + 1, json, event: this.copies ? (JSON.parse(json) as GameEvent) : event, recordedAt };
    });
  }

  /** Played by tournament workers. At a table with people, the web processes run it instead. */
  private isTournaments({ record }: Shelf): boolean {
    return !record.hosted && this.tournaments.isPlaying(record.id);
  }

  private isHeld(shelf: Shelf): boolean {
    return shelf.lease !== null && shelf.lease.until.getTime() >= this.now();
  }
}

/** A paused match needs a holder only for a command or a turn. */
function shouldRun({ record, commands, turns }: Shelf): boolean {
  const isAsked = commands.length > 0 || turns.some((turn) => turn.waiting && !turn.held);
  return record.status === 'running' || (record.status === 'paused' && isAsked);
}

function holds(shelf: Shelf, lease: Lease): boolean {
  return shelf.lease !== null && shelf.lease.token === lease.token && shelf.lease.owner === lease.owner;
}

function isAfter(record: MatchRecord, after: { createdAt: Date; id: string }): boolean {
  const earlier = record.createdAt.getTime() - after.createdAt.getTime();
  return earlier < 0 || (earlier === 0 && record.id < after.id);
}

function byEnd(a: EndPlace, b: EndPlace): number {
  return a.finishedAt.getTime() - b.finishedAt.getTime() || (a.id < b.id ? -1 : Number(a.id > b.id));
}
