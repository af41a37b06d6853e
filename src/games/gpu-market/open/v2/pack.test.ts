import { afterAll, describe, expect, test } from 'vitest';
import type { EnvSession, EnvTurn } from '~/contract/env';
import { readEnvGame } from '~/engine/env-games';
import { closeThreads } from '~/engine/threads';
import { packOf } from '~/games/packs';
import { findPolicy } from '~/games/policies';
import { readGame } from '~/games/read-game';
import { findGame } from '~/games/registry';
import type { OpenObservation2 } from './observation';

afterAll(closeThreads);

const KEY = 'gpu-market/open';

async function opened(settings: Record<string, unknown>): Promise<EnvSession> {
  const game = readEnvGame({ ruleset: 'open', version: 2 });
  if (!game.ok) throw new Error(game.why);
  const session = await game.value.open(settings);
  if (!session.ok) throw new Error(session.why);
  return session.value;
}

async function playOut(session: EnvSession, by: string): Promise<EnvTurn[]> {
  const policy = findPolicy(KEY, by);
  if (policy === null) throw new Error(by);
  const turns: EnvTurn[] = [];
  while (turns.at(-1)?.done !== true) turns.push(await session.step(await session.ask?.(policy)));
  return turns;
}

describe('version 2 by name', { timeout: 300_000 }, () => {
  test('is found by its number, in a flag and behind an @', () => {
    for (const raw of [{ game: `${KEY}@2` }, { ruleset: 'open', version: 2 }, { ruleset: 'open@2' }, { game: KEY, version: '2' }]) {
      const read = readGame(raw);
      expect(read).toMatchObject({ ok: true });
      if (read.ok) expect(read.value.ref).toEqual({ key: KEY, version: 2 });
    }
    expect(findGame(KEY, 1)?.ref.version).toBe(1);
  });

  test('an episode shows wants and promises, knows their actions and ends with the gain', async () => {
    const session = await opened({ task_type: 'single_trade', seed: 3, opponents: 'planner' });
    expect(session.observe()).toMatchObject({ wants: [], promises: [], controlled_lab_id: 'lab_0' });
    expect(session.state()).toMatchObject({ ruleset: 'open', version: 2 });
    const types = (session.observe() as { legal_actions: { action_type: string }[] }).legal_actions.map((one) => one.action_type);
    expect(types).toEqual(expect.arrayContaining(['post_want', 'make_promise']));
    const first = await session.step({ action_type: 'post_want', hours: 2, payment: 5, to_round: 4 });
    const { wants } = first.observation as OpenObservation2;
    expect(wants.filter((one) => one.lab_id === 'lab_0')).toMatchObject([{ hours: 2, payment: 5 }]);
    const turns = await playOut(session, 'planner');
    const told = JSON.stringify(turns.at(-1)?.metadata);
    expect(told).toMatch(/"gain":-?[\d.]+,"profit":-?[\d.]+/);
  });

  test('a field of another version is refused by name, as what it has is taken', async () => {
    const old = readEnvGame({ ruleset: 'open', version: 1 });
    if (!old.ok) throw new Error(old.why);
    const session = await old.value.open({ task_type: 'single_trade', seed: 3 });
    if (!session.ok) throw new Error(session.why);
    expect(session.value.readMove({ action_type: 'post_want', hours: 2 })).toMatchObject({ ok: false });
    expect(session.value.readMove({ action_type: 'send_offer', at_once: true })).toMatchObject({ ok: false });
    expect(old.value.settings).not.toContain('complements');
    const next = await opened({ task_type: 'market_round', seed: 3, complements: 1 });
    expect(next.readMove({ action_type: 'post_want', hours: 2 })).toMatchObject({ ok: true });
  });

  test.each(['planner', 'planner_with_coalitions', 'house', 'greedy', 'random', 'selfish'])('%s plays a seat of it', async (id) => {
    const session = await opened({ task_type: 'coalition_market', labs: 3, rounds: 6, seed: 4, opponents: 'house', judge_mode: 'rule' });
    const turns = await playOut(session, id);
    expect(turns.at(-1)?.done).toBe(true);
  });

  test('a trap can be set in it', () => {
    const scene = packOf({ key: KEY, version: 2 }).injections?.(3);
    expect(scene).toMatchObject({ game: { key: KEY, version: 2 }, victim: 'lab_0' });
    expect(scene?.observation).toMatchObject({ wants: [] });
  });
});
