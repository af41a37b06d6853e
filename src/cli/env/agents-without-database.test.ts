import { expect, test, vi } from 'vitest';
import { findEnvGame } from '~/engine/env-games';
import { agentsWithoutDatabase } from './agents-without-database';

test('an endpoint without a database seats the agents that come with Mandi, and knows no others', { timeout: 60_000 }, async () => {
  vi.stubEnv('MANDI_MODEL', 'off'); // no worker of this machine is wanted
  const openMarket = findEnvGame({ key: 'gpu-market/open', version: 1 });
  if (openMarket === null) throw new Error('no such game');
  const { means, close } = agentsWithoutDatabase();
  try {
    const opened = await openMarket.open({ task_type: 'single_trade', seed: 3, opponents: 'null-random' }, means);
    if (!opened.ok) throw new Error(opened.why);
    const episode = opened.value;
    expect(episode.state()).toMatchObject({ opponents: { lab_1: 'null-random@3' } });
    while (!(await episode.step({ action_type: 'wait' })).done);
    expect(await openMarket.open({ task_type: 'single_trade', seed: 3, opponents: 'nobody-here' }, means)).toMatchObject({ ok: false });
  } finally {
    await close();
    vi.unstubAllEnvs();
  }
});
