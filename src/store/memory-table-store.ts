import type { MatchRecord } from './event-store';
import { isLive } from './match-order';
import { type NoteKind, playedBy, type SeatCard } from './match-types';
import type { KeptTurn, Shelf, Shelves } from './memory-shelves';
import {
  type HandedIn,
  type HandInAnswer,
  type Holding,
  KEPT_COMINGS,
  KEPT_FEW,
  MOST_KEPT,
  MOST_REFUSED,
  MOST_TOKENS,
  type Receipt,
  type TableChange,
  type TableNote,
  type TableStore,
  type TurnAnswer,
  type WaitingTurn,
} from './table-store';

interface Link extends Holding {
  expiresAt: Date;
}

/** Tables of one process, in memory. */
export class MemoryTableStore implements TableStore {
  private readonly shelves: Shelves;
  private readonly holders = new Map<string, Holding>();
  private readonly links = new Map<string, Link>();
  private turnsKept = 0;

  constructor(shelves: Shelves) {
    this.shelves = shelves;
  }

  async change<T>(matchId: string, decide: (match: MatchRecord) => TableChange<T>): Promise<{ answer: T; match: MatchRecord } | null> {
    const shelf = this.shelves.all.get(matchId);
    if (!shelf) return null;
    const change = decide(structuredClone(shelf.record));
    const { seats, status, finishedAt, fault, rated } = structuredClone({ ...change, answer: null });
    const ended = { ...(status && { status }), ...(finishedAt && { finishedAt }), ...(fault !== undefined && { fault }) };
    const changed = { ...(seats && { seats: withPresence(shelf, seats) }), ...ended };
    shelf.record = { ...shelf.record, ...changed, ...(rated !== undefined && { rated }) };
    this.writeRights(matchId, change);
    const at = new Date(this.shelves.now());
    const { round, turn } = shelf.record;
    for (const note of change.notes ?? []) {
      shelf.notes.push({ at, round, turn, ...note });
      const few = [KEPT_FEW, KEPT_COMINGS].find((kinds) => note.by === 'seat' && kinds.includes(note.kind));
      if (few) shelf.notes = withoutOldest(shelf.notes, note.seat, few);
    }
    if (seats || status || rated !== undefined) this.shelves.tell(shelf.record, status === 'running' ? 'control' : 'card');
    return { answer: change.answer, match: { ...shelf.record } };
  }

  async findHolder(tokenHash: string): Promise<Holding | null> {
    return this.holders.get(tokenHash) ?? null;
  }

  async findHolders(tokenHashes: readonly string[]): Promise<(Holding | null)[]> {
    return tokenHashes.map((hash) => this.holders.get(hash) ?? null);
  }

  async redeem(linkHash: string, tokenHash: string): Promise<Holding | null> {
    const link = this.links.get(linkHash);
    this.links.delete(linkHash);
    if (!link || link.expiresAt.getTime() < this.shelves.now()) return null;
    const { matchId, role, seat } = link;
    this.addToken(tokenHash, { matchId, role, seat });
    return { matchId, role, seat };
  }

  async handIn(turn: HandedIn): Promise<HandInAnswer> {
    const shelf = this.shelves.all.get(turn.matchId);
    if (!shelf) return { ok: false, code: 'unknown_match' };
    const known = shelf.turns.find((one) => one.seat === turn.seat && one.key === turn.key);
    if (known?.receipt?.ok) return { ok: true, id: known.id, receipt: known.receipt };
    if (shelf.record.status === 'lobby') return { ok: false, code: 'not_started' };
    if (!isLive(shelf.record)) return { ok: false, code: 'match_over' };
    const card = shelf.record.seats.find(({ seat }) => seat === turn.seat);
    if (known?.waiting) return { ok: true, id: known.id, receipt: null };
    if (!card || playedBy(card) !== null) return { ok: false, code: 'seat_handed_over' };
    this.turnsKept += 1;
    const kept: KeptTurn = { ...structuredClone(turn), id: known?.id ?? String(this.turnsKept), held: false, receipt: null, waiting: true };
    shelf.turns = [...withoutOldestRefused(shelf.turns, turn), kept];
    this.shelves.tell(shelf.record, 'turn');
    return { ok: true, id: kept.id, receipt: null };
  }

  async answerTo(turnId: string): Promise<Receipt | null> {
    for (const shelf of this.shelves.all.values()) {
      const turn = shelf.turns.find((one) => one.id === turnId);
      if (turn) return turn.receipt;
    }
    return null;
  }

  async waitingTurns(matchId: string): Promise<WaitingTurn[]> {
    const turns = this.shelves.all.get(matchId)?.turns ?? [];
    const waiting = structuredClone(turns.filter((turn) => turn.waiting));
    return waiting.map(({ id, seat, turn, key, payload, held }) => ({ id, matchId, seat, turn, key, payload, held }));
  }

  async notes(matchId: string, only?: { host: readonly NoteKind[] }): Promise<TableNote[]> {
    const all = this.shelves.all.get(matchId)?.notes ?? [];
    return structuredClone(only === undefined ? all : all.filter(({ by, kind }) => by === 'host' && only.host.includes(kind)));
  }

  async setPresence(matchId: string, seat: string, isHere: boolean): Promise<MatchRecord | null> {
    const shelf = this.shelves.all.get(matchId);
    if (!shelf) return null;
    if (isHere) shelf.here.add(seat);
    else shelf.here.delete(seat);
    const seats = withPresence(shelf, shelf.record.seats);
    if (JSON.stringify(seats) === JSON.stringify(shelf.record.seats)) return null;
    shelf.record = { ...shelf.record, seats };
    this.shelves.tell(shelf.record, 'card');
    return { ...shelf.record };
  }

  /** Nothing to do: there is only one process, and it is alive. */
  async keepPresence(): Promise<void> {}

  async sweepPresence(): Promise<MatchRecord[]> {
    return [];
  }

  async sweepLobbies(olderThanMs: number): Promise<MatchRecord[]> {
    const now = this.shelves.now();
    const old = [...this.shelves.all.values()].filter(
      ({ record }) => record.status === 'lobby' && record.createdAt.getTime() < now - olderThanMs,
    );
    for (const shelf of old) {
      shelf.record = { ...shelf.record, status: 'aborted', finishedAt: new Date(now) };
      this.shelves.tell(shelf.record, 'card');
    }
    return old.map(({ record }) => ({ ...record }));
  }

  private addToken(hash: string, holding: Holding): void {
    this.holders.set(hash, holding);
    if (holding.role !== 'seat') return;
    const { matchId, seat } = holding;
    const own = [...this.holders].filter(([, one]) => one.role === 'seat' && one.matchId === matchId && one.seat === seat);
    for (const [oldest] of own.slice(0, -MOST_TOKENS)) this.holders.delete(oldest);
  }

  private writeRights(matchId: string, change: TableChange<unknown>): void {
    for (const { role, seat } of change.revoke ?? []) {
      const isMeant = (holding: Holding): boolean => holding.matchId === matchId && holding.role === role && holding.seat === seat;
      for (const [hash, holder] of this.holders) if (isMeant(holder)) this.holders.delete(hash);
      for (const [hash, link] of this.links) if (isMeant(link)) this.links.delete(hash);
    }
    for (const { hash, role, seat } of change.tokens ?? []) this.addToken(hash, { matchId, role, seat });
    const now = this.shelves.now();
    const isOld = (link: Link) => link.matchId === matchId && link.expiresAt.getTime() < now;
    if (change.links?.length) for (const [hash, link] of this.links) if (isOld(link)) this.links.delete(hash);
    for (const { hash, role, seat, expiresAt } of change.links ?? []) this.links.set(hash, { matchId, role, seat, expiresAt });
  }
}

function withPresence({ here }: Shelf, seats: readonly SeatCard[]): SeatCard[] {
  return seats.map((card) => ('here' in card ? { ...card, here: here.has(card.seat) } : card));
}

function withoutOldest(notes: readonly TableNote[], seat: string | null, kinds: readonly NoteKind[]): TableNote[] {
  const own = notes.filter((note) => note.by === 'seat' && note.seat === seat && kinds.includes(note.kind));
  const gone = new Set(own.slice(0, -MOST_KEPT));
  return notes.filter((note) => !gone.has(note));
}

/** Without the turn that is handed in again. */
function withoutOldestRefused(turns: readonly KeptTurn[], { seat, key }: HandedIn): KeptTurn[] {
  const others = turns.filter((one) => one.seat !== seat || one.key !== key);
  const refused = others.filter((one) => one.seat === seat && !one.waiting && one.receipt?.ok === false);
  const gone = new Set(refused.slice(0, Math.max(0, refused.length - (MOST_REFUSED - 1))));
  return others.filter((one) => !gone.has(one));
}

/** Stores the answers to submitted turns of an append. The moves of refused ones are not kept. */
export function answerTurns(shelf: Shelf, answers: readonly TurnAnswer[]): void {
  for (const { id, receipt, held } of answers) {
    const turn = shelf.turns.find((one) => one.id === id);
    if (turn) Object.assign(turn, { receipt, held: held === true, waiting: held === true, ...(!receipt.ok && { payload: null }) });
  }
}
