// `mandi rollout`: matches played by several processes, and written as a dataset.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hasRay } from '~/cli/tournament-runner';
import { type FreshDatabase, freshDatabase } from './support/database';
import { runMandi } from './support/run-mandi';

const folder = mkdtempSync(join(tmpdir(), 'mandi-rollout-'));
let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase('embedded');
});
afterAll(async () => {
  await fresh.drop();
  rmSync(folder, { recursive: true, force: true });
});

const env = () => ({ DATABASE_URL: fresh.url, MANDI_MODEL: 'off' });
const PLAYERS = ['--players', 'rule_based_expert,random_validish'];

function rowsIn(out: string): { match_id: string; player: string; split: string }[] {
  const files = readdirSync(out).filter((name) => name.endsWith('.jsonl'));
  return files.flatMap((name) =>
    readFileSync(join(out, name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { match_id: string; player: string; split: string }),
  );
}

it('two processes play every world once for each player, and every seat of it becomes a row', async () => {
  const out = join(folder, 'trajectories');
  const ran = await runMandi(['rollout', '--task', 'single_trade', ...PLAYERS, '--worlds', '4', '--processes', '2', '--out', out], {
    env: env(),
  });
  expect([ran.code, ran.errors]).toEqual([0, expect.stringContaining('8 matches')]);
  const { rows: matches } = await fresh.database.pool.query<{ id: string; seed: string }>(
    "SELECT id, seed::text FROM match WHERE status = 'finished'",
  );
  expect(matches).toHaveLength(8);
  expect(new Set(matches.map(({ seed }) => seed)).size).toBe(4);
  const rows = rowsIn(out);
  expect(new Set(rows.map(({ match_id }) => match_id))).toEqual(new Set(matches.map(({ id }) => id)));
  expect(new Set(rows.map(({ player }) => player))).toEqual(new Set(['rule_based_expert', 'random_validish']));
  expect(new Set(rows.map(({ split }) => split))).toEqual(new Set(['train']));
  const again = await runMandi(['rollout', ...PLAYERS, '--worlds', '1', '--out', '/dev/null/x'], { env: env() });
  expect(again.code).not.toBe(0);
});

it('other matches of the database are left out, and other seeds can be named', async () => {
  const out = join(folder, 'sft');
  const ran = await runMandi(
    ['rollout', '--task', 'single_trade', ...PLAYERS, '--worlds', '1', '--from', '77', '--format', 'sft', '--processes', '1', '--out', out],
    { env: env() },
  );
  expect([ran.code, ran.errors]).toEqual([0, expect.any(String)]);
  const { rows } = await fresh.database.pool.query<{ id: string }>("SELECT id FROM match WHERE seed = 77 AND status = 'finished'");
  expect(rows).toHaveLength(2);
  expect(new Set(rowsIn(out).map(({ match_id }) => match_id))).toEqual(new Set(rows.map(({ id }) => id)));
});

it.skipIf(!hasRay())('Ray plays what plain processes play (skipped where python3 has no Ray)', async () => {
  const words = ['--task', 'single_trade', ...PLAYERS, '--worlds', '2', '--from', '500', '--processes', '2'];
  const told: object[][] = [];
  for (const backend of ['processes', 'ray']) {
    const out = join(folder, backend);
    const ran = await runMandi(['rollout', ...words, '--backend', backend, '--out', out], { env: env() });
    expect([ran.code, ran.errors]).toEqual([0, expect.stringContaining('4 matches')]);
    told.push(rowsIn(out).map((row) => ({ ...row, match_id: null })));
  }
  expect(told[0]).toHaveLength(4);
  expect(told[1]).toEqual(expect.arrayContaining(told[0] ?? []));
});

it('says what is wrong before anything is played', async () => {
  const faults: [string[], RegExp][] = [
    [[...PLAYERS, '--split', 'test'], /--split must be train or validation/],
    [['--players', 'rule_based_expert,nobody_at_all'], /nobody_at_all/],
    [['--players', 'rule_based_expert'], /--players: name at least two/],
    [[...PLAYERS, '--worlds', 'many'], /--worlds: "many" is not a whole number/],
    [[...PLAYERS, '--format', 'poems'], /--format must be one of sft/],
    [[...PLAYERS, '--processes', '65'], /--processes/],
    [[...PLAYERS, '--backend', 'spark'], /--backend.*processes, ray/],
    [[...PLAYERS, '--backend', 'ray', '--processes', '0'], /--backend ray starts at least one process/],
  ];
  for (const [words, why] of faults) {
    const ran = await runMandi(['rollout', ...words, '--out', join(folder, 'none')], { env: env() });
    expect([words, ran.code, ran.errors]).toEqual([words, 2, expect.stringMatching(why)]);
  }
});
