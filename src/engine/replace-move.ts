/** A match replayed with one move replaced. Earlier events and the other moves of the same turn are kept. */
import { type Game, type GameEvent, type Reading, replay, type SeatId } from '~/contract/game';
import { refText } from '~/contract/game-ref';
import type { PlayOn } from '~/contract/means';
import { MemoryRun, type Player, playOut } from './memory-run';
import { type Stepped, step } from './step';

export interface ReplacedMove {
  turn: number;
  seat: SeatId;
  /** The move as submitted. */
  move: unknown;
}

/** The match up to the end of that turn. */
export interface Replacement<State = unknown, Event = GameEvent> extends Stepped<State, Event> {
  /** Number of events that both matches share. */
  shared: number;
}

/**
 * A seat that lapsed in that turn lapses again. Random numbers drawn for the replaced move stay used, so that every seat's stream continues
 * unchanged. `events`: the whole match, including the turn's end.
 */
export function replaceMove<State, Event extends GameEvent>(
  game: Game<unknown, State, Event>,
  events: readonly Event[],
  { turn, seat, move }: ReplacedMove,
): Reading<Replacement<State, Event>> {
  if (!game.replaceable) return { ok: false, why: `no move of ${refText(game.ref)} can be replaced`, path: 'game' };
  const from = beginningOf(game, events, turn);
  if (from === null) return { ok: false, why: `there is no turn ${turn} in this match in which somebody was to move`, path: 'turn' };
  const before = replay(game, events.slice(0, from));
  const awaited = game.toAct(before);
  if (!awaited.includes(seat)) return { ok: false, why: `turn ${turn} waited for ${awaited.join(', ')}, not for "${seat}"`, path: 'seat' };
  const ofTurn = movesFrom(game, game.copy(before), events.slice(from));
  const kept = ofTurn.filter((event) => game.told(event)?.move?.seat !== seat);
  const state = replay(game, kept, game.copy(before));
  const wrong = whyNot(game, state, { seat, move });
  if (wrong !== null) return { ok: false, why: wrong, path: 'move' };
  const drawn = withDraws(game, { before, after: replay(game, ofTurn, game.copy(before)), seat }, move);
  const made = step(game, state, [{ seat, move: drawn }]);
  if (made.events.length === 0) return { ok: false, why: 'that is no move that counts', path: 'move' };
  const ended = lapsed(game, made, turn);
  const place = ofTurn.findIndex((event) => game.told(event)?.move?.seat === seat);
  const inOrder = inPlaceOf(place === -1 ? kept.length : place, { kept, made: ended.events });
  return { ok: true, value: { events: [...events.slice(0, from), ...inOrder], state: ended.state, shared: from } };
}

/** Replaces the move and plays the match to its end in memory. */
export async function whatIf<State, Event extends GameEvent, Observation>(
  game: Game<unknown, State, Event, Observation>,
  events: readonly Event[],
  { replaced, playerOf }: { replaced: ReplacedMove; playerOf(seat: SeatId): Player },
): Promise<Reading<MemoryRun<unknown, State, Event, Observation>>> {
  const replacement = replaceMove(game, events, replaced);
  if (!replacement.ok) return replacement;
  const run = new MemoryRun(game, replacement.value);
  await playOut(run, { ask: (seat) => run.ask(playerOf(seat), seat) });
  return { ok: true, value: run };
}

/** Replays a match from a turn on with these players. Earlier events are kept, and chance is the same. */
export function playOnFrom<Event extends GameEvent>({ game, events, turn, playerOf }: PlayOn<Event>): Reading<Event[]> {
  const rules = game as Rules<unknown, Event>;
  const from = beginningOf(rules, events, turn);
  if (from === null) return { ok: false, why: `there is no turn ${turn} in this match in which somebody was to move`, path: 'turn' };
  const before = events.slice(0, from);
  const run = new MemoryRun(rules, { events: [...before], state: replay(rules, before) });
  if (playOut(run, { ask: (seat) => run.ask(playerOf(seat), seat) })) throw new Error('playOnFrom: somebody promised a move');
  return { ok: true, value: run.events };
}

type Rules<State, Event extends GameEvent> = Game<unknown, State, Event>;

/** Number of events before the turn's first; null if there is no such turn. */
function beginningOf<State, Event extends GameEvent>(game: Rules<State, Event>, events: readonly Event[], turn: number): number | null {
  let state: State | null = null;
  for (const [index, event] of events.entries()) {
    if (state !== null && game.told(event)?.begins === true && game.clock(state).turn === turn) return index;
    state = game.evolve(state, event);
  }
  return null;
}

/** From a turn's first event to its last submitted move. Takes over `state`. */
function movesFrom<State, Event extends GameEvent>(game: Rules<State, Event>, state: State, events: readonly Event[]): Event[] {
  const { turn } = game.clock(state);
  let now = state;
  let last = 0;
  for (const [index, event] of events.entries()) {
    if (game.clock(now).turn !== turn) break;
    if (game.told(event)?.move !== undefined) last = index + 1;
    now = game.evolve(now, event);
  }
  return events.slice(0, last);
}

function whyNot<State, Event extends GameEvent>(
  game: Rules<State, Event>,
  state: State,
  { seat, move }: Omit<ReplacedMove, 'turn'>,
): string | null {
  const read = game.readMove(move);
  if (!read.ok) return read.why;
  const receipt = game.receive?.(state, seat, move);
  return receipt === undefined || receipt.ok ? null : receipt.message;
}

/** The replacement with the stream position that the replaced move had reached. */
function withDraws<State, Event extends GameEvent>(
  game: Rules<State, Event>,
  { before, after, seat }: { before: State; after: State; seat: SeatId },
  move: unknown,
): unknown {
  const drawn = game.chance?.(after, seat).drawn;
  return drawn === undefined || drawn === game.chance?.(before, seat).drawn ? move : (game.houseMove?.(move, drawn) ?? move);
}

/** The replacement goes where the original move was; events that end the turn follow all moves. */
function inPlaceOf<Event>(place: number, { kept, made }: { kept: readonly Event[]; made: readonly Event[] }): Event[] {
  return [...kept.slice(0, place), ...made.slice(0, 1), ...kept.slice(place), ...made.slice(1)];
}

/** Seats that are still awaited missed that turn in the original. */
function lapsed<State, Event extends GameEvent>(
  game: Rules<State, Event>,
  made: Stepped<State, Event>,
  turn: number,
): Stepped<State, Event> {
  const events = [...made.events];
  let { state } = made;
  while (game.clock(state).turn === turn && game.toAct(state).length > 0) {
    const late = game.lapse(state);
    if (late.length === 0) break;
    for (const event of late) {
      events.push(event);
      state = game.evolve(state, event);
    }
  }
  return { events, state };
}
