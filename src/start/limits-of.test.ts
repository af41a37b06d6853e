import { expect, it } from 'vitest';
import { LOAD_TEST_LIMITS, USUAL_LIMITS } from '~/api/access/limits';
import { readConfig } from '~/config';
import { limitsOf } from './limits-of';

it('F13: caps are settings', () => {
  expect(limitsOf(readConfig({}))).toEqual(USUAL_LIMITS);
  const set = { MANDI_SOCKETS_PER_VISITOR: '3', MANDI_BATCH_SIZE: '5', MANDI_REPLAYS_PER_MINUTE: '7' };
  expect(limitsOf(readConfig(set))).toEqual({ ...USUAL_LIMITS, sockets: 3, batch: 5, replays: 7 });
  const pages = { MANDI_PAGES_AT_ONCE: '2', MANDI_PAGES_PER_MINUTE: '9' };
  expect(limitsOf(readConfig(pages))).toEqual({ ...USUAL_LIMITS, pages: 9, pagesAtOnce: 2 });
});

it('the limits of load tests are refused off loopback', () => {
  expect(limitsOf(readConfig({ MANDI_LIMITS: 'load-test' }))).toEqual(LOAD_TEST_LIMITS);
  for (const open of [{ HOST: '0.0.0.0' }, { MANDI_ORIGINS: 'https://mandi.example.org' }])
    expect(() => limitsOf(readConfig({ MANDI_LIMITS: 'load-test', ...open }))).toThrow(
      /^MANDI_LIMITS: load-test is for this machine alone/u,
    );
});
