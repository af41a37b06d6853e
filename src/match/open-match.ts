import { type AnyGame, replay, type SeatSpec } from '~/contract/game';
import { keyParts } from '~/contract/game-ref';
import type { GuardMode } from '~/contract/guard';
import { type OptionValue, readOptions } from '~/contract/options';
import { findPolicy } from '~/games/policies';
import { readGame } from '~/games/read-game';
import { asSentence } from '~/lib/text/fault-sentence';
import type { MatchRecord, NewMatch } from '~/store/event-store';
import { type HeldSeat, isForPeople, type SeatCard, VISIBILITIES, type Visibility } from '~/store/match-types';
import { type Answer, answered, type Refused, refused } from './answer';
import { newMatchId } from './match-id';
import { type NamedPerson, namePlayers, type Players, unknownPlayer, WHERE_PEOPLE_PLAY } from './name-player';
import type { Services } from './services';
import { readName } from './table/names';

export const MAX_PACE_SECONDS = 60;
export const MAX_CLOCK_SECONDS = 900;
export const DEFAULT_CLOCK_SECONDS = 90;
export const MAX_DELAY_TURNS = 10;
/** Rounds of policies at a table with a host are slow enough for people to follow. */
const LEAST_HOSTED_PACE = 1;

/** A match as requested. Only the types have been checked. */
export interface MatchRequest {
  /** In any form that `readGame` accepts. */
  game?: string | undefined;
  ruleset?: string | undefined;
  version?: number | string | undefined;
  task: string;
  seed: number;
  judgeMode?: string;
  /**
   * All 256 bits, of which `seed` is the first 53, for games that support them. Only for rated worlds; requests from outside cannot set it.
   */
  seedHex?: string | null;
  /** Plays every seat that `seats` does not name. */
  policy: string;
  seats?: Record<string, string>;
  /** Seconds per round; 0: as fast as possible. */
  pace?: number;
  visibility?: Visibility;
  showcase?: boolean;
  /** Visible only to invited people. For tables, which have a host to invite them. */
  isPrivate?: boolean;
  /** Seconds per turn that waits for a player. */
  clockSeconds?: number;
  /** Watchers see the match this many turns late. */
  delayTurns?: number;
  /** Whom its guards bind. Default: the game's. */
  guards?: GuardMode;
  /** The same under its name in earlier versions, in which every turn was a round. */
  delayRounds?: number;
  /** The task's options; see `Game.options`. */
  options?: Readonly<Record<string, OptionValue>>;
}

/** In a request: a seat that anyone can claim. */
export const OPEN_SEAT = 'open';

export type OpenRefusal =
  | 'unknown_ruleset'
  | 'unknown_task'
  | 'unknown_policy'
  | 'unknown_seat'
  | 'bad_seed'
  | 'bad_pace'
  | 'bad_visibility'
  | 'bad_clock'
  | 'bad_delay'
  | 'bad_input';

/** Creates a match: generates the world from the seed, stores both, and only then announces the match. */
export async function openMatch(
  services: Pick<Services, 'store' | 'audience' | 'agents'>,
  request: MatchRequest,
): Promise<Answer<MatchRecord, OpenRefusal>> {
  const drawn = drawUp(request, await playersOf(services, request));
  if (!drawn.ok) return drawn;
  const match = await services.store.create(drawn.value.match, drawn.value.opening);
  services.audience.card(match);
  return answered(match);
}

/** The agents that a request names. */
export function playersOf(
  services: Pick<Services, 'agents'>,
  request: Pick<MatchRequest, 'game' | 'ruleset' | 'version' | 'policy' | 'seats'>,
): Promise<Players> {
  const { policy, seats = {} } = request;
  const game = readGame(request);
  return game.ok ? namePlayers(services, game.value.ref, [policy, ...Object.values(seats)]) : Promise.resolve(new Map());
}

/** The match and its opening events, not stored yet. Without `players`, only built-in policies can play. */
export function drawUp(
  request: MatchRequest,
  players: Players = new Map(),
): Answer<{ match: NewMatch; opening: ReturnType<AnyGame['open']> }, OpenRefusal> {
  const read = readGame(request);
  if (!read.ok) return refused('unknown_ruleset', asSentence(read.why));
  const game = read.value;
  const wrong = checkRequest(game, request);
  if (wrong) return wrong;
  const { task: task_type, seed, judgeMode: judge_mode = 'off' } = request;
  const options = readOptions(game.options(task_type), request.options ?? {});
  if (!options.ok) return refused('bad_input', `${options.why}.`);
  const seeding = game.can?.wideSeeds && request.seedHex ? { seed_hex: request.seedHex } : { seed };
  const config = game.parseConfig({ ...options.value, task_type, ...seeding, judge_mode });
  if (!config.ok) return refused(config.path === 'seed' ? 'bad_seed' : 'bad_input', config.why);
  const opening = game.open(config.value);
  const state = replay(game, opening);
  const seats = seatCards(game, idsOf(game.seats(config.value)), { ...request, players });
  if (!seats.ok) return seats;
  if (request.isPrivate === true && !seats.value.some(isForPeople))
    return refused('bad_visibility', 'Only a table can be private. Leave a seat open, so that it has a host who invites others.');
  const match: NewMatch = {
    id: newMatchId(),
    game: game.ref.key,
    version: game.ref.version,
    task: request.task,
    seed: request.seed,
    judgeMode: request.judgeMode ?? 'off',
    config: config.value,
    seats: seats.value,
    visibility: request.visibility ?? defaultVisibility(seats.value),
    pace: request.pace ?? 0,
    rounds: game.clock(state).rounds,
    showcase: request.showcase ?? false,
    isPrivate: request.isPrivate ?? false,
    delayTurns: delayOf(request),
    guards: request.guards ?? null,
    ...tableOf(seats.value, request),
  };
  return answered({ match, opening });
}

/** Open if all seats are scripted, because then there is nothing to protect. */
export function defaultVisibility(seats: readonly SeatCard[]): Visibility {
  return seats.every((seat) => seat.kind === 'script') ? 'open' : 'public';
}

export interface TableSettings {
  clockSeconds?: number | undefined;
  pace?: number | undefined;
}

/** Settings for a match with open seats: a lobby, a clock, rounds that people can follow, and secrets kept until the end. */
export function tableOf(seats: readonly SeatCard[], request: TableSettings): Partial<NewMatch> {
  if (!seats.some(isForPeople)) return {};
  const clock = { seconds: request.clockSeconds ?? DEFAULT_CLOCK_SECONDS, deadline: null, remaining: null };
  const pace = Math.max(request.pace ?? 0, LEAST_HOSTED_PACE);
  return { hosted: true, lobby: true, visibility: 'public', clock, pace };
}

function checkRequest(game: AnyGame, request: MatchRequest): Refused<OpenRefusal> | null {
  const tasks = game.tasks.map((task) => task.id);
  if (!tasks.includes(request.task))
    return refused('unknown_task', `There is no task "${request.task}"; ${keyParts(game.ref.key).ruleset} has ${list(tasks)}.`);
  if (!Number.isSafeInteger(request.seed) || request.seed < 0) {
    return refused('bad_seed', `A seed must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}, not ${request.seed}.`);
  }
  const pace = request.pace ?? 0;
  if (!(pace >= 0 && pace <= MAX_PACE_SECONDS))
    return refused('bad_pace', `The pace must be 0 to ${MAX_PACE_SECONDS} seconds per round, not ${pace}.`);
  if (request.visibility !== undefined && !VISIBILITIES.includes(request.visibility)) {
    return refused('bad_visibility', `Visibility must be ${list(VISIBILITIES)}, not "${request.visibility}".`);
  }
  return checkTable(request);
}

function delayOf({ delayTurns, delayRounds }: MatchRequest): number {
  return delayTurns ?? delayRounds ?? 0;
}

function checkTable(request: MatchRequest): Refused<OpenRefusal> | null {
  const { clockSeconds = DEFAULT_CLOCK_SECONDS } = request;
  const delay = delayOf(request);
  if (!(clockSeconds > 0 && clockSeconds <= MAX_CLOCK_SECONDS)) {
    return refused('bad_clock', `A turn's clock can be at most ${MAX_CLOCK_SECONDS} seconds; ${clockSeconds} is too long.`);
  }
  if (!Number.isInteger(delay) || delay < 0 || delay > MAX_DELAY_TURNS) {
    return refused('bad_delay', `Watchers see a match 0 to ${MAX_DELAY_TURNS} turns late; you asked for ${delay}.`);
  }
  return null;
}

function idsOf(seats: readonly SeatSpec[]): string[] {
  return seats.map(({ id }) => id);
}

export function seatCards(
  game: AnyGame,
  seatIds: readonly string[],
  request: Pick<MatchRequest, 'policy' | 'seats'> & { players: Players },
): Answer<SeatCard[], 'unknown_seat' | 'unknown_policy' | 'bad_input'> {
  const stranger = Object.keys(request.seats ?? {}).find((seat) => !seatIds.includes(seat));
  if (stranger !== undefined) return refused('unknown_seat', `There is no seat "${stranger}"; this match has ${list(seatIds)}.`);
  const seats: SeatCard[] = [];
  for (const seat of seatIds) {
    const name = request.seats?.[seat] ?? request.policy;
    if (name === OPEN_SEAT) {
      if (!game.receive) return refused('bad_input', `Nobody can take a seat in ${game.ref.key}: its seats are played by policies.`);
      seats.push({ seat, kind: 'open' });
      continue;
    }
    const policy = findPolicy(game.ref.key, name);
    const player = policy ? answered(policy.id) : (request.players.get(name) ?? unknownPlayer(game.ref, name));
    if (!player.ok) return player;
    if (typeof player.value === 'string') {
      seats.push({ seat, kind: 'script', policy: player.value });
      continue;
    }
    if (request.seats?.[seat] === undefined)
      return refused('unknown_policy', `${player.value.agent} is a person and has one seat: ${WHERE_PEOPLE_PLAY}`);
    const kept = seatFor(player.value, { game, seat, seats });
    if (!kept.ok) return kept;
    seats.push(kept.value);
  }
  return answered(seats);
}

/** Reserved from the start: nobody else can claim it, and the host sends its link. */
export function seatFor(
  { agent, name }: NamedPerson,
  { game, seat, seats }: { game: AnyGame; seat: string; seats: readonly SeatCard[] },
): Answer<HeldSeat, 'bad_input'> {
  if (!game.receive) return refused('bad_input', `Nobody can take a seat in ${game.ref.key}: its seats are played by policies.`);
  if (seats.some((card) => 'agent' in card && card.agent === agent)) return refused('bad_input', `${agent} can sit in one seat only.`);
  const named = readName(name, seats, { isStored: true });
  if (!named.ok) return refused('bad_input', named.why);
  return answered({ seat, kind: 'person', name: named.value, ready: false, here: false, policy: null, agent });
}

function list(words: readonly string[]): string {
  return words.join(', ');
}
