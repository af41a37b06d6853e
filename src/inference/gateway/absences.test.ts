import { expect, test } from 'vitest';
import type { BackendState } from '../chat-model';
import { chatRequest } from '../test-request';
import { makeGateway } from './gateway';
import { type Acted, acted, says } from './testing/acted';

/** As long as anybody would wait in this test, if waiting went wrong. */
const LONG_MS = 60_000;
const turn = chatRequest({ account: { match: 'm1', seat: 'lab_0' }, timeoutMs: 4 * LONG_MS });

/** A worker that can go and come back. */
function worker(): { model: Acted; goes(): void; comes(): void } {
  const model = acted('worker', says('hi'));
  const there = model.state();
  let now: BackendState = there;
  return {
    model: { ...model, state: () => now },
    goes: () => {
      now = { ...there, serves: [] };
    },
    comes: () => {
      now = there;
    },
  };
}

test('a turn waits for a worker that is started again, and so do the turns beside it', async () => {
  const { model, goes, comes } = worker();
  const gateway = makeGateway({ backends: [model], patienceMs: LONG_MS });
  await gateway.chat(turn);
  goes();
  const turns = [gateway.chat(turn), gateway.chat(turn)];
  await expect(gateway.chat(chatRequest())).rejects.toMatchObject({ code: 'unknown_model' }); // no turn of a match
  comes();
  expect((await Promise.all(turns)).map(({ text }) => text)).toEqual(['hi', 'hi']);
  goes();
  const again = gateway.chat(turn);
  comes();
  expect((await again).text).toBe('hi');
});

test('one that stays away is waited for once, until it was there again', async () => {
  const { model, goes, comes } = worker();
  const gateway = makeGateway({ backends: [model], patienceMs: 1 });
  await gateway.chat(turn);
  goes();
  await expect(gateway.chat(turn)).rejects.toMatchObject({ message: 'No backend serves small.' });
  const waits = makeGateway({ backends: [model], patienceMs: LONG_MS });
  await expect(waits.chat(turn), 'never served here').rejects.toMatchObject({ code: 'unknown_model' });
  await expect(gateway.chat(turn)).rejects.toMatchObject({ code: 'unknown_model' });
  comes();
  expect((await gateway.chat(turn)).text).toBe('hi');
});

test('nobody waits longer than half of the turn, or after it was called off', async () => {
  const { model, goes } = worker();
  const gateway = makeGateway({ backends: [model], patienceMs: LONG_MS });
  await gateway.chat(turn);
  goes();
  const off = new AbortController();
  const long = gateway.chat({ ...turn, signal: off.signal });
  await expect(gateway.chat({ ...turn, timeoutMs: 10 })).rejects.toMatchObject({ code: 'unknown_model' });
  off.abort();
  await expect(long).rejects.toMatchObject({ code: 'unknown_model' });
});
