import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import { type PairRequest, type PairRow, pairsOf, unitsOf } from '~/eval/pairs/build-pairs';
import { PairBook } from '~/eval/pairs/pair-book';
import { compared } from '~/eval/pairs/playouts';
import { planPairs } from './pairs';

const FLAGS = { tasks: 'all', seeds: '0-5', states: '2', playouts: '8', perType: '999', wander: '0.2' };
const BOTH = [
  ['bazaar/open', 'haggle', '0-9'],
  ['gpu-market/open', 'single_trade', '1-2'],
] as const;

async function requestOf(game: string, more: Partial<typeof FLAGS> = {}): Promise<PairRequest> {
  const plan = await planPairs({ ...FLAGS, game, ...more });
  if (!plan.ok) throw new Error(plan.why);
  return plan.value;
}

const folder = mkdtempSync(join(tmpdir(), 'mandi-pairs-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(BOTH)('pairs of %s', (game, tasks, seeds) => {
  it('are two legal moves of one state, of which one is better beyond doubt', async () => {
    const request = await requestOf(game, { tasks, seeds });
    const harvests = unitsOf(request).map((unit) => pairsOf(request, unit));
    const rows = harvests.flatMap((harvest) => harvest.rows);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(row.prompt.map(({ role }) => role)).toEqual(['system', 'user']);
      expect([row.chosen, row.rejected].map((said) => said.map(({ role }) => role))).toEqual([['assistant'], ['assistant']]);
      expect(row.chosen).not.toEqual(row.rejected);
      for (const [said] of [row.chosen, row.rejected]) expect(() => void JSON.parse(said?.content ?? '')).not.toThrow();
      expect(row).toMatchObject({ playouts: 8, task_type: tasks });
      expect(row.margin).toBeGreaterThan(0);
      expect(row.interval[0]).toBeGreaterThan(0);
      expect(row.interval[1]).toBeGreaterThanOrEqual(row.margin - 1e-6);
    }
    for (const { rows: kept, counts } of harvests) {
      expect(counts.states).toBe(counts.no_choice + counts.compared);
      expect(counts.compared).toBe(kept.length + counts.equal + counts.undecided);
    }
  });

  it('are the same for the same match, whatever was asked before', async () => {
    const [one, all] = [await requestOf(game, { tasks, seeds: '1' }), await requestOf(game, { tasks, seeds })];
    const unit = { task: tasks, seed: 1 };
    pairsOf(all, { task: tasks, seed: 2 });
    expect(pairsOf(one, unit)).toEqual(pairsOf(all, unit));
  });
});

it.each([
  [{ seeds: '39999-40000' }, /beyond the training seeds/],
  [{ playouts: '7' }, /--playouts: "7" is not a number from 8/],
  [{ game: 'gpu-market/classic' }, /pairs are made of .*gpu-market\/open, bazaar\/open/],
  [{ tasks: 'barter' }, /no "barter"; allowed: quick, haggle/],
  [{ prompt: 'bazaar-open-0' }, /no "bazaar-open-0"; allowed: bazaar-open-1/],
  [{ others: 'nobody' }, /--others: there is no "nobody"/],
] as const)('refuses %j', async (wrong, why) => {
  const plan = await planPairs({ ...FLAGS, game: 'bazaar/open', ...wrong });
  expect(plan.ok ? '' : plan.why).toMatch(why);
});

it('refuses to guess which game is meant', async () => {
  const plan = await planPairs(FLAGS);
  expect(plan.ok ? '' : plan.why).toMatch(/^--game: name one of .*bazaar\/open/);
});

describe('moves are compared world by world', () => {
  const worlds = [1, 5, 2, 8, 3, 9, 4, 7];
  it.each([
    ['a clear lead', worlds.map((score) => score + 2 + score / 10), true],
    ['the same lead in each world', worlds.map((score) => score + 1), true],
    ['no difference at all', worlds, false],
    ['a lead in one world of eight', worlds.map((score, at) => (at === 0 ? score + 5 : score)), false],
    ['leads that cancel out', worlds.map((score, at) => score + (at % 2 === 0 ? 3 : -3)), false],
  ])('%s', (_, scores, isDecided) => {
    expect(compared(scores, worlds).isDecided).toBe(isDecided);
  });
});

describe('the folder', () => {
  const row = (text: string, type = 'wait'): PairRow => ({
    prompt: [
      { role: 'system', content: 's' },
      { role: 'user', content: text },
    ],
    chosen: [{ role: 'assistant', content: '1' }],
    rejected: [{ role: 'assistant', content: '2' }],
    task_type: 't',
    seed: 1,
    seat: 'a',
    round_index: 0,
    turn: 0,
    margin: 1,
    interval: [0.5, 1.5],
    playouts: 8,
    chosen_type: type,
    rejected_type: 'finish',
  });
  const counts = { states: 2, no_choice: 0, compared: 2, equal: 1, undecided: 0 };
  const open = (name: string, more: { request?: object; perType?: number; fresh?: boolean } = {}) =>
    PairBook.open(join(folder, name), { request: { a: 1 }, perType: 99, fresh: false, ...more });
  const opened = (...asked: Parameters<typeof open>): PairBook => {
    const book = open(...asked);
    if (!book.ok) throw new Error(book.why);
    return book.value;
  };

  it('goes on where it was killed: half a line and a match that was not noted are made again', () => {
    const whole = opened('whole');
    for (const seed of [1, 2, 3]) whole.add({ task: 't', seed }, { rows: [row(`question ${seed}`)], counts });
    const killed = opened('killed');
    killed.add({ task: 't', seed: 1 }, { rows: [row('question 1')], counts });
    writeFileSync(join(folder, 'killed', 'pairs.jsonl'), `${JSON.stringify(row('question 2'))}\n{"prompt"`, { flag: 'a' });
    writeFileSync(join(folder, 'killed', 'progress.jsonl'), '{"task":"t","se', { flag: 'a' });
    const again = opened('killed');
    expect([1, 2, 3].map((seed) => again.isDone({ task: 't', seed }))).toEqual([true, false, false]);
    for (const seed of [2, 3]) again.add({ task: 't', seed }, { rows: [row(`question ${seed}`)], counts });
    expect(again.finish({})).toEqual(whole.finish({}));
    for (const file of ['pairs.jsonl', 'progress.jsonl', 'manifest.json'])
      expect(readFileSync(join(folder, 'killed', file), 'utf8')).toBe(readFileSync(join(folder, 'whole', file), 'utf8'));
  });

  it('holds each pair once and no more of a type than asked for, and says what ties there were', () => {
    const book = opened('counted', { perType: 2 });
    book.add({ task: 't', seed: 1 }, { rows: [row('a'), row('a'), row('b'), row('c')], counts });
    book.add({ task: 't', seed: 2 }, { rows: [row('d', 'take')], counts });
    expect(book.totals).toMatchObject({
      matches: 2,
      pairs: 3,
      repeated: 1,
      surplus: 1,
      chosen: { wait: 2, take: 1 },
      rejected: { finish: 3 },
    });
    expect(book.finish({ command: 'c' })).toMatchObject({ command: 'c', tie_rate: 0.5, diversity: { rejected: 1 } });
  });

  it('of another command is refused, unless it may go', () => {
    opened('taken').add({ task: 't', seed: 1 }, { rows: [row('a')], counts });
    const other = open('taken', { request: { a: 2 } });
    expect(other.ok ? '' : other.why).toMatch(/another command.*--fresh/);
    expect(opened('taken', { request: { a: 2 }, fresh: true }).totals.pairs).toBe(0);
  });

  it('of something else is refused', () => {
    opened('foreign');
    writeFileSync(join(folder, 'foreign', 'manifest.json'), '{"format": "chat-jsonl-1"}');
    const foreign = open('foreign', { fresh: true });
    expect(foreign.ok ? '' : foreign.why).toMatch(/manifest.json of something else/);
  });
});
