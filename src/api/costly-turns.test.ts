import { describe, expect, test } from 'vitest';
import { CostlyTurns } from './rate-limit';

/** Work that goes on until the test ends it. */
function held() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { begun, work, end: (name: string) => ends.get(name)?.() };
}

const aMoment = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe('costly calls', () => {
  test('run one at a time for each visitor, in order, and other visitors do not wait', async () => {
    const { begun, work, end } = held();
    const turns = new CostlyTurns(10);
    const all = [turns.inTurn('one', work('a')), turns.inTurn('one', work('b')), turns.inTurn('other', work('c'))];
    await aMoment();
    expect(begun).toEqual(['a', 'c']);
    end('a');
    await all[0];
    expect(begun).toEqual(['a', 'c']); // the event loop is free between two
    await aMoment();
    expect(begun).toEqual(['a', 'c', 'b']);
    end('b');
    end('c');
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
  });

  test('beyond so many that wait are refused with a time, and there is room again later', async () => {
    const { begun, work, end } = held();
    const turns = new CostlyTurns(1);
    const all = [turns.inTurn('one', work('a')), turns.inTurn('one', work('b'))];
    await expect(turns.inTurn('one', work('c'))).rejects.toMatchObject({ words: { code: 'too_many_requests' }, retryInS: 1 });
    end('a');
    await aMoment();
    end('b');
    await Promise.all(all);
    await aMoment();
    const later = turns.inTurn('one', work('d'));
    expect(begun).toEqual(['a', 'b', 'd']);
    end('d');
    expect(await later).toBe('d');
  });

  test('that fail, or that nobody waits for any longer, hand the turn on', async () => {
    const { begun, work, end } = held();
    const turns = new CostlyTurns(10);
    const gone = new AbortController();
    const failing = turns.inTurn('one', () => Promise.reject(new Error('it broke')));
    const left = turns.inTurn('one', work('left'), gone.signal);
    const last = turns.inTurn('one', work('last'));
    gone.abort();
    await expect(failing).rejects.toThrow('it broke');
    await expect(left).rejects.toMatchObject({ words: { code: 'unavailable' } });
    await aMoment();
    expect(begun).toEqual(['last']);
    end('last');
    expect(await last).toBe('last');
  });
});
