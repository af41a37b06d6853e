import { afterEach, describe, expect, test, vi } from 'vitest';
import { emptyBroadcaster } from '~/live/audience';
import type { MatchRecord } from '~/store/event-store';
import { MemoryEventStore } from '~/store/memory-event-store';
import { loadMatch } from './load-match';
import { MatchRunner } from './match-runner';
import type { Services } from './services';
import { claimSeat } from './table/claim-seat';
import { handOver, replaceSilent, takeBack } from './table/hand-over';
import { openTable, type TableRequest } from './table/open-table';
import { startMatch } from './table/start-match';
import { controlTable, extendClock, fireShock } from './table/steer-table';
import { submitTurn } from './table/submit-turn';
import { leaveSeat, removePerson } from './table/vacate-seat';

const REQUEST: TableRequest = {
  ruleset: 'open',
  task: 'market_round',
  policy: 'house',
  seats: { lab_0: 'open', lab_1: 'open' },
  clockSeconds: 600,
};

const runners: MatchRunner[] = [];
afterEach(async () => {
  for (const runner of runners.splice(0)) await runner.stop();
});

async function seated(change: Partial<TableRequest> = {}): Promise<Table> {
  const services: Services = {
    store: new MemoryEventStore('one'),
    audience: emptyBroadcaster,
    log: { info() {}, warn() {}, error: (fields) => faults.push(fields) },
    processId: 'one',
    now: Date.now,
    leaseMs: 300,
  };
  const opened = await openTable(services, { ...REQUEST, ...change });
  if (!opened.ok) throw new Error(opened.why);
  const { id } = opened.value.match;
  for (const [seat, name] of [['lab_0', 'Ann'] as const, ['lab_1', 'Bo'] as const]) {
    const claimed = await claimSeat(services, { matchId: id, seat, name, kind: 'person' });
    if (!claimed.ok) throw new Error(claimed.why);
  }
  const runner = new MatchRunner(services);
  runners.push(runner);
  await runner.start();
  await startMatch(services, id);
  return new Table(services, id);
}
const faults: object[] = [];

class Table {
  readonly services: Services;
  readonly id: string;
  private keys = 0;
  constructor(services: Services, id: string) {
    this.services = services;
    this.id = id;
  }
  async record(): Promise<MatchRecord> {
    const record = await this.services.store.get(this.id);
    if (!record) throw new Error('gone');
    return record;
  }
  async until(holds: (record: MatchRecord) => boolean): Promise<MatchRecord> {
    await vi.waitFor(async () => expect(holds(await this.record())).toBe(true), { timeout: 45_000, interval: 5 });
    return this.record();
  }
  /** The clock runs for somebody in this round. */
  opens(round: number): Promise<MatchRecord> {
    return this.until((record) => record.round === round && record.clock?.deadline != null);
  }
  async turn(seat: string, round: number, key = `k${this.keys++}`): Promise<{ ok: boolean; code: string; turn: number }> {
    const actions = [{ action_type: 'wait' }];
    const move = { actions, round_index: round, key };
    const answer = await submitTurn(this.services, { matchId: this.id, seat, turn: round, key, payload: move }, 4000);
    if (!answer.ok) throw new Error(answer.why);
    return answer.value;
  }
  async types(): Promise<string[]> {
    return (await this.services.store.read(this.id)).map(({ event }) => event.type);
  }
  async taken(): Promise<unknown[]> {
    const stored = await this.services.store.read(this.id);
    return stored.flatMap(({ event }) => ('lab_id' in event && event.type === 'turn_taken' ? [event.lab_id] : []));
  }
}

describe('a round with people in it', () => {
  test('opens with the policies’ turns, waits, and closes with the last of the others', async () => {
    const table = await seated();
    await table.opens(0);
    expect(await table.taken()).toEqual(['lab_2', 'lab_3']);
    expect(await table.turn('lab_1', 0)).toMatchObject({ ok: true, code: 'turn_accepted', turn: 0 });
    expect((await table.record()).round).toBe(0);
    expect(await table.turn('lab_0', 0)).toMatchObject({ ok: true });
    const next = await table.opens(1);
    expect(next.missed?.seats).toEqual([]);
    expect(await table.taken()).toEqual(['lab_2', 'lab_3', 'lab_1', 'lab_0', 'lab_2', 'lab_3']);
  });

  test('closes at its deadline though nobody speaks, and says who was silent', async () => {
    const table = await seated({ clockSeconds: 0.05 });
    const over = await table.until((record) => record.status === 'finished');
    expect(over.missed?.seats).toEqual(['lab_0', 'lab_1']);
    expect(over.clock).toEqual({ seconds: 0.05, deadline: null, remaining: null });
    expect((await table.types()).filter((type) => type === 'round_closed')).toHaveLength(8);
  });

  test('refuses by code what is late, early or doubled, and answers the same key alike', async () => {
    const table = await seated();
    await table.opens(0);
    expect(await table.turn('lab_0', 1)).toMatchObject({ ok: false, code: 'early_round', turn: 0 });
    const first = await table.turn('lab_0', 0, 'mine');
    expect(first).toMatchObject({ ok: true });
    expect(await table.turn('lab_0', 0, 'mine')).toEqual(first);
    expect(await table.turn('lab_0', 0, 'other')).toMatchObject({ ok: false, code: 'already_submitted' });
    await table.turn('lab_1', 0);
    await table.opens(1);
    expect(await table.turn('lab_0', 0)).toMatchObject({ ok: false, code: 'stale_round', turn: 1 });
    expect(await table.turn('lab_0', 0, 'mine')).toEqual(first);
    expect((await table.taken()).filter((seat) => seat === 'lab_0')).toHaveLength(1);
  });

  test('a turn that was refused may come again under its key', async () => {
    const table = await seated();
    await table.opens(0);
    expect(await table.turn('lab_0', 1, 'eager')).toMatchObject({ code: 'early_round' });
    await table.turn('lab_0', 0);
    await table.turn('lab_1', 0);
    await table.opens(1);
    expect(await table.turn('lab_0', 1, 'eager')).toMatchObject({ ok: true });
  });

  test.each(['', 'a\u0000b', 'x'.repeat(129), '\ud83d'])('the key %j is none', async (key) => {
    const table = await seated();
    await table.opens(0);
    expect(await table.turn('lab_0', 0, key)).toMatchObject({ ok: false, code: 'malformed_action' });
  });

  test('a turn that nobody takes up is kept, and says so', async () => {
    const table = await seated();
    await table.opens(0);
    await runners[0]?.stop();
    const payload = { actions: [], round_index: 0, key: 'k' };
    const turn = { matchId: table.id, seat: 'lab_0', turn: 0, key: 'k', payload };
    expect(await submitTurn(table.services, turn, 20)).toMatchObject({ ok: true, value: { ok: false, code: 'unanswered' } });
    const runner = new MatchRunner(table.services);
    runners.push(runner);
    await runner.start();
    expect(await submitTurn(table.services, turn, 4000)).toMatchObject({ ok: true, value: { ok: true, code: 'turn_accepted' } });
  });
});

test('a turn that comes as the match ends is answered all the same', async () => {
  const table = await seated();
  await table.opens(0);
  await runners[0]?.stop();
  const payload = { actions: [], round_index: 0, key: 'late' };
  const waiting = submitTurn(table.services, { matchId: table.id, seat: 'lab_0', turn: 0, key: 'late', payload }, 4000);
  await vi.waitFor(async () => expect(await table.services.store.tables.waitingTurns(table.id)).toHaveLength(1), 45_000);
  await table.services.store.tables.change(table.id, () => ({ answer: null, status: 'aborted' }));
  expect(await waiting).toMatchObject({ ok: true, value: { ok: false, code: 'episode_done' } });
});

describe('a host', () => {
  test('pauses the clock; turns are taken meanwhile, and the round closes after', async () => {
    const table = await seated({ clockSeconds: 30 });
    await table.opens(0);
    await controlTable(table.services, table.id, 'pause');
    const paused = await table.until((record) => record.status === 'paused');
    expect(paused.clock?.deadline).toBeNull();
    expect(paused.clock?.remaining).toBeGreaterThan(25_000);
    expect(await table.turn('lab_0', 0)).toMatchObject({ ok: true });
    expect(await table.turn('lab_1', 0)).toMatchObject({ ok: true });
    expect(await table.turn('lab_1', 0)).toMatchObject({ ok: false, code: 'already_submitted' });
    expect((await table.record()).round).toBe(0);
    await controlTable(table.services, table.id, 'resume');
    await table.opens(1);
    expect((await table.taken()).filter((seat) => seat === 'lab_1')).toHaveLength(1);
  });

  test('pauses for longer than the process lives; what was left of the clock, and what was held back, is kept', async () => {
    const table = await seated({ clockSeconds: 30 });
    await table.opens(0);
    await controlTable(table.services, table.id, 'pause');
    const { clock } = await table.until((record) => record.status === 'paused');
    await table.turn('lab_0', 0);
    await table.turn('lab_1', 0); // accepted, and held back
    await runners[0]?.stop();
    const runner = new MatchRunner(table.services);
    runners.push(runner);
    await runner.start();
    await extendClock(table.services, table.id, 5);
    await table.until((record) => record.clock?.remaining === (clock?.remaining ?? 0) + 5000);
    expect((await table.taken()).filter((seat) => seat === 'lab_1')).toEqual([]);
    await controlTable(table.services, table.id, 'resume');
    expect((await table.opens(1)).missed?.seats).toEqual([]);
    expect(await table.taken()).toEqual(['lab_2', 'lab_3', 'lab_0', 'lab_1', 'lab_2', 'lab_3']);
  });

  test('steps: the round closes now, whoever is silent', async () => {
    const table = await seated();
    await table.opens(0);
    await controlTable(table.services, table.id, 'pause');
    await controlTable(table.services, table.id, 'step');
    const next = await table.until((record) => record.round === 1);
    expect(next).toMatchObject({ status: 'paused', missed: { turn: 0, seats: ['lab_0', 'lab_1'] } });
    await table.turn('lab_0', 1);
    await controlTable(table.services, table.id, 'step');
    expect((await table.until((record) => record.round === 2)).missed?.seats).toEqual(['lab_1']);
  });

  test('extends the clock, running or paused', async () => {
    const table = await seated({ clockSeconds: 30 });
    const before = (await table.opens(0)).clock?.deadline?.getTime() ?? 0;
    expect(await extendClock(table.services, table.id, 60)).toMatchObject({ ok: true });
    await table.until((record) => record.clock?.deadline?.getTime() === before + 60_000);
    await controlTable(table.services, table.id, 'pause');
    const { clock } = await table.until((record) => record.status === 'paused');
    await extendClock(table.services, table.id, 10);
    await table.until((record) => record.clock?.remaining === (clock?.remaining ?? 0) + 10_000);
    expect(await extendClock(table.services, table.id, 3)).toMatchObject({ ok: false, code: 'bad_clock' });
  });

  test('fires a shock, which strikes in its round', async () => {
    const table = await seated();
    await table.opens(0);
    expect(await fireShock(table.services, table.id, { kind: 'energy_spike', inRounds: 1 })).toMatchObject({ ok: true });
    expect((await table.record()).rated).toBe(false);
    expect(await fireShock(table.services, table.id, { kind: 'flood', inRounds: 1 })).toMatchObject({ ok: false, code: 'bad_shock' });
    expect(await fireShock(table.services, table.id, { kind: 'energy_spike', inRounds: 8 })).toMatchObject({ code: 'bad_shock' });
    await vi.waitFor(async () => expect(await table.types()).toContain('shock_scheduled'), 45_000);
    await table.turn('lab_0', 0);
    await table.turn('lab_1', 0);
    await table.opens(1);
    expect(await table.types()).toContain('shock_struck');
  });

  test('replaces somebody silent, who may take the seat back; not who was removed', async () => {
    const table = await seated();
    await table.opens(0);
    await table.turn('lab_0', 0);
    await replaceSilent(table.services, table.id, { seat: 'lab_1', policy: 'greedy' });
    await table.opens(1);
    expect(await table.turn('lab_1', 1)).toMatchObject({ ok: false, code: 'seat_handed_over' });
    expect(await takeBack(table.services, table.id, 'lab_1')).toMatchObject({ ok: true });
    await removePerson(table.services, table.id, 'lab_1');
    expect(await takeBack(table.services, table.id, 'lab_1')).toMatchObject({ ok: false, code: 'unknown_seat' });
    expect((await table.record()).seats[1]).toEqual({ seat: 'lab_1', kind: 'script', policy: 'house', withheld: true });
  });
});

describe('a holder', () => {
  test('hands the seat to a policy in mid-round and takes it back', async () => {
    const table = await seated();
    await table.opens(0);
    await table.turn('lab_0', 0);
    expect(await handOver(table.services, table.id, { seat: 'lab_1', policy: 'planner' })).toMatchObject({ ok: true });
    await table.opens(1);
    expect(await handOver(table.services, table.id, { seat: 'lab_1', policy: 'rule_based_expert' })).toMatchObject({
      ok: false,
      code: 'unknown_policy',
    });
    await takeBack(table.services, table.id, 'lab_1');
    await table.turn('lab_0', 1);
    const waiting = await table.opens(2); // its policy had played round 1 already
    expect(waiting.seats[1]).toMatchObject({ name: 'Bo', policy: null });
    expect(await table.turn('lab_1', 2)).toMatchObject({ ok: true });
  });

  test('when all have gone, the policies play on at a pace that can be followed', async () => {
    const table = await seated({ task: 'single_trade', pace: 0 });
    await table.opens(0);
    await leaveSeat(table.services, table.id, 'lab_0');
    await leaveSeat(table.services, table.id, 'lab_1');
    const next = await table.until((record) => record.round === 1);
    expect(next.pace).toBe(1);
    expect(next.clock?.deadline).toBeNull();
  });
});

test('what is stored folds to what the record says', async () => {
  const table = await seated({ clockSeconds: 0.02 });
  const record = await table.until(({ status }) => status === 'finished');
  const match = await loadMatch(table.services.store, table.id);
  expect(match?.game.outcome(match.state)).toEqual({ finished: true, scores: record.scores });
  expect(faults).toEqual([]);
});

describe('time in which nobody could hand anything in', () => {
  /** Moves the clock of the use cases; nothing else notices. */
  function passes(table: Table, ms: number): void {
    const before = table.services.now;
    table.services.now = () => before() + ms;
  }

  test('is given back when the database hung past the deadline', async () => {
    const table = await seated({ clockSeconds: 20 });
    await table.opens(0);
    const { store } = table.services;
    const takeCommands = store.takeCommands.bind(store);
    let isHanging = false;
    let resume = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      resume = resolve;
    });
    const hung = vi.spyOn(store, 'takeCommands').mockImplementation(async (lease) => {
      isHanging = true;
      await gate;
      return takeCommands(lease);
    });
    await vi.waitFor(() => expect(isHanging).toBe(true), { timeout: 45_000, interval: 5 });
    passes(table, 30_000);
    hung.mockRestore();
    resume();
    const later = await table.until(({ clock }) => (clock?.deadline?.getTime() ?? 0) > table.services.now());
    expect(later).toMatchObject({ round: 0, missed: null });
    expect(await table.turn('lab_0', 0)).toMatchObject({ ok: true, code: 'turn_accepted' });
    expect(await table.turn('lab_1', 0)).toMatchObject({ ok: true, code: 'turn_accepted' });
    expect((await table.opens(1)).missed?.seats).toEqual([]);
  });

  test('is given back while the disk is too full for a turn, though not for what happens without one', async () => {
    const table = await seated({ clockSeconds: 20 });
    await table.opens(0);
    const full = vi.spyOn(table.services.store, 'checkWrites').mockRejectedValue(Object.assign(new Error('disk full'), { code: '53100' }));
    passes(table, 30_000);
    await vi.waitFor(() => expect(full.mock.calls.length).toBeGreaterThan(1), { timeout: 45_000 });
    expect((await table.services.store.get(table.id))?.round).toBe(0);
    full.mockRestore();
    expect(await table.until(({ clock }) => (clock?.deadline?.getTime() ?? 0) > table.services.now())).toMatchObject({ round: 0 });
  });

  test('is given back, 10 seconds at least, by whoever takes the match over', async () => {
    const table = await seated({ clockSeconds: 20 });
    await table.opens(0);
    for (const runner of runners.splice(0)) await runner.stop();
    passes(table, 60_000);
    const next = new MatchRunner({ ...table.services, processId: 'two' });
    runners.push(next);
    await next.start();
    const { clock } = await table.until((record) => (record.clock?.deadline?.getTime() ?? 0) > table.services.now() + 5_000);
    const left = (clock?.deadline?.getTime() ?? 0) - table.services.now();
    expect(left).toBeGreaterThan(5_000);
    expect(left).toBeLessThanOrEqual(20_000);
    expect(await table.turn('lab_0', 0)).toMatchObject({ ok: true, code: 'turn_accepted' });
  });
});
