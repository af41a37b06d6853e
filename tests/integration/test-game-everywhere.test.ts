/**
 * The small game for tests, on a real server and a real Postgres: played by people, a model, a program and policies; in a rated tournament;
 * exported in every format, checked for gifts, and told in words.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { showTestGames } from '~/games/registry';
import { NO_MINDS } from '~/start/minds';
import { answerJson, type ChatServer, openChatServer, streamText } from './support/chat-server';
import { type FreshDatabase, freshDatabase } from './support/database';
import { type Ran, runMandi, runMandiHere } from './support/run-mandi';
import { startServer, type TestServer, until } from './support/server';
import { Guest, type NewTable, sit } from './support/table';

const HAGGLE = { game: 'test/offers', task: 'haggle', seed: 7 };

let fresh: FreshDatabase;
let mandi: TestServer;
let model: ChatServer;
let program: ChatServer;
let home = '';
beforeAll(async () => {
  showTestGames(true);
  home = await mkdtemp(join(tmpdir(), 'mandi-everywhere-'));
  fresh = await freshDatabase(typeof inject('server') === 'string' ? 'embedded' : 'server');
  model = await openChatServer((response, { body }) => {
    const isAskedForWords = body.messages[0]?.content.includes('holds a message') === true;
    streamText(response, isAskedForWords ? '{"message":"A fair price."}' : '{"type":"name_price","price":45}');
  });
  program = await openChatServer((response, { body }) => {
    const { observation } = body as unknown as { observation: { limit: number } };
    answerJson(response, 200, { action: { type: 'name_price', price: observation.limit } });
  });
  mandi = await startServer(fresh, {
    limits: { claims: 1000, submits: 1000 },
    minds: { ...NO_MINDS, openaiUrl: model.url, openaiModel: 'small' },
  });
});
afterAll(async () => {
  await mandi.stop();
  await Promise.all([model.close(), program.close()]);
  await fresh.drop();
  await rm(home, { recursive: true, force: true });
  showTestGames(false);
});

const env = () => ({ DATABASE_URL: fresh.url, MANDI_HOME: home, MANDI_MODEL: 'off', MANDI_TEST_GAMES: '1' });

function run(...args: string[]): Promise<Ran> {
  return runMandiHere(args, { env: env() });
}

async function done(...args: string[]): Promise<string> {
  const { out, errors, code } = await run(...args);
  expect({ errors, code }).toEqual({ errors, code: 0 });
  return out;
}

async function finished(id: string) {
  return until(async () => {
    const card = await mandi.api.match.get.query({ id });
    return card.status === 'finished' && card;
  });
}

/** A match between policies that is over. */
async function played(part: Partial<NewTable> = {}): Promise<string> {
  const { id } = await new Guest(mandi.origin).api.match.create.mutate({ ...HAGGLE, policy: 'yielding_haggler', pace: 0, ...part });
  await finished(id);
  return id;
}

describe('who plays it', () => {
  test('a person against a policy, by API calls', async () => {
    const host = new Guest(mandi.origin);
    const seats = { seller: 'open' };
    const { id } = await host.api.match.create.mutate({ ...HAGGLE, policy: 'yielding_haggler', seats, clockSeconds: 300 });
    const { guest } = await sit(mandi, id, { name: 'Ada', seat: 'seller' });
    await host.api.table.start.mutate({ id });
    for (const turn of [0, 2, 4]) {
      const isOver = await until(async () => {
        const { status } = await mandi.api.match.get.query({ id });
        return status === 'finished' ? 'over' : (await guest.api.seat.observe.query({ id, seat: 'seller' })).turn === turn && 'turn';
      });
      if (isOver === 'over') break;
      await guest.api.seat.submit.mutate({ id, seat: 'seller', turn, key: `k${turn}`, move: { type: 'name_price', price: 50 - turn } });
    }
    const card = await finished(id);
    expect(card.fault).toBeNull();
    expect(Object.values(card.scores ?? {})).toHaveLength(2);
  });

  test('a model behind an OpenAI-compatible server, and what it was asked is kept', async () => {
    const spec = { kind: 'model', model: 'small', turnSeconds: 60 };
    await mandi.api.agent.add.mutate({ name: 'haggling-model', title: 'Haggling model', plays: ['test/offers'], spec });
    const id = await played({ seats: { seller: 'haggling-model' } });
    const turns = await mandi.store.agents.turnsOf(id);
    expect(turns[0]).toMatchObject({
      agent: 'haggling-model@1',
      origin: 'own',
      move: { type: 'name_price', price: 45, message: 'A fair price.' },
    });
    const { seats } = await mandi.api.agent.turns.query({ matchId: id });
    const { decide, write } = seats.flatMap((seat) => seat.turns).find(({ turn }) => turn === 0)?.requests ?? {};
    expect(decide?.messages[1]?.content).toContain('You sell. The good costs you 30.');
    expect(write?.messages[1]?.content).toContain('You are Seller. You name the price 45.');
    expect(JSON.stringify(write?.messages)).not.toContain('30');
  });

  test('a program that is posted what its seat may know', async () => {
    const file = join(home, 'program.yaml');
    await writeFile(file, `name: haggling-program\nplays: [test/offers]\nspec: {kind: remote, url: '${program.url}', turnSeconds: 60}\n`);
    await done('agents', 'add', file);
    const id = await played({ seats: { seller: 'stubborn_haggler', buyer: 'haggling-program' } });
    const [turn] = await mandi.store.agents.turnsOf(id);
    expect(turn).toMatchObject({ agent: 'haggling-program@1', origin: 'own', move: { type: 'name_price', price: 90 } });
    expect(program.asked[0]?.body).toMatchObject({ ruleset: 'test/offers', seat: 'buyer', turn: 1, observation: { limit: 90 } });
    expect(JSON.stringify(program.asked)).not.toContain('"cost"');
  });
});

describe('told in words', () => {
  let id = '';
  beforeAll(async () => {
    id = await played();
  });

  test('as Markdown, as a transcript and on the command line', async () => {
    const page = await (await fetch(`${mandi.origin}/api/matches/${id}/transcript.md`)).text();
    for (const text of [page, await done('export', id, '--format', 'transcript')]) {
      expect(text).toContain('The seller names 53.');
      expect(text).toContain('The good costs the seller 30. It is worth 90 to the buyer.');
      expect(text).not.toMatch(/GPU|lab_|market/);
    }
    expect(await done('matches', '--task', 'haggle')).toContain(id);
  });

  test('a replay says how it stood after an event, not as JSON', async () => {
    expect(await done('replay', id)).toContain('Checked: 5 events, folded again, give the stored outcome: seller 23, buyer 37.');
    const text = await done('replay', id, '--at', '2');
    expect(text).toContain('After event 2 (price_named), round 0 (last: 2):\n\nThe seller asks for 77.');
    expect(text).not.toMatch(/[{}]/);
  });

  test('and with one move replaced', async () => {
    const text = await done('replay', id, '--replace', '{"turn":1,"seat":"buyer","move":{"type":"leave_table"}}');
    expect(text).toContain('The buyer leaves.');
  });
});

/** Plays a tournament's file to its end, by command; its id. */
async function cupOf(name: string, lines: readonly string[]): Promise<string> {
  const file = join(home, `${name}.yaml`);
  await writeFile(file, [`name: ${name}`, 'game: test/offers', 'task: haggle', ...lines].join('\n'));
  const { errors, code } = await runMandi(['tournament', 'run', file, '--workers', '1'], { env: env() });
  expect({ errors, code }).toEqual({ errors, code: 0 });
  const { items } = await mandi.store.tournaments.list({ limit: 20 });
  return items.find(({ plan }) => plan.name === name)?.id ?? '';
}

describe('in a tournament', () => {
  let id = '';
  let matches: string[] = [];
  beforeAll(async () => {
    id = await cupOf('Cup', ['kind: rated', 'worlds: 8', 'entrants: [yielding_haggler, stubborn_haggler]']);
    matches = (await mandi.store.tournaments.fixtures(id)).map(({ matchId }) => matchId);
  });

  test('that is rated: every match counts, both are ranked, and nobody gave the other anything', async () => {
    const fixtures = await mandi.store.tournaments.fixtures(id);
    expect(fixtures.map(({ status, result }) => [status, result?.unrated])).toEqual(matches.map(() => ['done', false]));
    expect(matches).toHaveLength(16);
    const table = await done('tournament', 'standings', id);
    expect(table).toContain('yielding_haggler');
    expect(table).not.toMatch(/GPU|autarky|optimum/);
    const csv = await (await fetch(`${mandi.origin}/api/tournaments/${id}/standings.csv`)).text();
    expect(csv.split('\n').filter((line) => line.includes('_haggler'))).toHaveLength(2);
  });
});

async function rowsIn(format: string, ...more: string[]): Promise<Record<string, unknown>[]> {
  const out = join(home, `${format}${more.length}`);
  const args = ['export', '--format', format, '--game', 'test/offers', ...more, '--out', out];
  const { errors, code } = await runMandi(args, { env: env() }); // a process of its own: an export ends the channel to whoever started it
  expect({ errors, code }).toEqual({ errors, code: 0 });
  const manifest = JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8')) as { files: { name: string }[] };
  const [file] = manifest.files;
  if (file === undefined) throw new Error('no file');
  const path = join(out, file.name);
  if (path.endsWith('.parquet')) return (await parquetReadObjects({ file: await asyncBufferFromFile(path) })) as Record<string, unknown>[];
  return (await readFile(path, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('in a tournament of series', () => {
  let id = '';
  beforeAll(async () => {
    id = await cupOf('Duels', ['series: duel', 'worlds: 2', 'entrants: [yielding_haggler, stubborn_haggler]']);
  });

  test('whose standings are of the series, and whose schedule leads to them', async () => {
    const fixtures = await mandi.store.tournaments.fixtures(id);
    expect(fixtures.map(({ status }) => status)).toEqual(['done', 'done']);
    const { items } = await mandi.api.tournament.fixtures.query({ id });
    for (const { matchId, isSeries, scores } of items) {
      expect(isSeries).toBe(true);
      const series = await mandi.api.series.get.query({ id: matchId });
      expect(Object.values(scores ?? {})).toEqual(series.scores);
      for (const { id: match } of series.matches) {
        expect(await mandi.api.tournament.ofMatch.query({ id: match })).toMatchObject({ tournamentId: id });
      }
    }
    expect(await done('tournament', 'standings', id)).toContain('stubborn_haggler');
  });

  test('whose results and rows name the series and the place', async () => {
    const csv = await done('tournament', 'results', id);
    const [heads = '', first = ''] = csv.split('\n');
    const cells = Object.fromEntries(heads.split(',').map((head, at) => [head, first.split(',')[at]]));
    const [fixture] = await mandi.store.tournaments.fixtures(id);
    expect(cells).toMatchObject({ match_id: '', seat: 'player_1', series: fixture?.matchId });
    const rows = await rowsIn('trajectories', '--split', 'validation', '--tournament', id);
    expect(rows).toHaveLength(8);
    const own = rows.filter(({ series }) => series === fixture?.matchId);
    expect(own.map(({ series_place: place }) => Number(place)).toSorted((a, b) => a - b)).toEqual([0, 0, 1, 1]);
  });
});

describe('exported', () => {
  beforeAll(async () => {
    for (const seed of [7, 8, 9]) await played({ seed, seats: { seller: 'yielding_haggler', buyer: 'stubborn_haggler' } });
  });

  test('as chats', async () => {
    const [row] = await rowsIn('sft');
    expect(row).toMatchObject({ ruleset: 'test/offers', task_type: 'haggle', prompt_version: 'offers-2', stage: 'decide' });
    expect(JSON.stringify(row)).toContain('name_price');
  });

  test('as pairs of a better and a worse answer', async () => {
    const rows = await rowsIn('preferences');
    expect(rows[0]).toMatchObject({ source: 'playouts', rest: 'yielding_haggler' });
    expect(Number(rows[0]?.margin)).toBeGreaterThan(0);
  });

  test('as whole trajectories, as JSON lines and as Parquet', async () => {
    const lines = await rowsIn('trajectories');
    expect(lines[0]).toMatchObject({ ruleset: 'test/offers', score: expect.any(Number) as number });
    const rows = await rowsIn('trajectories', '--files', 'parquet');
    expect(rows.map(({ match_id, seat, score }) => [match_id, seat, score])).toEqual(
      lines.map(({ match_id, seat, score }) => [match_id, seat, score]),
    );
  });
});
