import { describe, expect, test } from 'vitest';
import type { KeptCall, SessionKeeper } from '~/lib/sessions/session-keeper';
import type { Refused, Shown } from './episode-service';
import { Journal } from './journal';
import { SessionPool } from './session-pool';

/** As the database keeps it; processes that share it are pools here. */
class Shelf implements SessionKeeper {
  readonly sessions = new Map<string, KeptCall[]>();
  async clear(id: string): Promise<void> {
    this.sessions.set(id, []);
  }
  async note(id: string, place: number, call: KeptCall): Promise<boolean> {
    const calls = this.sessions.get(id);
    if (calls?.length !== place - 1) return false;
    calls.push(structuredClone(call));
    return true;
  }
  async load(id: string): Promise<KeptCall[] | null> {
    return structuredClone(this.sessions.get(id) ?? null);
  }
  async remove(id: string): Promise<void> {
    await new Promise(setImmediate); // a database takes its time
    this.sessions.delete(id);
  }
}

const SET_UP = { ruleset: 'open', task: 'market_round', seed: 7 };
const WAIT = { action_type: 'wait' };

async function begun(setUp: object = SET_UP) {
  const keeper = new Shelf();
  const [one, other] = [new SessionPool(4, {}, { keeper }), new SessionPool(4, {}, { keeper })];
  const id = (await one.create()) ?? '';
  const session = async (pool: SessionPool) => {
    const found = await pool.find(id);
    if (!found) throw new Error('no session');
    return found.service;
  };
  const service = await session(one);
  expect(await service.reset(setUp)).toMatchObject({ ok: true });
  for (let i = 0; i < 2; i += 1) expect(await service.step(WAIT)).toMatchObject({ ok: true });
  return { keeper, one, other, id, session, service };
}

/** What is answered of it. */
function told(answer: Shown | Refused): unknown {
  return answer.ok ? JSON.stringify([answer.observation, answer.reward, answer.done, answer.metadata]) : answer;
}

describe('a session that another process goes on with', () => {
  test('is the same to the last digit, and plays on', async () => {
    const { other, session, service } = await begun();
    const there = await session(other);
    expect(there.state()).toEqual(service.state());
    expect(told(await there.look())).toEqual(told(await service.look()));
    const [here, elsewhere] = [await (await begun()).service.step(WAIT), await there.step(WAIT)];
    expect(told(elsewhere)).toEqual(told(here));
  });

  test.each([{ ruleset: 'open' }, {}, { ruleset: 'open', split: 'train', index: 3 }])(
    'is the same world where %j drew one',
    async (setUp) => {
      const { other, session, service } = await begun(setUp);
      expect((await session(other)).state().step_count).toBe(2);
      expect(told(await (await session(other)).look())).toEqual(told(await service.look()));
    },
  );

  test('is refused once to the process that had it before, and read anew there', async () => {
    const { one, other, session, service } = await begun();
    const there = await session(other);
    await there.step(WAIT);
    expect(await service.step(WAIT)).toMatchObject({
      ok: false,
      code: 'EXECUTION_ERROR',
      message: expect.stringContaining('send the request again') as string,
    });
    const again = await session(one);
    expect(again.state()).toEqual(there.state());
    expect(await again.step(WAIT)).toMatchObject({ ok: true });
  });

  test('whose calls lead elsewhere when they are played again begins without an episode', async () => {
    const { keeper, other, id, session } = await begun();
    const last = keeper.sessions.get(id)?.at(-1);
    if (last) last.seen = 'something else';
    expect((await session(other)).state().episode_id).toBeNull();
    expect(keeper.sessions.get(id)).toEqual([]);
  });

  test('is gone everywhere once it is closed, and an episode that is over is not kept', async () => {
    const { keeper, one, other, id, service } = await begun();
    for (let isOver = false; !isOver; ) {
      const answer = await service.step(WAIT);
      isOver = answer.ok && answer.done;
    }
    expect(keeper.sessions.get(id)).toEqual([]);
    expect(await one.close(id)).toBe('closed');
    expect(await other.find(id)).toBeNull();
  });
});

test('what is refused is not written down, nor the token of a seat at a shared table', async () => {
  const { keeper, id, service } = await begun();
  await service.step({ action_type: 'unheard_of' });
  await service.reset({ task: 'none' });
  expect(keeper.sessions.get(id)).toHaveLength(3);
  const journal = new Journal(keeper, id, { moved: () => undefined });
  await journal.note('reset', { match: 'm', seat: 'lab_0', token: 'secret' }, { observation: {}, reward: null, done: false });
  await journal.note('step', WAIT, { observation: {}, reward: 0, done: false });
  expect(keeper.sessions.get(id)).toEqual([]);
});

test('a database that is away does not stop the episode', async () => {
  const keeper = new Shelf();
  const faults: unknown[] = [];
  const pool = new SessionPool(1, { onFault: (fault) => faults.push(fault) }, { keeper });
  const service = (await pool.find((await pool.create()) ?? ''))?.service;
  await service?.reset(SET_UP);
  keeper.note = () => Promise.reject(new Error('away'));
  expect(await service?.step(WAIT)).toMatchObject({ ok: true });
  expect(await service?.step(WAIT)).toMatchObject({ ok: true });
  expect(faults).toHaveLength(1);
});
