/** A second adapter to mix with the built-in one: a copy with a scaled effect, so that it answers differently. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHIPPED_ADAPTERS } from '~/inference/models/models';

export const FIRST_ADAPTER = 'smollm2-classic';
export const SECOND_ADAPTER = 'smollm2-classic-quarter';
const SCALE = 0.25;
const ALPHA = Buffer.from('adapter.lora.alpha');
const FLOAT32 = 6;

/** Writes the copy and its card into the models folder. What llama.cpp adds to the weights is proportional to alpha. */
export function writeSecondAdapter(models: string): void {
  const bytes = readFileSync(join(SHIPPED_ADAPTERS, `${FIRST_ADAPTER}.gguf`));
  const at = bytes.indexOf(ALPHA) + ALPHA.length;
  if (at < ALPHA.length || bytes.readUInt32LE(at) !== FLOAT32) throw new Error(`${FIRST_ADAPTER}: no alpha as a float in its head`);
  bytes.writeFloatLE(bytes.readFloatLE(at + 4) * SCALE, at + 4);
  const first = JSON.parse(readFileSync(join(SHIPPED_ADAPTERS, `${FIRST_ADAPTER}.json`), 'utf8')) as { licence: string; base: object };
  const card = {
    kind: 'adapter',
    name: SECOND_ADAPTER,
    title: `A copy of ${FIRST_ADAPTER} at a quarter of its strength, to measure with`,
    digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
    licence: first.licence,
    base: first.base,
  };
  writeFileSync(join(models, `${SECOND_ADAPTER}.gguf`), bytes);
  writeFileSync(join(models, `${SECOND_ADAPTER}.json`), `${JSON.stringify(card, null, 2)}\n`);
}
