import { expect, test } from 'vitest';
import { PictureTurns } from './picture-turns';

/** Pictures that are drawn when `finish` is called; `drawn`: in this order. */
function studio(mostWaiting: number) {
  const turns = new PictureTurns<string>(mostWaiting);
  const drawn: string[] = [];
  const finish: (() => void)[] = [];
  const ask = (visitor: string, key: string) =>
    turns.draw({ visitor, key }, () => {
      drawn.push(key);
      return new Promise((resolve) => finish.push(() => resolve(key)));
    });
  async function finishAll(): Promise<void> {
    for (let done = 0; done < drawn.length; done += 1) {
      finish[done]?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  const begun = () => new Promise((resolve) => setImmediate(resolve));
  return { ask, drawn, finishAll, begun };
}

test('who asks for many pictures delays another visitor by one', async () => {
  const { ask, drawn, finishAll, begun } = studio(10);
  const many = ['a1', 'a2', 'a3', 'a4'].map((key) => ask('many', key));
  const [one, two] = [ask('few', 'b1'), ask('other', 'c1')];
  await begun();
  expect(drawn).toEqual(['a1']);
  await finishAll();
  expect(drawn).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4']);
  expect(await Promise.all([...many, one, two])).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'c1']);
});

test('beyond a number of waiting pictures, a visitor is refused, and nobody else is', async () => {
  const { ask, drawn, finishAll, begun } = studio(2);
  expect([ask('many', 'a1'), ask('many', 'a2'), ask('many', 'a3')]).not.toContain(null);
  await begun();
  expect(ask('many', 'a4')).toBeNull();
  expect(ask('many', 'a3')).not.toBeNull(); // waits already
  expect(ask('few', 'b1')).not.toBeNull();
  await finishAll();
  expect(drawn).toHaveLength(4);
  expect(ask('many', 'a4')).not.toBeNull();
});

test('one picture for several is drawn once, when the first of them has a turn', async () => {
  const { ask, drawn, finishAll, begun } = studio(10);
  for (const key of ['a1', 'a2', 'a3', 'same']) void ask('many', key);
  const same = ask('few', 'same');
  await begun();
  await finishAll();
  expect(drawn).toEqual(['a1', 'a2', 'same', 'a3']);
  expect(await same).toBe('same');
});

test('a picture that cannot be drawn does not stop the line', async () => {
  const turns = new PictureTurns<string>(10);
  const bad = turns.draw({ visitor: 'a', key: 'bad' }, () => Promise.reject(new Error('no font')));
  const good = turns.draw({ visitor: 'a', key: 'good' }, async () => 'drawn');
  await expect(bad).rejects.toThrow('no font');
  expect(await good).toBe('drawn');
});
