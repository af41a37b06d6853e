/** A round being resolved: its own state and the events so far. A rule records what happens and sees the effect immediately. */
import type { Reading } from '~/contract/game';
import type { TakenAction } from './actions';
import type { OpenConfig } from './config';
import type { OpenEvent } from './events';
import { evolve } from './evolve';
import type { OpenState } from './state';
import type { OpenResult, Pitch, Worded } from './types';
import type { World } from './world';

export type Apply = (state: OpenState | null, event: OpenEvent) => OpenState;

export class Proceedings {
  state: OpenState;
  readonly events: OpenEvent[] = [];
  readonly laws: Laws;

  private readonly apply: Apply;

  /** `state` is changed, so pass a copy. Only tests that plant a fault in the rules pass another `apply`. */
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

/** For callers that need only the state, not the events. */
export class UnwrittenProceedings extends Proceedings {
  override record(event: OpenEvent): void {
    this.state = evolve(this.state, event);
  }
}

/** What differs between versions of the rules. Shared code is given these, and never asks which version it serves. */
export interface Laws {
  readonly version: number;
  /** Everything that is drawn before the first round. */
  draw(config: OpenConfig): World;
  readAction(raw: unknown): Reading<TakenAction>;
  /** The phase of the round, 1 to 6, in which an action is carried out. */
  phaseOf(action: TakenAction): number;
  /** Carries out one action and answers it. A refused action changes nothing, except that an accept can void an offer. */
  carryOut(book: Proceedings, labId: string, action: TakenAction): OpenResult;
  /** The judge of a round, who needs the market as it is before the round's turns. */
  judgeOf(state: OpenState): (book: Proceedings, pitches: ReadonlyMap<string, Pitch>) => void;
  /** The answer as it is recorded: each version keeps its sentences. */
  worded(result: Worded): OpenResult;
  /** The answers to actions beyond a turn's limit. */
  leftOut(count: number): OpenResult[];
  afterPhase(book: Proceedings, phase: number): void;
  /** After delivery and settlement. */
  afterSettling(book: Proceedings): void;
  /** After the shocks and grants of the round that begins. */
  roundStarted(book: Proceedings, round: number): void;
}
