/** Who played each seat at which time. Seats change hands during a match, and the card shows only the last player. */
import type { AnyGame } from '~/contract/game';
import type { GameKey } from '~/contract/game-ref';
import { playerOf } from '~/contract/player';
import { standInFor } from '~/games/policies';
import type { MatchRecord, StoredEvent } from '~/store/event-store';
import { playedBy, playerKind, type SeatCard, type ShownSeat } from '~/store/match-types';
import type { TableNote } from '~/store/table-store';
import { isAgentRef } from '../agent-service';
import { gameOf } from '../load-match';
import type { Services } from '../services';

/** Stands for actions that belong to no seat. */
const HOUSE = 'house';

export interface SeatSpan {
  seat: string;
  /** The first event of this player's period. */
  from: number;
  /** The first round in which this player moved. */
  round: number;
  player: string;
  /** The name in result tables: policies by name, people and programs anonymously. */
  kind: string;
}

/** How a game describes its events. */
type Telling = Pick<AnyGame, 'narrate' | 'told'>;

interface Holder {
  name: string;
  kind: string;
}

/** In chronological order, beginning at event 1 for each seat. Empty for seats that never changed hands. */
export async function seatPlayers({ store }: Pick<Services, 'store'>, matchId: string): Promise<SeatSpan[]> {
  const notes = await store.tables.notes(matchId);
  if (!notes.some(isChange)) return [];
  const match = await store.get(matchId);
  return match && match.status !== 'lobby'
    ? spansOf(notes, await store.read(matchId), { game: gameOf(match), standIn: standInFor(match.game) })
    : [];
}

/** `standIn`: plays seats that nobody took. */
export function spansOf(
  notes: readonly TableNote[],
  events: readonly StoredEvent[],
  { game, standIn }: { game: Telling; standIn: string },
): SeatSpan[] {
  const spans: SeatSpan[] = [];
  const holders = new Map<string, Holder>();
  const hasLobby = notes.some(({ kind }) => kind === 'started');
  let running = !hasLobby;
  for (const note of notes) {
    const { kind, seat, name } = note;
    if (kind === 'started') running = true;
    if (seat === null) continue;
    if (kind === 'joined' || kind === 'kept') holders.set(seat, holderOf(note, name ?? seat));
    if (!running) {
      if (kind === 'left' || kind === 'removed') holders.delete(seat);
      continue;
    }
    if (!isChange(note)) continue;
    if (!spans.some((span) => span.seat === seat))
      spans.push({ seat, from: 1, round: 0, ...named(holders.get(seat) ?? policyBefore(name ?? standIn)) });
    spans.push({
      seat,
      from: eventAfter(events, note.at),
      round: roundFrom(game, events, { ...note, seat }),
      ...named(playerAfter(note, holders, standIn)),
    });
  }
  return spans;
}

/**
 * By seat: the names of everyone who sat or played there in the match, for masking in pitches. Leaves out scripted policies, whose names are ordinary
 * words.
 */
export async function namesAtTable(services: Pick<Services, 'store' | 'agents'>, match: MatchRecord): Promise<Record<string, string[]>> {
  const notes = match.hosted ? await services.store.tables.notes(match.id) : [];
  const names = match.seats.map(async (card): Promise<[string, string[]]> => {
    const own = notes.filter(({ seat, kind }) => seat === card.seat || kind === 'started');
    const sat = sitters(own);
    const refs = [playedBy(card), ...own.map(({ detail }) => detail)].filter((ref): ref is string => ref !== null && isAgentRef(ref));
    const agents = await Promise.all([...new Set(refs)].map((ref) => namesOfAgent(services, ref)));
    return [card.seat, [...new Set([...('name' in card ? [card.name] : []), ...sat, ...agents.flat()])]];
  });
  return Object.fromEntries(await Promise.all(names));
}

/** Names in one seat, without those who left before the match began: anyone could have one masked by sitting down and leaving. */
export function sitters(notes: readonly Pick<TableNote, 'kind' | 'name'>[]): string[] {
  let names: string[] = [];
  let hasStarted = false;
  for (const { kind, name } of notes) {
    if (kind === 'started') hasStarted = true;
    if (!hasStarted && (kind === 'left' || kind === 'removed')) names = [];
    if (name !== null && (kind === 'joined' || kind === 'kept')) names = [...names, name];
  }
  return names;
}

async function namesOfAgent({ agents }: Pick<Services, 'agents'>, ref: string): Promise<string[]> {
  const [name = ref] = ref.split('@', 1);
  const titles = ((await agents?.versions(name)) ?? []).map(({ title }) => title); // it may have had another title in an earlier version
  return [...namesInRef(ref), ...titles.filter(isNoWord)];
}

/** `old-fox@2` and `old-fox`. For `trader@1` only the full reference, because any pitch may contain "trader". */
export function namesInRef(ref: string): string[] {
  const [name = ref] = ref.split('@', 1);
  return [ref, name].filter(isNoWord);
}

function isNoWord(name: string): boolean {
  return !/^[a-z]+$/.test(name);
}

/** Who moved for a seat in a round: their name, and their name in result tables. */
export function giverInRound(
  { game, seats, spans }: { game: GameKey; seats: readonly SeatCard[]; spans: readonly SeatSpan[] },
  seat: string,
  round: number,
): Pick<SeatSpan, 'player' | 'kind'> {
  const span = spanInRound(spans, seat, round);
  if (span !== undefined) return span;
  const card = seats.find((one) => one.seat === seat);
  if (card === undefined) return named(policyBefore(HOUSE));
  if (card.kind === 'open') return named(policyBefore(standInFor(game)));
  return { player: playerOf(card), kind: playedBy(card) ?? playerKind(card.kind === 'program' ? 'program' : 'person') };
}

/** Everyone who played that seat, in words: `Ben, then planner for Ben from round 2`. */
export function playersText(card: ShownSeat, { round, rounds }: Pick<MatchRecord, 'round' | 'rounds'>, spans: readonly SeatSpan[]): string {
  const own = spans.filter(({ seat }) => seat === card.seat);
  const gave = own.filter((span, at) => span.round <= Math.min(round, rounds - 1) && own[at + 1]?.round !== span.round);
  const [first = { player: playerOf(card) }, ...later] = gave.filter((span, at) => span.player !== gave[at - 1]?.player);
  return [first.player, ...later.map((span) => `then ${span.player} from round ${span.round}`)].join(', ');
}

function spanInRound(spans: readonly SeatSpan[], seat: string, round: number): SeatSpan | undefined {
  return spans.findLast((span) => span.seat === seat && span.round <= round);
}

function isChange({ kind }: Pick<TableNote, 'kind'>): boolean {
  return kind === 'handed_over' || kind === 'taken_back' || kind === 'replaced' || kind === 'left' || kind === 'removed';
}

function holderOf({ kind, detail }: TableNote, name: string): Holder {
  return { name, kind: playerKind(kind === 'joined' && detail === 'program' ? 'program' : 'person') };
}

function policyBefore(policy: string): Holder {
  return { name: policy, kind: policy };
}

function named({ name, kind }: Holder): Pick<SeatSpan, 'player' | 'kind'> {
  return { player: name, kind };
}

function playerAfter({ kind, seat, detail }: TableNote, holders: Map<string, Holder>, standIn: string): Holder {
  const holder = holders.get(seat ?? '');
  const house = policyBefore(standIn);
  if (kind === 'left' || kind === 'removed') {
    holders.delete(seat ?? '');
    return house;
  }
  if (kind === 'taken_back') return holder ?? house;
  const policy = detail ?? standIn;
  return { name: holder === undefined ? policy : `${policy} for ${holder.name}`, kind: policy };
}

function eventAfter(events: readonly StoredEvent[], at: Date): number {
  return (events.find(({ recordedAt }) => recordedAt > at) ?? { seq: events.length + 1 }).seq;
}

/** A turn submitted before the seat changed hands belongs to the previous player. */
function roundFrom(game: Telling, events: readonly StoredEvent[], { round, at, seat }: TableNote): number {
  let told = 0;
  let given: number | null = null;
  for (const { event, recordedAt } of events) {
    if (recordedAt > at) break;
    const line = game.narrate(event, {});
    told = line?.round ?? told;
    if (game.told(event)?.move?.seat === seat) given = told;
    told = line?.opens ?? told;
  }
  return given === round ? round + 1 : round;
}
