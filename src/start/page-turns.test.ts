import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { wordsOf } from '~/api/errors';
import { answerError } from '~/api/system/plain-answer';
import { PageTurns } from './page-turns';

const close: (() => void)[] = [];
afterEach(() => {
  for (const end of close.splice(0)) end();
});

/** Pages that are made until the test says that they are done. */
async function pages(turns: PageTurns) {
  const made: ServerResponse[] = [];
  const answer: RequestListener = (request, response) => {
    turns.take(String(request.headers.visitor), response).then(
      (isTurn) => void (isTurn && made.push(response)),
      (fault: unknown) => answerError(response, wordsOf(fault)),
    );
  };
  const server = createServer(answer);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  close.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/agents/x`;
  return { made, get: (visitor: string, signal: AbortSignal | null = null) => fetch(url, { headers: { visitor }, signal }) };
}

describe('one visitor does not keep all others waiting', () => {
  it('so many pages are made at once, some wait, the rest are refused; others are served meanwhile', async () => {
    const { made, get } = await pages(new PageTurns({ pages: 1000, pagesAtOnce: 2 }));
    const answers = Array.from({ length: 30 }, () => get('one'));
    const refused = await Promise.race(answers);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(made).toHaveLength(2);
    const other = get('other');
    await vi.waitFor(() => expect(made).toHaveLength(3), { timeout: 45_000 });
    made[2]?.end('page');
    expect((await other).status).toBe(200);
    for (let ended = 0; ended < 18; ended += 1) {
      await vi.waitFor(() => expect(made.filter((page) => !page.writableEnded).length).toBeGreaterThan(0), { timeout: 45_000 });
      const open = made.filter((page) => !page.writableEnded);
      expect(open.length).toBeLessThanOrEqual(2);
      open[0]?.end('page');
    }
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(18); // two at once, sixteen that waited
  });

  it('whoever goes while waiting leaves no gap', async () => {
    const { made, get } = await pages(new PageTurns({ pages: 1000, pagesAtOnce: 1 }));
    const first = get('one');
    await vi.waitFor(() => expect(made).toHaveLength(1), { timeout: 45_000 });
    const gone = new AbortController();
    const left = get('one', gone.signal).catch(() => 'left');
    gone.abort();
    expect(await left).toBe('left');
    const last = get('one');
    made[0]?.end('page');
    await first;
    await vi.waitFor(() => expect(made).toHaveLength(2), { timeout: 45_000 });
    made[1]?.end('page');
    expect((await last).status).toBe(200);
  });

  it('so many a minute', async () => {
    const { made, get } = await pages(new PageTurns({ pages: 1, pagesAtOnce: 8 }));
    const first = get('one');
    await vi.waitFor(() => expect(made).toHaveLength(1), { timeout: 45_000 });
    made[0]?.end('page');
    await first;
    const second = await get('one');
    expect([second.status, Number(second.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    expect(await second.text()).toContain('too_many_requests');
  });
});
