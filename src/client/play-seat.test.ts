import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { playSeat } from './play-seat';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A seat that waits for others. How often the server was asked in twelve seconds. */
async function asksIn12s(isHeard: boolean): Promise<number> {
  let asks = 0;
  let isOver = false;
  const get = {
    query: async () => {
      asks += 1;
      return { id: 'm', status: isOver ? 'finished' : 'lobby', finishedAt: isOver ? 'now' : null, seats: [] };
    },
  };
  let ring = (): void => undefined;
  const line = {
    watch(_: string, { onCard }: { onCard?: unknown }) {
      ring = onCard as () => void;
      return { isHeard: () => isHeard, stop: () => undefined };
    },
  };
  const playing = playSeat({ api: { match: { get } } as never, line }, { matchId: 'm', seat: 'a' }, { choose: () => ({}) });
  await vi.advanceTimersByTimeAsync(12_000);
  const asked = asks;
  isOver = true;
  ring();
  await vi.advanceTimersByTimeAsync(0);
  await playing; // news is acted on without a wait
  return asked;
}

test('a program whose connection stands waits for news instead of asking every two seconds', async () => {
  expect(await asksIn12s(true)).toBe(1);
});

test('a program whose connection is broken goes on asking', async () => {
  expect(await asksIn12s(false)).toBe(7);
});
