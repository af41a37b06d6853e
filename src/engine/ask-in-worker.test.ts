import { expect, test } from 'vitest';
import type { Policy } from '~/contract/policy';
import { house } from '~/games/gpu-market/open/players/policies';
import { parseOpenConfig } from '~/games/gpu-market/open/shared/config';
import { evolve } from '~/games/gpu-market/open/shared/evolve';
import type { OpenState } from '~/games/gpu-market/open/shared/state';
import { open } from '~/games/gpu-market/open/v1/decide';
import { openMarket } from '~/games/gpu-market/open/v1/open';
import { PolicyAsker } from './ask-in-worker';

test('a large market’s house labs are asked off this thread, with the moves that they make here', async () => {
  const config = parseOpenConfig({ task_type: 'grand_market', labs: 5, blocks: 12, jobs: 12, seed: 5 });
  if (!config.ok) throw new Error(config.why);
  let state: OpenState | null = null;
  for (const event of open(config.value)) state = evolve(state, event);
  if (state === null) throw new Error('no opening');
  const seen: OpenState = state;
  const finished: string[] = [];
  const policy = house as unknown as Policy;
  const { choose } = policy;
  const asker = new PolicyAsker();
  const moves: unknown[] = [];
  policy.choose = (observation) => {
    const move = choose.call(policy, observation);
    finished.push('here');
    return move;
  };
  try {
    for (const seat of ['lab_0', 'lab_1', 'lab_2', 'lab_3']) moves.push(await asker.ask(openMarket, { policy, state: seen, seat }));
  } finally {
    policy.choose = choose;
  }
  expect(finished.length).toBeLessThan(2); // at most lab_0, which has little to think about, was asked to the end on this thread
  expect(asker.isBeside).toBe(true);
  const again = ['lab_0', 'lab_1', 'lab_2', 'lab_3'].map((seat) => choose.call(policy, openMarket.observe(seen, seat)));
  expect(moves).toEqual(again);
});
