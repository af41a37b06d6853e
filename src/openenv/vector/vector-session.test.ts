import { expect, test } from 'vitest';
import { MemoryRun } from '~/engine/memory-run';
import { packOf } from '~/games/packs';
import { findGame, GAMES } from '~/games/registry';
import { drawsOf } from '~/lib/random/draws';
import { VectorSession } from './vector-session';

type Answer = { type: string; data: Record<string, unknown> };

async function ask(session: VectorSession, type: string, data: object = {}): Promise<Answer> {
  return JSON.parse(String(await session.answer(JSON.stringify({ type, data })))) as Answer;
}

function floats(text: unknown, of: Float32ArrayConstructor | Float64ArrayConstructor | Uint8ArrayConstructor): number[] {
  const bytes = Buffer.from(String(text), 'base64');
  return [...new of(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))];
}

interface Ended {
  match: number;
  seed: number;
  scores: Record<string, number>;
  final: string;
}

const KEYS = GAMES.flatMap(({ ref }) => (packOf(ref).arrays ? [`${ref.key}@${ref.version}`] : []));

test('the games of the catalogue have arrays', () => {
  expect(KEYS).toEqual(['gpu-market/classic@1', 'gpu-market/open@1', 'bazaar/classic@1', 'bazaar/open@1', 'gpu-market/open@2']);
});

test.each(KEYS)('%s: legal places by chance end every match, nothing is invalid, and rewards add up to the score', async (game) => {
  const session = new VectorSession();
  const { data: opened } = await ask(session, 'begin', { game, matches: 2, first_seed: 5 });
  const seats = opened.seats as string[];
  const [width, places, rows] = [(opened.numbers as unknown[]).length, (opened.menu as unknown[]).length, opened.rows as number];
  const draws = drawsOf(1);
  const paid = new Map<string, number>();
  const over: Ended[] = [];
  let batch = (await ask(session, 'reset', { env: 1 })).data;
  for (let turn = 0; over.length < 3 && turn < 3_000; turn += 1) {
    const [numbers, mask, awaited] = [
      floats(batch.numbers, Float32Array),
      floats(batch.mask, Uint8Array),
      floats(batch.awaited, Uint8Array),
    ];
    expect(numbers).toHaveLength(rows * width);
    expect(numbers.every((one) => Number.isFinite(one) && Math.abs(one) < 1_000)).toBe(true);
    const actions = Array.from({ length: rows }, (_, row) => {
      if (awaited[row] !== 1) return 0;
      const legal = Array.from({ length: places }, (_, place) => place).filter((place) => mask[row * places + place] === 1);
      expect(legal).toContain(0);
      return draws.choice(legal);
    });
    batch = (await ask(session, 'step', { env: 1, actions })).data;
    expect(floats(batch.invalid, Uint8Array)).toEqual(actions.map(() => 0));
    for (const [row, reward] of floats(batch.rewards, Float64Array).entries()) {
      const of = `${Math.floor(row / seats.length)} ${seats[row % seats.length]}`;
      paid.set(of, (paid.get(of) ?? 0) + reward);
    }
    for (const ended of batch.ended as Ended[]) {
      expect(floats(ended.final, Float32Array)).toHaveLength(seats.length * width);
      for (const seat of seats) {
        expect(paid.get(`${ended.match} ${seat}`)).toBeCloseTo(ended.scores[seat] ?? 0, 6);
        paid.delete(`${ended.match} ${seat}`);
      }
      over.push(ended);
    }
  }
  expect(over.length).toBeGreaterThanOrEqual(3);
  expect(new Set(over.map(({ seed }) => seed)).size).toBe(over.length);
});

test.each(KEYS)('%s: the same seed is the same numbers, whatever was played in that row before', async (game) => {
  const session = new VectorSession();
  const { data: opened } = await ask(session, 'begin', { game, matches: 2 });
  const first = Array.from({ length: opened.rows as number }, (_, row) => (row < (opened.rows as number) / 2 ? 0 : null));
  for (let turn = 0; turn < 3; turn += 1) await ask(session, 'step', { env: 1, actions: first });
  const { data } = await ask(session, 'reset', { env: 1, seeds: [77, 77] });
  const numbers = floats(data.numbers, Float32Array);
  expect(numbers.slice(0, numbers.length / 2)).toEqual(numbers.slice(numbers.length / 2));
});

/** What a batch holds, whichever way its arrays came. */
function heard(answer: string | Uint8Array | null, { numbers, menu, seats }: { numbers: number; menu: number; seats: number }) {
  const bytes = Buffer.from(answer ?? '');
  const end = typeof answer === 'string' ? bytes.length : bytes.indexOf('\n');
  const { data } = JSON.parse(bytes.toString('utf8', 0, end)) as Answer;
  const batch = data as { rows: number; bytes?: number; ended: { final?: unknown }[] };
  if (typeof answer === 'string')
    return {
      rewards: floats(data.rewards, Float64Array),
      numbers: floats(data.numbers, Float32Array),
      ended: batch.ended.map((one) => ({ ...one, final: floats(one.final, Float32Array) })),
      rest: [data.mask, data.awaited, data.invalid].map((one) => floats(one, Uint8Array)),
    };
  let at = end + 1;
  expect(bytes.length - at).toBe(batch.bytes);
  const take = (of: Float32ArrayConstructor | Float64ArrayConstructor | Uint8ArrayConstructor, many: number) => {
    const part = bytes.subarray(at, at + many * of.BYTES_PER_ELEMENT);
    at += part.length;
    return floats(part.toString('base64'), of);
  };
  return {
    rewards: take(Float64Array, batch.rows),
    numbers: take(Float32Array, batch.rows * numbers),
    ended: batch.ended.map((one) => {
      expect(one.final).toBe(seats * numbers);
      return { ...one, final: take(Float32Array, seats * numbers) };
    }),
    rest: [menu, 1, 1].map((width) => take(Uint8Array, batch.rows * width)),
  };
}

test.each(KEYS)('%s: arrays as bytes behind a line are those of the line', async (game) => {
  const sessions = [new VectorSession(), new VectorSession()];
  const of = (type: string, data: object) =>
    Promise.all(
      sessions.map(async (session, i) => session.answer(JSON.stringify({ type, data: i === 0 ? data : { ...data, arrays: 'bytes' } }))),
    );
  const begun = await of('begin', { game, matches: 3, first_seed: 5 });
  const opened = (JSON.parse(String(begun[1])) as Answer).data as { numbers: []; menu: []; seats: []; rows: number };
  const sizes = { numbers: opened.numbers.length, menu: opened.menu.length, seats: opened.seats.length };
  const draws = drawsOf(2);
  let over = 0;
  for (let turn = 0; over < 3 && turn < 200; turn += 1) {
    const actions = Array.from({ length: opened.rows }, () => draws.below(sizes.menu));
    const step = JSON.stringify({ type: 'step', data: { env: 1, actions } });
    const [line, bytes] = await Promise.all(sessions.map(async (session) => heard(await session.answer(step), sizes)));
    expect(bytes).toEqual(line);
    over += line?.ended.length ?? 0;
  }
  expect(over).toBeGreaterThanOrEqual(3);
});

test('what lab_0 can do in the classic market is what its prompt can say', () => {
  const game = findGame('gpu-market/classic');
  const { arrays, lessons } = packOf({ key: 'gpu-market/classic', version: 1 });
  if (!game || !arrays || !lessons) throw new Error('no such game');
  const draws = drawsOf(3);
  let told = 0;
  for (const [seed, task] of ['single_trade', 'market_round', 'coalition_market', 'coalition_market'].entries()) {
    const config = game.parseConfig({ task_type: task, seed, difficulty: ['easy', 'medium', 'hard', 'hard'][seed] });
    if (!config.ok) throw new Error(config.why);
    const run = MemoryRun.open(game, config.value);
    while (run.awaited.length > 0) {
      const seen = run.observe('lab_0');
      const moves = arrays.menu.flatMap((_, place) => arrays.places(seen).move(place) ?? []);
      for (const move of moves) expect(lessons.say(seen, move, 'classic-1'), JSON.stringify(move)).not.toBeNull();
      told += moves.length;
      run.play([{ seat: 'lab_0', move: draws.choice(moves.filter((move) => !JSON.stringify(move).includes('finish'))) }]);
    }
  }
  expect(told).toBeGreaterThan(100);
});

test('a place that is not legal is played as the first, and marked', async () => {
  const session = new VectorSession();
  const { data: opened } = await ask(session, 'begin', { game: 'bazaar/classic', task: 'single_deal' });
  const accept = (opened.menu as string[]).indexOf("accept the seller's price");
  const { data } = await ask(session, 'step', { env: 1, actions: [accept] });
  expect(floats(data.invalid, Uint8Array)).toEqual([1]);
});

test('a reply to the prompt is a move; one that is none is played safe, and marked', async () => {
  const session = new VectorSession();
  const { data: opened } = await ask(session, 'begin', { game: 'bazaar/open', seats: ['buyer_0'], shows: ['prompt', 'observation'] });
  expect(opened.prompt).toBe(packOf({ key: 'bazaar/open', version: 1 }).prompts[0]?.version);
  const { data } = await ask(session, 'reset', { env: 1, seeds: [3] });
  const [shown] = data.shown as { prompt: { system: string; user: string } }[];
  expect(shown?.prompt.user).not.toBe('');
  const good = await ask(session, 'step', { env: 1, actions: [{ reply: '{"pick":"w"}' }] });
  expect(floats(good.data.invalid, Uint8Array)).toEqual([0]);
  const bad = await ask(session, 'step', { env: 1, actions: [{ reply: 'I buy it' }] });
  expect(floats(bad.data.invalid, Uint8Array)).toEqual([1]);
});

test('what cannot be is refused in a sentence that says what can', async () => {
  const session = new VectorSession();
  const why = async (type: string, data: object) => (await ask(session, type, data)).data.message;
  expect(await why('begin', { game: 'bazar/open' })).toContain('bazaar/open');
  expect(await why('begin', { game: 'bazaar/open', labs: 3 })).toContain('unknown setting "labs"');
  expect(await why('begin', { game: 'bazaar/classic', reward: 'potential' })).toBe('reward: bazaar/classic has none but its score');
  expect(await why('begin', { game: 'bazaar/open', arrays: 'bites' })).toContain('did you mean bytes?');
  expect(await why('begin', { game: 'bazaar/open', opponents: 'greedy' })).toContain('no seat is left for them');
  expect(await why('step', { env: 4, actions: [] })).toContain('env: 4 is not open');
  await ask(session, 'begin', { game: 'bazaar/classic' });
  expect(await why('step', { env: 1, actions: [] })).toBe('actions: a list with one for each of the 1 rows');
});
