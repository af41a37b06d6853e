/** What servers and commands need of a game in addition to its rules. The browser loads only the rules. */
import type { Draws } from '~/lib/random/draws';
import type { GameArrays } from './arrays';
import type { AuditWords, OwnTargets } from './audit';
import type { EnvAdapter } from './env';
import type { Farming } from './farming';
import type { AnyGame, GameEvent, Hearing, Reading, SeatId } from './game';
import type { Guard, GuardMode, OwnTurn } from './guard';
import type { JudgePrompt } from './hearing';
import type { TrapScene } from './injections';
import type { Books, Ledger } from './ledger';
import type { Job, Means } from './means';
import type { Policy } from './policy';
import type { PromptFormat, Shown, WalkBack } from './prompt-format';
import type { Series } from './series';
import type { Trial } from './trial';

/** `summary` is part of the heading; `lines` follow at the end. */
export interface Stand {
  summary?: string;
  table?: { columns: readonly { title: string; align: 'left' | 'right' }[]; rows: readonly (readonly string[])[] };
  lines?: readonly string[];
}

/** Bounds of a world, computed before anyone plays it. Money is in cents. */
export interface WorldBounds {
  optimum_cents: number;
  autarky_cents: Record<SeatId, number>;
  /** The unit of gains, in cents. */
  scale_cents: number;
  /** How far the optimum may be below its bound, as a share of the bound. */
  gap: number;
  /** The solver stopped at its time limit. */
  by_clock: boolean;
}

/** With a larger gap, the optimum is too uncertain for rating. */
const RATED_GAP = 0.01;

/** Whether the solve is exact enough to rate the match. */
export function isSure({ gap, by_clock }: Pick<WorldBounds, 'gap' | 'by_clock'>): boolean {
  return gap <= RATED_GAP && !by_clock;
}

/** Solves of this size or larger may take from many seconds to minutes and run apart from the others. */
export const LARGE_WORLD = 5_000;

export interface Worlds<Event extends GameEvent = GameEvent, World = unknown> {
  /** From a match's first events and the organizer's settings. */
  of(events: readonly Event[]): World;
  /** A cache key: worlds with the same text have the same bounds. */
  text(world: World): string;
  /** Approximate size of the optimization problem. */
  size(world: World): number;
  /** Concurrent requests for the same world share one solve. */
  bounds(world: World, means: Pick<Means, 'run'>): Promise<WorldBounds>;
  /** The bounds, if this process has already solved the world; otherwise null. */
  known(world: World): WorldBounds | null;
}

/** The reward of one round in cents, by cause. */
export interface RoundReward {
  round_index: number;
  total: number;
  columns: Readonly<Record<string, number>>;
}

/** The dense reward of a seat during a match. Receives every event once, in order. */
export interface RewardTeller<Event extends GameEvent = GameEvent> {
  /** Closed rounds. */
  readonly rounds: readonly RoundReward[];
  hear(event: Event): void;
  /** The rounds closed since the last call. Call it when a round waits for turns or when the match is over. */
  take(): readonly RoundReward[];
}

/** The explanation of a match: these fields, and any plain JSON that the game's own screens show. */
export interface Explained {
  rounds: number;
}

/** Means published elsewhere, to compare ours with. */
export interface PublishedMeans {
  /** Our seed ranges, with their published name and the seeds used. */
  readonly ranges: Readonly<Record<string, { name: string; seeds: string }>>;
  /** Policies that are in the benchmark but do not compete. */
  readonly beside?: readonly string[];
  /** The published mean as text; null if there is none. `range`: its published name. */
  mean(policy: string, task: string, range: string): string | null;
}

/** The published format of training samples: the observation's named fields as compact JSON. */
export interface PublishedSamples {
  readonly version: string;
  readonly system: string;
  readonly fields: readonly string[];
}

/** Converts a scripted policy's moves to chat samples (`mandi samples`). */
export interface Lessons<Observation = unknown, Action = unknown> {
  /** The default policy to learn from. */
  readonly usual: string;
  /** A legal move that does not end the match, used for turns in which the pupil makes a mistake. */
  stray(seen: Observation, draws: Draws): Action;
  /** The move as a reply to this version of the prompt; null: it cannot be said. Of a turn what the version has words for. */
  say(seen: Observation, action: Action, prompt: string): string | null;
  /** The id of the policy in all seats but the one that is taught, a match for one seat of each role; left out: the taught policy has every seat. */
  readonly among?: string;
  /** Whether a turn is worth a sample. Default: every turn. */
  teaches?(seen: Observation, draws: Draws): boolean;
  /** The observation with messages of other seats added, or unchanged. */
  chatter?(seen: Observation, draws: Draws): Observation;
  /** The value of each reply according to the taught policy, in the game's unit. Replies that it did not consider are left out. */
  worths?(seen: Observation): Record<string, number>;
  /** The move with words to learn; null to skip. */
  worded?(shown: Shown, move: Action, draws: Draws): Action | null;
}

/** A tournament, in the format of a tournament file. */
export interface DemoPlan {
  readonly task: string;
  readonly entrants: readonly string[];
  readonly tableSize: number;
  readonly nulls: readonly string[];
}

/** A showcase match for visitors. */
export interface ShownMatch {
  /** Waits until this agent's model is available. Default: scripted policies play. */
  readonly agent?: string;
  readonly task: string;
  /** Plays every seat that `seats` does not name. */
  readonly policy: string;
  readonly seats?: Readonly<Record<SeatId, string>>;
  readonly judgeMode: string;
  /** Default: a new random world. */
  readonly seed?: number;
}

/** Texts with marks from a person, to evaluate judges. `Seen`: the situation in which they were said, in the game's format. */
export interface Labelled<Seen extends { id: string } = { id: string }> {
  /** Who gave the marks. */
  readonly marks: string;
  /** The prompt of a model that judges these. */
  readonly prompt: JudgePrompt;
  readonly observations: readonly Seen[];
  readonly pitches: readonly LabelledPitch<Seen>[];
  /** The rule judge's result for the text in that situation. */
  ruled(seen: Seen, text: string): Pick<LabelledPitch<Seen>, 'text' | 'rule' | 'reason'>;
  /** A hearing in which a separate seat said each text. */
  hearingOf(group: readonly Omit<LabelledPitch<Seen>, 'mark'>[]): Hearing;
}

export interface LabelledPitch<Seen extends { id: string } = { id: string }> {
  id: string;
  text: string;
  /** From `LOWEST_MARK` to `HIGHEST_MARK`. */
  mark: number;
  seen: Seen;
  /** The rule judge's score, 0 to 1. */
  rule: number;
  reason: string;
}

/** A kind of action, for catalogs. */
export interface ActionCard {
  type: string;
  summary: string;
  fields: readonly ActionField[];
}

export interface ActionField {
  name: string;
  /** The JSON type: `string`, `number`, `string[]`, `object`. */
  type: string;
  required: boolean;
}

export interface RewardColumn {
  name: string;
  /** Its weight in the reward; null for the reward itself. */
  weight: number | null;
  summary: string;
}

/** The books with every deal. Games without a ledger have no deals. */
export function ledgerOf(pack: GamePack, events: readonly GameEvent[]): Ledger {
  return pack.ledger?.(events) ?? { ...pack.books(events), transfers: [], stake: 1 };
}

export interface GamePack<Observation = unknown, Action = unknown, Event extends GameEvent = GameEvent> {
  readonly rules: AnyGame;
  /** Scripted players, in display order. Versions of one ruleset may share them. */
  readonly players: readonly Policy<Observation>[];
  /** Prompt formats for models, the default first. [] if models cannot play. */
  readonly prompts: readonly PromptFormat<Observation, Action>[];
  /** Hard limits on each action, in the order they apply. Default: none. */
  readonly guards?: readonly Guard<Observation, Action>[];
  /** Whom they bind by default. Default: nobody. */
  readonly guardMode?: GuardMode;
  walkBacks?(seen: Observation, action: Action, past: readonly OwnTurn[]): WalkBack[];
  /** Alternative moves worth trying, for samples that compare moves. Default: the moves of the scripted policies. */
  candidates?(seen: Observation): unknown[];
  /**
   * A state as the seat may take it to be, for playouts: what the seat knows stands, all else is drawn by this seed. `state` is left as it was.
   * Left out: `branch` of the rules does it, and where there is none either, nobody can draw.
   */
  redraw?(state: unknown, seat: SeatId, freshSeed: number): unknown;
  /** Kinds of series, the default first. */
  readonly series?: readonly Series[];
  /** How to test the game with random play. */
  readonly trial: Trial;
  /** How audits search for scores without created value. Absent: no audit yet. */
  readonly audit?: AuditWords<Observation, Action> | OwnTargets;
  /** The position for a terminal, from a view that shows everything. Default: the scores so far. */
  stand?(view: unknown): Stand;
  /** How programs play it with resets and steps, if not as the engine derives it. */
  readonly env?: EnvAdapter;
  /** The game as arrays, for programs that learn from numbers. Absent: not supported. */
  readonly arrays?: GameArrays<Observation, Action>;
  /** Jobs that the game runs on threads. */
  readonly jobs?: readonly Job[];
  /** A match as steps with rewards, for programs. Default: only its events. */
  steps?(events: readonly Event[]): { steps: readonly unknown[]; settlement: unknown };
  /** The books of a finished match: profits, and what came in and went out. Fast. */
  books(events: readonly Event[]): Books;
  /** The books with every deal and its value, for finding gifts. May be slow. Absent: nothing passes between seats. */
  ledger?(events: readonly Event[]): Ledger;
  /**
   * Present if scores are gains: profits compared with what the seat can make alone in that world, which must be solved first. Absent:
   * scores are those of the rules.
   */
  readonly worlds?: Worlds<Event>;
  /** Gains of a finished match, by seat, in units of the world's scale. Solves the world. */
  gains?(events: readonly Event[], means: Pick<Means, 'run'>): Promise<Record<SeatId, number>>;
  /** A reward for every round, for training. Absent: only the final score. */
  dense?(seat: SeatId): RewardTeller<Event>;
  /** Explains why each seat of a finished match ended where it did, or says why that is not possible. */
  explain?(events: readonly Event[], means: Means): Promise<Reading<Explained>>;
  /** Actions and reward components, for catalogs. */
  readonly guide?: { readonly actions: readonly ActionCard[]; readonly rewardColumns: readonly RewardColumn[] };
  /** Texts marked by a person, to evaluate the game's judges. Absent: none. */
  labelled?(): Promise<Labelled>;
  readonly published?: PublishedMeans;
  readonly samples?: PublishedSamples;
  /** Absent: moves cannot become samples. */
  readonly lessons?: Lessons<Observation, Action>;
  /** Matches that an idle server shows, one after the other. Absent: none. */
  readonly showcase?: readonly ShownMatch[];
  /** A tournament that a new server plays, so that its tables are not empty: a round robin of a few scripts. Absent: none. */
  readonly demo?: DemoPlan;
  /** Players that demonstrate farming, only for evaluations. New instances with each call, because they may keep state. */
  farmers?(): Policy<Observation, unknown>[];
  /** How to measure its farmers. Absent: it has none. */
  readonly farming?: Farming;
  /** A turn with a trap, to test models against prompt injection. Absent: none. */
  injections?(seed: number): TrapScene;
}
