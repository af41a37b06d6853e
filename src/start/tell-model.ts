/** One line in the terminal on the language model that is fetched beside everything else, and one when it is here or is not to be had. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { InferenceState } from '~/inference/inference-words';
import { megabytes } from '~/inference/models/download';
import { KNOWN_MODELS } from '~/inference/models/known-models';

export interface ModelOnItsWay {
  state(): InferenceState['model'];
  /** As `Minds.whenReady`. */
  whenReady: Promise<boolean>;
}

/** One that lies here is found in less. */
const AT_ONCE_MS = 3_000;

/** Nothing is said where there is to be none. Returns when all is said; never rejects. */
export async function tellModel({ state, whenReady }: ModelOnItsWay, say: (line: string) => void, atOnceMs = AT_ONCE_MS): Promise<void> {
  const { status, name } = state();
  if (status === 'off') return;
  const isSettled = await Promise.race([whenReady.then(() => true), sleep(atOnceMs, false, { ref: false })]);
  if (!isSettled) say(`Fetching the language model ${name}${sizeOf(name)} beside it; MANDI_MODEL=off leaves it out.`);
  if (await whenReady) say(`The language model ${name} is here: it plays in the next showcase match. MANDI_MODEL=off leaves it out.`);
  else if (state().why !== null) say(`No language model for now: ${state().why} Everything else works; MANDI_MODEL=off leaves it out.`);
}

function sizeOf(name: string): string {
  const known = KNOWN_MODELS.find((one) => one.name === name);
  return known ? ` (${megabytes(known.bytes)}, once)` : '';
}
