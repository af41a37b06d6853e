import { type AnyGame, replay } from '~/games/game';
import { findGame, GAMES } from '~/games/registry';
import { findPolicy, policiesFor } from '~/policies/registry';
import type { MatchRecord, NewMatch } from '~/store/event-store';
import { type SeatCard, VISIBILITIES, type Visibility } from '~/store/match-words';
import { type Answer, answered, type Refused, refused } from './answer';
import { newMatchId } from './match-id';
import type { Services } from './services';

export const MAX_PACE_SECONDS = 60;

/** A match as somebody asks for it. Nothing of it is trusted but the types. */
export interface MatchRequest {
  game?: string;
  ruleset?: string;
  task: string;
  seed: number;
  judgeMode?: string;
  /** Plays every seat that `seats` does not name. */
  policy: string;
  seats?: Record<string, string>;
  /** Seconds a round; 0: as fast as it goes. */
  pace?: number;
  visibility?: Visibility;
  showcase?: boolean;
}

export type OpenRefusal =
  | 'unknown_ruleset'
  | 'unknown_task'
  | 'unknown_policy'
  | 'unknown_seat'
  | 'bad_seed'
  | 'bad_pace'
  | 'bad_visibility'
  | 'bad_input';

/** Opens a match: the seed becomes a world, and both are kept before anybody hears of it. */
export async function openMatch(
  services: Pick<Services, 'store' | 'audience'>,
  request: MatchRequest,
): Promise<Answer<MatchRecord, OpenRefusal>> {
  const drawn = drawUp(request);
  if (!drawn.ok) return drawn;
  const match = await services.store.create(drawn.value.match, drawn.value.opening);
  services.audience.card(match);
  return answered(match);
}

/** The match and its opening events, not stored yet. */
export function drawUp(request: MatchRequest): Answer<{ match: NewMatch; opening: ReturnType<AnyGame['open']> }, OpenRefusal> {
  const game = findGame(request.game ?? 'gpu-market', request.ruleset ?? 'classic');
  if (!game)
    return refused('unknown_ruleset', `There is no ruleset "${request.ruleset}"; there is ${list(GAMES.map((one) => one.ruleset))}.`);
  const wrong = checkRequest(game, request);
  if (wrong) return wrong;
  const config = game.parseConfig({ task_type: request.task, seed: request.seed, judge_mode: request.judgeMode ?? 'off' });
  if (!config.ok) return refused(config.path === 'seed' ? 'bad_seed' : 'bad_input', config.why);
  const opening = game.open(config.value);
  const state = replay(game, opening);
  const seats = seatCards(game, game.toAct(state), request);
  if (!seats.ok) return seats;
  const match: NewMatch = {
    id: newMatchId(),
    game: game.game,
    ruleset: game.ruleset,
    rulesetVersion: game.version,
    task: request.task,
    seed: request.seed,
    judgeMode: request.judgeMode ?? 'off',
    config: config.value,
    seats: seats.value,
    visibility: request.visibility ?? defaultVisibility(seats.value),
    pace: request.pace ?? 0,
    rounds: game.clock(state).rounds,
    showcase: request.showcase ?? false,
  };
  return answered({ match, opening });
}

/** All scripted: nothing to protect, everything to study. */
export function defaultVisibility(seats: readonly SeatCard[]): Visibility {
  return seats.every((seat) => seat.kind === 'script') ? 'open' : 'public';
}

function checkRequest(game: AnyGame, request: MatchRequest): Refused<OpenRefusal> | null {
  const tasks = game.tasks.map((task) => task.id);
  if (!tasks.includes(request.task))
    return refused('unknown_task', `There is no task "${request.task}"; ${game.ruleset} has ${list(tasks)}.`);
  if (!Number.isSafeInteger(request.seed) || request.seed < 0) {
    return refused('bad_seed', `A seed is a whole number from 0 to ${Number.MAX_SAFE_INTEGER}; ${request.seed} is not.`);
  }
  const pace = request.pace ?? 0;
  if (!(pace >= 0 && pace <= MAX_PACE_SECONDS))
    return refused('bad_pace', `The pace is 0 to ${MAX_PACE_SECONDS} seconds a round; ${pace} is not.`);
  if (request.visibility !== undefined && !VISIBILITIES.includes(request.visibility)) {
    return refused('bad_visibility', `Visibility is ${list(VISIBILITIES)}; "${request.visibility}" is neither.`);
  }
  return null;
}

function seatCards(game: AnyGame, seatIds: readonly string[], request: MatchRequest): Answer<SeatCard[], OpenRefusal> {
  const ruleset = `${game.game}/${game.ruleset}`;
  const stranger = Object.keys(request.seats ?? {}).find((seat) => !seatIds.includes(seat));
  if (stranger !== undefined) return refused('unknown_seat', `There is no seat "${stranger}"; this match has ${list(seatIds)}.`);
  const seats: SeatCard[] = [];
  for (const seat of seatIds) {
    const name = request.seats?.[seat] ?? request.policy;
    const policy = findPolicy(name);
    if (!policy?.plays.includes(ruleset)) {
      return refused(
        'unknown_policy',
        `There is no policy "${name}" for ${ruleset}; there is ${list(policiesFor(ruleset).map((one) => one.id))}.`,
      );
    }
    seats.push({ seat, kind: 'script', policy: policy.id });
  }
  return answered(seats);
}

function list(words: readonly string[]): string {
  return words.join(', ');
}
