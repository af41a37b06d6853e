import { afterEach, expect, test, vi } from 'vitest';
import { awaitModel, whyNotServed } from './await-model';

afterEach(() => void vi.useRealTimers());

test('a server that still loads its weights is waited for, where no model lies here', async () => {
  vi.useFakeTimers();
  const began = Date.now();
  const agentRuntime = { isServerStarting: () => Date.now() - began < 20_000, serveHere: () => undefined };
  let isOver = false;
  const waited = awaitModel(agentRuntime, { isReady: () => Date.now() - began >= 15_000, isHere: false, began, loss: () => null }).then(
    () => {
      isOver = true;
    },
  );
  await vi.advanceTimersByTimeAsync(10_000);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(6_000);
  await waited;
});

test('no server and no model here: seconds', async () => {
  vi.useFakeTimers();
  const waited = awaitModel(
    { isServerStarting: () => false, serveHere: () => undefined },
    { isReady: () => false, isHere: false, began: Date.now(), loss: () => null },
  );
  await vi.advanceTimersByTimeAsync(4_000);
  await waited;
});

test('a worker that ends each time it is started: seconds, and its own reason', async () => {
  vi.useFakeTimers();
  const loss = 'the worker ended (exit code 3): no cuda device is here';
  const waited = awaitModel(
    { isServerStarting: () => false, serveHere: () => undefined },
    { isReady: () => false, isHere: true, began: Date.now(), loss: () => loss },
  );
  await vi.advanceTimersByTimeAsync(11_000);
  await waited;
  expect(whyNotServed('cuda', { loss: `${loss}.`, hasRuntime: true })).toBe(
    `The model is installed, but its worker does not start: ${loss}.`,
  );
});

test('a worker that ended once and came again is waited for while it loads', async () => {
  vi.useFakeTimers();
  const began = Date.now();
  const since = () => Date.now() - began;
  let isOver = false;
  const waited = awaitModel(
    { isServerStarting: () => false, serveHere: () => undefined },
    { isReady: () => since() >= 30_000, isHere: true, began, loss: () => (since() > 1_000 && since() < 6_000 ? 'it was killed' : null) },
  ).then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(29_000);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(2_000);
  await waited;
});

test('what is here is not to be fetched anew', () => {
  expect(whyNotServed('cuda', { loss: null, hasRuntime: false })).toContain('npx mandi models pull --device cuda');
  expect(whyNotServed('cpu', { loss: null, hasRuntime: true })).not.toContain('pull');
});
