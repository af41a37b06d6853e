import { beforeAll, describe, expect, test } from 'vitest';
import { replay } from '~/contract/game';
import type { MatchBranched, OpenEvent } from '~/games/gpu-market/open/shared/events';
import { openMarket2 } from '~/games/gpu-market/open/v2/open';
import { emptyBroadcaster } from '~/live/audience';
import type { MatchRecord } from '~/store/event-store';
import { MemoryEventStore } from '~/store/memory-event-store';
import { openMatch } from '../open-match';
import { runMatch } from '../run-match';
import type { Services } from '../services';
import { WakeSignal } from '../wake-signal';
import { type ForkRequest, forkMatch } from './fork-match';

const services: Services = {
  store: new MemoryEventStore('one'),
  audience: emptyBroadcaster,
  log: { info() {}, warn() {}, error() {} },
  processId: 'one',
  now: Date.now,
};
/** A match that stands at its third round or so, and runs. */
let running: MatchRecord;

beforeAll(async () => {
  const opened = await openMatch(services, { ruleset: 'open', task: 'market_round', seed: 21, policy: 'house' });
  if (!opened.ok) throw new Error(opened.why);
  await play(opened.value.id);
  running = await forked({ matchId: opened.value.id, seq: 90 });
});

async function play(id: string): Promise<void> {
  await expect(runMatch(services, id, { wake: new WakeSignal(), signal: new AbortController().signal })).resolves.toBe('over');
}

async function forked(request: Omit<ForkRequest, 'seats'>): Promise<MatchRecord> {
  const answer = await forkMatch(services, { seats: {}, pace: 0, ...request });
  if (!answer.ok) throw new Error(answer.why);
  return answer.value.match;
}

async function eventsOf(id: string): Promise<OpenEvent[]> {
  return (await services.store.read(id)).map(({ event }) => event as OpenEvent);
}

describe('a branch of a match that still runs', () => {
  test('begins with a market redrawn for the seat, with a seed of its own, and plays to its end', async () => {
    const branch = await forked({ matchId: running.id, seq: running.head, as: 'lab_1' });
    const events = await eventsOf(branch.id);
    expect(events.map((event) => event.type)).toEqual(['match_branched']);
    expect(branch).toMatchObject({
      origin: { matchId: running.id, seq: running.head },
      rated: false,
      round: running.round,
      status: 'running',
    });
    expect(branch.seed).not.toBe(running.seed);
    expect(branch.config).toMatchObject({ seed: branch.seed });
    await play(branch.id);
    expect(await services.store.get(branch.id)).toMatchObject({ status: 'finished', seed: branch.seed });
  });

  test('holds nothing of the origin that the seat could not see: not its seed, its others’ jobs or money', async () => {
    const branch = await forked({ matchId: running.id, seq: running.head, as: 'lab_2' });
    const [event] = (await eventsOf(branch.id)) as [MatchBranched];
    const before = replay(openMarket2, await eventsOf(running.id));
    const seen = JSON.stringify(openMarket2.observe(before, 'lab_2')); // jobs too that partners have pledged
    const unseen = Object.values(before.jobs).filter(({ lab_id, job_id }) => lab_id !== 'lab_2' && !seen.includes(`"${job_id}"`));
    expect(unseen.length).toBeGreaterThan(0);
    expect(Object.keys(event.state.turns)).toEqual([]);
    expect(event.state.config.seed).not.toBe(running.seed);
    for (const job of unseen) expect(event.state.jobs[job.job_id]).not.toEqual(job);
    expect(event.state.jobs.j_2_0).toEqual(before.jobs.j_2_0);
    expect(branch.scores).not.toEqual(running.scores);
  });

  test('is refused without a seat, and for a seat that is none', async () => {
    const wish = { matchId: running.id, seq: running.head, seats: {} };
    expect(await forkMatch(services, wish)).toMatchObject({ ok: false, code: 'match_running' });
    expect(await forkMatch(services, { ...wish, as: 'lab_9' })).toMatchObject({ ok: false, code: 'unknown_seat' });
  });
});
