import { expect, it } from 'vitest';
import { type Step, stepOf } from '~/contract/audit';
import { playMatch } from '~/engine/memory-run';
import { parseOpenConfig } from '~/games/gpu-market/open/shared/config';
import { openMarket } from '~/games/gpu-market/open/v1/open';
import { movesOf } from './moves';

const SEEDS = [0, 1, 2, 3];

/** The codes that lab_0 got when it did nothing but this step. */
function answersTo(step: Step): Set<string> {
  const codes = SEEDS.flatMap((seed) => {
    const config = parseOpenConfig({ task_type: 'market_round', seed });
    if (!config.ok) throw new Error(config.why);
    const { events } = playMatch(openMarket, config.value, {
      playerOf: (seat) => (observation) => {
        return seat === 'lab_0' ? movesOf([step], { observation, partner: null }) : [];
      },
    });
    return events.flatMap((event) => (event.type === 'action_resolved' && event.lab_id === 'lab_0' ? event.result.code : []));
  });
  return new Set(codes);
}

it('says what the list of legal actions leaves out: blocks that a job cannot use, one’s own offers, oneself', () => {
  expect(answersTo(stepOf('allocate_to_job', { fault: 'things not listed', pick: 'rotate' }))).toContain('low_reliability');
  expect(answersTo(stepOf('send_offer', { fault: 'target not listed', give: 'little' }))).toEqual(new Set(['self_trade']));
});
