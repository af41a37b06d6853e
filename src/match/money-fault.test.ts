import { expect, it } from 'vitest';
import type { OpenState } from '~/games/gpu-market/open/shared/state';
import { MemoryEventStore } from '~/store/memory-event-store';
import { loadMatch } from './load-match';
import { playTurn } from './play-turn';
import { drawSeasonMatch, openSeason } from './rate-match';
import type { Services } from './services';

it('a rated match whose money does not add up is played to its end, logged and unrated, with a sentence', async () => {
  const logged: object[] = [];
  const store = new MemoryEventStore('one');
  const audience = new Proxy({}, { get: () => () => undefined }) as Services['audience'];
  const log = { info() {}, warn() {}, error: (fields: object) => void logged.push(fields) };
  const services = { store, audience, log, processId: 'one', now: Date.now };
  const season = await openSeason(services);
  const drawn = await drawSeasonMatch(services, { ruleset: 'open', task: 'single_trade', policy: 'planner', season: season.id });
  if (!drawn.ok) throw new Error(drawn.why);
  const { id } = drawn.value;
  const match = await loadMatch(store, id);
  const lease = await store.acquire(id, 'one', 60_000);
  if (!match || !lease) throw new Error('no match');
  const lab = (match.state as OpenState).labs.lab_0;
  if (lab) lab.budget_cents += 1_25; // what a fault of the rules would do
  for (let turns = 0; turns < 100 && match.record.finishedAt === null; turns += 1)
    expect((await playTurn(services, match, { lease })).ok).toBe(true);
  const fault = 'Unrated: the labs ended with 1.25 more than they earned.';
  expect(await store.get(id)).toMatchObject({ status: 'finished', rated: false, fault: expect.stringContaining(fault) as string });
  expect(match.record.rated).toBe(false);
  expect(logged).toEqual([{ matchId: id, fault: expect.stringContaining(fault) as string }]);
});
