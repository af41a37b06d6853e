import { beforeAll, describe, expect, test } from 'vitest';
import { emptyBroadcaster } from '~/live/audience';
import type { MatchRecord, StoredEvent } from '~/store/event-store';
import { MemoryEventStore } from '~/store/memory-event-store';
import { loadMatch } from '../load-match';
import { openMatch } from '../open-match';
import { runMatch } from '../run-match';
import type { Services } from '../services';
import { WakeSignal } from '../wake-signal';
import { forkMatch } from './fork-match';

const services: Services = {
  store: new MemoryEventStore('one'),
  audience: emptyBroadcaster,
  log: { info() {}, warn() {}, error() {} },
  processId: 'one',
  now: Date.now,
};
const SEATS = { lab_0: 'greedy', lab_2: 'random' };
let origin: MatchRecord;
let events: StoredEvent[];

beforeAll(async () => {
  const opened = await openMatch(services, { ruleset: 'open', task: 'market_round', seed: 11, policy: 'house', seats: SEATS });
  if (!opened.ok) throw new Error(opened.why);
  await play(opened.value.id);
  origin = (await services.store.get(opened.value.id)) as MatchRecord;
  events = await services.store.read(origin.id);
});

async function play(id: string): Promise<void> {
  const end = await runMatch(services, id, { wake: new WakeSignal(), signal: new AbortController().signal });
  expect(end).toBe('over');
}

async function forked(seq: number, seats: Record<string, string> = {}): Promise<MatchRecord> {
  const answer = await forkMatch(services, { matchId: origin.id, seq, seats, pace: 0 });
  if (!answer.ok) throw new Error(answer.why);
  return answer.value.match;
}

describe('a branch', () => {
  test('played by the same policies is the same match, byte for byte, from whatever event it began', async () => {
    for (const seq of [events.length, Math.floor(events.length / 2), 40]) {
      const branch = await forked(seq);
      expect(branch).toMatchObject({ rated: false, seed: origin.seed, seats: origin.seats, status: 'running' });
      await play(branch.id);
      expect((await services.store.read(branch.id)).map(({ json }) => json)).toEqual(events.map(({ json }) => json));
    }
  });

  test('begins where a round waits for turns, at or before the event', async () => {
    for (const { seq } of events) {
      const branch = await forked(seq);
      const at = branch.origin?.seq ?? 0;
      expect(at).toBeLessThanOrEqual(seq);
      expect(branch.head).toBe(at);
      expect(['turn_taken', 'round_closed']).toContain(events[at]?.event.type);
      const loaded = await loadMatch(services.store, branch.id);
      expect(loaded?.game.toAct(loaded.state)).not.toEqual([]);
      expect(events[at - 1]?.event.type).not.toBe('turn_taken'); // nobody has spoken yet in this round
      expect(branch.round).toBe(loaded?.game.clock(loaded.state).round);
    }
  });

  test('with another policy goes another way', async () => {
    const branch = await forked(events.length, { lab_0: 'planner' });
    expect(branch.origin).toMatchObject({ matchId: origin.id });
    const early = await forked(20, { lab_0: 'planner' });
    await play(early.id);
    expect((await services.store.read(early.id)).map(({ json }) => json)).not.toEqual(events.map(({ json }) => json));
  });

  test('with an open seat is a table with a host, and hides what a table hides', async () => {
    const answer = await forkMatch(services, { matchId: origin.id, seq: 60, seats: { lab_1: 'open' }, clockSeconds: 20 });
    if (!answer.ok) throw new Error(answer.why);
    expect(answer.value.token).not.toBeNull();
    expect(answer.value.match).toMatchObject({ status: 'lobby', hosted: true, visibility: 'public', clock: { seconds: 20 } });
  });
});

test('what cannot be branched off is refused by code', async () => {
  const running = await openMatch(services, { ruleset: 'open', task: 'market_round', seed: 1, policy: 'house' });
  if (!running.ok) throw new Error(running.why);
  const request = { matchId: origin.id, seq: 50, seats: {} };
  expect(await forkMatch(services, { ...request, matchId: 'nosuchmatch' })).toMatchObject({ code: 'unknown_match' });
  expect(await forkMatch(services, { ...request, matchId: running.value.id })).toMatchObject({ code: 'match_running' });
  expect(await forkMatch(services, { ...request, seats: { lab_9: 'house' } })).toMatchObject({ code: 'unknown_seat' });
  expect(await forkMatch(services, { ...request, seats: { lab_1: 'nobody' } })).toMatchObject({ code: 'unknown_policy' });
  expect(await forkMatch(services, { ...request, clockSeconds: 1e9 })).toMatchObject({ code: 'bad_clock' });
  expect(await forkMatch(services, { ...request, seq: 0 })).toMatchObject({ code: 'bad_input' });
});
