/** What a branch grows from: a stretch of a finished match's events, or a running one as a seat of it knew it, all else drawn anew. */
import { type AnyGame, type GameEvent, type Reading, replay, type SeatId } from '~/contract/game';
import { type ReplacedMove, replaceMove } from '~/engine/replace-move';
import type { EventStore, MatchRecord, NewMatch } from '~/store/event-store';
import { askRules } from '../load-match';
import { secretSeed } from '../season';

export interface Stem {
  events: GameEvent[];
  /** The last event of the origin that it rests on: there a turn begins. */
  seq: number;
  turn: number;
  round: number;
  scores: Record<SeatId, number | null>;
  world: Pick<NewMatch, 'seed' | 'config'>;
}

/** Of a finished match, up to the newest turn's beginning at or before event `seq`; null: there is none. */
export async function finishedStem(
  store: EventStore,
  game: AnyGame,
  { origin, seq }: { origin: MatchRecord; seq: number },
): Promise<Stem | null> {
  const stored = await store.read(origin.id, 0, seq);
  const next = await store.read(origin.id, stored.length, 1);
  const events = [...stored, ...next].map(({ event }) => event);
  const point = askRules(game, () => pointAt(game, events, stored.length));
  return point && { ...point, events: events.slice(0, point.seq), world: { seed: origin.seed, config: origin.config } };
}

/** Of a running match, from its present turn's beginning: nothing that `seat` could not see is kept, and no future is the origin's. */
export async function redrawnStem(
  store: EventStore,
  game: AnyGame,
  { origin, seat }: { origin: MatchRecord; seat: SeatId },
): Promise<Stem | null> {
  const events = (await store.read(origin.id)).map(({ event }) => event);
  return askRules(game, () => {
    const point = pointAt(game, events, events.length);
    if (!point || !game.branch) return null;
    const seed = secretSeed();
    const begun = game.branch(replay(game, events.slice(0, point.seq)), seat, seed);
    const { scores } = game.outcome(replay(game, begun));
    return { ...point, events: begun, scores, world: { seed, config: withSeed(origin.config, seed) } };
  });
}

/** Of a finished match, up to the end of the turn in which one move is another. */
export async function replacedStem(
  store: EventStore,
  game: AnyGame,
  { origin, replaced }: { origin: MatchRecord; replaced: ReplacedMove },
): Promise<Reading<Stem>> {
  const events = (await store.read(origin.id)).map(({ event }) => event);
  return askRules(game, () => {
    const made = replaceMove(game, events, replaced);
    if (!made.ok) return made;
    const { state, shared } = made.value;
    const { turn, round } = game.clock(state);
    const { scores } = game.outcome(state);
    const world = { seed: origin.seed, config: origin.config };
    return { ok: true, value: { events: made.value.events, seq: shared, turn, round, scores, world } };
  });
}

/** A configuration says which world it leads to. */
function withSeed(config: unknown, seed: number): object {
  return { ...(typeof config === 'object' ? config : {}), seed };
}

type Point = Pick<Stem, 'seq' | 'turn' | 'round' | 'scores'>;

/** The newest place at or before `most` where a turn begins; null: there is none. */
function pointAt(game: AnyGame, events: readonly GameEvent[], most: number): Point | null {
  let state: unknown = null;
  let found: Point | null = null;
  let begun = -1;
  const look = (index: number) => {
    const { turn, round } = state === null ? { turn: begun, round: 0 } : game.clock(state);
    if (turn === begun || index > most || game.toAct(state).length === 0) return;
    begun = turn;
    found = { seq: index, turn, round, scores: game.outcome(state).scores };
  };
  for (const [index, event] of events.entries()) {
    if (game.told(event)?.begins === true) look(index);
    state = game.evolve(state, event);
  }
  // A turn in which nobody has moved yet is one too.
  look(events.length);
  return found;
}
