/** What an older version stored is read by this one as that version read it (tests/fixtures/database-9ed50aa). */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REPOSITORY } from '~/config';
import { readPlanText } from '~/tournament/read-plan';
import { type FreshDatabase, freshDatabase } from './support/database';
import { startServer, type TestServer } from './support/server';

const FOLDER = join(REPOSITORY, 'tests', 'fixtures', 'database-9ed50aa');

interface Facts {
  matches: Record<string, { status: string; ruleset: string; task: string; events: string | null }>;
  tournaments: Record<string, { name: string; standings: string }>;
  reports: string[];
}

const facts = JSON.parse(readFileSync(join(FOLDER, 'facts.json'), 'utf8')) as Facts;
let database: FreshDatabase;
let mandi: TestServer;
beforeAll(async () => {
  database = await freshDatabase('embedded', gunzipSync(readFileSync(join(FOLDER, 'dump.sql.gz'))).toString('utf8'));
  // Lobbies last a day: those of the recording would be closed by the first round of the caretaker, five seconds from now.
  await database.database.pool.query("UPDATE match SET created_at = now() WHERE status = 'lobby'");
  mandi = await startServer(database);
});
afterAll(async () => {
  await mandi.stop();
  await database.drop();
});

async function textAt(path: string): Promise<string> {
  const response = await fetch(`${mandi.origin}${path}`);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
}

test('every match is listed under its id, and the events of those that ended are the same bytes', async () => {
  for (const [id, { status, ruleset, task, events }] of Object.entries(facts.matches)) {
    const card = await mandi.api.match.get.query({ id });
    expect([id, card.ruleset, card.task, card.version, card.key]).toEqual([id, ruleset, task, 1, `gpu-market/${ruleset}`]);
    if (events === null) continue;
    expect([id, card.status]).toEqual([id, status]);
    const digest = createHash('sha256')
      .update(await textAt(`/api/matches/${id}/events.jsonl`))
      .digest('hex');
    expect([id, digest.slice(0, 16)]).toEqual([id, events]);
  }
});

test('replays, transcripts and explanations of old matches are still made', async () => {
  const ended = Object.entries(facts.matches).filter(([, { events }]) => events !== null);
  for (const ruleset of ['classic', 'open']) {
    const [id = ''] = ended.find(([, match]) => match.ruleset === ruleset) ?? [];
    expect(await textAt(`/api/matches/${id}/transcript.md`)).toMatch(/^# /);
    expect((await mandi.api.match.frames.query({ id })).frames.length).toBeGreaterThan(0);
    if (ruleset === 'open') expect(await mandi.api.match.explain.query({ id })).toHaveProperty('rounds');
  }
});

/** A later version may add columns; what an old one said stands, to the digit. */
test('standings of old tournaments keep every figure', async () => {
  for (const [id, { standings }] of Object.entries(facts.tournaments)) {
    const [before, now] = [standings, await textAt(`/api/tournaments/${id}/standings.csv`)].map(rowsOf);
    expect(now?.map((row) => Object.fromEntries(Object.keys(before?.[0] ?? {}).map((name) => [name, row[name]])))).toEqual(before);
  }
});

test('results match by match come as CSV and as Parquet, with the same rows', async () => {
  for (const id of Object.keys(facts.tournaments)) {
    const lines = rowsOf(await textAt(`/api/tournaments/${id}/results.csv`));
    const file = await (await fetch(`${mandi.origin}/api/tournaments/${id}/results.parquet`)).arrayBuffer();
    const rows: Record<string, unknown>[] = await parquetReadObjects({ file });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ match_id, seat, score }) => [match_id, seat, score === null ? '' : String(Number(score))])).toEqual(
      lines.map(({ match_id, seat, score }) => [match_id, seat, score]),
    );
  }
  const [report = ''] = facts.reports;
  expect((await textAt(`/api/reports/${report}/scores.csv`)).split('\n')[0]).toMatch(/^ruleset,version,code,/);
});

test('what was started before versions were named keeps the first', async () => {
  for (const id of Object.keys(facts.tournaments)) {
    const { plan, file } = await mandi.api.tournament.get.query({ id });
    expect(plan).toMatchObject({ game: expect.stringMatching(/^gpu-market\/(open|classic)$/) as string, version: 1 });
    expect(plan).not.toHaveProperty('ruleset');
    expect(readPlanText(file)).toMatchObject({ ok: true, value: { game: plan.game, version: 1 } });
  }
  const [report] = (await mandi.api.report.list.query()).items;
  expect(report).toMatchObject({ game: expect.stringMatching(/^gpu-market\//) as string, version: 1 });
});

function rowsOf(csv: string): Record<string, string>[] {
  const [head = '', ...lines] = csv.trim().split(/\r?\n/);
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [names[index] ?? String(index), cell])));
}

test('reports, agents and the lobbies are there', async () => {
  expect((await mandi.api.report.list.query()).items.map(({ id }) => id)).toEqual(facts.reports);
  const lobbies = Object.entries(facts.matches).filter(([, { status }]) => status === 'lobby');
  expect(lobbies.length).toBeGreaterThan(0);
  for (const [id] of lobbies) expect((await mandi.api.match.get.query({ id })).status).toBe('lobby');
});

test('its tournament files are read', () => {
  const folder = join(FOLDER, 'tournament-files');
  for (const file of readdirSync(folder)) expect([file, readPlanText(readFileSync(join(folder, file), 'utf8')).ok]).toEqual([file, true]);
});

test('requests of that time are answered', async () => {
  const [match = ''] = Object.entries(facts.matches).find(([, { status, ruleset }]) => status === 'finished' && ruleset === 'open') ?? [];
  const ids = { MATCH: match, TOURNAMENT: Object.keys(facts.tournaments)[0] ?? '', REPORT: facts.reports[0] ?? '' };
  const lines = readFileSync(join(REPOSITORY, 'tests', 'fixtures', 'old-addresses', 'requests.txt'), 'utf8')
    .trim()
    .split('\n');
  for (const line of lines) {
    const [path = '', query] = line.replace(/MATCH|TOURNAMENT|REPORT/, (name) => ids[name as keyof typeof ids]).split('?input=');
    expect((await textAt(query === undefined ? path : `${path}?input=${encodeURIComponent(query)}`)).length).toBeGreaterThan(1);
  }
});

test('lists are narrowed by the bare name of a ruleset', async () => {
  for (const ruleset of ['classic', 'open']) {
    const { items } = await mandi.api.match.list.query({ ruleset, limit: 100 });
    expect(items.length).toBeGreaterThan(0);
    expect(items.every((card) => facts.matches[card.id]?.ruleset === ruleset)).toBe(true);
  }
});

test('every turn was a round then: turns are copied from rounds', async () => {
  const of = async (query: string) => (await database.database.pool.query<Record<string, number>>(query)).rows[0];
  expect(await of('SELECT count(*)::int AS all, count(*) FILTER (WHERE turn = round)::int AS same FROM match WHERE round > 0')).toEqual({
    all: 52,
    same: 52,
  });
  for (const table of ['agent_turn', 'table_note']) {
    const found = await of(`SELECT count(*)::int AS all, count(*) FILTER (WHERE turn = round)::int AS same FROM ${table}`);
    expect(found?.all).toBeGreaterThan(0);
    expect(found?.same).toBe(found?.all);
  }
  expect(await of(`SELECT count(*)::int AS old FROM match_turn WHERE answer::jsonb ? 'round_index'`)).toEqual({ old: 0 });
  const [id = ''] = Object.entries(facts.matches).find(([, { status }]) => status === 'running') ?? [];
  const card = await mandi.api.match.get.query({ id });
  expect(card.turn).toBe(card.round);
});
