import { describe, expect, test, vi } from 'vitest';
import { ruleBasedExpert } from '~/games/gpu-market/classic/players/rule-based-expert';
import type { Audience } from '~/live/audience';
import type { MatchRecord } from '~/store/event-store';
import { MemoryEventStore } from '~/store/memory-event-store';
import { controlMatch } from './control-match';
import { gameOf, loadMatch } from './load-match';
import { MatchRunner, MOST_BREAKS } from './match-runner';
import { type MatchRequest, openMatch } from './open-match';
import { runMatch } from './run-match';
import type { Services } from './services';
import { WakeSignal } from './wake-signal';

const EXPERT: MatchRequest = { task: 'single_trade', seed: 3, policy: 'rule_based_expert' };

class Broadcaster implements Audience {
  readonly told: string[] = [];
  events(match: MatchRecord, stored: readonly { seq: number }[]): void {
    this.told.push(`${match.status} ${stored[0]?.seq}-${stored.at(-1)?.seq}`);
  }
  card(match: MatchRecord): void {
    this.told.push(match.status);
  }
}

interface Table {
  services: Services;
  broadcaster: Broadcaster;
  faults: object[];
}

function table(processId = 'one', store = new MemoryEventStore(processId)): Table {
  const broadcaster = new Broadcaster();
  const faults: object[] = [];
  const log = { info() {}, warn() {}, error: (fields: object) => void faults.push(fields) };
  return { services: { store, audience: broadcaster, log, processId, now: Date.now, leaseMs: 300 }, broadcaster, faults };
}

async function opened({ services }: Table, request: Partial<MatchRequest> = {}): Promise<string> {
  const answer = await openMatch(services, { ...EXPERT, ...request });
  if (!answer.ok) throw new Error(answer.why);
  return answer.value.id;
}

function play({ services }: Table, id: string, wake = new WakeSignal()): ReturnType<typeof runMatch> {
  return runMatch(services, id, { wake, signal: new AbortController().signal });
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  await vi.waitFor(async () => expect(await holds()).toBe(true), { timeout: 45_000, interval: 5 });
}

describe('a match that runs', () => {
  test('is played to its end; what is stored folds to what the record says', async () => {
    const here = table();
    const id = await opened(here);
    expect(await play(here, id)).toBe('over');
    const match = await loadMatch(here.services.store, id);
    expect(match?.record).toMatchObject({ status: 'finished', fault: null, head: match?.head });
    expect(match && gameOf(match.record).outcome(match.state)).toEqual({ finished: true, scores: match?.record.scores });
    expect(match?.record.finishedAt).toBeInstanceOf(Date);
  });

  test('tells every event once, in order, after it is stored', async () => {
    const here = table();
    const id = await opened(here);
    await play(here, id);
    const head = (await here.services.store.get(id))?.head ?? 0;
    const spans = here.broadcaster.told.flatMap((line) =>
      [...line.matchAll(/(\d+)-(\d+)/g)].map(([, from, to]) => [Number(from), Number(to)]),
    );
    expect(spans.map(([from]) => from).slice(1)).toEqual(spans.map(([, to]) => Number(to) + 1).slice(0, -1));
    expect(spans.at(-1)?.[1]).toBe(head);
    expect(here.broadcaster.told.at(-1)).toMatch(/^finished/);
  });

  test('takes its time: so many seconds a round', async () => {
    const here = table();
    const id = await opened(here, { pace: 0.05 });
    const before = Date.now();
    await play(here, id);
    const rounds = (await here.services.store.get(id))?.round ?? 0;
    expect(Date.now() - before).toBeGreaterThanOrEqual(rounds * 50 - 5);
  });

  test('lets others be served meanwhile, however fast it is', async () => {
    const here = table();
    const seeds = Array.from({ length: 20 }, (_, seed) => seed);
    const runs = Promise.all(seeds.map(async (seed) => play(here, await opened(here, { task: 'coalition_market', seed }))));
    let served = 0;
    const timer = setInterval(() => {
      served += 1;
    }, 0);
    await runs;
    clearInterval(timer);
    expect(served).toBeGreaterThan(3);
  });

  test('is left alone by a second runner', async () => {
    const here = table();
    const id = await opened(here, { pace: 0.02 });
    const first = play(here, id);
    await until(() => here.broadcaster.told.length > 1);
    expect(await play(table('two', here.services.store as MemoryEventStore), id)).toBe('taken');
    expect(await first).toBe('over');
  });

  test('that there is none of is said so', async () => {
    expect(await play(table(), 'nosuchmatch')).toBe('unknown');
  });
});

describe('an operator', () => {
  test('pauses, steps, resumes and aborts', async () => {
    const here = table();
    const runner = new MatchRunner(here.services);
    await runner.start();
    const id = await opened(here, { task: 'coalition_market', pace: 0.02 });
    const status = async (): Promise<string | undefined> => (await here.services.store.get(id))?.status;
    const head = async (): Promise<number> => (await here.services.store.get(id))?.head ?? 0;
    runner.run(id);
    expect(await controlMatch(here.services, id, 'step')).toMatchObject({ ok: false, code: 'not_paused' });
    expect(await controlMatch(here.services, id, 'pause')).toMatchObject({ ok: true });
    await until(async () => (await status()) === 'paused');
    const paused = await head();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await head()).toBe(paused);
    await controlMatch(here.services, id, 'step');
    await until(async () => (await head()) > paused);
    const stepped = await head();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await head()).toBe(stepped);
    await controlMatch(here.services, id, 'resume');
    await until(async () => (await head()) > stepped);
    await controlMatch(here.services, id, 'abort');
    await until(async () => (await status()) === 'aborted');
    expect(await controlMatch(here.services, id, 'resume')).toMatchObject({ ok: false, code: 'match_over' });
    await runner.stop();
  });

  test('who aborts and resumes in one breath has aborted', async () => {
    const here = table();
    const id = await opened(here, { pace: 60 });
    await controlMatch(here.services, id, 'abort');
    await controlMatch(here.services, id, 'resume');
    expect(await play(here, id)).toBe('over');
    expect(await here.services.store.get(id)).toMatchObject({ status: 'aborted' });
  });

  test('who names no match is told so', async () => {
    expect(await controlMatch(table().services, 'nosuchmatch', 'pause')).toMatchObject({ ok: false, code: 'unknown_match' });
  });
});

describe('a match that cannot go on is failed, and says whose fault it was', () => {
  test('a policy that throws', async () => {
    const here = table();
    const id = await opened(here);
    const choose = vi.spyOn(ruleBasedExpert, 'choose').mockImplementation(() => {
      throw new Error('no idea');
    });
    expect(await play(here, id)).toBe('failed');
    choose.mockRestore();
    const match = await here.services.store.get(id);
    expect(match).toMatchObject({ status: 'failed', fault: 'The policy rule_based_expert failed in seat lab_0: no idea' });
    expect(here.broadcaster.told.at(-1)).toBe('failed');
  });

  test('a policy, a ruleset version and rules that this Mandi does not have, or that break', async () => {
    const here = table();
    const record = (await here.services.store.get(await opened(here))) as MatchRecord;
    const events = (await here.services.store.read(record.id)).map((stored) => stored.event);
    const changed = async (change: Partial<MatchRecord>, opening = events): Promise<string | null | undefined> => {
      const id = `m${Math.random().toString(36).slice(2)}`;
      await here.services.store.create({ ...record, ...change, id }, opening);
      expect(await play(here, id)).toBe('failed');
      return (await here.services.store.get(id))?.fault;
    };
    expect(await changed({ seats: [{ seat: 'lab_0', kind: 'script', policy: 'retired' }] })).toContain('"retired"');
    expect(await changed({ version: 99 })).toContain('version 99');
    expect(await changed({}, [{ type: 'offer_closed' }])).toMatch(/^The rules of gpu-market\/classic/);
  });

  test('a store that breaks off is no fault of the match: it is taken up again', async () => {
    const here = table();
    const id = await opened(here);
    const append = vi.spyOn(here.services.store, 'append').mockRejectedValueOnce(new Error('connection lost'));
    await expect(play(here, id)).rejects.toThrow('connection lost');
    append.mockRestore();
    expect(await here.services.store.get(id)).toMatchObject({ status: 'running' });
    expect(await play(here, id)).toBe('over');
  });
});

describe('a runner', () => {
  test('adopts what was left behind, and stops between two turns', async () => {
    const here = table();
    const id = await opened(here, { task: 'coalition_market', pace: 0.03 });
    const first = new MatchRunner(here.services);
    await first.start();
    expect(first.isRunning(id)).toBe(true);
    await until(() => here.broadcaster.told.length > 2);
    await first.stop();
    expect(first.isRunning(id)).toBe(false);
    expect((await here.services.store.orphans(10)).map((match) => match.id)).toEqual([id]);
    const second = new MatchRunner(here.services);
    await second.start();
    await until(async () => (await here.services.store.get(id))?.status === 'finished');
    await second.stop();
  });

  test('takes up a run that breaks again and again ever later, and a whole one at once', async () => {
    const here = table();
    const id = await opened(here);
    const append = vi.spyOn(here.services.store, 'append').mockRejectedValue(new Error('always'));
    const runner = new MatchRunner({ ...here.services, leaseMs: 30 });
    await runner.start();
    await until(() => append.mock.calls.length >= 3);
    const looks = vi.spyOn(here.services.store, 'orphans');
    await until(() => looks.mock.calls.length >= 15); // 15 beats: the fourth try rests 8 beats, the fifth 16
    expect(append.mock.calls.length).toBeLessThan(6);
    append.mockRestore();
    await until(async () => (await here.services.store.get(id))?.status === 'finished');
    await runner.stop();
  });

  test('gives up a match that breaks off at one event whatever is tried, and says why', async () => {
    const here = table();
    const id = await opened(here);
    const append = vi.spyOn(here.services.store, 'append').mockRejectedValue(new Error('could not open /srv/mandi/rules of no game'));
    const runner = new MatchRunner({ ...here.services, leaseMs: 3 });
    await runner.start();
    await until(async () => (await here.services.store.get(id))?.status === 'failed');
    await runner.stop();
    expect(append).toHaveBeenCalledTimes(MOST_BREAKS);
    expect((await here.services.store.get(id))?.fault).toBe(
      `The match stopped ${MOST_BREAKS} times at event 1 because of an error in this server. The server’s log says which one.`,
    );
    expect(here.broadcaster.told.at(-1)).toBe('failed');
    expect(await here.services.store.orphans(10)).toEqual([]);
  });

  test.each(['53100', '53200', '53300', 'ENOSPC', 'ENOMEM', '57014'])(
    'waits, and goes on, while the machine lacks something (%s)',
    async (code) => {
      const here = table();
      const id = await opened(here);
      const append = here.services.store.append.bind(here.services.store);
      let calls = 0;
      vi.spyOn(here.services.store, 'append').mockImplementation((...asked) => {
        calls += 1;
        if (calls <= MOST_BREAKS + 2) throw Object.assign(new Error('could not extend file "base/1/2_fsm"'), { code });
        return append(...asked);
      });
      const runner = new MatchRunner({ ...here.services, leaseMs: 3 });
      await runner.start();
      await until(async () => (await here.services.store.get(id))?.status === 'finished');
      await runner.stop();
      expect((await here.services.store.get(id))?.fault).toBeNull();
    },
  );

  test('plays on where runs break off and yet the match moves, or the database is away', async () => {
    const here = table();
    const id = await opened(here, { task: 'coalition_market' });
    const { store } = here.services;
    const append = store.append.bind(store);
    let calls = 0;
    const flaky = vi.spyOn(store, 'append').mockImplementation((...asked) => {
      calls += 1;
      const isAway = calls <= MOST_BREAKS + 1;
      if (isAway) throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
      if (calls % 2 === 0) throw new Error('now and then');
      return append(...asked);
    });
    const runner = new MatchRunner({ ...here.services, leaseMs: 3 });
    await runner.start();
    await until(async () => (await store.get(id))?.status === 'finished');
    await runner.stop();
    expect(flaky.mock.calls.length).toBeGreaterThan(2 * MOST_BREAKS);
  });
});
