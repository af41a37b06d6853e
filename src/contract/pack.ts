/** What a server or a command needs of a game besides its rules. The browser reads the rules alone. */
import type { EnvAdapter } from './env';
import type { AnyGame, GameEvent } from './game';
import type { Guard, GuardMode, OwnTurn } from './guard';
import type { Books, Ledger } from './ledger';
import type { Job } from './means';
import type { PromptFormat, WalkBack } from './prompt-format';
import type { Series } from './series';
import type { Trial } from './trial';

/** `summary` ends the heading, `lines` come last. */
export interface Stand {
  summary?: string;
  table?: { columns: readonly { title: string; align: 'left' | 'right' }[]; rows: readonly (readonly string[])[] };
  lines?: readonly string[];
}

export interface GamePack<Observation = unknown, Action = unknown, Event extends GameEvent = GameEvent> {
  readonly rules: AnyGame;
  /** How models are asked, the default first. [] where none can play yet. */
  readonly prompts: readonly PromptFormat<Observation, Action>[];
  /** Hard limits on each action, in the order in which they hold it, and whom they bind where a match says nothing else. */
  readonly guards: readonly Guard<Observation, Action>[];
  readonly guardMode: GuardMode;
  walkBacks?(seen: Observation, action: Action, past: readonly OwnTurn[]): WalkBack[];
  /** What a seat could do besides what it did, each worth trying, for samples that compare moves; left out: what the scripted policies would do. */
  candidates?(seen: Observation): unknown[];
  /** Matches that count as one, the usual kind first. */
  readonly series?: readonly Series[];
  /** How the game is tried by chance. */
  readonly trial: Trial;
  /** How a match stands, for a terminal: from the view of somebody who may see everything. Left out: the scores so far. */
  stand?(view: unknown): Stand;
  /** How programs play it by resets and steps, where that is not what the engine makes of rules and pack. */
  readonly env?: EnvAdapter;
  /** What the game asks threads for. */
  readonly jobs?: readonly Job[];
  /** Of a match that is over: what everybody made, and what came in and went out. Cheap. */
  books(events: readonly Event[]): Books;
  /** The same with every deal and what it was worth: gifts are found by it. May take a while. */
  ledger(events: readonly Event[]): Ledger;
  /**
   * Scores are gains: profits against what the seat makes alone in that world, which has to be solved first. Absent: scores are those of
   * the rules.
   */
  worldOf?(events: readonly Event[]): unknown;
}
