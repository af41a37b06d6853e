import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emptyHall } from '~/live/audience';
import type { Services } from '~/match/services';
import { MemoryEventStore } from '~/store/memory-event-store';
import { Showcase } from './showcase';

const LIVE = { status: ['running' as const] };
const A_LOT = { limit: 100 };

let store: MemoryEventStore;
let services: Services;
let ran: string[];
let isSomebodyHere: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  store = new MemoryEventStore('p1');
  services = { store, audience: emptyHall, log: { info() {}, warn() {}, error() {} }, processId: 'p1', now: Date.now };
  ran = [];
  isSomebodyHere = false;
});
afterEach(() => {
  vi.useRealTimers();
});

function showcase(): Showcase {
  return new Showcase({ services, run: (id) => ran.push(id), isAnybodyHere: () => isSomebodyHere });
}

async function end(id: string): Promise<void> {
  const lease = await store.acquire(id, 'p1', 1000);
  if (!lease) throw new Error('no lease');
  await store.update(lease, { status: 'finished' });
}

it('plays one match at a time, and goes on with the one that is there', async () => {
  const first = await showcase().start();
  expect(ran).toEqual([first]);
  expect(await showcase().start()).toBe(first);
  expect(ran).toEqual([first]);
  expect((await store.list(LIVE, A_LOT)).items.map((match) => [match.id, match.showcase])).toEqual([[first, true]]);
});

it('begins the next one after a pause, when somebody is here', async () => {
  const hall = showcase();
  const first = await hall.start();
  await end(first);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ran).toEqual([first]);
  isSomebodyHere = true;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(ran).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ran).toHaveLength(2);
  await hall.stop();
});

it('gives way where another process was a moment quicker', async () => {
  const quick = showcase();
  const first = await quick.start();
  const list = store.list.bind(store);
  let asked = 0;
  vi.spyOn(store, 'list').mockImplementation(async (filter, page) => {
    asked += 1;
    return asked === 1 ? { items: [], nextCursor: null } : list(filter, page); // as if both had looked at the same time
  });
  await vi.advanceTimersByTimeAsync(10);
  expect(await showcase().start()).toBe(first);
  expect(asked).toBe(2);
});
