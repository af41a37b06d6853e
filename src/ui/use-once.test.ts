import { describe, expect, it } from 'vitest';
import { onceAtATime } from './use-once';

/** Calls that wait to be answered, at a time that the test sets. */
function asking() {
  const time = { now: 0 };
  const calls: { input: string; answer: () => Promise<void>; fail: () => Promise<void> }[] = [];
  const once = onceAtATime<string>(() => time.now);
  const ask = (input: string) =>
    once(() => {
      const { promise, resolve, reject } = withResolvers();
      const settled = (act: () => void) => async () => {
        act();
        await promise.catch(() => null);
        await Promise.resolve();
      };
      calls.push({ input, answer: settled(resolve), fail: settled(() => reject(new Error('refused'))) });
      return promise;
    }, input);
  return { time, calls, ask, asked: () => calls.map(({ input }) => input) };
}

function withResolvers() {
  let resolve: () => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

describe('a mutation asked once', () => {
  it('drops whatever comes while one is pending', () => {
    const { ask, asked } = asking();
    ask('a');
    ask('a');
    ask('b');
    expect(asked()).toEqual(['a']);
  });

  it('drops the same within a double click, though it was answered; then takes it again', async () => {
    const { time, calls, ask, asked } = asking();
    ask('a');
    await calls[0]?.answer();
    time.now = 120;
    ask('a');
    expect(asked()).toEqual(['a']);
    ask('b');
    await calls[1]?.answer();
    time.now = 800;
    ask('b');
    expect(asked()).toEqual(['a', 'b', 'b']);
  });

  it('takes the same at once after a fault', async () => {
    const { calls, ask, asked } = asking();
    ask('a');
    await calls[0]?.fail();
    ask('a');
    expect(asked()).toEqual(['a', 'a']);
  });
});
