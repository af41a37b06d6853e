import { expect, it } from 'vitest';
import { playMatch } from '~/engine/memory-run';
import { parseOpenConfig } from '../../shared/config';
import { observe } from '../../shared/observe';
import { openMarket } from '../../v1/open';
import { isOver, standingOf } from './job-standing';

it('a job that nobody served is unserved when the match is over, and no longer late', () => {
  const config = parseOpenConfig({ task_type: 'single_trade', seed: 3, judge_mode: 'off' });
  if (!config.ok) throw new Error(config.why);
  const { state } = playMatch(openMarket, config.value, { playerOf: () => () => [] });
  const observation = observe(state, 'lab_0');
  expect(observation.done).toBe(true);
  expect(observation.private_jobs.length).toBeGreaterThan(0);
  for (const job of observation.private_jobs) {
    expect(isOver(job, observation)).toBe(true);
    expect(standingOf(job, observation).word).toBe('unserved');
  }
  const [unsettled] = observation.private_jobs.filter((job) => !job.settled);
  if (unsettled) expect(standingOf(unsettled, { ...observation, done: false }).word).toBe('late');
});
