import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { PictureTurns } from './picture-turns';

/** `drawn`: in this order. */
function studio(mostWaiting: number) {
  const turns = new PictureTurns<string>(mostWaiting);
  const drawn: string[] = [];
  const ask = (visitor: string, key: string) =>
    turns.draw({ visitor, key }, async () => {
      drawn.push(key);
      await nextTurn();
      return key;
    });
  return { ask, drawn };
}

/** null where a visitor was refused. */
function drawnAll(pictures: readonly (Promise<string> | null)[]): Promise<(string | null)[]> {
  return Promise.all(pictures.map(async (picture) => picture));
}

test('who asks for many pictures delays another visitor by one', async () => {
  const { ask, drawn } = studio(10);
  const many = ['a1', 'a2', 'a3', 'a4'].map((key) => ask('many', key));
  const all = [...many, ask('few', 'b1'), ask('other', 'c1')];
  expect(await drawnAll(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'c1']);
  expect(drawn).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4']);
});

test('beyond a number of waiting pictures, a visitor is refused, and nobody else is', async () => {
  const { ask, drawn } = studio(2);
  const taken = [ask('many', 'a1'), ask('many', 'a2'), ask('many', 'a3')];
  expect(taken).not.toContain(null);
  expect(ask('many', 'a4')).toBeNull();
  expect(ask('many', 'a3')).not.toBeNull(); // waits already
  expect(ask('few', 'b1')).not.toBeNull();
  await drawnAll(taken);
  expect(drawn).toHaveLength(4);
  expect(await ask('many', 'a4')).toBe('a4');
});

test('one picture for several is drawn once, when the first of them has a turn', async () => {
  const { ask, drawn } = studio(10);
  const all = ['a1', 'a2', 'a3', 'same'].map((key) => ask('many', key));
  expect(await ask('few', 'same')).toBe('same');
  await drawnAll(all);
  expect(drawn).toEqual(['a1', 'a2', 'same', 'a3']);
});

test('between two pictures the thread does what else waits', async () => {
  const turns = new PictureTurns<string>(10);
  const order: string[] = [];
  const draw = (key: string) =>
    turns.draw({ visitor: 'a', key }, async () => {
      const began = performance.now();
      while (performance.now() - began < 40) Math.sqrt(began);
      setTimeout(() => order.push(`what waited behind ${key}`));
      order.push(key);
      return key;
    });
  await drawnAll([draw('one'), draw('two')]);
  expect(order).toEqual(['one', 'what waited behind one', 'two']);
});

test('a picture that cannot be drawn does not stop the line', async () => {
  const turns = new PictureTurns<string>(10);
  const bad = turns.draw({ visitor: 'a', key: 'bad' }, () => Promise.reject(new Error('no font')));
  const good = turns.draw({ visitor: 'a', key: 'good' }, async () => 'drawn');
  await expect(bad).rejects.toThrow('no font');
  expect(await good).toBe('drawn');
});
