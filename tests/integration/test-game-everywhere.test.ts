/** The small game for tests, on a real server and a real Postgres: played by everybody, rated, evaluated, audited, exported, and told in words. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { showTestGames } from '~/games/registry';
import { NO_MINDS } from '~/start/agent-runtime';
import { answerJson, type ChatServer, openChatServer, streamText } from './support/chat-server';
import { type FreshDatabase, freshDatabase } from './support/database';
import { exportedRows } from './support/exported-rows';
import { connectOpenEnv } from './support/openenv-client';
import { type Ran, runMandi, runMandiHere } from './support/run-mandi';
import { startServer, type TestServer, until } from './support/server';
import { Guest, type NewTable, Screen, sit } from './support/table';

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
    agentRuntime: { ...NO_MINDS, openaiUrl: model.url, openaiModel: 'small' },
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
    const counts = seats.find(({ seat }) => seat === 'seller')?.counts;
    expect(counts?.actions).toEqual({ name_price: counts?.turns });
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

  test('policies in memory, on the command line, in words and as JSON', async () => {
    const asked = ['play', '--game', 'test/offers', '--task', 'haggle', '--seed', '7', '--policy', 'yielding_haggler'];
    expect(await done(...asked)).toContain('The seller names 77.');
    const told = JSON.parse(await done(...asked, '--json')) as { match: object; score: object; events: { type: string }[] };
    expect(told).toMatchObject({ match: { id: null, game: 'test', ruleset: 'offers', seed: 7 }, score: { seller: 23, buyer: 37 } });
    expect(told.events.map(({ type }) => type)).toContain('price_named');
  });

  test('policies live, before whoever watches: each frame once, in order, up to the view of the replay', async () => {
    const { id } = await new Guest(mandi.origin).api.match.create.mutate({ ...HAGGLE, policy: 'yielding_haggler', pace: 0.2 });
    const screen = await new Screen(await mandi.connect(), id).open();
    await until(() => screen.cards.some(({ status }) => status === 'finished'));
    const { card, frames } = await mandi.api.match.frames.query({ id });
    expect([screen.head, frames.length]).toEqual([card.head, card.head]);
    expect(screen.view).toMatchObject({ agreed: 53, history: expect.any(Array) as unknown[] });
  });

  test('an OpenEnv client, by resets and steps, and what it played is kept', async () => {
    const { socket, reset, step } = await connectOpenEnv(mandi.origin);
    let { data: told } = await reset({ game: 'test/offers', task: 'haggle', seed: 7, record: true });
    expect(told).toMatchObject({ done: false, observation: { seat: 'seller', limit: 30, turn: 0 } });
    expect((await step({ type: 'steal' })).data).toMatchObject({ code: 'VALIDATION_ERROR' });
    for (const price of [80, 70, 60, 50, 40, 30]) if (told.done === false) told = (await step({ type: 'name_price', price })).data;
    expect(told).toMatchObject({ done: true, reward: expect.any(Number) as number });
    const { match_id: id } = told.metadata as { match_id: string };
    expect(await mandi.api.match.get.query({ id })).toMatchObject({ key: 'test/offers', status: 'finished', seed: 7, fault: null });
    socket.close();
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

  test('its books balance: at the server, and with every deal on the command line', async () => {
    const page = (await (await fetch(`${mandi.origin}/api/matches/${id}/books.json`)).json()) as unknown;
    const books = { profits: { seller: 23, buyer: 37 }, entered: 90, left: 30, imbalance: 0 };
    expect(page).toEqual(books);
    const deal = { seq: 5, from: 'seller', to: 'buyer', worth: 53, paid: 53 };
    expect(JSON.parse(await done('export', id, '--format', 'books'))).toEqual({ ...books, transfers: [deal], gifts: [] });
  });

  test('a replay says how it stood after an event, not as JSON', async () => {
    expect(await done('replay', id)).toContain('Checked: replaying 5 events gives the stored outcome: seller 23, buyer 37.');
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

describe('evaluated', () => {
  const order = { policies: 'all', tasks: 'haggle', seeds: '40000-40003' };

  test('by command: figures are means over both roles, and every sentence is of this game', async () => {
    const asked = ['eval', '--game', 'test/offers', ...Object.entries(order).flatMap(([name, value]) => [`--${name}`, value])];
    const out = await done(...asked);
    expect(out).toContain('yielding_haggler');
    expect(out).not.toMatch(/GPU|gain \(0|lab_|classic/);
    const md = join(home, 'study.md');
    await done(...asked, '--md', md);
    const page = await readFile(md, 'utf8');
    expect(page).toContain('--game test/offers');
    expect(page).not.toMatch(/GPU|autarky|lab_|--ruleset/);
    expect(page).toContain(
      'npx mandi play --game test/offers --rules 1 --task haggle --seed 40000 --policy yielding_haggler --seat seller=',
    );
    expect(page).toContain('The player’s seat: Seller.');
  });

  test('in a report that the server keeps, and its episodes can be watched', async () => {
    const { id } = await mandi.api.report.create.mutate({ game: 'test/offers', ...order });
    const report = await until(async () => {
      const found = await mandi.api.report.get.query({ id }).catch(() => null);
      return found?.tables[0] !== undefined && found;
    });
    expect(report.tables[0]?.rows.map(({ policy }) => policy)).toContain('stubborn_haggler');
    const name = { id, task: 'haggle', seed: 40_000, policy: 'stubborn_haggler' };
    const { matchId } = await mandi.api.report.replay.mutate(name);
    expect(await mandi.api.match.get.query({ id: matchId })).toMatchObject({ game: 'test', ruleset: 'offers', status: 'finished' });
    const pair = { before: 'stubborn_haggler', after: 'yielding_haggler' };
    const beside = await mandi.api.report.beside.mutate({ id, task: 'haggle', seed: 40_000, ...pair });
    expect(beside.after.rounds.flatMap(({ lines }) => lines).join(' ')).toContain('names');
  });
});

test('an audit looks for who scores without making anything, and finds nobody', async () => {
  const report = JSON.parse(await done('audit', '--game', 'test/offers', '--programs', '20', '--json')) as Record<string, unknown>;
  expect(report).toMatchObject({ ground: 'test/offers/haggle', farmers: 0, honest: { policy: 'patient_haggler' } });
  expect(await done('audit', 'long_haggle', '--game', 'test/offers', '--programs', '5')).toContain('No farmer was found');
});

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

function rowsIn(format: string, ...more: string[]): Promise<Record<string, unknown>[]> {
  return exportedRows([format, '--game', 'test/offers', ...more], { out: join(home, `${format}${more.length}`), env: env() });
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
    expect(row).toHaveProperty('turn');
  });

  test('as judged words, and not in the shape that samples of another game were published in', async () => {
    const said = {
      player: 'haggling-model@1',
      judge: 'rule',
      pitch: 'A fair price.',
      score: 0,
      won: false,
      facts: '{"price":45}',
      turn: 0,
    };
    expect((await rowsIn('judge'))[0]).toMatchObject({ ruleset: 'test/offers', ...said });
    const asked = ['export', '--format', 'arena-sft', '--game', 'test/offers', '--out', join(home, 'arena')];
    expect((await runMandi(asked, { env: env() })).errors).toContain('arena-sft is the published shape of classic');
  });

  test('as pairs of a better and a worse answer', async () => {
    const rows = await rowsIn('preferences');
    expect(rows[0]).toMatchObject({ source: 'playouts', rest: 'yielding_haggler' });
    expect(Number(rows[0]?.margin)).toBeGreaterThan(0);
  });

  test('as whole trajectories, as JSON lines and as Parquet', async () => {
    const lines = await rowsIn('trajectories');
    expect(lines[0]).toMatchObject({ ruleset: 'test/offers', score: expect.any(Number) as number });
    const turnsOf = (steps: unknown) =>
      (steps as { turn: number; round_index: number }[]).map(({ turn, round_index: round }) => [turn, round]);
    expect(lines.flatMap(({ steps }) => turnsOf(steps))).toEqual(
      expect.arrayContaining([
        [0, 0],
        [1, 0],
        [2, 1],
      ]),
    );
    const rows = await rowsIn('trajectories', '--files', 'parquet');
    expect(rows.map(({ match_id, seat, score }) => [match_id, seat, score])).toEqual(
      lines.map(({ match_id, seat, score }) => [match_id, seat, score]),
    );
  });
});
