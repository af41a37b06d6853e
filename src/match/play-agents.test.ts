import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Audience } from '~/live/audience';
import type { ThoughtMessage } from '~/live/protocol';
import type { MatchRecord } from '~/store/event-store';
import { MemoryEventStore } from '~/store/memory-event-store';
import { controlMatch } from './control-match';
import { matchCard } from './match-card';
import { MatchRunner } from './match-runner';
import { type MatchRequest, openMatch } from './open-match';
import type { Services } from './services';
import { claimSeat } from './table/claim-seat';
import { handOver, takeBack } from './table/hand-over';
import { openTable, type TableRequest } from './table/open-table';
import { startMatch } from './table/start-match';
import { controlTable } from './table/steer-table';
import { submitTurn } from './table/submit-turn';
import { Brain, service } from './testing/agents';

const CLASSIC: MatchRequest = { task: 'single_trade', seed: 3, policy: 'brain' };
const OPEN: MatchRequest = { ruleset: 'open', task: 'market_round', seed: 5, policy: 'planner', seats: { lab_1: 'brain' } };
const TABLE: TableRequest = {
  ruleset: 'open',
  task: 'market_round',
  policy: 'house',
  clockSeconds: 600,
  seats: { lab_0: 'open', lab_1: 'brain' },
};

const runners: MatchRunner[] = [];
afterEach(async () => {
  for (const runner of runners.splice(0)) await runner.stop();
});

class Place {
  readonly brain = new Brain();
  readonly pendingTurns: ThoughtMessage[] = [];
  readonly store = new MemoryEventStore('one');
  readonly faults: object[] = [];
  readonly services: Services;
  constructor(spec: Parameters<typeof service>[2] = {}) {
    const audience: Audience = { events() {}, card() {}, thought: (_, message) => void this.pendingTurns.push(message) };
    const log = { info() {}, warn() {}, error: (fields: object) => void this.faults.push(fields) };
    const { agents } = service(this.brain, this.store.agents, spec);
    this.services = { store: this.store, audience, agents, log, processId: 'one', now: Date.now, leaseMs: 300 };
  }
  async runner(): Promise<MatchRunner> {
    const runner = new MatchRunner(this.services);
    runners.push(runner);
    await runner.start();
    return runner;
  }
  async open(request: MatchRequest): Promise<string> {
    const opened = await openMatch(this.services, request);
    if (!opened.ok) throw new Error(opened.why);
    return opened.value.id;
  }
  /** Ann sits in lab_0, and the match has begun. */
  async table(change: Partial<TableRequest> = {}): Promise<string> {
    const opened = await openTable(this.services, { ...TABLE, ...change });
    if (!opened.ok) throw new Error(opened.why);
    const { id } = opened.value.match;
    await claimSeat(this.services, { matchId: id, seat: 'lab_0', name: 'Ann', kind: 'person' });
    await this.runner();
    await startMatch(this.services, id);
    return id;
  }
  async record(id: string): Promise<MatchRecord> {
    const record = await this.store.get(id);
    if (!record) throw new Error('gone');
    return record;
  }
  async until(id: string, holds: (record: MatchRecord) => boolean): Promise<MatchRecord> {
    await vi.waitFor(async () => expect(holds(await this.record(id))).toBe(true), { timeout: 900_000, interval: 5 });
    return this.record(id);
  }
  isOver = (id: string): Promise<MatchRecord> => this.until(id, (record) => record.status === 'finished');
  async wait(id: string, round: number): Promise<unknown> {
    const move = { actions: [{ action_type: 'wait' }], round_index: round, key: `k${round}` };
    return submitTurn(this.services, { matchId: id, seat: 'lab_0', turn: round, key: `k${round}`, payload: move }, 10_000);
  }
  async taken(id: string): Promise<unknown[]> {
    return (await this.store.read(id)).flatMap(({ event }) => ('lab_id' in event && event.type === 'turn_taken' ? [event.lab_id] : []));
  }
}

describe('who is seated', () => {
  test('an agent by its name is seated in its newest version; one that is not here all the same, and so it says', async () => {
    const place = new Place();
    const record = await place.record(await place.open(OPEN));
    expect(matchCard(record).seats.slice(0, 2)).toEqual([
      { seat: 'lab_0', kind: 'script', policy: 'planner' },
      { seat: 'lab_1', kind: 'agent', policy: 'brain@1' }, // a model is no script
    ]);
    expect(record.visibility).toBe('open');
    expect(await place.services.agents?.get('smollm2')).toMatchObject({
      ready: false,
      notReady: expect.stringContaining('smollm2') as string,
    });
    expect(await place.services.agents?.get('brain')).toMatchObject({ ready: true, notReady: null, matches: 1 });
    await place.open({ ...OPEN, seats: { lab_1: 'smollm2@1' } });
  });

  test.each<[string, Partial<MatchRequest>, RegExp]>([
    ['is not there', { seats: { lab_1: 'nobody' } }, /no policy or agent "nobody"/],
    ['has no such version', { seats: { lab_1: 'brain@2' } }, /^The agent brain has no version 2; it has 1\.$/],
    ['does not play the ruleset', { seats: { lab_1: 'closed' } }, /closed@1 does not play gpu-market\/open/],
    ['is retired', { seats: { lab_1: 'old' } }, /old@1 is retired/],
  ])('one that %s is refused in a sentence', async (_, change, why) => {
    const place = new Place();
    const spec = { kind: 'remote' as const, url: 'http://127.0.0.1:9/', secretName: null, fallback: null, turnSeconds: 1 };
    const agent = { title: 'T', summary: '', owner: '', licence: '', plays: ['gpu-market/classic'], spec, trusted: true };
    await place.services.agents?.add({ ...agent, name: 'closed' });
    await place.services.agents?.add({ ...agent, name: 'old', plays: ['gpu-market/open'] });
    await place.services.agents?.retire('old@1');
    const answer = await openMatch(place.services, { ...OPEN, ...change });
    expect(answer).toMatchObject({ ok: false, code: 'unknown_policy', why: expect.stringMatching(why) as string });
  });
});

describe('a match without people', () => {
  test.each([CLASSIC, OPEN])('is played by a model to its end, every turn kept beside its events: %o', async (request) => {
    const place = new Place();
    (await place.runner()).run(await place.open(request));
    const [match] = (await place.store.list({}, { limit: 1 })).items;
    const over = await place.isOver(match?.id ?? '');
    const turns = await place.store.agents.turnsOf(over.id);
    expect(turns.map(({ round }) => round)).toEqual(turns.map((_, n) => n));
    expect(turns.length).toBeGreaterThan(2);
    expect(new Set(turns.map(({ agent, origin }) => `${agent} ${origin}`))).toEqual(new Set(['brain@1 own']));
    expect(turns[0]?.requests.decide?.messages.length).toBe(2);
    expect(place.brain.asked[0]?.account).toMatchObject({ match: over.id, agent: 'brain@1' });
  });

  test.each(['hangs', 'dies', 'babbles'] as const)(
    'goes on in its clock though the backend %s: the fallback plays, and says why',
    async (does) => {
      const place = new Place({ turnSeconds: 0.15 });
      place.brain.does = does;
      const id = await place.open({ ...CLASSIC, task: 'market_round' });
      (await place.runner()).run(id);
      await place.isOver(id);
      const turns = await place.store.agents.turnsOf(id);
      expect(turns.length).toBeGreaterThan(2);
      for (const turn of turns) expect(turn).toMatchObject({ origin: 'fallback', fallbackWhy: expect.any(String) as string });
      expect(place.faults).toEqual([]);
    },
  );

  test('a model that is swapped during a rated match takes it out of the rating at that turn, and the card says so', async () => {
    const place = new Place();
    const { create } = place.store;
    vi.spyOn(place.store, 'create').mockImplementation((match, opening) => create.call(place.store, { ...match, rated: true }, opening));
    place.brain.build = (asked) => (asked <= 3 ? 'build 1' : 'build 2');
    const id = await place.open({ ...OPEN, pace: 0.02 });
    expect(await place.record(id)).toMatchObject({ rated: true });
    const unrated: number[] = [];
    const { append } = place.store;
    vi.spyOn(place.store, 'append').mockImplementation((lease, head, news) => {
      if (news.progress?.fault !== undefined) unrated.push(place.brain.asked.length);
      return append.call(place.store, lease, head, news);
    });
    (await place.runner()).run(id);
    const over = await place.isOver(id);
    expect(over).toMatchObject({
      rated: false,
      fault: 'This match is not rated. Seat lab_1: Its model changed during the match: 2 builds answered (build 1; build 2).',
    });
    expect(unrated[0]).toBe(4); // with the turn that the other build answered, not at the end
    expect((await place.store.agents.turnsOf(id)).length).toBeGreaterThan(4);
  });

  test('one that answers with other weights than those that were pinned takes a rated match out with its first turn', async () => {
    const place = new Place();
    const { create } = place.store;
    vi.spyOn(place.store, 'create').mockImplementation((match, opening) => create.call(place.store, { ...match, rated: true }, opening));
    place.brain.digest = 'sha256:ffff';
    place.services.pinned = (seat) => (seat === 'lab_1' ? 'sha256:b179' : null);
    const id = await place.open(OPEN);
    (await place.runner()).run(id);
    expect(await place.isOver(id)).toMatchObject({
      rated: false,
      fault:
        'This match is not rated. Seat lab_1: Other weights than the pinned ones answered 1 of 1 turns: sha256:ffff instead of sha256:b179.',
    });
  });

  test('an agent thinks while the pace runs, not after it', async () => {
    const place = new Place();
    const id = await place.open({ ...CLASSIC, pace: 60 });
    (await place.runner()).run(id);
    await vi.waitFor(() => expect(place.brain.asked).toHaveLength(1), { timeout: 900_000 });
    expect((await place.record(id)).round).toBe(0);
  });

  test('paused, the thought is called off and nothing of it is kept; resumed, it is asked again; aborted, too', async () => {
    const place = new Place({ turnSeconds: 30 });
    place.brain.does = 'hangs';
    const id = await place.open(CLASSIC);
    (await place.runner()).run(id);
    await vi.waitFor(() => expect(place.brain.asked).toHaveLength(1), 45_000);
    await controlMatch(place.services, id, 'pause');
    await place.until(id, ({ status }) => status === 'paused');
    await vi.waitFor(() => expect(place.brain.calledOff).toBe(1), 45_000);
    expect((await place.record(id)).head).toBe((await place.store.read(id)).length);
    expect(await place.store.agents.turnsOf(id)).toEqual([]);
    await controlMatch(place.services, id, 'resume');
    await vi.waitFor(() => expect(place.brain.asked).toHaveLength(2), 45_000);
    await controlMatch(place.services, id, 'abort');
    await place.until(id, ({ status }) => status === 'aborted');
    await vi.waitFor(() => expect(place.brain.calledOff).toBe(2), 45_000);
    expect(await place.store.agents.turnsOf(id)).toEqual([]);
  });

  test('paused and stepped, one round is played', async () => {
    const place = new Place();
    const id = await place.open({ ...CLASSIC, pace: 60 });
    (await place.runner()).run(id);
    await controlMatch(place.services, id, 'pause');
    await place.until(id, ({ status }) => status === 'paused');
    await controlMatch(place.services, id, 'step');
    await place.until(id, ({ round }) => round === 1);
    expect((await place.store.agents.turnsOf(id)).map(({ round }) => round)).toEqual([0]);
  });

  test('another process that takes over asks again, and knows the turns before', async () => {
    const place = new Place({ turnSeconds: 30 });
    place.brain.delayMs = 30; // so that it is caught in the middle
    const id = await place.open({ ...CLASSIC, task: 'market_round' });
    (await place.runner()).run(id);
    await place.until(id, ({ round }) => round >= 2);
    place.brain.does = 'hangs';
    await place.until(id, ({ round }) => round === place.brain.asked.length - 1);
    await runners[0]?.stop();
    const kept = await place.store.agents.turnsOf(id);
    place.brain.does = 'answers';
    await place.runner();
    await place.isOver(id);
    const all = await place.store.agents.turnsOf(id);
    expect(all.slice(0, kept.length)).toEqual(kept);
    expect(all.map(({ round }) => round)).toEqual(all.map((_, n) => n));
  });

  test('who has lost the lease keeps nothing', async () => {
    const place = new Place({ turnSeconds: 30 });
    place.brain.delayMs = 300;
    const id = await place.open(CLASSIC);
    const runner = await place.runner();
    runner.run(id);
    await vi.waitFor(() => expect(place.brain.asked.length).toBeGreaterThan(0), 45_000);
    vi.spyOn(place.store, 'append').mockResolvedValue({ ok: false, code: 'lease_lost', head: 0 });
    await vi.waitFor(() => expect(runner.isRunning(id)).toBe(false), { timeout: 900_000 });
    expect(await place.store.agents.turnsOf(id)).toEqual([]);
  });

  test('what it thinks is told as it grows, at most ten times a second, and that it has ended', async () => {
    const place = new Place();
    const id = await place.open(CLASSIC);
    (await place.runner()).run(id);
    await place.isOver(id);
    const first = place.pendingTurns.filter(({ round }) => round === 0);
    expect(first.at(-1)).toEqual({ matchId: id, seat: 'lab_0', turn: 0, round: 0, agent: 'brain@1', text: null });
    expect(first.length).toBeLessThanOrEqual(3); // three pieces at once
    expect(first[0]?.text).toMatch(/^\{/);
  });
});

describe('a round with people in it', () => {
  test('never waits for an agent to open, and takes its move when it comes', async () => {
    const place = new Place({ turnSeconds: 30 });
    place.brain.delayMs = 150;
    const id = await place.table();
    await place.until(id, ({ clock }) => clock?.deadline != null);
    expect(await place.taken(id)).toEqual(['lab_2', 'lab_3']);
    await vi.waitFor(async () => expect(await place.taken(id)).toEqual(['lab_2', 'lab_3', 'lab_1']), { timeout: 900_000 });
    expect(await place.wait(id, 0)).toMatchObject({ value: { ok: true } });
    await place.until(id, ({ round }) => round === 1);
    expect((await place.store.agents.turnsOf(id)).map(({ round, origin }) => [round, origin])).toEqual([[0, 'own']]);
  });

  test('waits for the agent when all others are in, within the clock', async () => {
    const place = new Place({ turnSeconds: 30 });
    place.brain.delayMs = 400;
    const id = await place.table();
    await place.until(id, ({ clock }) => clock?.deadline != null);
    expect(await place.wait(id, 0)).toMatchObject({ value: { ok: true } });
    expect((await place.record(id)).round).toBe(0);
    const next = await place.until(id, ({ round }) => round === 1);
    expect(next.missed?.seats).toEqual([]);
  });

  test('a dead backend is played for by the fallback within the clock; nobody is made silent by it', async () => {
    const place = new Place({ turnSeconds: 30 });
    place.brain.does = 'hangs';
    const id = await place.table({ clockSeconds: 1 });
    const next = await place.until(id, ({ round }) => round === 1);
    expect(next.missed?.seats).toEqual(['lab_0']);
    expect((await place.store.agents.turnsOf(id))[0]).toMatchObject({ round: 0, seat: 'lab_1', origin: 'fallback' });
  });

  test('the host steps: who thinks is hurried', async () => {
    const place = new Place({ turnSeconds: 30 });
    place.brain.does = 'hangs';
    const id = await place.table();
    await place.until(id, ({ clock }) => clock?.deadline != null);
    await vi.waitFor(() => expect(place.brain.asked).toHaveLength(1), 45_000);
    await controlTable(place.services, id, 'pause');
    await controlTable(place.services, id, 'step');
    const next = await place.until(id, ({ round }) => round === 1);
    expect(next.missed?.seats).toEqual(['lab_0']);
    expect((await place.store.agents.turnsOf(id)).map(({ seat, origin }) => [seat, origin])).toEqual([['lab_1', 'fallback']]);
  });

  test('a seat is handed to an agent in mid-round and taken back: the agent is called off', async () => {
    const place = new Place({ turnSeconds: 30 });
    const id = await place.table({ seats: { lab_0: 'open' } });
    await place.until(id, ({ clock }) => clock?.deadline != null);
    expect(await handOver(place.services, id, { seat: 'lab_0', policy: 'brain' })).toMatchObject({ ok: true });
    await place.until(id, ({ round }) => round >= 2);
    expect((await place.record(id)).seats[0]).toMatchObject({ name: 'Ann', policy: 'brain@1' });
    place.brain.does = 'hangs';
    const before = place.brain.asked.length;
    await vi.waitFor(() => expect(place.brain.asked.length).toBeGreaterThan(before), { timeout: 900_000 });
    expect(await takeBack(place.services, id, 'lab_0')).toMatchObject({ ok: true });
    await vi.waitFor(() => expect(place.brain.calledOff).toBeGreaterThan(0), { timeout: 900_000 });
    const { round } = await place.until(id, ({ clock }) => clock?.deadline != null);
    expect(await place.wait(id, round)).toMatchObject({ value: { ok: true } });
    await place.until(id, (record) => record.round === round + 1);
    const turns = await place.store.agents.turnsOf(id);
    expect(turns.every((turn) => turn.round < round)).toBe(true);
    expect(place.faults).toEqual([]);
  });
});
