import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { TableRow } from '~/lib/tables/result-table';
import { cancelTournament } from './control-tournament';
import { RESULT_COLUMNS, resultRows } from './results-table';
import { begin, servicesHere } from './testing/begin';
import { TournamentWorker } from './tournament-worker';

const CUP = { name: 'a cup', ruleset: 'classic', task: 'single_trade', entrants: ['rule_based_expert', 'random_validish'], worlds: 2 };

async function played(file: object) {
  const services = servicesHere();
  const cup = await begin(services, file);
  const worker = new TournamentWorker(services);
  await worker.start();
  await expect.poll(async () => (await services.store.tournaments.counts(cup.id)).done, { timeout: 30_000 }).toBeGreaterThan(1);
  return { services, cup, worker };
}

async function rowsOf({ services, cup }: Awaited<ReturnType<typeof played>>): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for await (const row of resultRows(services.store, cup)) rows.push(row);
  return rows;
}

test('a row for each seat of each match that is over, with every figure of its result, and only columns that are listed', async () => {
  const cup = await played({ ...CUP, nulls: [] });
  await expect.poll(async () => (await cup.services.store.tournaments.get(cup.cup.id))?.status, { timeout: 30_000 }).toBe('finished');
  await cup.worker.stop();
  const rows = await rowsOf(cup);
  const fixtures = await cup.services.store.tournaments.fixtures(cup.cup.id);
  expect(rows.map(({ match, seat, score, log_hash: hash }) => [match, seat, score, hash])).toEqual(
    fixtures.flatMap(({ order, result }) => (result?.seats ?? []).map(({ seat, score }) => [order + 1, seat, score, result?.logHash])),
  );
  const names = new Set(RESULT_COLUMNS.map(({ name }) => name));
  for (const row of rows) expect(Object.keys(row).filter((name) => !names.has(name))).toEqual([]);
});

test('scores of a sealed world stay out of the file until the season is closed', async () => {
  const cup = await played({ ...CUP, kind: 'rated', worlds: 20 });
  await cup.worker.stop();
  const kept = await rowsOf(cup);
  expect(kept.length).toBeGreaterThan(0);
  for (const row of kept) expect(row).toMatchObject({ sealed: true, status: 'done' });
  for (const name of ['score', 'profit', 'welfare', 'efficiency', 'log_hash'])
    expect(kept.every((row) => (row[name] ?? null) === null)).toBe(true);
  await cancelTournament(cup.services, cup.cup.id);
  const told = await rowsOf(cup);
  expect(told.every(({ sealed, score }) => sealed === false && typeof score === 'number')).toBe(true);
});

test('the docs list every column of the file, in its order', () => {
  const docs = readFileSync(new URL('../../docs/tournaments.md', import.meta.url), 'utf8');
  const listed = docs
    .slice(docs.indexOf('### Results match by match'))
    .matchAll(/^\| `(\w+)` \| (?:text|whole number|number|true or false) \|/gm);
  expect([...listed].map(([, name]) => name).slice(0, RESULT_COLUMNS.length)).toEqual(RESULT_COLUMNS.map(({ name }) => name));
});
