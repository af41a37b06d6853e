import { expect, test } from 'vitest';
import { emptyBroadcaster } from '~/live/audience';
import { loadMatch } from '~/match/load-match';
import { openMatch } from '~/match/open-match';
import { playTurn } from '~/match/play-turn';
import type { Services } from '~/match/services';
import { MemoryEventStore } from '~/store/memory-event-store';
import { rateLimit } from '../access/rate-limit';
import type { Caller, Context } from '../context';
import { appRouter } from '../router';
import { strangerAt } from '../testing/stranger-at';

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

const here = (): Services => ({ store: new MemoryEventStore('here'), processId: 'here', audience: emptyBroadcaster, log, now: Date.now });

async function playedMany(services: Services, many: number, seed: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < many; i += 1) ids.push(await played(services, seed + i));
  return ids;
}

/** The rounds that are explained, or the words of the refusal. */
function explainer(context: Context) {
  const ask = appRouter.createCaller(context);
  return (id: string) =>
    ask.match.explain({ id }).then(
      ({ rounds }) => rounds,
      (fault: { words?: { code: string; message: string } }) => fault.words,
    );
}

test('F8: where the operator asks for one more explanation than can wait, it comes later', { timeout: 300_000 }, async () => {
  const services = here();
  const ids = await playedMany(services, ROOM + 2, 40_002);
  const { caller, ...rest } = strangerAt(services);
  const explain = explainer({ ...rest, caller: { ...caller, isOperator: true } });
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

test('a visitor who asks for 20 at once takes neither another visitor’s place nor the operator’s', {
  timeout: 300_000,
}, async () => {
  const services = here();
  const ids = await playedMany(services, 20, 41_002);
  const [another, operators] = [await played(services, 42_002), await playedMany(services, 3, 42_003)];
  const { shared, caller, ...rest } = strangerAt(services);
  const order: string[] = [];
  const by = (who: string, given: Partial<Caller>) => {
    const explain = explainer({ ...rest, shared, caller: { ...caller, ...given } });
    return async (id: string) => {
      const answer = await explain(id);
      if (answer === 4) order.push(who);
      return answer;
    };
  };
  const many = ids.map(by('greedy', {}));
  const [other, operator] = [by('other', { address: '192.0.2.2' }), by('operator', { isOperator: true })];
  expect(await Promise.all([other(another), ...operators.map(operator)])).toEqual([4, 4, 4, 4]);
  expect(order.filter((who) => who !== 'operator').slice(0, 3)).toContain('other');
  const answers = await Promise.all(many);
  expect(answers.filter((one) => one === 4)).toHaveLength(5); // one that is worked out and four that wait
  for (const answer of answers.filter((one) => typeof one === 'object'))
    expect(answer).toEqual({ code: 'too_many_requests', message: 'You are already waiting for 4 explanations. Try again in 10 s.' });
});

test('sixty people behind one address who open the explanation of their match are all answered', { timeout: 300_000 }, async () => {
  const services = here();
  const [theirs, second, third] = await playedMany(services, 3, 43_002);
  const { shared, ...rest } = strangerAt(services);
  const limits = { explanations: rateLimit(2, 60_000), explained: rateLimit(1, 60_000) };
  const explain = explainer({ ...rest, shared: { ...shared, ...limits } });
  const answers = await Promise.all(Array.from({ length: 60 }, () => explain(theirs ?? '')));
  expect(answers).toEqual(Array(60).fill(4));
  expect(await explain(second ?? '')).toBe(4);
  expect(await explain(third ?? '')).toMatchObject({ code: 'too_many_requests' }); // other matches count
  expect(await explain(theirs ?? '')).toBe(4);
});
