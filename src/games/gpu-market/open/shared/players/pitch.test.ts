import { expect, test } from 'vitest';
import { playMatch } from '~/engine/memory-run';
import { planner } from '../../players/policies';
import { openMarket } from '../../v1/open';
import { parseOpenConfig } from '../config';

test('planners pitch true facts where a judge hears them, and now and then win the block', () => {
  let heard = 0;
  let won = 0;
  for (let seed = 1; seed <= 6; seed += 1) {
    const config = parseOpenConfig({ task_type: 'coalition_market', seed, judge_mode: 'rule' });
    if (!config.ok) throw new Error(config.why);
    const { events } = playMatch(openMarket, config.value, { playerOf: () => planner.choose });
    for (const event of events) {
      if (event.type === 'grant_given' && event.lab_id !== null) won += 1;
      if (event.type !== 'pitches_judged') continue;
      heard += event.verdict.pitches.length;
      expect(event.verdict.pitches.flatMap((pitch) => pitch.claims).every((claim) => claim.verdict)).toBe(true);
    }
  }
  expect(heard).toBeGreaterThan(0);
  expect(won).toBeGreaterThan(0);
});

test('without a judge nobody pitches', () => {
  const config = parseOpenConfig({ task_type: 'coalition_market', seed: 1 });
  if (!config.ok) throw new Error(config.why);
  const { events } = playMatch(openMarket, config.value, { playerOf: () => planner.choose });
  const asked = events.flatMap((event) => (event.type === 'action_resolved' ? [event.action_type] : []));
  expect(asked.length).toBeGreaterThan(0);
  expect(asked).not.toContain('make_pitch');
  expect(events.some((event) => event.type === 'pitches_judged')).toBe(false);
});
