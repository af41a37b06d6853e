import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { playSeries } from '~/engine/play-series';
import { showTestGames } from '~/games/registry';
import { duel } from '~/games/test/offers/duel';
import { stubbornHaggler, yieldingHaggler } from '~/games/test/offers/players';
import { offers } from '~/games/test/offers/rules';
import { emptyBroadcaster } from '~/live/audience';
import { sightOf } from '~/live/frames';
import type { MatchRecord } from '~/store/event-store';
import { MemoryEventStore } from '~/store/memory-event-store';
import type { SeriesRecord } from '~/store/series/series-store';
import { matchCard } from '../match-card';
import { MatchRunner } from '../match-runner';
import { runMatch } from '../run-match';
import type { Services } from '../services';
import { forkMatch } from '../table/fork-match';
import { WakeSignal } from '../wake-signal';
import { advanceSeries } from './advance-series';
import { openSeries, type SeriesRequest } from './open-series';

const REQUEST: SeriesRequest = {
  game: 'test/offers',
  task: 'haggle',
  seed: 7,
  players: ['yielding_haggler', 'stubborn_haggler'],
};

beforeAll(() => showTestGames(true));
afterAll(() => showTestGames(false));

function servicesOn(store: MemoryEventStore, processId = 'one'): Services {
  return { store, audience: emptyBroadcaster, log: { info() {}, warn() {}, error() {} }, processId, now: Date.now, leaseMs: 300 };
}

async function opened(services: Services, request = REQUEST): Promise<{ series: SeriesRecord; match: MatchRecord }> {
  const answer = await openSeries(services, request);
  if (!answer.ok) throw new Error(answer.why);
  return answer.value;
}

/** Runs what there is to run, until the series is over. */
async function runnerUntilOver(services: Services, id: string): Promise<SeriesRecord> {
  const runner = new MatchRunner(services);
  await runner.start();
  try {
    return await expect
      .poll(() => services.store.series.get(id), { timeout: 45_000 })
      .toMatchObject({ finishedAt: expect.any(Date) as Date })
      .then(async () => (await services.store.series.get(id)) as SeriesRecord);
  } finally {
    await runner.stop();
  }
}

async function logsOf({ store }: Services, id: string): Promise<string[][]> {
  const matches = await store.series.matches(id);
  return Promise.all(matches.map(async (match) => (await store.read(match.id)).map(({ json }) => json)));
}

async function undisturbed() {
  const services = servicesOn(new MemoryEventStore('one'));
  const { series } = await opened(services);
  const over = await runnerUntilOver(services, series.id);
  return { scores: over.scores, logs: await logsOf(services, series.id) };
}

describe('a series that is played live', () => {
  test('is the one that is played in memory: two matches, seats changed, a score for each player', async () => {
    const config = offers.parseConfig({ task_type: 'haggle', seed: 7 });
    if (!config.ok) throw new Error(config.why);
    const players = [{ player: yieldingHaggler }, { player: stubbornHaggler }];
    const inMemory = await playSeries(offers, duel, { config: config.value, players });
    const { scores, logs } = await undisturbed();
    expect(scores).toEqual(inMemory.scores);
    expect(logs).toEqual(inMemory.matches.map(({ events }) => events.map((event) => JSON.stringify(event))));
  });

  test('that is interrupted after any event, or between two matches, ends as an undisturbed one', async () => {
    const whole = await undisturbed();
    const [first = []] = whole.logs;
    for (let stop = 1; stop <= first.length + 2; stop += 1) {
      const store = new MemoryEventStore('one');
      const services = servicesOn(store);
      const { series, match } = await opened(services);
      await playUntil(services, match.id, Math.min(stop, first.length));
      if (stop === first.length + 2) await advanceSeries(services, series.id); // it died as soon as the next was made
      const over = await runnerUntilOver(servicesOn(store, 'two'), series.id);
      expect({ scores: over.scores, logs: await logsOf(services, series.id) }).toEqual(whole);
    }
  });

  test('goes on with one next match, however many processes ask for it at once', async () => {
    const services = servicesOn(new MemoryEventStore('one'));
    const { series, match } = await opened(services);
    await playUntil(services, match.id, Number.POSITIVE_INFINITY);
    const next = await Promise.all([1, 2, 3].map(() => advanceSeries(services, series.id)));
    expect(new Set(next.map((one) => one?.id)).size).toBe(1);
    expect(await services.store.series.matches(series.id)).toHaveLength(2);
  });

  test('reveals nothing of a match that is over before its own end, and all of it then', async () => {
    const services = servicesOn(new MemoryEventStore('one'));
    const { series, match } = await opened(services);
    await playUntil(services, match.id, Number.POSITIVE_INFINITY);
    const kept = (await services.store.get(match.id)) as MatchRecord;
    expect(kept.status).toBe('finished');
    expect(sightOf(kept)).toBe('public');
    expect(matchCard(kept)).toMatchObject({ seed: null, scores: null, series: { id: series.id, place: 0 } });
    const branch = await forkMatch(services, { matchId: match.id, seq: 1, seats: {} });
    expect(branch).toMatchObject({ ok: false, code: 'match_running' });
    await runnerUntilOver(services, series.id);
    const told = (await services.store.get(match.id)) as MatchRecord;
    expect(sightOf(told)).toBe('all');
    expect(matchCard(told)).toMatchObject({ seed: 7, scores: { seller: expect.any(Number) as number } });
  });

  test('fails with the match that failed, and says which', async () => {
    const services = servicesOn(new MemoryEventStore('one'));
    const { series, match } = await opened(services);
    await services.store.tables.change(match.id, () => ({ answer: null, status: 'failed' }));
    expect(await advanceSeries(services, series.id)).toBeNull();
    expect(await services.store.series.get(series.id)).toMatchObject({ status: 'failed', fault: `Its match ${match.id} is failed.` });
  });

  test('is refused where nobody knows such a series, such players, or so many of them', async () => {
    const services = servicesOn(new MemoryEventStore('one'));
    const ask = async (more: Partial<SeriesRequest>) => {
      const answer = await openSeries(services, { ...REQUEST, ...more });
      return answer.ok ? 'opened' : `${answer.code}: ${answer.why}`;
    };
    expect(await ask({ game: 'gpu-market/open', task: 'single_trade' })).toMatch(/^bad_input: There are no series/);
    expect(await ask({ kind: 'due' })).toMatch(/^bad_input: .*duel/);
    expect(await ask({ players: ['yielding_haggler'] })).toBe('bad_input: A duel has 2 players; you named 1.');
    expect(await ask({ players: ['yielding_haggler', 'nobody'] })).toMatch(/^unknown_policy: /);
    expect(await ask({ task: 'tennis' })).toMatch(/^unknown_task: /);
    expect(await ask({ seed: -1 })).toMatch(/^bad_seed: /);
  });
});

/** Plays a match until it has so many events, and lets go of it, as a process does that ends. */
async function playUntil(services: Services, id: string, events: number): Promise<void> {
  const stop = new AbortController();
  const audience = { ...emptyBroadcaster, events: (record: MatchRecord) => void (record.head >= events && stop.abort()) };
  if (events <= 1) return;
  await runMatch({ ...services, audience }, id, { wake: new WakeSignal(), signal: stop.signal });
}
