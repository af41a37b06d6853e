/** A round being resolved: a state of its own and the events so far. A rule records what happens and at once sees its effect. */
import type { Reading } from '~/contract/game';
import type { TakenAction } from './actions';
import type { OpenConfig } from './config';
import type { OpenEvent } from './events';
import { evolve } from './evolve';
import type { OpenState } from './state';
import type { OpenResult, Pitch } from './types';
import type { World } from './world';

/** What `evolve` does: one event's effect on the state. */
export type Apply = (state: OpenState | null, event: OpenEvent) => OpenState;

export class Proceedings {
  state: OpenState;
  readonly events: OpenEvent[] = [];
  readonly laws: Laws;

  private readonly apply: Apply;

  /** `state` is taken over: hand in a copy. Only tests that plant a fault in the rules hand in another `apply`. */
  constructor(laws: Laws, state: OpenState, apply: Apply = evolve) {
    this.laws = laws;
    this.state = state;
    this.apply = apply;
  }

  record(event: OpenEvent): void {
    this.events.push(event);
    this.state = this.apply(this.state, event);
  }
}

/** Whose events nobody asks for. */
export class UnwrittenProceedings extends Proceedings {
  override record(event: OpenEvent): void {
    this.state = evolve(this.state, event);
  }
}

/** What a version of the rules decides by itself. Shared code is handed these, and never asks which version it serves. */
export interface Laws {
  readonly version: number;
  /** All that chance decides before the first round. */
  draw(config: OpenConfig): World;
  readAction(raw: unknown): Reading<TakenAction>;
  /** In which of the round's phases, 1 to 6, an action is carried out. */
  phaseOf(action: TakenAction): number;
  /** One action's answer; what it did is recorded, and a refusal has done nothing (but an accept can void an offer). */
  carryOut(book: Proceedings, labId: string, action: TakenAction): OpenResult;
  /** The judge of a round, with what it has to know of the market before the round's turns. */
  judgeOf(state: OpenState): (book: Proceedings, pitches: ReadonlyMap<string, Pitch>) => void;
  /** The answers to actions that a turn had no room for. */
  leftOut(count: number): OpenResult[];
  afterPhase(book: Proceedings, phase: number): void;
  /** After delivery and settlement. */
  afterSettling(book: Proceedings): void;
  /** After shocks and grants of the round that begins. */
  roundStarted(book: Proceedings, round: number): void;
}
