import type { AgentTurn } from '~/agents/agent-turn';
import type { GameEvent, Hearing } from '~/contract/game';
import { PolicyAsker } from '~/engine/ask-in-worker';
import { type SeatMove as Moved, step } from '~/engine/step';
import { findPolicy } from '~/games/policies';
import { ownTurns } from '~/lib/play/turn-tally';
import type { AppendAnswer, Lease, MatchProgress } from '~/store/event-store';
import { playedBy } from '~/store/match-types';
import type { TurnAnswer } from '~/store/table-store';
import { isAgentRef } from './agent-service';
import { whileAt } from './block-watch';
import { askRules, type LoadedMatch } from './load-match';
import { SeatFault } from './seat-fault';
import type { Services } from './services';
import { namesAtTable } from './table/seat-players';

/**
 * Plays one turn: asks the awaited seats, asks the rules, stores the events, announces them. Updates `match` with what was stored. If the
 * append is refused, nothing changes, because another process has the match. `agents`: moves of seats that were asked earlier.
 */
export async function playTurn(services: Services, match: LoadedMatch, asked: AskedTurn): Promise<AppendAnswer> {
  return keepEvents(services, match, { lease: asked.lease, ...(await makeMoves(match, asked)) });
}

/**
 * Plays several turns of policies with one append, for as long as it does not delay others; the result is the same as with `playTurn`.
 * Plays only one turn if an agent is to act or an outside judge may be needed.
 */
export async function playTurns(services: Services, match: LoadedMatch, asked: AskedTurn): Promise<AppendAnswer> {
  const began = performance.now();
  const made = await makeMoves(match, asked);
  const ahead = { ...match, state: made.state };
  const isAlone = match.record.judgeMode !== 'llm' && made.turns === undefined;
  while (isAlone && performance.now() - began < TOGETHER_MS && made.events.length < TOGETHER_EVENTS && isForPolicies(ahead)) {
    const next = await makeMoves(ahead, { lease: asked.lease });
    made.events.push(...next.events);
    ahead.state = next.state;
  }
  return keepEvents(services, match, { ...made, lease: asked.lease, state: ahead.state });
}

const TOGETHER_MS = 50;
const TOGETHER_EVENTS = 2_000;

/** The input of a turn. */
export interface AskedTurn {
  lease: Lease;
  agents?: readonly SeatMove[];
}

function isForPolicies(match: LoadedMatch): boolean {
  return !askRules(match.game, () => match.game.outcome(match.state)).finished && agentsToAct(match).length === 0;
}

interface MadeMoves {
  events: GameEvent[];
  state: unknown;
  turns?: readonly AgentTurn[];
}

async function makeMoves(match: LoadedMatch, { agents = [] }: AskedTurn): Promise<MadeMoves> {
  const seats = askRules(match.game, () => match.game.toAct(match.state));
  const others = seats.filter((seat) => !agents.some((one) => one.seat === seat));
  const house = await askSeats(match, others);
  const moves = seats.flatMap((seat) => [...agents, ...house].find((one) => one.seat === seat) ?? []);
  const { game, guards } = match;
  const stepped = whileAt(match.record.id, () =>
    askRules(game, () => {
      const made = step(game, game.copy(match.state), moves);
      guards.remember(game.clock(match.state), made.events);
      return made;
    }),
  );
  return { ...stepped, ...turnsOf(moves) };
}

/** The awaited seats that models or remote programs play. */
export function agentsToAct({ game, state, record }: LoadedMatch): string[] {
  const theirs = record.seats.filter((card) => isAgentRef(playedBy(card) ?? '')).map(({ seat }) => seat);
  return theirs.length === 0 ? [] : askRules(game, () => game.toAct(state)).filter((seat) => theirs.includes(seat));
}

/** What agents did for their moves, stored with the events. */
function turnsOf(moves: readonly SeatMove[]): { turns?: readonly AgentTurn[] } {
  const turns = moves.flatMap(({ turn }) => turn ?? []);
  return turns.length > 0 ? { turns } : {};
}

/** A seat's move, not yet decided by the rules. */
export interface SeatMove extends Moved {
  /** How an agent arrived at it. */
  turn?: AgentTurn;
}

/** What is stored of a turn: its events, the next state, and other changes. */
export interface Turn {
  lease: Lease;
  events: readonly GameEvent[];
  state: unknown;
  progress?: MatchProgress;
  answers?: readonly TurnAnswer[];
  turns?: readonly AgentTurn[];
}

/** Commits, then announces. */
export async function keepEvents(services: Services, match: LoadedMatch, turn: Turn): Promise<AppendAnswer> {
  const { answers, turns } = turn;
  const { events, state } = await hearJudge(services, match, turn);
  const progress = { ...progressOf(match, state, services.now()), ...turn.progress, ...swapOf(match) };
  const answer = await services.store.append(turn.lease, match.head, {
    events,
    progress,
    ...(answers && { answers }),
    ...(turns && { turns }),
  });
  if (!answer.ok) return answer;
  match.state = state;
  match.head = answer.head;
  const rated = match.record.rated && progress.fault === undefined;
  match.record = { ...match.record, ...progress, rated, head: answer.head };
  if (progress.fault !== undefined) services.log.error({ matchId: match.record.id, fault: progress.fault }, 'a match does not count');
  services.audience.events(match.record, answer.stored);
  return answer;
}

/** If another player than before continues a rated match, it is unrated from that turn on, and its card says why. */
function swapOf({ record, otherAnswered }: LoadedMatch): Pick<MatchProgress, 'fault'> {
  return record.rated && otherAnswered !== undefined ? { fault: `This match is not rated. ${otherAnswered}` } : {};
}

/** Moves of scripted seats. All are asked before any move counts, so in a simultaneous round no seat sees another's move. */
export async function askSeats(match: LoadedMatch, seats: readonly string[]): Promise<SeatMove[]> {
  match.asker ??= new PolicyAsker();
  const asked: Promise<SeatMove>[] = [];
  for (const seat of seats) {
    const one = askSeat(match, seat).then((move): SeatMove => match.guards.marked([{ seat, move }])[0] ?? { seat, move });
    asked.push(one);
    if (!match.asker.isBeside) await one; // for slow policies, gives other work of this process a turn
  }
  return Promise.all(asked);
}

async function askSeat(match: LoadedMatch, seat: string): Promise<unknown> {
  const card = match.record.seats.find((one) => one.seat === seat);
  const name = card && playedBy(card);
  const policy = findPolicy(match.game.ref.key, name ?? '');
  if (!policy) throw new SeatFault(`Seat ${seat} is played by "${name ?? 'nobody'}", which this Mandi does not know.`);
  const began = performance.now();
  try {
    const move = await whileAt(match.record.id, () =>
      match.asker?.ask(match.game, { policy, state: match.state, seat, hold: match.guards.holdOf(seat) }),
    );
    ownTurns.script(performance.now() - began);
    return move;
  } catch (fault) {
    throw new SeatFault(`The policy ${policy.id} failed in seat ${seat}: ${fault instanceof Error ? fault.message : String(fault)}`);
  }
}

function progressOf(match: LoadedMatch, state: unknown, now: number): MatchProgress {
  const outcome = match.game.outcome(state);
  const { round, turn } = match.game.clock(state);
  if (!outcome.finished) return { round, turn, scores: match.game.standing?.(state) ?? outcome.scores };
  const end: MatchProgress = { round, turn, scores: outcome.scores, status: 'finished', finishedAt: new Date(now) };
  return outcome.fault === undefined ? end : { ...end, fault: outcome.fault };
}

interface Closing {
  events: readonly GameEvent[];
  state: unknown;
}

/** The events to store, with the scores of an outside judge if there is one, otherwise unchanged. */
async function hearJudge(services: Services, { game, state, record }: LoadedMatch, closing: Closing): Promise<Closing> {
  const { rejudge } = game;
  const hearing = askRules(game, () => game.hearing?.(state, closing.events));
  if (!hearing || !rejudge || !services.hearPitches) return closing;
  const budget = await services.budget?.();
  if (budget?.empty) return closing;
  const account = { match: record.id, ...(budget && { tournament: budget.tournament }) };
  const heard = { ...hearing, called: withNames(hearing.called, await namesAtTable(services, record)) };
  const judgement = await services.hearPitches(heard, account, judgeLimitMs(record));
  return askRules(game, () => {
    const events = rejudge.call(game, state, closing.events, judgement);
    return { events, state: events.reduce<unknown>((so, event) => game.evolve(so, event), game.copy(state)) };
  });
}

/** A slow judge may extend a round by at most this share of its clock. */
const JUDGE_PART_OF_THE_CLOCK = 0.5;

/** The judge's time limit, counted from when all seats have spoken. Without a clock there is no limit, because nobody waits. */
function judgeLimitMs({ clock }: Pick<LoadedMatch['record'], 'clock'>): number | undefined {
  return clock === null ? undefined : clock.seconds * 1000 * JUDGE_PART_OF_THE_CLOCK;
}

/** Adds the players' names, which are masked in pitches too. */
function withNames(called: Hearing['called'], names: Record<string, string[]>): Hearing['called'] {
  return Object.fromEntries(Object.entries(called).map(([seat, own]) => [seat, [...own, ...(names[seat] ?? [])]]));
}
