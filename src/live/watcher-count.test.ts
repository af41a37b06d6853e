import { beforeEach, expect, test } from 'vitest';
import { WatcherCount, type WatcherNews } from './watcher-count';

let now = 0;
let told: WatcherNews[] = [];
let changed: string[] = [];
let here = new Map<string, number>();
let count: WatcherCount;
beforeEach(() => {
  [now, told, changed, here] = [0, [], [], new Map<string, number>()];
  count = new WatcherCount({
    processId: 'a',
    now: () => now,
    here: () => here,
    tell: (news) => void told.push(news),
    changed: (id) => void changed.push(id),
  });
});

test('says nothing while nobody watches, and repeats what has not changed now and then', () => {
  count.look();
  expect(told).toEqual([]);
  here = new Map([['m', 2]]);
  count.look();
  count.look();
  expect(told).toEqual([{ from: 'a', counts: [['m', 2]], isFirst: true }]);
  now = 10_000;
  count.look();
  here = new Map([['m', 0]]);
  count.look();
  expect(told.slice(1).map(({ counts }) => counts)).toEqual([[['m', 2]], []]);
});

test('a process that watches more matches than fit into one message sends parts, which add up', () => {
  here = new Map(Array.from({ length: 200 }, (_, n) => [`match-${n}`, n + 1]));
  count.look();
  expect(told.map(({ counts, isFirst }) => [counts.length, isFirst])).toEqual([
    [80, true],
    [80, false],
    [40, false],
  ]);
  for (const news of told) expect(JSON.stringify(news).length).toBeLessThan(7_500);
  for (const news of told) count.hear({ ...news, from: 'b' });
  expect(count.elsewhere('match-199')).toBe(200);
  count.hear({ from: 'b', counts: [['match-0', 1]], isFirst: true });
  expect(count.elsewhere('match-199')).toBe(0);
});

test('watchers of a process that was killed are counted no longer', () => {
  count.hear({ from: 'b', counts: [['m', 3]], isFirst: true });
  count.hear({ from: 'c', counts: [['m', 4]], isFirst: true });
  count.hear({ from: 'a', counts: [['m', 100]], isFirst: true }); // its own
  expect(count.elsewhere('m')).toBe(7);
  now = 20_000;
  count.hear({ from: 'c', counts: [['m', 4]], isFirst: true });
  now = 26_000;
  count.look();
  expect(count.elsewhere('m')).toBe(4);
  expect(changed).toEqual(['m', 'm', 'm']);
});
