import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { rateLimit } from '~/api/access/rate-limit';
import { strangerAt } from '~/api/testing/stranger-at';
import { emptyBroadcaster } from '~/live/audience';
import { openMatch } from '~/match/open-match';
import type { Services } from '~/match/services';
import { MemoryEventStore } from '~/store/memory-event-store';
import { MOMENT_HEADER } from '~/ui/share/shared-moment';
import { ShareMoments } from './share-moment';

it('a visitor has so many pictures drawn in a minute; those that are kept, and the operator’s, are not counted', async () => {
  const store = new MemoryEventStore('one');
  const services: Services = {
    store,
    audience: emptyBroadcaster,
    log: { info() {}, warn() {}, error() {} },
    processId: 'one',
    now: Date.now,
  };
  const ids: string[] = [];
  for (const seed of [1, 2, 3]) {
    const opened = await openMatch(services, { ruleset: 'open', task: 'single_trade', policy: 'greedy', seed });
    if (!opened.ok) throw new Error(opened.why);
    ids.push(opened.value.id);
  }
  const ctx = strangerAt(services);
  ctx.shared.pictures = rateLimit(2, 60_000);
  const moments = new ShareMoments();
  const asked = async (id: string | undefined, isOperator = false) => {
    const request = { url: `/matches/${id}/picture?at=1`, headers: {} } as IncomingMessage;
    await moments.mark(request, async () => ({ ...ctx, caller: { ...ctx.caller, isOperator } }));
    return request.headers[MOMENT_HEADER];
  };
  const [one, two, three] = ids;
  for (const id of [one, two, one, two]) expect(await asked(id)).toBeTypeOf('string');
  await expect(asked(three)).rejects.toThrow('Too many requests');
  expect(await asked(one)).toBeTypeOf('string');
  expect(await asked(three, true)).toBeTypeOf('string');
});
