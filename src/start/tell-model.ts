/** Prints a line while the language model is downloaded in the background, and one when it is ready or has failed. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { InferenceState } from '~/inference/inference-types';
import { megabytes } from '~/inference/models/download';
import { KNOWN_MODELS } from '~/inference/models/known-models';

export interface ModelOnItsWay {
  state(): InferenceState['model'];
  /** From `AgentRuntime.whenReady`. */
  whenReady: Promise<boolean>;
}

/** An existing model is found faster than this. */
const AT_ONCE_MS = 3_000;

/** Prints nothing if there is no model or it was already there. Returns when done; never rejects. */
export async function tellModel({ state, whenReady }: ModelOnItsWay, say: (line: string) => void, atOnceMs = AT_ONCE_MS): Promise<void> {
  const { status, name } = state();
  if (status === 'off') return;
  const settled = whenReady.then(() => true);
  let isDownload = false;
  while (!isDownload && !(await Promise.race([settled, sleep(atOnceMs, false, { ref: false })]))) {
    isDownload = state().status === 'fetching';
    if (isDownload) say(`Downloading the language model ${name}${sizeOf(name)} in the background. To skip it: MANDI_MODEL=off.`);
  }
  const isReady = await whenReady;
  if (isReady && isDownload) say(`Model ready: ${name} joins the next demo match.`);
  if (isReady) return;
  if (state().why !== null) say(`No language model for now: ${state().why} Everything else works; MANDI_MODEL=off leaves it out.`);
}

function sizeOf(name: string): string {
  const known = KNOWN_MODELS.find((one) => one.name === name);
  return known ? ` (${megabytes(known.bytes)}, once)` : '';
}
