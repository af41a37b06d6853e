import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emptyBroadcaster } from '~/live/audience';
import { AgentService } from '~/match/agent-service';
import type { Services } from '~/match/services';
import { brainAgent } from '~/match/testing/agents';
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
  services = { store, audience: emptyBroadcaster, log: { info() {}, warn() {}, error() {} }, processId: 'p1', now: Date.now };
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
  const broadcaster = showcase();
  const first = await broadcaster.start();
  await end(first);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ran).toEqual([first]);
  isSomebodyHere = true;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(ran).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ran).toHaveLength(2);
  await broadcaster.stop();
});

/** Plays what is on to its end, and waits for the next. */
async function nextMatch(): Promise<string> {
  const { items } = await store.list(LIVE, A_LOT);
  for (const match of items) await end(match.id);
  await vi.advanceTimersByTimeAsync(20_000);
  const [match] = (await store.list(LIVE, A_LOT)).items;
  if (!match) throw new Error('nothing is on');
  return match.seats.map((seat) => ('policy' in seat ? seat.policy : '')).join(' ');
}

it('seats a model in the second match, as soon as it is ready, and every few again; never the same world twice', async () => {
  isSomebodyHere = true;
  let ready = false;
  const model = { ...brainAgent(), name: 'smollm2' };
  const backends = () => (ready ? [{ id: 'b', kind: 'openai', health: 'up', serves: [{ name: 'brain', adapters: [] }] }] : []);
  const makePlayer = () => ({ play: () => Promise.reject(new Error('not asked here')) });
  services.agents = new AgentService({ builtIn: [model], store: null, makePlayer, backends: backends as unknown as () => [] });
  const broadcaster = showcase();
  await broadcaster.start();
  expect(await nextMatch()).not.toContain('smollm2');
  ready = true;
  expect(await nextMatch()).toBe('smollm2@1 planner planner planner');
  const played = [await nextMatch(), await nextMatch(), await nextMatch(), await nextMatch()];
  expect(played.map((seats) => seats.includes('smollm2'))).toEqual([false, false, true, false]);
  const seeds = (await store.list({ policy: 'smollm2@1' }, A_LOT)).items.map(({ seed }) => seed);
  expect(new Set(seeds).size).toBe(2);
  await broadcaster.stop();
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
  expect(asked).toBe(3);
});

it('begins in the worlds that were chosen for a new server, and after another start in others', async () => {
  const seeds = async () => (await store.list({}, A_LOT)).items.map(({ seed }) => seed);
  const starts = async () => {
    const broadcaster = showcase();
    await end(await broadcaster.start());
    await broadcaster.stop();
  };
  await starts();
  const [first] = await seeds();
  store = new MemoryEventStore('p2');
  services = { ...services, store, processId: 'p1' };
  await starts();
  expect(await seeds()).toEqual([first]);
  for (let more = 0; more < 4; more += 1) await starts();
  expect(new Set(await seeds()).size).toBeGreaterThan(3); // random, so two of them may be equal
});
