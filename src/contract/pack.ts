/** What a server or a command needs of a game besides its rules. The browser reads the rules alone. */
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

/** `summary` ends the heading, `lines` come last. */
export interface Stand {
  summary?: string;
  table?: { columns: readonly { title: string; align: 'left' | 'right' }[]; rows: readonly (readonly string[])[] };
  lines?: readonly string[];
}

/** What worlds offer before anybody has played in them. Money in cents. */
export interface WorldBounds {
  optimum_cents: number;
  autarky_cents: Record<SeatId, number>;
  /** The unit of gains. */
  scale_cents: number;
  /** How far the optimum may still lie below its bound, as a part of it. */
  gap: number;
  /** The clock ended the solve. */
  by_clock: boolean;
}

/** Above this the optimum is too unsure to rate by. */
const RATED_GAP = 0.01;

/** Whether a match may be rated by what its solve came to. */
export function isSure({ gap, by_clock }: Pick<WorldBounds, 'gap' | 'by_clock'>): boolean {
  return gap <= RATED_GAP && !by_clock;
}

/** From this size on a solve may take from many seconds to minutes, and is done beside the others. */
export const LARGE_WORLD = 5_000;

export interface Worlds<Event extends GameEvent = GameEvent, World = unknown> {
  /** From a match's first events, and what an organizer set beside them. */
  of(events: readonly Event[]): World;
  /** All that a world depends on: worlds of one text have the same bounds. */
  text(world: World): string;
  /** About how much there is to solve. */
  size(world: World): number;
  /** Whoever asks for the same world waits for one solve. */
  bounds(world: World, means: Pick<Means, 'run'>): Promise<WorldBounds>;
  /** Of a world that this process has solved already; null: it has not. */
  known(world: World): WorldBounds | null;
}

/** One round's reward in cents, by cause. */
export interface RoundReward {
  round_index: number;
  total: number;
  columns: Readonly<Record<string, number>>;
}

/** The dense reward of a seat as the match goes: it hears every event once, in order. */
export interface RewardTeller<Event extends GameEvent = GameEvent> {
  /** Those that have been closed. */
  readonly rounds: readonly RoundReward[];
  hear(event: Event): void;
  /** The rounds closed since it was last asked: ask when a round waits for turns, or when the match is over. */
  take(): readonly RoundReward[];
}

/** Why a match ended as it did: besides this all that the game's own screens show of it, as plain JSON. */
export interface Explained {
  rounds: number;
}

/** Means that were printed elsewhere, for ours to be held against. */
export interface PublishedMeans {
  /** By our name of a range of seeds: what it was called there, and which seeds were played. */
  readonly ranges: Readonly<Record<string, { name: string; seeds: string }>>;
  /** Policies that are no contestants and are played beside them in the benchmark. */
  readonly beside?: readonly string[];
  /** As printed; null: nothing was. `range` as it was called there. */
  mean(policy: string, task: string, range: string): string | null;
}

/** The shape in which samples of a game were published elsewhere: the observation's named fields as compact JSON. */
export interface PublishedSamples {
  readonly version: string;
  readonly system: string;
  readonly fields: readonly string[];
}

/** How the moves of a scripted policy become chat samples (`mandi samples`). */
export interface Lessons<Observation = unknown, Action = unknown> {
  /** The id of the policy whose moves are taught where nobody names another. */
  readonly usual: string;
  /** A legal move that does not end the match, for turns in which a pupil errs. */
  stray(seen: Observation, draws: Draws): Action;
  /** The move as a reply to this version of the prompt; null: it cannot be said. Of a turn what the version has words for. */
  say(seen: Observation, action: Action, prompt: string): string | null;
  /** The id of the policy in all seats but the one that is taught, a match for one seat of each role; left out: the taught policy has every seat. */
  readonly among?: string;
  /** Whether a turn is worth a sample; left out: each is. */
  teaches?(seen: Observation, draws: Draws): boolean;
  /** The same turn as it is when others have spoken, or as it is. */
  chatter?(seen: Observation, draws: Draws): Observation;
  /** What each reply promises in the taught policy's eyes, in a unit of the game's own; replies that it did not think of are left out. */
  worths?(seen: Observation): Record<string, number>;
  /** The move with words to teach; null: none this time. */
  worded?(shown: Shown, move: Action, draws: Draws): Action | null;
}

/** A tournament, in the words of a tournament's file. */
export interface DemoPlan {
  readonly task: string;
  readonly entrants: readonly string[];
  readonly tableSize: number;
  readonly nulls: readonly string[];
}

/** A match for whoever comes by. */
export interface ShownMatch {
  /** Waits until the model of this agent is here; left out: scripted policies play. */
  readonly agent?: string;
  readonly task: string;
  /** Plays every seat that `seats` does not name. */
  readonly policy: string;
  readonly seats?: Readonly<Record<SeatId, string>>;
  readonly judgeMode: string;
  /** Left out: another world each time. */
  readonly seed?: number;
}

/** Words with the marks that a person gave them, for judges to be held against. `Seen`: where they were said, as the game has it. */
export interface Labelled<Seen extends { id: string } = { id: string }> {
  /** Who gave the marks. */
  readonly marks: string;
  /** What a model is told that judges these. */
  readonly prompt: JudgePrompt;
  readonly observations: readonly Seen[];
  readonly pitches: readonly LabelledPitch<Seen>[];
  /** That text as the rule judge reads it there. */
  ruled(seen: Seen, text: string): Pick<LabelledPitch<Seen>, 'text' | 'rule' | 'reason'>;
  /** A round in which each of these was said by a seat of its own. */
  hearingOf(group: readonly Omit<LabelledPitch<Seen>, 'mark'>[]): Hearing;
}

export interface LabelledPitch<Seen extends { id: string } = { id: string }> {
  id: string;
  text: string;
  /** `LOWEST_MARK` to `HIGHEST_MARK`. */
  mark: number;
  seen: Seen;
  /** The rule judge's, 0 to 1. */
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
  /** As in JSON: `string`, `number`, `string[]`, `object`. */
  type: string;
  required: boolean;
}

export interface RewardColumn {
  name: string;
  /** By what it is multiplied in the reward; null for the reward itself. */
  weight: number | null;
  summary: string;
}

/** The books with every deal; a game without a ledger of its own has none. */
export function ledgerOf(pack: GamePack, events: readonly GameEvent[]): Ledger {
  return pack.ledger?.(events) ?? { ...pack.books(events), transfers: [], stake: 1 };
}

export interface GamePack<Observation = unknown, Action = unknown, Event extends GameEvent = GameEvent> {
  readonly rules: AnyGame;
  /** Scripted players, in the order in which they are listed. Versions of one ruleset may share them. */
  readonly players: readonly Policy<Observation>[];
  /** How models are asked, the default first. [] where none can play yet. */
  readonly prompts: readonly PromptFormat<Observation, Action>[];
  /** Hard limits on each action, in the order in which they hold it; left out: there are none. */
  readonly guards?: readonly Guard<Observation, Action>[];
  /** Whom they bind where a match says nothing else; left out: nobody. */
  readonly guardMode?: GuardMode;
  walkBacks?(seen: Observation, action: Action, past: readonly OwnTurn[]): WalkBack[];
  /** What a seat could do besides what it did, each worth trying, for samples that compare moves; left out: what the scripted policies would do. */
  candidates?(seen: Observation): unknown[];
  /** Matches that count as one, the usual kind first. */
  readonly series?: readonly Series[];
  /** How the game is tried by chance. */
  readonly trial: Trial;
  /** How audits search it for who scores without making anything; left out: nobody does yet. */
  readonly audit?: AuditWords<Observation, Action> | OwnTargets;
  /** How a match stands, for a terminal: from the view of somebody who may see everything. Left out: the scores so far. */
  stand?(view: unknown): Stand;
  /** How programs play it by resets and steps, where that is not what the engine makes of rules and pack. */
  readonly env?: EnvAdapter;
  /** The game in numbers, for programs that learn from arrays; left out: nobody can yet. */
  readonly arrays?: GameArrays<Observation, Action>;
  /** What the game asks threads for. */
  readonly jobs?: readonly Job[];
  /** A match as steps with rewards, as programs are told of it; left out: its events say all. */
  steps?(events: readonly Event[]): { steps: readonly unknown[]; settlement: unknown };
  /** Of a match that is over: what everybody made, and what came in and went out. Cheap. */
  books(events: readonly Event[]): Books;
  /** The same with every deal and what it was worth: gifts are found by it. May take a while. Left out: nothing passes from seat to seat. */
  ledger?(events: readonly Event[]): Ledger;
  /**
   * Scores are gains: profits against what the seat makes alone in that world, which has to be solved first. Absent: scores are those of
   * the rules.
   */
  readonly worlds?: Worlds<Event>;
  /** Of a match that is over, by seat: its gain, in shares of the world's scale. Solves the world. */
  gains?(events: readonly Event[], means: Pick<Means, 'run'>): Promise<Record<SeatId, number>>;
  /** A reward of every round, for training; left out: there is none but the score. */
  dense?(seat: SeatId): RewardTeller<Event>;
  /** Of a match that is over, why each seat ended where it did; or why nobody can say. */
  explain?(events: readonly Event[], means: Means): Promise<Reading<Explained>>;
  /** For catalogs: what can be done, and what a reward is made of. */
  readonly guide?: { readonly actions: readonly ActionCard[]; readonly rewardColumns: readonly RewardColumn[] };
  /** Words that a person has marked, for the game's judges to be held against; left out: nobody has marked any. */
  labelled?(): Promise<Labelled>;
  readonly published?: PublishedMeans;
  readonly samples?: PublishedSamples;
  /** Left out: no samples are made of its moves. */
  readonly lessons?: Lessons<Observation, Action>;
  /** What a server shows of it when nobody plays, one after the other; left out: nothing. */
  readonly showcase?: readonly ShownMatch[];
  /** What a new server plays by itself, so that its tables show something: a round robin of a few scripts. Left out: nothing. */
  readonly demo?: DemoPlan;
  /** Players that show how a score is farmed, for evaluations alone: no match seats them. Fresh ones with each call, since they may remember. */
  farmers?(): Policy<Observation, unknown>[];
  /** What its farmers are grafted upon, and what that brings them; left out: it has no farmers to measure. */
  readonly farming?: Farming;
  /** A turn with a trap, for texts that try to make a model walk into it; left out: nobody has set one yet. */
  injections?(seed: number): TrapScene;
}
