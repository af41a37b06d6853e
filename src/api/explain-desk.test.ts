import { expect, test } from 'vitest';
import { emptyHall } from '~/live/audience';
import { loadMatch } from '~/match/load-match';
import { openMatch } from '~/match/open-match';
import { playTurn } from '~/match/play-turn';
import type { Services } from '~/match/services';
import { MemoryEventStore } from '~/store/memory-event-store';
import { appRouter } from './router';
import { strangerAt } from './testing/stranger-at';

const log = { info() {}, warn() {}, error() {} };
/** One is worked out and seven wait, as `ACCOUNTS` has it. */
const ROOM = 8;

async function played(services: Services, seed: number): Promise<string> {
  const opened = await openMatch(services, { ruleset: 'open', task: 'single_trade', seed, policy: 'wait', options: { rounds: 4 } });
  if (!opened.ok) throw new Error(opened.why);
  const { id } = opened.value;
  const [match, lease] = [await loadMatch(services.store, id), await services.store.acquire(id, 'here', 600_000)];
  if (!match || !lease) throw new Error('no match');
  while (match.record.finishedAt === null) await playTurn(services, match, { lease });
  return id;
}

test('F8: whoever asks for one more explanation than can wait is told to come again, and gets it later', { timeout: 300_000 }, async () => {
  const services: Services = { store: new MemoryEventStore('here'), processId: 'here', audience: emptyHall, log, now: Date.now };
  const ids: string[] = [];
  for (let i = 0; i < ROOM + 2; i += 1) ids.push(await played(services, 40_002 + i));
  const ask = appRouter.createCaller(strangerAt(services));
  const explain = (id: string) =>
    ask.match.explain({ id }).then(
      ({ rounds }) => rounds,
      (fault: { words?: { code: string; message: string } }) => fault.words,
    );
  const answers = await Promise.all(ids.map(explain));
  const refused = ids.filter((_, i) => typeof answers[i] === 'object');
  expect(refused).toHaveLength(2);
  for (const answer of answers.filter((one) => typeof one === 'object'))
    expect(answer).toEqual({ code: 'unavailable', message: 'Many matches are being explained at the moment. Try again in a few minutes.' });
  expect(answers.filter((one) => one === 4)).toHaveLength(ROOM);
  for (const id of refused) expect(await explain(id)).toBe(4); // a refusal is not kept
  const twice = await Promise.all([...ids, ...ids].map(explain)); // what is known takes no place
  expect(twice.every((one) => one === 4)).toBe(true);
});
