/** A duel of the bazaar whose process dies at any point is, event by event, the one that nobody disturbed. */
import { expect, test } from 'vitest';
import { replay } from '~/contract/game';
import type { BazaarEvent } from '~/games/bazaar/open/events';
import { openBazaar } from '~/games/bazaar/open/open';
import { linear } from '~/games/bazaar/open/players/policies';
import { emptyBroadcaster } from '~/live/audience';
import { MatchRunner } from '~/match/match-runner';
import { runMatch } from '~/match/run-match';
import { advanceSeries } from '~/match/series/advance-series';
import { openSeries } from '~/match/series/open-series';
import type { Services } from '~/match/services';
import { claimSeat } from '~/match/table/claim-seat';
import { openTable } from '~/match/table/open-table';
import { startMatch } from '~/match/table/start-match';
import { submitTurn } from '~/match/table/submit-turn';
import { WakeSignal } from '~/match/wake-signal';
import type { MatchRecord } from '~/store/event-store';
import { MemoryEventStore } from '~/store/memory-event-store';

const DUEL = { game: 'bazaar', ruleset: 'open', kind: 'duel', task: 'haggle', seed: 12, players: ['linear', 'boulware'] };

function servicesOn(store: MemoryEventStore, processId: string): Services {
  return { store, audience: emptyBroadcaster, log: { info() {}, warn() {}, error() {} }, processId, now: Date.now, leaseMs: 300 };
}

/** Plays until the log has grown to so many events in all, then lets go as a process does that ends; true: the series is over. */
async function playUntil(services: Services, id: string, most: number): Promise<boolean> {
  for (;;) {
    const match = await advanceSeries(services, id);
    if (match === null) return true;
    const before = (await services.store.series.matches(id)).reduce((sum, one) => sum + (one.id === match.id ? 0 : one.head), 0);
    if (before + match.head >= most) return false;
    const stop = new AbortController();
    const audience = { ...emptyBroadcaster, events: (record: MatchRecord) => void (before + record.head >= most && stop.abort()) };
    await runMatch({ ...services, audience }, match.id, { wake: new WakeSignal(), signal: stop.signal });
    if (stop.signal.aborted) return false;
  }
}

async function played(stops: readonly number[]) {
  const store = new MemoryEventStore('one');
  const opened = await openSeries(servicesOn(store, 'p0'), DUEL);
  if (!opened.ok) throw new Error(opened.why);
  const { id } = opened.value.series;
  for (const [at, stop] of [...stops, Number.POSITIVE_INFINITY].entries()) await playUntil(servicesOn(store, `p${at}`), id, stop);
  const matches = await store.series.matches(id);
  const logs = await Promise.all(matches.map(async (match) => (await store.read(match.id)).map(({ json }) => json)));
  return { scores: (await store.series.get(id))?.scores, status: (await store.series.get(id))?.status, logs };
}

test('wherever it is interrupted, in the first match, between the two and in the second', async () => {
  const whole = await played([]);
  expect(whole).toMatchObject({ status: 'finished', scores: [expect.any(Number) as number, expect.any(Number) as number] });
  const [first = [], second = []] = whole.logs;
  const all = first.length + second.length;
  expect(second.length).toBeGreaterThan(2);
  for (let stop = 2; stop < all; stop += 5) expect(await played([stop])).toEqual(whole);
  expect(await played([3, first.length, first.length + 4, all - 1])).toEqual(whole); // killed four times
}, 120_000);

/** Two people haggle; the process that runs the match goes after so many turns, and another takes it up. null: it stays. */
async function haggled(goesAfter: number | null) {
  const store = new MemoryEventStore('people');
  const here = servicesOn(store, 'first');
  const asked = {
    game: 'bazaar',
    ruleset: 'open',
    task: 'haggle',
    seed: 12,
    policy: 'house',
    pace: 0,
    clockSeconds: 300,
    judgeMode: 'off',
  };
  const opened = await openTable(here, { ...asked, seats: { seller_0: 'open', buyer_0: 'open' } });
  if (!opened.ok) throw new Error(opened.why);
  const { id } = opened.value.match;
  for (const [seat, name] of [
    ['seller_0', 'Ada'],
    ['buyer_0', 'Bo'],
  ] as const) {
    const claimed = await claimSeat(here, { matchId: id, seat, name, kind: 'person' });
    if (!claimed.ok) throw new Error(claimed.why);
  }
  await startMatch(here, id);
  let runner = new MatchRunner(here);
  await runner.start();
  const answers: string[] = [];
  for (let turns = 0; ; turns += 1) {
    const state = replay(
      openBazaar,
      (await store.read(id)).map(({ event }) => event as BazaarEvent),
    );
    const [seat] = openBazaar.toAct(state);
    if (state.finished || seat === undefined) break;
    const move = linear.choose(openBazaar.observe(state, seat));
    const turn = { matchId: id, seat, turn: openBazaar.clock(state).turn, key: `${seat} ${turns}`, payload: { actions: move } };
    if (turns === goesAfter) {
      await runner.stop();
      const unheard = await submitTurn(here, turn, 50);
      expect(unheard).toMatchObject({ ok: true, value: { ok: false, code: 'unanswered' } }); // it is kept, and nobody has taken it up
      runner = new MatchRunner(servicesOn(store, 'second'));
      await runner.start();
    }
    const answered = await submitTurn(here, turn);
    if (!answered.ok) throw new Error(answered.why);
    answers.push(answered.value.code);
  }
  await runner.stop();
  return { answers, log: (await store.read(id)).map(({ json }) => json), scores: (await store.get(id))?.scores };
}

test('two people go on after the server went in mid-haggle, and no turn is lost or played twice', async () => {
  const whole = await haggled(null);
  expect(whole.answers.length).toBeGreaterThan(4);
  for (const at of [0, 1, 3, 4]) expect(await haggled(at)).toEqual(whole);
}, 120_000);
