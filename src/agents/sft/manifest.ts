/** What a file of samples was made of and how, so that anybody makes the same file again. */
import { createHash } from 'node:crypto';
import type { GamePack } from '~/contract/pack';
import { promptHash } from '../prompt-formats';
import type { SampleCounts } from './sample-book';

export interface Manifest {
  format: 'chat-jsonl-1';
  /** Whole command, to be run again. */
  command: string;
  /** Version of Mandi. */
  code: string;
  ruleset: string;
  rulesetVersion: number;
  policy: string;
  tasks: readonly string[];
  /** As typed, and the range that they lie in. */
  seeds: string;
  split: string;
  prompt: { version: string; hash: string };
  perAction: number;
  wander: number;
  counts: SampleCounts & { samples: number };
  /** `sha256:…` and bytes of the file of samples. */
  file: { name: string; digest: string; bytes: number };
}

/** The hash that says which prompt the samples were asked with. */
export function promptPin({ prompts }: Pick<GamePack, 'prompts'>, version: string): Manifest['prompt'] {
  const format = prompts.find((one) => one.version === version);
  if (!format) throw new Error(`there is no prompt ${version}`);
  return { version, hash: promptHash(format) };
}

export function fileCard(name: string, text: string): Manifest['file'] {
  return { name, digest: `sha256:${createHash('sha256').update(text).digest('hex')}`, bytes: Buffer.byteLength(text) };
}
