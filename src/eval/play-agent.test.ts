import { expect, test } from 'vitest';
import { turnOf } from '~/agents/testing/agent-turn';
import { type Silence, silenceWatch } from './play-agent';

const ANSWERED = turnOf();
const SILENT = turnOf({ origin: 'fallback', fallbackWhy: 'No answer.' });

test('nearly all of an agent’s last ten turns, not of all its turns, and each agent for itself', () => {
  const told: Silence[] = [];
  const hear = silenceWatch((silence) => told.push(silence));
  for (let n = 0; n < 50; n += 1) hear(ANSWERED, 2_000);
  for (let n = 0; n < 9; n += 1) {
    expect(told).toEqual([]);
    hear(SILENT, 2_000);
    hear({ ...ANSWERED, agent: 'b@1' }, 2_000);
  }
  expect(told).toEqual([{ agent: 'a@1', unanswered: 9, last: 10, asked: 59, why: 'No answer.', turnMs: 2_000 }]);
});
