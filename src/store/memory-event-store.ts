import type { GameEvent } from '~/games/game';
import type {
  AppendAnswer,
  CommandAnswer,
  ControlCommand,
  EventStore,
  Lease,
  MatchFilter,
  MatchProgress,
  MatchRecord,
  NewMatch,
  News,
  Notice,
  Page,
  StoredEvent,
} from './event-store';
import { cursorOf, isLive, matches, readCursor } from './match-order';

interface Shelf {
  record: MatchRecord;
  events: StoredEvent[];
  commands: ControlCommand[];
  lease: Lease | null;
  token: number;
}

/** Matches of one process, in memory: for programs that need no database, and the reference in tests. */
export class MemoryEventStore implements EventStore {
  private readonly shelves = new Map<string, Shelf>();
  private readonly ears = new Set<(notice: Notice) => void>();
  private readonly processId: string;
  private readonly now: () => number;

  constructor(processId: string, now: () => number = Date.now) {
    this.processId = processId;
    this.now = now;
  }

  async create(match: NewMatch, opening: readonly GameEvent[]): Promise<MatchRecord> {
    const createdAt = new Date(this.now());
    const record: MatchRecord = {
      ...structuredClone(match),
      status: 'running',
      head: opening.length,
      round: 0,
      scores: null,
      fault: null,
      createdAt,
      finishedAt: null,
    };
    this.shelves.set(match.id, { record, events: shelve(opening, 0, createdAt), commands: [], lease: null, token: 0 });
    this.tell(record, 'events');
    return { ...record };
  }

  async get(matchId: string): Promise<MatchRecord | null> {
    const shelf = this.shelves.get(matchId);
    return shelf ? { ...shelf.record } : null;
  }

  async list(filter: MatchFilter, page: { cursor?: string | undefined; limit: number }): Promise<Page<MatchRecord>> {
    const after = page.cursor === undefined ? null : readCursor(page.cursor);
    const found = [...this.shelves.values()]
      .map((shelf) => shelf.record)
      .filter((record) => matches(record, filter))
      .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
      .filter((record) => after === null || isAfter(record, after));
    const items = found.slice(0, page.limit).map((record) => ({ ...record }));
    const last = items.at(-1);
    return { items, nextCursor: last && found.length > page.limit ? cursorOf(last) : null };
  }

  async read(matchId: string, after = 0, limit = Number.POSITIVE_INFINITY): Promise<StoredEvent[]> {
    return this.shelves.get(matchId)?.events.slice(after, after + limit) ?? [];
  }

  async append(lease: Lease, expectedHead: number, { events, progress = {} }: News): Promise<AppendAnswer> {
    const shelf = this.shelves.get(lease.matchId);
    if (!shelf) return { ok: false, code: 'unknown_match', head: 0 };
    const { head } = shelf.record;
    if (!holds(shelf, lease)) return { ok: false, code: 'lease_lost', head };
    if (head !== expectedHead) return { ok: false, code: 'version_conflict', head };
    const stored = shelve(events, head, new Date(this.now()));
    shelf.events.push(...stored);
    shelf.record = { ...shelf.record, ...progress, head: head + stored.length };
    this.tell(shelf.record, 'events');
    return { ok: true, head: shelf.record.head, stored };
  }

  async acquire(matchId: string, owner: string, forMs: number): Promise<Lease | null> {
    const shelf = this.shelves.get(matchId);
    if (!shelf || !isLive(shelf.record) || this.isHeld(shelf)) return null;
    shelf.token += 1;
    shelf.lease = { matchId, owner, token: shelf.token, until: new Date(this.now() + forMs) };
    return shelf.lease;
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
    const left = [...this.shelves.values()].filter((shelf) => shouldRun(shelf) && !this.isHeld(shelf));
    return left.slice(0, limit).map((shelf) => ({ ...shelf.record }));
  }

  async command(matchId: string, command: ControlCommand): Promise<CommandAnswer> {
    const shelf = this.shelves.get(matchId);
    if (!shelf) return { ok: false, code: 'unknown_match' };
    if (!isLive(shelf.record)) return { ok: false, code: 'match_over' };
    const last = shelf.commands.filter((one) => one !== 'step').at(-1);
    const willBePaused = last === undefined ? shelf.record.status === 'paused' : last === 'pause';
    if (command === 'step' && !willBePaused) return { ok: false, code: 'not_paused' };
    shelf.commands.push(command);
    this.tell(shelf.record, 'control');
    return { ok: true };
  }

  async takeCommands(lease: Lease): Promise<ControlCommand[]> {
    const shelf = this.shelves.get(lease.matchId);
    if (!shelf || !holds(shelf, lease)) return [];
    return shelf.commands.splice(0);
  }

  async update(lease: Lease, progress: MatchProgress): Promise<boolean> {
    const shelf = this.shelves.get(lease.matchId);
    if (!shelf || !holds(shelf, lease)) return false;
    shelf.record = { ...shelf.record, ...progress };
    this.tell(shelf.record, 'card');
    return true;
  }

  async listen(heard: (notice: Notice) => void): Promise<() => Promise<void>> {
    this.ears.add(heard);
    return async () => {
      this.ears.delete(heard);
    };
  }

  async close(): Promise<void> {
    this.ears.clear();
  }

  private isHeld(shelf: Shelf): boolean {
    return shelf.lease !== null && shelf.lease.until.getTime() >= this.now();
  }

  private tell(record: MatchRecord, kind: Notice['kind']): void {
    const notice: Notice = { matchId: record.id, kind, head: record.head, from: this.processId };
    for (const ear of this.ears) queueMicrotask(() => ear(notice));
  }
}

/** A paused match waits for a command. */
function shouldRun({ record, commands }: Shelf): boolean {
  return record.status === 'running' || (record.status === 'paused' && commands.length > 0);
}

function holds(shelf: Shelf, lease: Lease): boolean {
  return shelf.lease !== null && shelf.lease.token === lease.token && shelf.lease.owner === lease.owner;
}

function isAfter(record: MatchRecord, after: { createdAt: Date; id: string }): boolean {
  const earlier = record.createdAt.getTime() - after.createdAt.getTime();
  return earlier < 0 || (earlier === 0 && record.id < after.id);
}

function shelve(events: readonly GameEvent[], head: number, recordedAt: Date): StoredEvent[] {
  return events.map((event, index) => {
    const json = JSON.stringify(event);
    return { seq: head + index + 1, json, event: JSON.parse(json) as GameEvent, recordedAt };
  });
}
