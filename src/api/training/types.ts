/** What the router `training` answers: runs as lists show them, and one run with its curves. */

/** What a step of a log may say and a panel draws. */
export const METRICS = [
  'loss',
  'validation_loss',
  'reward',
  'reward_std',
  'kl',
  'entropy',
  'grad_norm',
  'learning_rate',
  'valid_actions',
  'own_actions',
  'right',
  'accuracy',
  'flat_groups',
] as const;

export type Metric = (typeof METRICS)[number];

/** `here`: in the folder of runs; `imported`: a log that the operator brought; `shipped`: an adapter's that comes with Mandi; `published`: others'. */
export const RUN_SOURCES = ['here', 'imported', 'shipped', 'published'] as const;
export type RunSource = (typeof RUN_SOURCES)[number];

/** `recorded`: the log says no more than what it holds. */
export type RunStatus = 'running' | 'done' | 'failed' | 'interrupted' | 'recorded';

export type CurvePoint = readonly [step: number, value: number];

export interface Curve {
  /** In the order of their steps; each the mean of `every` steps, which ends at the one that is named. */
  points: readonly CurvePoint[];
  every: number;
}

/** What a whole validation found. */
export interface GainPoint {
  step: number;
  gain: number;
  interval: readonly [number, number] | null;
}

/** Null models or scripted players on the same seeds. */
export interface Reference {
  name: string;
  kind: 'null' | 'baseline';
  points: readonly CurvePoint[];
}

export interface RunCard {
  /** `here.my-run`: where it is and its name. */
  id: string;
  name: string;
  source: RunSource;
  /** `sft`, `dpo`, `grpo`, `learn`; null: the log does not say. */
  kind: string | null;
  status: RunStatus;
  /** Why it failed, or what an interrupted run needs. */
  reason: string | null;
  step: number | null;
  /** Planned; null: the clock decides, or nobody says. */
  steps: number | null;
  /** ISO: when something was last written; null for what is no run of this machine. */
  written: string | null;
  tokens: number | null;
  /** Of training. */
  seconds: number | null;
  loss: number | null;
  reward: number | null;
  gain: number | null;
  /** Who published it; null: it was trained or imported here. */
  publisher: string | null;
}

export interface RunNote {
  step: number | null;
  words: string;
}

export type RunFact = readonly [name: string, value: string];

export interface Checkpoint {
  name: string;
  step: number | null;
  /** Of its adapter's weights, as it was sealed; null: it is not sealed. */
  digest: string | null;
  /** Adapters that were made of it, by name. */
  adapters: readonly string[];
  /** What makes it an agent; null: it is one. */
  command: string | null;
}

export interface RunSheet extends RunCard {
  game: string | null;
  curves: Partial<Record<Metric, Curve>>;
  gains: readonly GainPoint[];
  /** Seeds that its gains are of, as the log names them. */
  gainSeeds: string | null;
  references: readonly Reference[];
  began: string | null;
  samples: number | null;
  /** US dollars. */
  cost: number | null;
  command: string | null;
  versions: readonly RunFact[];
  settings: readonly RunFact[];
  digests: readonly RunFact[];
  source_note: string | null;
  /** What is wrong with what was learned, in sentences. */
  warnings: readonly string[];
  notes: readonly RunNote[];
  /** Lines that could not be read, and what is wrong with the first. */
  unread: { lines: number; first: string } | null;
  /** The log is longer than what is read of it. */
  cutAt: number | null;
  checkpoints: readonly Checkpoint[];
}

/** `training.list` */
export interface RunList {
  runs: readonly RunCard[];
  /** Where runs of this machine are looked for; null: the caller may not see them. */
  folder: string | null;
}

/** A match of the trained agent, and the same without the adapter. */
export interface ReplayPair {
  task: string;
  seed: number;
  before: string;
  after: string;
  isOver: boolean;
}

/** An agent that plays with an adapter of this run, and who plays the same model without it. */
export interface BeforeAfter {
  after: string;
  before: string;
  game: string;
  version: number;
  tasks: readonly string[];
  pairs: readonly ReplayPair[];
  /** Why it cannot play now; null: it can. */
  notReady: string | null;
}
