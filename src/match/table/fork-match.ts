import { type AnyGame, type GameEvent, type Reading, replay, type SeatId } from '~/contract/game';
import { type ReplacedMove, replaceMove } from '~/engine/replace-move';
import { standInFor } from '~/games/policies';
import { asSentence } from '~/lib/text/fault-sentence';
import type { EventStore, MatchRecord, NewMatch } from '~/store/event-store';
import { isSealed } from '~/store/match-record';
import { isForPeople, type SeatCard } from '~/store/match-types';
import { type Answer, answered, refused } from '../answer';
import { askRules, gameOf } from '../load-match';
import { isOver } from '../match-card';
import { newMatchId } from '../match-id';
import { MAX_CLOCK_SECONDS, playersOf, seatCards, tableOf } from '../open-match';
import { secretSeed } from '../season';
import type { TableServices } from './change-table';
import { giveHost } from './open-table';

export interface ForkRequest {
  matchId: string;
  /** The last shared event; moved back to the start of a turn. Ignored if a move is replaced. */
  seq: number;
  /** Replaces one move of a finished match. The other moves of its turn are kept, and play continues from there. */
  replaced?: ReplacedMove | undefined;
  /** For a running match: the seat whose knowledge is kept and which the caller may see. Everything else is drawn again. */
  as?: string | undefined;
  /** By seat: a policy's id, or `open`. */
  seats: Record<string, string>;
  /** Plays seats that are not named. Default: the previous player continues, and the stand-in replaces people. */
  policy?: string | undefined;
  clockSeconds?: number | undefined;
  pace?: number | undefined;
}

export type ForkRefusal = 'unknown_match' | 'match_running' | 'unknown_seat' | 'unknown_policy' | 'bad_input' | 'bad_clock';

/**
 * Continues a finished match from one of its events with other policies or people, or a running one from its current turn with what one of
 * its seats knows. The branch is unrated.
 */
export async function forkMatch(
  services: TableServices,
  request: ForkRequest,
): Promise<Answer<{ match: MatchRecord; token: string | null }, ForkRefusal>> {
  const { store } = services;
  const origin = await store.get(request.matchId);
  if (!origin) return refused('unknown_match', `There is no match "${request.matchId}".`);
  const running = !isOver(origin);
  if (running && (request.as === undefined || origin.status === 'lobby'))
    return refused(
      'match_running',
      'This match is still running. Until it is over, you can fork it only with what one of its seats knows.',
    );
  if (isSealed(origin))
    return refused('match_running', 'Other matches still use its world. You can fork it when its tournament or series is over.');
  const { clockSeconds, replaced } = request;
  if (clockSeconds !== undefined && !(clockSeconds > 0 && clockSeconds <= MAX_CLOCK_SECONDS))
    return refused('bad_clock', `A round's clock is set to ${MAX_CLOCK_SECONDS} seconds at most.`);
  const game = gameOf(origin);
  const known = running ? (request.as ?? '') : null;
  if (known !== null && !origin.seats.some(({ seat }) => seat === known)) return refused('unknown_seat', `There is no seat "${known}".`);
  const rooted = await branchPointOf(store, game, { origin, request, known });
  if (!rooted.ok) return rooted;
  const branchPoint = rooted.value;
  const asked = { policy: request.policy ?? standInFor(origin.game), seats: seatsFor(origin, request) };
  const players = await playersOf(services, { game: origin.game, version: origin.version, ...asked });
  const seats = seatCards(game, Object.keys(seatsOf(origin)), { ...asked, players });
  if (!seats.ok) return seats;
  const branch: NewMatch = {
    ...origin,
    id: newMatchId(),
    seats: seats.value,
    // What a running match hides from others stays hidden in its branch.
    visibility: running ? origin.visibility : 'open',
    pace: request.pace ?? Math.max(1, origin.pace),
    showcase: false,
    hosted: false,
    clock: null,
    delayTurns: 0,
    rated: false,
    season: null,
    series: null,
    origin: {
      matchId: origin.id,
      seq: branchPoint.seq,
      ...(replaced && { replaced: { ...replaced, standIns: standInsOf(origin, seats.value) } }),
    },
    turn: branchPoint.turn,
    round: branchPoint.round,
    scores: branchPoint.scores,
    ...branchPoint.world,
    ...tableOf(seats.value, { clockSeconds, pace: request.pace }),
  };
  const match = await store.create(branch, branchPoint.events);
  services.audience.card(match);
  if (!seats.value.some(isForPeople)) return answered({ match, token: null });
  return giveHost(services, match.id, { kind: 'forked', detail: `${origin.id} after event ${branchPoint.seq}` });
}

interface Rooting {
  origin: MatchRecord;
  request: ForkRequest;
  /** The seat whose knowledge of a running match is kept. */
  known: string | null;
}

async function branchPointOf(
  store: EventStore,
  game: AnyGame,
  { origin, request, known }: Rooting,
): Promise<Answer<BranchPoint, ForkRefusal>> {
  const { replaced, seq } = request;
  if (replaced && known !== null) return refused('match_running', 'You can replace a move only when the match is over.');
  if (replaced) {
    const branchPoint = await replacedBranchPoint(store, game, { origin, replaced });
    return branchPoint.ok ? answered(branchPoint.value) : refused('bad_input', asSentence(branchPoint.why));
  }
  const branchPoint =
    known === null
      ? await finishedBranchPoint(store, game, { origin, seq })
      : await redrawnBranchPoint(store, game, { origin, seat: known });
  return branchPoint ? answered(branchPoint) : refused('bad_input', 'There is no turn to fork from at or before this event.');
}

/** Who replaces people in the branch. */
function standInsOf(origin: MatchRecord, seats: readonly SeatCard[]): Record<string, string> {
  const cards = new Map(seats.map((card) => [card.seat, card]));
  const people = origin.seats.filter(isForPeople);
  return Object.fromEntries(
    people.flatMap(({ seat }) => {
      const card = cards.get(seat);
      return card?.kind === 'script' ? [[seat, card.policy]] : [];
    }),
  );
}

function seatsOf(origin: MatchRecord): Record<string, string> {
  return Object.fromEntries(origin.seats.map((card) => [card.seat, card.kind === 'script' ? card.policy : standInFor(origin.game)]));
}

function seatsFor(origin: MatchRecord, { seats, policy }: ForkRequest): Record<string, string> {
  return policy === undefined ? { ...seatsOf(origin), ...seats } : seats;
}

// The start of a branch: part of a finished match's events, or a running match as one seat knows it with everything else drawn again.

interface BranchPoint {
  events: GameEvent[];
  /** The last event taken from the original match; a turn begins there. */
  seq: number;
  turn: number;
  round: number;
  scores: Record<SeatId, number | null>;
  world: Pick<NewMatch, 'seed' | 'config'>;
}

/** For a finished match: up to the last start of a turn at or before event `seq`; null if there is none. */
async function finishedBranchPoint(
  store: EventStore,
  game: AnyGame,
  { origin, seq }: { origin: MatchRecord; seq: number },
): Promise<BranchPoint | null> {
  const stored = await store.read(origin.id, 0, seq);
  const next = await store.read(origin.id, stored.length, 1);
  const events = [...stored, ...next].map(({ event }) => event);
  const point = askRules(game, () => pointAt(game, events, stored.length));
  return point && { ...point, events: events.slice(0, point.seq), world: { seed: origin.seed, config: origin.config } };
}

/**
 * For a running match: from the start of the current turn. Keeps nothing that `seat` cannot see, and shares no future chance with the
 * original.
 */
async function redrawnBranchPoint(
  store: EventStore,
  game: AnyGame,
  { origin, seat }: { origin: MatchRecord; seat: SeatId },
): Promise<BranchPoint | null> {
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

/** For a finished match: up to the end of the turn with the replaced move. */
async function replacedBranchPoint(
  store: EventStore,
  game: AnyGame,
  { origin, replaced }: { origin: MatchRecord; replaced: ReplacedMove },
): Promise<Reading<BranchPoint>> {
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

/** Sets the seed in the configuration. */
/** Drops the original's wide seed, which would reveal its world. */
function withSeed(config: unknown, seed: number): object {
  const { seed_hex: _secret, ...rest } = typeof config === 'object' ? (config as { seed_hex?: string }) : {};
  return { ...rest, seed };
}

type Point = Pick<BranchPoint, 'seq' | 'turn' | 'round' | 'scores'>;

/** The last start of a turn at or before `most`; null if there is none. */
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
  // Includes a turn in which nobody has moved yet.
  look(events.length);
  return found;
}
