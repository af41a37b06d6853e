// Training runs over the API: who sees which, who may import, and one seed played before and after.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { trainingFolders, trainingRuns } from '~/api/training/runs';
import { REPOSITORY } from '~/config';
import { type FreshDatabase, freshDatabase } from './support/database';
import { startServer, type TestServer } from './support/server';

const TOKEN = 'operator-token-of-these-tests';

let home: string;
let fresh: FreshDatabase;
let mandi: TestServer;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'mandi-training-api-'));
  mkdirSync(join(home, 'runs', 'secret-run'), { recursive: true });
  writeFileSync(join(home, 'runs', 'secret-run', 'log.jsonl'), '{"event": "step", "step": 1, "loss": 1}\n');
  fresh = await freshDatabase('embedded');
  const training = trainingRuns(trainingFolders({ home, models: join(home, 'models') }, REPOSITORY));
  mandi = await startServer(fresh, { adminToken: TOKEN, training });
});
afterAll(async () => {
  await mandi.stop();
  await fresh.drop();
  rmSync(home, { recursive: true, force: true });
});

const asOperator = () => mandi.apiWith({ authorization: `Bearer ${TOKEN}` });
const words = (text: string) => ({ name: 'trl', text });

test('a stranger sees what was published and imported, and no run of this machine nor where it is', async () => {
  const { runs, folder } = await mandi.api.training.list.query();
  expect(folder).toBeNull();
  expect(JSON.stringify(runs)).not.toContain('secret-run');
  await expect(mandi.api.training.get.query({ id: 'here.secret-run' })).rejects.toThrow('There is no training run "here.secret-run".');
  expect((await asOperator().training.get.query({ id: 'here.secret-run' })).step).toBe(1);
});

test('only the operator imports and removes; a broken log is refused with its line', async () => {
  const log = '{"step": 1, "loss": 1}\n{"step": 2, "loss": 0.5}\n';
  for (const change of [() => mandi.api.training.import.mutate(words(log)), () => mandi.api.training.remove.mutate({ id: 'imported.trl' })])
    await expect(change()).rejects.toThrow('This needs the operator');
  await expect(asOperator().training.import.mutate(words(`${log}oops`))).rejects.toThrow('line 3: not JSON (it begins "oops")');
  await expect(asOperator().training.import.mutate({ ...words(log), name: '../runs/x' })).rejects.toThrow('A run’s name has');
  await expect(asOperator().training.import.mutate(words('x'.repeat(200_001)))).rejects.toThrow(
    'npx mandi training import takes larger files',
  );
  expect(await asOperator().training.import.mutate(words(log))).toEqual({ id: 'imported.trl' });
  expect((await mandi.api.training.get.query({ id: 'imported.trl' })).curves.loss?.points).toEqual([
    [1, 1],
    [2, 0.5],
  ]);
  await asOperator().training.remove.mutate({ id: 'imported.trl' });
  await expect(mandi.api.training.get.query({ id: 'imported.trl' })).rejects.toThrow('There is no training run');
});

test('one seed before and after: both play the same world, and the pair is found again', { timeout: 900_000 }, async () => {
  const id = 'shipped.smollm2-classic';
  const [found] = await mandi.api.training.replays.query({ id });
  expect(found).toMatchObject({ after: 'smollm2-classic@1', pairs: [] });
  expect(found?.before).toMatch(/^smollm2@\d+$/);
  expect(found?.notReady).toBeTruthy(); // no model is here
  const wish = { id, after: 'smollm2-classic@1', task: 'single_trade', seed: 40_001 };
  await expect(mandi.api.training.playBoth.mutate(wish)).rejects.toThrow('This needs the operator');
  await expect(asOperator().training.playBoth.mutate({ ...wish, seed: 5 })).rejects.toThrow('Choose a seed of 40000 or above');
  await expect(asOperator().training.playBoth.mutate({ ...wish, after: 'planner' })).rejects.toThrow('No agent "planner" plays');
  const played = await asOperator().training.playBoth.mutate(wish); // their turns are their fallback's
  await vi.waitFor(
    async () => {
      const [again] = await mandi.api.training.replays.query({ id });
      expect(again?.pairs).toEqual([{ task: 'single_trade', seed: 40_001, ...played, isOver: true }]);
    },
    { timeout: 300_000, interval: 200 },
  );
});
