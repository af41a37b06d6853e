import { describe, expect, test } from 'vitest';
import { emptyBroadcaster } from '~/live/audience';
import { MemoryEventStore } from '~/store/memory-event-store';
import { matchCard } from '../match-card';
import type { Services } from '../services';
import { claimSeat } from './claim-seat';
import { handOver } from './hand-over';
import { deviceLink, findHolder, hostLink, redeemLink } from './links';
import { readName } from './names';
import { openTable, type TableRequest } from './open-table';
import { setReady } from './set-ready';
import { startMatch } from './start-match';
import { controlTable, extendClock, fireShock } from './steer-table';
import { tableLog } from './table-log';
import { hashOf } from './tokens';
import { leaveSeat, removePerson } from './vacate-seat';

const REQUEST: TableRequest = {
  ruleset: 'open',
  task: 'market_round',
  policy: 'house',
  seats: { lab_0: 'open', lab_1: 'open', lab_2: 'greedy' },
};

interface Here {
  services: Services;
  id: string;
  host: string;
  now: { ms: number };
}

async function lobby(change: Partial<TableRequest> = {}): Promise<Here> {
  const now = { ms: 1_000_000 };
  const store = new MemoryEventStore('one', () => now.ms);
  const log = { info() {}, warn() {}, error() {} };
  const services: Services = { store, audience: emptyBroadcaster, log, processId: 'one', now: () => now.ms };
  const opened = await openTable(services, { ...REQUEST, ...change });
  if (!opened.ok) throw new Error(opened.why);
  return { services, id: opened.value.match.id, host: opened.value.token ?? '', now };
}

async function sit({ services, id }: Here, name: string, seat?: string): Promise<{ seat: string; token: string }> {
  const claimed = await claimSeat(services, { matchId: id, name, seat, kind: 'person' });
  if (!claimed.ok) throw new Error(claimed.why);
  return claimed.value;
}

describe('a table that is opened', () => {
  test('waits in its lobby, with its world made and hidden, a clock, and a host', async () => {
    const here = await lobby({ clockSeconds: 45, pace: 0 });
    const match = await here.services.store.get(here.id);
    expect(match).toMatchObject({ status: 'lobby', hosted: true, rated: false, visibility: 'public', pace: 1, round: 0 });
    expect(match?.head).toBeGreaterThan(0);
    expect(match?.clock).toEqual({ seconds: 45, deadline: null, remaining: null });
    expect(match && matchCard(match)).toMatchObject({ seed: null, scores: null, clock: { seconds: 45 } });
    expect(await findHolder(here.services, here.host)).toEqual({ matchId: here.id, role: 'host', seat: null });
  });

  test('has a seed of 53 bits that nobody chose, unless the host did', async () => {
    const seeds = new Set<number | undefined>();
    for (let n = 0; n < 8; n += 1) {
      const here = await lobby();
      seeds.add((await here.services.store.get(here.id))?.seed);
    }
    expect(seeds.size).toBe(8);
    expect(Math.max(...[...seeds].map(Number))).toBeGreaterThan(2 ** 45);
    const chosen = await lobby({ seed: 7 });
    expect((await chosen.services.store.get(chosen.id))?.seed).toBe(7);
  });

  test('without open seats it is a match as any other: it runs, is nobody’s, and everything is shown', async () => {
    const here = await lobby({ seats: {} });
    expect(here.host).toBe('');
    expect(await here.services.store.get(here.id)).toMatchObject({ status: 'running', hosted: false, visibility: 'open', clock: null });
  });

  test('nobody sits where moves cannot be handed in', async () => {
    const here = await lobby();
    const classic = { task: 'single_trade', policy: 'wait', seats: { lab_0: 'open' } };
    expect(await openTable(here.services, classic)).toMatchObject({ ok: false, code: 'bad_input' });
    expect(await openTable(here.services, { ...REQUEST, clockSeconds: 901 })).toMatchObject({ ok: false, code: 'bad_clock' });
    expect(await openTable(here.services, { ...REQUEST, delayRounds: 11 })).toMatchObject({ ok: false, code: 'bad_delay' });
    expect(await openTable(here.services, { ...REQUEST, options: { labs: 1 } })).toMatchObject({ ok: false, code: 'bad_input' });
  });
});

describe('in the lobby', () => {
  test('people take seats, say that they are ready, get up', async () => {
    const here = await lobby();
    const { services, id } = here;
    expect(await sit(here, 'Ann', 'lab_1')).toMatchObject({ seat: 'lab_1' });
    expect(await sit(here, 'Bo')).toMatchObject({ seat: 'lab_0' });
    await setReady(services, id, { seat: 'lab_0', ready: true });
    await leaveSeat(services, id, 'lab_1');
    expect((await services.store.get(id))?.seats).toEqual([
      { seat: 'lab_0', kind: 'person', name: 'Bo', ready: true, here: false, policy: null },
      { seat: 'lab_1', kind: 'open' },
      { seat: 'lab_2', kind: 'script', policy: 'greedy' },
      { seat: 'lab_3', kind: 'script', policy: 'house' },
    ]);
    expect(await sit(here, 'Ann')).toMatchObject({ seat: 'lab_1' });
  });

  test.each([
    [{ seat: 'lab_0', name: 'Cy' }, 'seat_taken', 'Somebody has just taken this seat.'],
    [{ seat: 'lab_2', name: 'Cy' }, 'seat_taken', 'The policy greedy plays this seat.'],
    [{ seat: 'lab_9', name: 'Cy' }, 'unknown_seat', 'There is no seat "lab_9"'],
    [{ name: ' ann ' }, 'bad_name', ''],
    [{ name: '' }, 'bad_name', ''],
  ])('a claim of %j is refused: %s', async (claim, code, words) => {
    const here = await lobby();
    await sit(here, 'Ann');
    const why = expect.stringContaining(words) as string;
    expect(await claimSeat(here.services, { matchId: here.id, kind: 'person', ...claim })).toMatchObject({ ok: false, code, why });
  });

  test('a full table takes nobody, nor one that has begun, nor one that is over, nor one that is not', async () => {
    const here = await lobby();
    const claim = { matchId: here.id, name: 'Cy', kind: 'program' as const };
    await sit(here, 'Ann');
    await sit(here, 'Bo');
    expect(await claimSeat(here.services, claim)).toMatchObject({ code: 'match_full' });
    await startMatch(here.services, here.id);
    expect(await claimSeat(here.services, claim)).toMatchObject({ code: 'match_started' });
    const aborted = await lobby();
    expect(await controlTable(aborted.services, aborted.id, 'abort')).toMatchObject({ ok: true, value: { match: { status: 'aborted' } } });
    expect(await claimSeat(aborted.services, { ...claim, matchId: aborted.id })).toMatchObject({ code: 'match_over' });
    expect(await claimSeat(here.services, { ...claim, matchId: 'nosuchmatch' })).toMatchObject({ code: 'unknown_match' });
  });

  test('of two who reach for the same seat one gets it, and a start meanwhile leaves nobody half seated', async () => {
    const here = await lobby();
    const { services, id } = here;
    const claims = ['Ann', 'Bo', 'Cy'].map((name) => claimSeat(services, { matchId: id, seat: 'lab_0', name, kind: 'person' }));
    const started = startMatch(services, id);
    const late = claimSeat(services, { matchId: id, name: 'Di', kind: 'person' });
    const answers = await Promise.all([...claims, late]);
    expect(await started).toMatchObject({ ok: true });
    expect(answers.map((answer) => (answer.ok ? 'seated' : answer.code))).toEqual(['seated', 'seat_taken', 'seat_taken', 'match_started']);
    expect(await startMatch(services, id)).toMatchObject({ code: 'match_started' });
    const match = await services.store.get(id);
    expect(match?.seats.map((card) => card.kind)).toEqual(['person', 'script', 'script', 'script']);
    expect(match?.status).toBe('running');
  });

  test('nothing of a match that has not begun can be steered', async () => {
    const { services, id } = await lobby();
    await sit({ services, id } as Here, 'Ann');
    expect(await controlTable(services, id, 'pause')).toMatchObject({ code: 'not_started' });
    expect(await extendClock(services, id, 30)).toMatchObject({ code: 'not_started' });
    expect(await fireShock(services, id, { kind: 'energy_spike', inRounds: 1 })).toMatchObject({ code: 'not_started' });
    expect(await handOver(services, id, { seat: 'lab_0', policy: 'greedy' })).toMatchObject({ code: 'not_started' });
  });
});

describe('a token', () => {
  test('is good for its seat until its bearer goes or is removed', async () => {
    const here = await lobby();
    const { services, id } = here;
    const [ann, bo] = [await sit(here, 'Ann'), await sit(here, 'Bo')];
    expect(await findHolder(services, ann.token)).toEqual({ matchId: id, role: 'seat', seat: 'lab_0' });
    await removePerson(services, id, 'lab_0');
    expect(await findHolder(services, ann.token)).toBeNull();
    await leaveSeat(services, id, 'lab_1');
    expect(await findHolder(services, bo.token)).toBeNull();
    expect(await findHolder(services, 'guessed')).toBeNull();
    expect(await findHolder(services, hashOf(here.host))).toBeNull(); // what is stored opens nothing
  });

  test('opens another device by a code, which is good once and for ten minutes', async () => {
    const here = await lobby();
    const { services, id } = here;
    const ann = await sit(here, 'Ann');
    const link = await deviceLink(services, id, 'lab_0');
    if (!link.ok) throw new Error(link.why);
    const redeemed = await redeemLink(services, link.value.code);
    if (!redeemed.ok) throw new Error(redeemed.why);
    expect(redeemed.value).toMatchObject({ matchId: id, role: 'seat', seat: 'lab_0' });
    expect(await findHolder(services, redeemed.value.token)).toEqual(await findHolder(services, ann.token));
    expect(await redeemLink(services, link.value.code)).toMatchObject({ ok: false, code: 'unknown_link' });
    const old = await hostLink(services, id);
    here.now.ms += 10 * 60_000 + 1;
    expect(old.ok && (await redeemLink(services, old.value.code))).toMatchObject({ code: 'unknown_link' });
    expect(await deviceLink(services, id, 'lab_1')).toMatchObject({ code: 'unknown_seat' });
  });

  test('of who was removed opens no further device either', async () => {
    const here = await lobby();
    await sit(here, 'Ann');
    const link = await deviceLink(here.services, here.id, 'lab_0');
    await removePerson(here.services, here.id, 'lab_0');
    await sit(here, 'Eve', 'lab_0');
    expect(link.ok && (await redeemLink(here.services, link.value.code))).toMatchObject({ code: 'unknown_link' });
  });
});

test('the log tells what was done, by whom, and never a token', async () => {
  const here = await lobby();
  const { services, id } = here;
  const ann = await sit(here, 'Ann');
  await setReady(services, id, { seat: 'lab_0', ready: true });
  const link = await deviceLink(services, id, 'lab_0');
  await startMatch(services, id);
  await handOver(services, id, { seat: 'lab_0', policy: 'greedy' });
  await removePerson(services, id, 'lab_0');
  await controlTable(services, id, 'pause');
  const log = await tableLog(services, id);
  if (!log.ok || !link.ok) throw new Error('no log');
  expect(log.value.map(({ kind, by, seat, name, detail }) => [kind, by, seat, name, detail])).toEqual([
    ['opened', 'host', null, null, null],
    ['joined', 'seat', 'lab_0', 'Ann', 'person'],
    ['ready', 'seat', 'lab_0', 'Ann', null],
    ['linked', 'seat', 'lab_0', 'Ann', 'seat'],
    ['started', 'host', null, null, null],
    ['handed_over', 'seat', 'lab_0', 'Ann', 'greedy'],
    ['removed', 'host', 'lab_0', 'Ann', null],
    ['paused', 'host', null, null, null],
  ]);
  const text = JSON.stringify(log.value);
  for (const secret of [ann.token, here.host, link.value.code]) expect(text).not.toContain(secret);
  expect(await tableLog(services, 'nosuchmatch')).toMatchObject({ code: 'unknown_match' });
});

describe('a name', () => {
  test.each([
    ['  Ann ', 'Ann'],
    ['李 明', '李 明'],
    ['<b>Bo</b>', '<b>Bo</b>'],
    ['a'.repeat(24), 'a'.repeat(24)],
    ['🦊', '🦊'],
  ])('%j is %j', (typed, name) => {
    expect(readName(typed, [])).toEqual({ ok: true, value: name });
  });

  test.each(['', '   ', 'a'.repeat(25), 'a\u0000b', 'a\nb', '\u202Eevil', 'a\u200Bb', '\ud83d', '\u2028', '\u0301'])(
    '%j is none',
    (typed) => {
      expect(readName(typed, [])).toMatchObject({ ok: false, code: 'bad_name' });
    },
  );

  test.each(['Lab B', 'house', 'Host (organiser)', 'greedy', 'grееdy'])('F12: %j would pass for somebody else', (typed) => {
    expect(readName(typed, [])).toMatchObject({ ok: false, code: 'bad_name' });
  });

  test('a name that was accepted by older rules keeps its seat', async () => {
    const { services, id } = await lobby();
    const claim = { matchId: id, name: 'Kim Won', seat: 'lab_0', kind: 'person' as const };
    expect(await claimSeat(services, claim)).toMatchObject({ ok: false, code: 'bad_name' });
    expect(await claimSeat(services, { ...claim, isStored: true })).toMatchObject({ ok: true });
  });

  test.each(['ANN', 'Ａnn', ' ann', 'Аnn', 'An\u0578'])('%j is Ann’s already', (typed) => {
    const ann = { seat: 'lab_0', kind: 'person' as const, name: 'Ann', ready: false, here: false, policy: null };
    expect(readName(typed, [ann])).toMatchObject({ ok: false, code: 'bad_name' });
  });
});
