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
  /** The last event that both have; moved back to where a turn begins. Of no account where a move is replaced. */
  seq: number;
  /** One move of a finished match is another: all else of its turn stands, and it is played on from there. */
  replaced?: ReplacedMove | undefined;
  /** While the match still runs: the seat whose knowledge is kept, whoever asks may have it. All else is drawn anew. */
  as?: string | undefined;
  /** By seat: a policy's id, or `open`. */
  seats: Record<string, string>;
  /** Plays the seats that are not named; left out: whoever played them goes on, a person's seat is the house's. */
  policy?: string | undefined;
  clockSeconds?: number | undefined;
  pace?: number | undefined;
}

export type ForkRefusal = 'unknown_match' | 'match_running' | 'unknown_seat' | 'unknown_policy' | 'bad_input' | 'bad_clock';

/**
 * Plays a finished match on from one of its events, with other policies or people; a running one from its present turn, as one of its
 * seats knows it. The branch is an exhibition.
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
    return refused('match_running', 'This match still runs: until it is over it can be branched off only as one of its seats knows it.');
  if (isSealed(origin))
    return refused('match_running', 'Its world is still played: it can be branched off once its tournament, or its series, is over.');
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
    // What a seat still keeps to itself in a running match is not shown in its branch either.
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
  /** The seat as which a running match is known. */
  known: string | null;
}

async function branchPointOf(
  store: EventStore,
  game: AnyGame,
  { origin, request, known }: Rooting,
): Promise<Answer<BranchPoint, ForkRefusal>> {
  const { replaced, seq } = request;
  if (replaced && known !== null)
    return refused('match_running', 'A move is replaced when the match is over: the others made theirs unseen.');
  if (replaced) {
    const branchPoint = await replacedBranchPoint(store, game, { origin, replaced });
    return branchPoint.ok ? answered(branchPoint.value) : refused('bad_input', asSentence(branchPoint.why));
  }
  const branchPoint =
    known === null
      ? await finishedBranchPoint(store, game, { origin, seq })
      : await redrawnBranchPoint(store, game, { origin, seat: known });
  return branchPoint ? answered(branchPoint) : refused('bad_input', 'There is no turn to branch off at or before this event.');
}

/** Who plays on in this branch where a person sat. */
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

// What a branch grows from: a stretch of a finished match's events, or a running one as a seat of it knew it, all else drawn anew.

interface BranchPoint {
  events: GameEvent[];
  /** The last event of the origin that it rests on: there a turn begins. */
  seq: number;
  turn: number;
  round: number;
  scores: Record<SeatId, number | null>;
  world: Pick<NewMatch, 'seed' | 'config'>;
}

/** Of a finished match, up to the newest turn's beginning at or before event `seq`; null: there is none. */
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

/** Of a running match, from its present turn's beginning: nothing that `seat` could not see is kept, and no future is the origin's. */
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

/** Of a finished match, up to the end of the turn in which one move is another. */
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

/** A configuration says which world it leads to. */
/** The origin's wide seed would tell its world. */
function withSeed(config: unknown, seed: number): object {
  const { seed_hex: _secret, ...rest } = typeof config === 'object' ? (config as { seed_hex?: string }) : {};
  return { ...rest, seed };
}

type Point = Pick<BranchPoint, 'seq' | 'turn' | 'round' | 'scores'>;

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
