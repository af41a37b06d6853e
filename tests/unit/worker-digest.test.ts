import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fileDigest } from '../../src/inference/models/file-digest';
import type { Bindings, Llama, Model } from '../../workers/inference/bindings';
import { Engine } from '../../workers/inference/engine';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mandi-shelf-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** An engine on that folder, and the files that its runtime was told to load. */
async function engineOn() {
  const loaded: string[] = [];
  const loadModel = async ({ modelPath }: { modelPath: string }) => {
    loaded.push(modelPath);
    return {} as Model;
  };
  const bindings = { resolveChatWrapper: () => ({}) } as unknown as Bindings;
  const options = { folders: [folder], slots: 1, threads: 1, context: 8, halls: 1 };
  const engine = new Engine(bindings, { loadModel } as unknown as Llama, options);
  await engine.look();
  return { engine, loaded };
}

test('weights that are not those of their card are not loaded, and it is said what to do', async () => {
  const file = join(folder, 'tiny.gguf');
  writeFileSync(file, 'weights');
  writeFileSync(join(folder, 'tiny.json'), JSON.stringify({ kind: 'model', name: 'tiny', digest: await fileDigest(file) }));
  const whole = await engineOn();
  await whole.engine.weights(whole.engine.find('tiny', null).model);
  expect(whole.loaded).toEqual([file]);

  writeFileSync(file, 'others');
  const swapped = await engineOn();
  const asked = swapped.engine.weights(swapped.engine.find('tiny', null).model);
  await expect(asked).rejects.toMatchObject({
    code: 'unknown_model',
    message: expect.stringContaining('remove it and add it again') as string,
  });
  expect(swapped.loaded).toEqual([]);
});
