/** One turn with people or programs: applies submitted turns, policies' moves and the clock. Stores nothing. */
import type { AgentTurn } from '~/agents/agent-turn';
import type { AnyGame, GameEvent, Receipt } from '~/contract/game';
import { playedBy } from '~/store/match-types';
import type { TurnAnswer, WaitingTurn } from '~/store/table-store';
import { isAgentRef } from './agent-service';
import { whileAt } from './block-watch';
import { askRules, type LoadedMatch } from './load-match';
import type { SeatMove } from './play-turn';
import { SeatFault } from './seat-fault';

/** The awaited seats, by kind of player. */
export interface Awaited {
  holders: string[];
  policies: string[];
  /** Models and remote programs, which are slow. */
  agents: string[];
}

export function awaitedAt({ game, state, record }: LoadedMatch): Awaited {
  const awaited: Awaited = { holders: [], policies: [], agents: [] };
  for (const seat of askRules(game, () => game.toAct(state))) {
    const card = record.seats.find((one) => one.seat === seat);
    const player = card && playedBy(card);
    if (player === null) awaited.holders.push(seat);
    else if (isAgentRef(player ?? '')) awaited.agents.push(seat);
    else awaited.policies.push(seat);
  }
  return awaited;
}

/** A turn in progress, with its own state, the events so far, and the answers to submitters. */
export class TableTurn {
  state: unknown;
  readonly events: GameEvent[] = [];
  readonly answers: TurnAnswer[] = [];
  /** How agents arrived at their moves. */
  readonly turns: AgentTurn[] = [];
  /** Seats that submitted nothing before the clock ran out. */
  missed: string[] = [];
  private readonly matchId: string;
  private readonly game: AnyGame;
  private readonly turn: number;

  constructor({ game, state, record }: LoadedMatch) {
    this.matchId = record.id;
    this.game = game;
    this.state = game.copy(state);
    this.turn = game.clock(state).turn;
  }

  /** Whether the turn has ended. */
  get isClosed(): boolean {
    return this.game.clock(this.state).turn !== this.turn || this.isOver;
  }

  private get isOver(): boolean {
    return this.game.outcome(this.state).finished;
  }

  /** Moves of policies and agents. Ignores agents that are no longer awaited. */
  playAll(moves: readonly SeatMove[]): void {
    for (const { seat, move, turn, guarded } of moves) {
      if (turn && !this.isAwaited(seat)) continue;
      const events = this.ask(() => this.game.decide(this.state, seat, move, guarded));
      if (events.length === 0) throw new SeatFault(`The policy in seat ${seat} made no move that counts.`);
      this.apply(events);
      if (turn) this.turns.push(turn);
    }
  }

  /**
   * Applies submitted turns in order of arrival until the turn is over; returns the rest. `hold`: a submission that would end the turn is
   * accepted but waits until the match resumes.
   */
  takeAll(turns: readonly WaitingTurn[], hold: boolean): WaitingTurn[] {
    const heldBack = new Map(turns.filter((turn) => turn.held).map((turn) => [turn.seat, turn]));
    for (const [index, turn] of turns.entries()) {
      if (this.isClosed && !this.isOver) return turns.slice(index);
      if (turn.held && hold) continue;
      const receipt = this.receive(turn);
      const isSecond = receipt.ok && (heldBack.get(turn.seat) ?? turn) !== turn;
      if (isSecond) this.answers.push({ id: turn.id, receipt: { ...receipt, ...SECOND } });
      else if (hold && receipt.ok && this.isLast(turn.seat)) {
        heldBack.set(turn.seat, { ...turn, held: true });
        this.answers.push({ id: turn.id, receipt, held: true });
      } else {
        this.answers.push({ id: turn.id, receipt });
        if (receipt.ok) this.apply(this.ask(() => this.game.decide(this.state, turn.seat, turn.payload)));
      }
    }
    return hold ? [...heldBack.values()] : [];
  }

  isAwaited(seat: string): boolean {
    return this.game.toAct(this.state).includes(seat);
  }

  /** Ends the turn without the seats that are still awaited. */
  lapse(): void {
    this.missed = this.ask(() => this.game.toAct(this.state));
    this.apply(this.ask(() => this.game.lapse(this.state)));
  }

  private receive({ seat, payload, turn }: WaitingTurn): Receipt {
    const receipt = this.ask(() => this.game.receive?.(this.state, seat, payload));
    if (!receipt) return { ok: false, code: 'unknown_seat', message: 'Nobody can submit turns in this game.', turn };
    return receipt.ok && receipt.turn !== turn ? { ...receipt, ...misplaced(turn, receipt.turn) } : receipt;
  }

  private isLast(seat: string): boolean {
    const awaited = this.game.toAct(this.state);
    return awaited.length === 1 && awaited[0] === seat;
  }

  private ask<T>(question: () => T): T {
    return whileAt(this.matchId, () => askRules(this.game, question));
  }

  private apply(events: readonly GameEvent[]): void {
    for (const event of events) {
      this.state = this.ask(() => this.game.evolve(this.state, event));
      this.events.push(event);
    }
  }
}

/** Rejects a move for another turn, because rules that do not check the turn would apply it to this one. */
function misplaced(meant: number, now: number): Pick<Receipt, 'ok' | 'code' | 'message'> {
  if (meant < now) return { ok: false, code: 'stale_turn', message: `Turn ${meant} is over. This is turn ${now}.` };
  return { ok: false, code: 'early_turn', message: `Turn ${meant} has not started yet. This is turn ${now}.` };
}

const SECOND = { ok: false, code: 'already_submitted', message: 'This seat has already submitted its turn, and the first one counts.' };
