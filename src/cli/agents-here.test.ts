import { afterEach, expect, test, vi } from 'vitest';
import { awaitModel } from './agents-here';

afterEach(() => void vi.useRealTimers());

test('a server that still loads its weights is waited for, where no model lies here', async () => {
  vi.useFakeTimers();
  const began = Date.now();
  const minds = { isServerStarting: () => Date.now() - began < 20_000, serveHere: () => undefined };
  let isOver = false;
  const waited = awaitModel(minds, { isReady: () => Date.now() - began >= 15_000, isHere: false, began }).then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(6_000);
  await waited;
});

test('no server and no model here: seconds', async () => {
  vi.useFakeTimers();
  const waited = awaitModel(
    { isServerStarting: () => false, serveHere: () => undefined },
    { isReady: () => false, isHere: false, began: Date.now() },
  );
  await vi.advanceTimersByTimeAsync(4_000);
  await waited;
});
