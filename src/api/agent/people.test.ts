/** People of the registry: added, seated by the host, reached by a link, counted on a card; and what nobody gets of them. */
import { describe, expect, it } from 'vitest';
import { emptyBroadcaster } from '~/live/audience';
import { namePlayer } from '~/match/name-player';
import { openMatch } from '~/match/open-match';
import { runMatch } from '~/match/run-match';
import type { Services } from '~/match/services';
import { claimSeat } from '~/match/table/claim-seat';
import { handOver } from '~/match/table/hand-over';
import { keepSeat } from '~/match/table/keep-seat';
import { findHolder, redeemLink, sitterLink } from '~/match/table/links';
import { openTable, type TableRequest } from '~/match/table/open-table';
import { startMatch } from '~/match/table/start-match';
import { tableLog } from '~/match/table/table-log';
import { removePerson } from '~/match/table/vacate-seat';
import { Brain, service } from '~/match/testing/agents';
import { WakeSignal } from '~/match/wake-signal';
import type { SeatCard } from '~/store/match-types';
import { MemoryEventStore } from '~/store/memory-event-store';
import { resultsOf } from './results';

const ANN = { name: 'ann', title: 'Ann', summary: '', owner: 'Club', licence: '', plays: ['gpu-market/open'], trusted: true };
const TABLE: TableRequest = { ruleset: 'open', task: 'single_trade', policy: 'wait', seats: { lab_0: 'ann' } };

interface Refusal {
  why: string;
  change: Partial<TableRequest>;
  code: string;
}

async function house(): Promise<Services & { agents: NonNullable<Services['agents']> }> {
  const store = new MemoryEventStore('one');
  const { agents } = service(new Brain(), store.agents);
  expect(await agents.add({ ...ANN, spec: { kind: 'person' } })).toMatchObject({ ok: true, value: { ref: 'ann@1', ready: true } });
  return { store, agents, audience: emptyBroadcaster, log: { info() {}, warn() {}, error() {} }, processId: 'one', now: Date.now };
}

async function tableOf(services: Services, change: Partial<TableRequest> = {}) {
  const opened = await openTable(services, { ...TABLE, ...change });
  if (!opened.ok) throw new Error(opened.why);
  return opened.value;
}

describe('a person is added', () => {
  it('once, and stays version 1 under another title', async () => {
    const { agents } = await house();
    expect(await agents.add({ ...ANN, title: 'Ann Lee', spec: { kind: 'person' } })).toMatchObject({ ok: true, value: { ref: 'ann@1' } });
    expect((await agents.versions('ann')).map(({ title }) => title)).toEqual(['Ann Lee']);
    expect(await agents.find('ann')).toBeNull(); // nothing of Mandi's plays for her
  });

  it('under a name that a table can show', async () => {
    const { agents } = await house();
    const long = { ...ANN, name: 'long', title: 'x'.repeat(25), spec: { kind: 'person' } as const };
    expect(await agents.add(long)).toMatchObject({ ok: false, code: 'bad_input', why: 'title: A name has 1 to 24 characters.' });
  });

  it('and never becomes a program, nor a program a person: results would end on the wrong card', async () => {
    const { agents } = await house();
    const spec = { kind: 'remote', url: 'http://127.0.0.1:9/', secretName: null, fallback: null, turnSeconds: 1 } as const;
    expect(await agents.add({ ...ANN, spec })).toMatchObject({
      ok: false,
      code: 'name_taken',
      why: expect.stringContaining('a person') as string,
    });
    await agents.add({ ...ANN, name: 'bot', spec });
    expect(await agents.add({ ...ANN, name: 'bot', spec: { kind: 'person' } })).toMatchObject({ ok: false, code: 'name_taken' });
  });
});

describe('a seat that is kept for a person', () => {
  it('is hers from the start: nobody claims it, and the host alone gets its link', async () => {
    const services = await house();
    const { match, token } = await tableOf(services, { seats: { lab_0: 'ann', lab_1: 'open' } });
    expect(match).toMatchObject({ status: 'lobby', hosted: true, visibility: 'public' });
    expect(match.seats[0]).toEqual({ seat: 'lab_0', kind: 'person', name: 'Ann', ready: false, here: false, policy: null, agent: 'ann@1' });
    expect(token).not.toBeNull();
    expect(await claimSeat(services, { matchId: match.id, seat: 'lab_0', name: 'Eve', kind: 'person' })).toMatchObject({
      code: 'seat_taken',
    });
    const link = await sitterLink(services, match.id, 'lab_0');
    const opened = await redeemLink(services, link.ok ? link.value.code : '');
    expect(opened).toMatchObject({ ok: true, value: { matchId: match.id, seat: 'lab_0', role: 'seat' } });
    expect(await findHolder(services, opened.ok ? opened.value.token : '')).toMatchObject({ seat: 'lab_0' });
    const notes = await tableLog(services, match.id);
    expect(notes.ok && notes.value.at(-1)).toMatchObject({ kind: 'linked', by: 'host', name: 'Ann' });
  });

  it('has a link for the host, and a seat that somebody claimed has none', async () => {
    const services = await house();
    const { match } = await tableOf(services, { seats: { lab_0: 'ann', lab_1: 'open' } });
    await claimSeat(services, { matchId: match.id, seat: 'lab_1', name: 'Bo', kind: 'person' });
    expect(await sitterLink(services, match.id, 'lab_1')).toMatchObject({ ok: false, code: 'unknown_seat' });
  });

  it.each([
    { why: 'one person cannot sit twice', change: { seats: { lab_0: 'ann', lab_1: 'ann@1' } }, code: 'bad_input' },
    { why: 'a person has one seat', change: { policy: 'ann', seats: {} }, code: 'unknown_policy' },
    { why: 'nobody sits in classic', change: { ruleset: 'classic', policy: 'random', seats: { lab_0: 'ann' } }, code: 'unknown_policy' },
  ] as Refusal[])('is refused where $why', async ({ change, code }: Refusal) => {
    const services = await house();
    const refusal = await openMatch(services, { ...TABLE, seed: 5, ...change });
    expect(refusal).toMatchObject({ ok: false, code });
    expect(refusal.ok ? '' : refusal.why).toContain('ann@1');
  });

  it('is no place for her as a stand-in, which plays by itself', async () => {
    const services = await house();
    expect(await namePlayer(services, { key: 'gpu-market/open', version: 1 }, 'ann')).toMatchObject({
      code: 'unknown_policy',
      why: expect.stringContaining('ann@1 is a person: people take a seat of their own at a table') as string,
    });
  });
});

describe('a free seat of a lobby', () => {
  it('is kept for her by the host: nobody else claims it, and its link opens it', async () => {
    const services = await house();
    const { match } = await tableOf(services, { seats: { lab_0: 'open', lab_1: 'open' } });
    const kept = await keepSeat(services, match.id, { seat: 'lab_1', person: 'ann' });
    expect(kept).toMatchObject({ ok: true });
    expect((await services.store.get(match.id))?.seats[1]).toMatchObject({ kind: 'person', name: 'Ann', agent: 'ann@1', ready: false });
    expect(await claimSeat(services, { matchId: match.id, seat: 'lab_1', name: 'Eve', kind: 'person' })).toMatchObject({
      code: 'seat_taken',
    });
    const link = await sitterLink(services, match.id, 'lab_1');
    expect(await redeemLink(services, link.ok ? link.value.code : '')).toMatchObject({ ok: true, value: { seat: 'lab_1' } });
    const notes = await tableLog(services, match.id);
    expect(notes.ok && notes.value.map(({ kind, by, name }) => [kind, by, name])).toContainEqual(['kept', 'host', 'Ann']);
  });

  it('and when she is taken away, the seat is free and her link opens nothing', async () => {
    const services = await house();
    const { match } = await tableOf(services, { seats: { lab_0: 'open', lab_1: 'open' } });
    await keepSeat(services, match.id, { seat: 'lab_0', person: 'ann' });
    const link = await sitterLink(services, match.id, 'lab_0');
    await removePerson(services, match.id, 'lab_0');
    expect(await redeemLink(services, link.ok ? link.value.code : '')).toMatchObject({ ok: false, code: 'unknown_link' });
    expect(await keepSeat(services, match.id, { seat: 'lab_1', person: 'ann@1' })).toMatchObject({ ok: true });
  });

  it('is not kept where she cannot sit, and that is said', async () => {
    const services = await house();
    const { match } = await tableOf(services, { seats: { lab_0: 'open', lab_1: 'open' } });
    const keep = (seat: string, person: string) => keepSeat(services, match.id, { seat, person });
    expect(await keep('lab_0', 'nobody')).toMatchObject({
      code: 'unknown_policy',
      why: 'No person called "nobody" is registered.',
    });
    expect(await keep('lab_0', 'house')).toMatchObject({ code: 'unknown_policy' });
    expect(await keep('lab_9', 'ann')).toMatchObject({ code: 'unknown_seat' });
    await claimSeat(services, { matchId: match.id, seat: 'lab_0', name: 'ann', kind: 'person' });
    expect(await keep('lab_0', 'ann')).toMatchObject({ code: 'seat_taken' });
    expect(await keep('lab_1', 'ann')).toMatchObject({
      code: 'bad_input',
      why: '"Ann" looks like ann, who is already at this table: choose another name.',
    });
    await removePerson(services, match.id, 'lab_0');
    expect(await keep('lab_0', 'ann')).toMatchObject({ ok: true });
    expect(await keep('lab_1', 'ann')).toMatchObject({ code: 'bad_input', why: 'ann@1 can sit in one seat only.' });
    await startMatch(services, match.id);
    expect(await keep('lab_1', 'ann')).toMatchObject({ code: 'match_started' });
    expect(await keepSeat(services, 'none', { seat: 'lab_0', person: 'ann' })).toMatchObject({ code: 'unknown_match' });
  });
});

describe('what a person played', () => {
  async function played(
    services: Services,
    before: (id: string) => Promise<unknown> = async () => undefined,
  ): Promise<SeatCard | undefined> {
    const { match } = await tableOf(services, { clockSeconds: 0.05 });
    await startMatch(services, match.id);
    await before(match.id);
    await runMatch(services, match.id, { wake: new WakeSignal(), signal: new AbortController().signal });
    const over = await services.store.get(match.id);
    expect(over?.status).toBe('finished');
    return over?.seats[0];
  }

  it('gathers on her card', { timeout: 900_000 }, async () => {
    const services = await house();
    expect(await played(services)).toMatchObject({ agent: 'ann@1', policy: null });
    expect((await services.agents.get('ann'))?.matches).toBe(1);
    const results = await resultsOf(services.store.agents, await services.agents.versions('ann'));
    expect(results).toMatchObject([{ task: 'single_trade', matches: 1, counts: null, beside: null }]);
  });

  it('does not count where somebody else played her seat for a time', { timeout: 900_000 }, async () => {
    const services = await house();
    const card = await played(services, (id) => handOver(services, id, { seat: 'lab_0', policy: 'wait' }));
    expect(card).toMatchObject({ agent: 'ann@1', policy: 'wait' });
    expect(await services.store.agents.playedBy('ann@1', 10)).toEqual([]);
  });
});
