import type { GameEvent } from '~/games/game';
import { askPolicy } from '~/policies/ask-policy';
import { findPolicy } from '~/policies/registry';
import type { AppendAnswer, Lease, MatchProgress } from '~/store/event-store';
import { playedBy } from '~/store/match-words';
import type { TurnAnswer } from '~/store/table-store';
import { hearJudge } from './hear-judge';
import { askRules, type LoadedMatch } from './load-match';
import type { Services } from './services';

/** A seat's player failed: the match cannot go on, and says whose fault it was. */
export class SeatFault extends Error {
  override readonly name = 'SeatFault';
}

/**
 * One turn's whole life: ask the seats that are waited for, ask the rules, keep the facts, tell everyone. `match` moves on with
 * what was kept. A refused append changes nothing: another process has the match.
 */
export async function playTurn(services: Services, match: LoadedMatch, lease: Lease): Promise<AppendAnswer> {
  const moves = await askSeats(match);
  return keepEvents(services, match, { lease, ...askRules(match.game, () => decideAll(match, moves)) });
}

/** What the moves lead to, in the order of the seats. */
function decideAll({ game, state: before }: LoadedMatch, moves: readonly SeatMove[]): { events: GameEvent[]; state: unknown } {
  const events: GameEvent[] = [];
  let state = game.copy(before);
  for (const { seat, move } of moves) {
    for (const event of game.decide(state, seat, move)) {
      state = game.evolve(state, event);
      events.push(event);
    }
  }
  return { events, state };
}

/** A seat's move, not judged yet. */
export interface SeatMove {
  seat: string;
  move: unknown;
}

/** What is kept of a turn: its events, the state after them, and what else it changes. */
export interface Turn {
  lease: Lease;
  events: readonly GameEvent[];
  state: unknown;
  progress?: MatchProgress;
  answers?: readonly TurnAnswer[];
}

/** Commits, then speaks. */
export async function keepEvents(services: Services, match: LoadedMatch, turn: Turn): Promise<AppendAnswer> {
  const { answers } = turn;
  const { events, state } = await hearJudge(services, match, turn);
  const progress = { ...progressOf(match, state, services.now()), ...turn.progress };
  const answer = await services.store.append(turn.lease, match.head, { events, progress, ...(answers && { answers }) });
  if (!answer.ok) return answer;
  match.state = state;
  match.head = answer.head;
  match.record = { ...match.record, ...progress, head: answer.head };
  services.audience.events(match.record, answer.stored);
  return answer;
}

/** All seats are asked before any answer counts: in a simultaneous round nobody sees another's move. */
export async function askSeats(match: LoadedMatch, seats: readonly string[] = match.game.toAct(match.state)): Promise<SeatMove[]> {
  return Promise.all(seats.map(async (seat) => ({ seat, move: await askSeat(match, seat) })));
}

async function askSeat(match: LoadedMatch, seat: string): Promise<unknown> {
  const card = match.record.seats.find((one) => one.seat === seat);
  const name = card && playedBy(card);
  const policy = findPolicy(name ?? '');
  if (!policy) throw new SeatFault(`Seat ${seat} is played by "${name ?? 'nobody'}", which this Mandi does not know.`);
  try {
    return await askPolicy(match.game, policy, { state: match.state, seat });
  } catch (fault) {
    throw new SeatFault(`The policy ${policy.id} failed in seat ${seat}: ${fault instanceof Error ? fault.message : String(fault)}`);
  }
}

function progressOf(match: LoadedMatch, state: unknown, now: number): MatchProgress {
  const outcome = match.game.outcome(state);
  const { round } = match.game.clock(state);
  if (!outcome.finished) return { round, scores: outcome.scores };
  return { round, scores: outcome.scores, status: 'finished', finishedAt: new Date(now) };
}
