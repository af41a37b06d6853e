/** Who played each seat of a table at which time: seats change hands while a match runs, and its card knows the last player alone. */
import type { StoredEvent } from '~/store/event-store';
import { HOUSE_POLICY } from '~/store/match-words';
import type { TableNote } from '~/store/table-store';
import type { Services } from '../services';

export interface SeatSpan {
  seat: string;
  /** The first event of this player's time. */
  from: number;
  /** The first round whose turn was this player's to give. */
  round: number;
  player: string;
}

/** In order of time, the first of each seat from event 1; empty for seats that never changed hands. */
export async function seatPlayers({ store }: Pick<Services, 'store'>, matchId: string): Promise<SeatSpan[]> {
  const notes = await store.tables.notes(matchId);
  return notes.some(isChange) ? spansOf(notes, await store.read(matchId)) : [];
}

export function spansOf(notes: readonly TableNote[], events: readonly StoredEvent[]): SeatSpan[] {
  const spans: SeatSpan[] = [];
  const holders = new Map<string, string>();
  const hasLobby = notes.some(({ kind }) => kind === 'started');
  let running = !hasLobby;
  for (const note of notes) {
    const { kind, seat, name } = note;
    if (kind === 'started') running = true;
    if (seat === null) continue;
    if (kind === 'joined' || kind === 'kept') holders.set(seat, name ?? seat);
    if (!running) {
      if (kind === 'left' || kind === 'removed') holders.delete(seat);
      continue;
    }
    if (!isChange(note)) continue;
    if (!spans.some((span) => span.seat === seat))
      spans.push({ seat, from: 1, round: 0, player: holders.get(seat) ?? name ?? HOUSE_POLICY });
    spans.push({ seat, from: eventAfter(events, note.at), round: roundFrom(events, note, seat), player: playerAfter(note, holders) });
  }
  return spans;
}

/** The player of a seat in a round; null: the seat never changed hands. */
export function playerInRound(spans: readonly SeatSpan[], seat: string, round: number): string | null {
  return spans.findLast((span) => span.seat === seat && span.round <= round)?.player ?? null;
}

function isChange({ kind }: Pick<TableNote, 'kind'>): boolean {
  return kind === 'handed_over' || kind === 'taken_back' || kind === 'replaced' || kind === 'left' || kind === 'removed';
}

function playerAfter({ kind, seat, detail }: TableNote, holders: Map<string, string>): string {
  const holder = holders.get(seat ?? '');
  if (kind === 'left' || kind === 'removed') {
    holders.delete(seat ?? '');
    return HOUSE_POLICY;
  }
  if (kind === 'taken_back') return holder ?? HOUSE_POLICY;
  const policy = detail ?? HOUSE_POLICY;
  return holder === undefined ? policy : `${policy} for ${holder}`;
}

function eventAfter(events: readonly StoredEvent[], at: Date): number {
  return (events.find(({ recordedAt }) => recordedAt > at) ?? { seq: events.length + 1 }).seq;
}

/** A turn that was in before the seat changed hands is its giver's. */
function roundFrom(events: readonly StoredEvent[], { round, at }: TableNote, seat: string): number {
  const isIn = events.some(({ event, recordedAt }) => recordedAt <= at && isTurnOf(event, seat, round));
  return isIn ? round + 1 : round;
}

function isTurnOf(event: object, seat: string, round: number): boolean {
  const { type, lab_id, round_index } = event as { type?: unknown; lab_id?: unknown; round_index?: unknown };
  return type === 'turn_taken' && lab_id === seat && round_index === round;
}
