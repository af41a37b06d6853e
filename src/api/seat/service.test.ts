import { describe, expect, it } from 'vitest';
import { means } from '~/engine/means';
import { closeThreads } from '~/engine/threads';
import type { OpenEvent } from '~/games/gpu-market/open/shared/events';
import { rewardsOf } from '~/games/gpu-market/open/shared/rewards';
import { emptyBroadcaster } from '~/live/audience';
import { loadMatch } from '~/match/load-match';
import { openMatch } from '~/match/open-match';
import { playTurn } from '~/match/play-turn';
import type { Services } from '~/match/services';
import { MemoryEventStore } from '~/store/memory-event-store';
import type { SeatReward } from '../table/types';
import { strangerAt } from '../testing/stranger-at';
import { observe } from './service';

const SEAT = 'lab_0';
const SLOW = { timeout: 120_000 };

async function begun(more: object = {}) {
  const log = { info() {}, warn() {}, error() {} };
  const services: Services = { store: new MemoryEventStore('here'), processId: 'here', audience: emptyBroadcaster, log, now: Date.now };
  const request = { ruleset: 'open', task: 'single_trade', seed: 40_002, policy: 'planner', ...more };
  const opened = await openMatch(services, request);
  if (!opened.ok) throw new Error(opened.why);
  const { id } = opened.value;
  const [match, lease] = [await loadMatch(services.store, id), await services.store.acquire(id, 'here', 600_000)];
  if (!match || !lease) throw new Error('no match');
  const ctx = strangerAt(services);
  const look = async () => observe(ctx, { id, seat: SEAT, reward: 'potential' });
  const events = async () => (await services.store.read(id, 0, 100_000)).map(({ event }) => event as OpenEvent);
  return { id, ctx, match, look, events, services, playRound: () => playTurn(services, match, { lease }) };
}

/** Round by round to the end; what was told each time. */
async function playedOut(table: Awaited<ReturnType<typeof begun>>): Promise<SeatReward[]> {
  const told: SeatReward[] = [];
  while (table.match.record.finishedAt === null) {
    await table.playRound();
    const { reward } = await table.look();
    if (reward) told.push(reward);
  }
  return told;
}

describe('the dense reward of a seat at a table', SLOW, () => {
  it('sums up to profit less autarky, and by the scale that is told at the end to the gain', async () => {
    const table = await begun();
    const told = await playedOut(table);
    const end = told.at(-1);
    const wanted = rewardsOf(await table.events(), SEAT);
    expect(end?.rounds.map(({ round_index, reward }) => [round_index, reward])).toEqual(
      wanted.map(({ round_index, total }) => [round_index, total / 100]),
    );
    const { scoreInWorker } = await import('~/games/gpu-market/open/shared/optimum/score-in-worker');
    const score = await scoreInWorker(await table.events(), means);
    await closeThreads();
    expect(end?.cumulative).toBeCloseTo(((score.profit_cents[SEAT] ?? 0) - (score.autarky_cents[SEAT] ?? 0)) / 100, 6);
    expect((end?.cumulative ?? 0) / (end?.scale ?? 0)).toBeCloseTo(score.gain[SEAT] ?? Number.NaN, 6);
    for (const { rounds } of told)
      for (const { reward, breakdown } of rounds)
        expect(Object.values(breakdown).reduce((sum, part) => sum + part, 0)).toBeCloseTo(reward, 6);
  });

  it('is told of closed rounds alone, the same however often and by how many it is asked, and without a scale while the match runs', async () => {
    const table = await begun();
    await table.playRound();
    await table.playRound();
    const [one, two] = await Promise.all([table.look(), table.look()]);
    expect(one.reward).toEqual(two.reward);
    expect(one.reward?.rounds.map(({ round_index }) => round_index)).toEqual([0, 1]);
    expect(one.reward?.scale).toBeNull();
    const before = structuredClone(one.reward?.rounds);
    await table.playRound();
    expect((await table.look()).reward?.rounds.slice(0, 2)).toEqual(before);
  });

  it('is none unless it is asked for, and none in a rated match or another ruleset', async () => {
    const table = await begun();
    expect((await observe(table.ctx, { id: table.id, seat: SEAT, reward: 'classic' })).reward).toBeNull();
    const classic = await begun({ ruleset: 'classic', task: 'single_trade', seed: 5, policy: 'rule_based_expert' });
    await expect(classic.look()).rejects.toThrow('no dense reward');
  });
});

describe('what the dense reward tells', () => {
  it('does not depend on what others keep to themselves, nor on the seed', SLOW, async () => {
    const table = await begun();
    await playedOut(table);
    const events = await table.events();
    const other = events.map((event): OpenEvent => {
      if (event.type !== 'match_opened') return event;
      const labs = event.labs.map((lab) => {
        if (lab.lab_id === SEAT) return lab;
        const jobs = lab.jobs.map((job) => ({ ...job, base_value: 3 * job.base_value + 7 }));
        return { ...lab, budget_cents: lab.budget_cents + 12_345, jobs };
      });
      return { ...event, config: { ...event.config, seed: 1 }, labs };
    });
    expect(other).not.toEqual(events);
    expect(rewardsOf(other, SEAT)).toEqual(rewardsOf(events, SEAT));
  });
});
