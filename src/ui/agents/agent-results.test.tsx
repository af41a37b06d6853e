import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { TurnCounts } from '~/api/agent/types';
import { ResultScore } from './agent-results';

const score = { mean: 0.2918, low: 0.2, high: 0.4, worlds: 8 };
const counts: TurnCounts = {
  turns: 768,
  own: 0,
  repaired: 0,
  guarded: 0,
  fallback: 768,
  walkBacks: 0,
  calls: 0,
  tokens: { prompt: 0, completion: 0 },
  cost: 0,
  actions: {},
  latency: null,
};

test.each([score, { ...score, low: null, high: null }])('an agent’s card names the score that its fallback played', (shown) => {
  expect(renderToStaticMarkup(<ResultScore score={shown} counts={counts} />)).toContain('its fallback’s score: 768 of 768 turns');
  const own = { ...counts, own: 768, fallback: 0 };
  expect(renderToStaticMarkup(<ResultScore score={shown} counts={own} />)).not.toContain('fallback');
});
