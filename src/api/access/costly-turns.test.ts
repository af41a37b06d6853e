import { describe, expect, test } from 'vitest';
import { begin, servicesHere } from '~/tournament/testing/begin';
import type { BenchmarkProgress } from '../context';
import { appRouter } from '../router';
import { strangerAt } from '../testing/stranger-at';
import { CostlyTurns, LongTurns } from './rate-limit';

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

describe('long calls', () => {
  const settings = { atOnce: 2, mostWaiting: 3, mostWaitingInAll: 4, whenShareIsTaken: 'Yours is full.', whenFull: 'Full.' };

  test('of visitors take turns, one of each at a time', async () => {
    const { begun, work, end } = held();
    const turns = new LongTurns<string>({ ...settings, atOnce: 1, mostWaitingInAll: 10 });
    const ask = (visitor: string, name: string) => turns.inTurn({ visitor, what: name }, work(name));
    const all = [ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('b', 'b1'), ask('b', 'b2'), ask('c', 'c1')];
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) {
      await aMoment();
      expect(begun.at(-1)).toBe(name);
      end(name);
    }
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'c1']);
    const wide = new LongTurns<string>(settings);
    const [first, second] = [wide.inTurn({ visitor: 'a', what: 'x' }, work('x')), wide.inTurn({ visitor: 'a', what: 'y' }, work('y'))];
    await aMoment();
    expect(begun.at(-1)).toBe('x'); // there is room, but not for two of one
    end('x');
    await first;
    await aMoment();
    end('y');
    expect(await second).toBe('y');
  });

  test('beyond a visitor’s share are refused to that visitor, and beyond everybody’s to all', async () => {
    const { begun, work, end } = held();
    const turns = new LongTurns<string>(settings);
    const ask = (visitor: string, name: string) => turns.inTurn({ visitor, what: name }, work(name));
    const all = ['1', '2', '3', '4'].map((name) => ask('a', name));
    await expect(ask('a', '5')).rejects.toMatchObject({ words: { code: 'too_many_requests' }, retryInS: 10 });
    all.push(ask('a', '3')); // waits already, and takes no second place
    all.push(ask('b', 'b1'), ask('c', 'c1'));
    await expect(ask('d', 'd1')).rejects.toMatchObject({ words: { code: 'unavailable', message: 'Full.' } });
    for (const name of ['1', 'b1', '2', 'c1', '3', '4']) {
      await aMoment();
      end(name);
    }
    expect(await Promise.all(all)).toEqual(['1', '2', '3', '4', '3', 'b1', 'c1']);
    expect(begun).toEqual(['1', 'b1', '2', 'c1', '3', '4']);
  });

  test('that nobody waits for any longer are not done and hold no place; those that fail hand the turn on', async () => {
    const { begun, work, end } = held();
    const turns = new LongTurns<string>({ ...settings, mostWaiting: 1 });
    const [gone, stays] = [new AbortController(), new AbortController()];
    const failing = turns.inTurn({ visitor: 'a', what: 'failing' }, () => Promise.reject(new Error('it broke')));
    const left = turns.inTurn({ visitor: 'a', what: 'left', signal: gone.signal }, work('left'));
    gone.abort();
    const next = turns.inTurn({ visitor: 'a', what: 'next', signal: gone.signal }, work('next'));
    const both = turns.inTurn({ visitor: 'a', what: 'both', signal: stays.signal }, work('both'));
    await expect(failing).rejects.toThrow('it broke');
    await expect(left).rejects.toMatchObject({ words: { code: 'unavailable' } });
    await expect(next).rejects.toMatchObject({ words: { code: 'unavailable' } });
    await aMoment();
    expect(begun).toEqual(['both']);
    end('both');
    expect(await both).toBe('both');
  });
});

describe('a stranger who asks for many at once', () => {
  /** How many ran at the same time. */
  function counted<Given extends unknown[], T>(work: (...given: Given) => Promise<T>) {
    const seen = { now: 0, most: 0, all: 0 };
    async function run(...given: Given): Promise<T> {
      seen.now += 1;
      seen.all += 1;
      seen.most = Math.max(seen.most, seen.now);
      await aMoment();
      return work(...given).finally(() => {
        seen.now -= 1;
      });
    }
    return { seen, run };
  }

  test('has one table of a tournament computed at a time', async () => {
    const services = servicesHere();
    const file = { ruleset: 'classic', task: 'single_trade', entrants: ['wait', 'random_validish'] };
    const made = await Promise.all(['one', 'two', 'three'].map((name) => begin(services, { ...file, name })));
    const context = strangerAt(services);
    const { standings } = context.shared;
    const { seen, run } = counted((id: string) => standings.read(id));
    Object.assign(context.shared, { standings: { read: run } });
    const ask = appRouter.createCaller(context).tournament;
    await Promise.all(made.flatMap(({ id }) => [ask.leader({ id }), ask.get({ id })]));
    expect(seen).toEqual({ now: 0, most: 1, all: 6 });
  });

  test('has one finished report read at a time', async () => {
    const context = strangerAt(servicesHere());
    const done: BenchmarkProgress = { done: 1, total: 1, status: 'finished', reports: [], fault: null };
    const { seen, run } = counted((_id: string) => Promise.resolve(done));
    Object.assign(context.shared, { benchmark: { progress: run } });
    const ask = appRouter.createCaller(context).benchmark;
    await Promise.all(['a', 'b', 'c'].map((runId) => ask.progress({ runId })));
    expect(seen).toEqual({ now: 0, most: 1, all: 3 });
  });
});
