/** What every table store promises: seats changed by one at a time, tokens kept as hashes, turns kept once, answers with the append. */
import { expect, test } from 'vitest';
import type { MatchRecord, NewMatch, Notice } from '~/store/event-store';
import type { HeldSeat, SeatCard } from '~/store/match-types';
import type { HandedIn, Receipt } from '~/store/table-store';
import { begin, hold, newMatch, OPENING, onEveryStore, until } from './support/stores';

const ANN: HeldSeat = { seat: 'lab_0', kind: 'person', name: 'Ann', ready: false, here: false, policy: null };
const BO: HeldSeat = { ...ANN, seat: 'lab_1', name: 'Bo', kind: 'program' };
const HOUSE: SeatCard = { seat: 'lab_2', kind: 'script', policy: 'house' };
const TABLE: Partial<NewMatch> = {
  seats: [ANN, BO, HOUSE],
  visibility: 'public',
  hosted: true,
  clock: { seconds: 30, deadline: null, remaining: null },
};
const TAKEN: Receipt = { ok: true, code: 'turn_accepted', message: 'The turn is taken.', turn: 0 };
const REFUSED: Receipt = { ok: false, code: 'early_round', message: 'That round has not begun.', turn: 0 };

function turnOf(match: MatchRecord, change: Partial<HandedIn> = {}): HandedIn {
  return { matchId: match.id, seat: 'lab_0', turn: 0, key: 'k', payload: { actions: [], round_index: 0, key: 'k' }, ...change };
}

onEveryStore((stores) => {
  test('a table comes back as it was created', async () => {
    const asked = newMatch({
      ...TABLE,
      lobby: true,
      seats: [ANN, BO, HOUSE, { seat: 'lab_3', kind: 'open' }],
      delayTurns: 3,
      rated: true,
      season: { id: `s${Math.random()}`, index: 7 },
      origin: { matchId: 'origin', seq: 12, replaced: { turn: 3, seat: 'lab_1', move: { actions: [] }, standIns: { lab_0: 'house' } } },
      round: 2,
      scores: { lab_0: 1.5, lab_1: null },
    });
    const created = await stores().store.create(asked, OPENING);
    const { lobby: _, ...facts } = asked;
    expect(created).toMatchObject({ ...facts, status: 'lobby', missed: null, head: 1 });
    expect(await stores().other.get(asked.id)).toEqual(created);
  });

  test('a lobby is run by nobody, steered by nobody, and no orphan', async () => {
    const match = await begin(stores(), { ...TABLE, lobby: true });
    expect(await stores().store.acquire(match.id, 'one', 1000)).toBeNull();
    expect((await stores().store.orphans(10_000)).map(({ id }) => id)).not.toContain(match.id);
    expect(await stores().store.command(match.id, 'pause')).toEqual({ ok: false, code: 'not_started' });
    expect(await stores().store.tables.handIn(turnOf(match))).toEqual({ ok: false, code: 'not_started' });
  });

  test('of what a seat says again and again the newest twenty stay in the log, and everything else', async () => {
    const match = await begin(stores(), { ...TABLE, lobby: true });
    const { tables } = stores().store;
    const say = (kind: 'joined' | 'ready' | 'not_ready' | 'linked', seat: string) =>
      tables.change(match.id, () => ({ answer: true, notes: [{ kind, by: 'seat', seat, name: seat, detail: null }] }));
    await say('joined', 'lab_0');
    await say('ready', 'lab_1');
    for (let n = 0; n < 15; n += 1) for (const kind of ['ready', 'not_ready'] as const) await say(kind, 'lab_0');
    await say('linked', 'lab_0');
    const kept = (await tables.notes(match.id)).map(({ kind, seat }) => `${kind} ${seat}`);
    const few = Array.from({ length: 19 }, (_, n) => (n % 2 === 0 ? 'not_ready lab_0' : 'ready lab_0'));
    expect(kept).toEqual(['joined lab_0', 'ready lab_1', ...few, 'linked lab_0']);
  });

  test('what the host did is read without what seats did, and without other kinds', async () => {
    const match = await begin(stores(), { ...TABLE, lobby: true });
    const { tables } = stores().store;
    const note = (kind: 'paused' | 'shock' | 'ready', by: 'host' | 'seat') => ({ kind, by, seat: null, name: null, detail: null });
    await tables.change(match.id, () => ({
      answer: true,
      notes: [note('paused', 'host'), note('ready', 'seat'), note('shock', 'host'), note('paused', 'seat')],
    }));
    const told = await stores().other.tables.notes(match.id, { host: ['paused', 'resumed'] });
    expect(told).toMatchObject([{ kind: 'paused', by: 'host' }]);
  });

  test('a change is written whole: seats, status, log, tokens', async () => {
    const match = await begin(stores(), { ...TABLE, lobby: true });
    const { tables } = stores().store;
    const hash = `h${Math.random()}`;
    const changed = await tables.change(match.id, (before) => ({
      answer: before.seats.length,
      seats: [BO, HOUSE],
      status: 'running',
      rated: false,
      tokens: [{ hash, role: 'seat', seat: 'lab_0' }],
      notes: [{ kind: 'joined', by: 'seat', seat: 'lab_0', name: 'Ann', detail: null }],
    }));
    expect(changed).toMatchObject({ answer: 3, match: { status: 'running', seats: [BO, HOUSE] } });
    expect(await stores().other.get(match.id)).toEqual(changed?.match);
    expect(await stores().other.tables.findHolder(hash)).toEqual({ matchId: match.id, role: 'seat', seat: 'lab_0' });
    const notes = await stores().other.tables.notes(match.id);
    expect(notes).toMatchObject([{ round: 0, kind: 'joined', by: 'seat', seat: 'lab_0', name: 'Ann', detail: null }]);
    expect(notes[0]?.at).toBeInstanceOf(Date);
    expect(await tables.change('nosuchmatch', () => ({ answer: 1 }))).toBeNull();
  });

  test('changes that come at once are decided one after the other', async () => {
    const match = await begin(stores(), { ...TABLE, lobby: true, seats: [{ seat: 'lab_0', kind: 'open' }] });
    const claims = Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? stores().store : stores().other));
    const answers = await Promise.all(
      claims.map(({ tables }, n) =>
        tables.change(match.id, ({ seats }) =>
          seats[0]?.kind === 'open' ? { answer: true, seats: [{ ...ANN, name: `n${n}` }] } : { answer: false },
        ),
      ),
    );
    expect(answers.filter((one) => one?.answer)).toHaveLength(1);
  });

  test('what is revoked opens nothing; the same seat’s next token does', async () => {
    const match = await begin(stores(), TABLE);
    const { tables } = stores().store;
    const right = { role: 'seat' as const, seat: 'lab_0' };
    const [old, other, next, code] = Array.from({ length: 4 }, (_, n) => `${n}_${Math.random()}`) as [string, string, string, string];
    await tables.change(match.id, () => ({
      answer: null,
      tokens: [
        { hash: old, ...right },
        { hash: other, role: 'host', seat: null },
      ],
      links: [{ hash: code, ...right, expiresAt: new Date(Date.now() + 60_000) }],
    }));
    await tables.change(match.id, () => ({ answer: null, revoke: [right], tokens: [{ hash: next, ...right }] }));
    expect(await tables.findHolder(old)).toBeNull();
    expect(await tables.redeem(code, 'x')).toBeNull();
    expect(await tables.findHolder(other)).toMatchObject({ role: 'host' });
    expect(await tables.findHolder(next)).toMatchObject(right);
  });

  test('a code is good once, and not after its time', async () => {
    const match = await begin(stores(), TABLE);
    const [good, old] = [`g${Math.random()}`, `o${Math.random()}`];
    const right = { role: 'seat' as const, seat: 'lab_1' };
    await stores().store.tables.change(match.id, () => ({
      answer: null,
      links: [
        { hash: good, ...right, expiresAt: new Date(Date.now() + 60_000) },
        { hash: old, ...right, expiresAt: new Date(Date.now() - 1) },
      ],
    }));
    const tries = [stores().store, stores().other, stores().store].map(({ tables }, n) => tables.redeem(good, `${good}${n}`));
    const redeemed = await Promise.all(tries);
    expect(redeemed.filter((holding) => holding !== null)).toEqual([{ matchId: match.id, ...right }]);
    const index = redeemed.findIndex((holding) => holding !== null);
    expect(await stores().other.tables.findHolder(`${good}${index}`)).toEqual({ matchId: match.id, ...right });
    expect(await stores().store.tables.redeem(old, 'y')).toBeNull();
  });

  test('a turn waits for the holder, is answered with the append, and is the same turn for good', async () => {
    const match = await begin(stores(), TABLE);
    const { store, other } = stores();
    const handed = await other.tables.handIn(turnOf(match));
    if (!handed.ok) throw new Error(handed.code);
    expect(handed.receipt).toBeNull();
    expect(await store.tables.waitingTurns(match.id)).toEqual([{ ...turnOf(match), id: handed.id, held: false }]);
    expect(await other.tables.handIn(turnOf(match, { payload: 'another' }))).toEqual(handed);
    const lease = await hold(stores(), match.id);
    const answers = [{ id: handed.id, receipt: TAKEN }];
    expect(await store.append(lease, 7, { events: [{ type: 'a' }], answers })).toMatchObject({ ok: false });
    expect(await other.tables.answerTo(handed.id)).toBeNull(); // nothing of a refused append is kept
    expect(await store.append(lease, 1, { events: [{ type: 'a' }], answers })).toMatchObject({ ok: true, head: 2 });
    expect(await other.tables.answerTo(handed.id)).toEqual(TAKEN);
    expect(await store.tables.waitingTurns(match.id)).toEqual([]);
    expect(await other.tables.handIn(turnOf(match))).toEqual({ ok: true, id: handed.id, receipt: TAKEN });
  });

  test('a turn that was refused may be tried again; one that is held back waits on, answered', async () => {
    const match = await begin(stores(), TABLE);
    const { store } = stores();
    const lease = await hold(stores(), match.id);
    const handed = await store.tables.handIn(turnOf(match));
    if (!handed.ok) throw new Error(handed.code);
    await store.append(lease, 1, { events: [], answers: [{ id: handed.id, receipt: REFUSED }] });
    expect(await store.tables.waitingTurns(match.id)).toEqual([]);
    const again = turnOf(match, { turn: 1, payload: { actions: [], round_index: 1 } });
    expect(await store.tables.handIn(again)).toEqual({ ok: true, id: handed.id, receipt: null });
    expect(await store.tables.waitingTurns(match.id)).toMatchObject([{ ...again, held: false }]);
    await store.append(lease, 1, { events: [], answers: [{ id: handed.id, receipt: TAKEN, held: true }] });
    expect(await store.tables.waitingTurns(match.id)).toMatchObject([{ ...again, held: true }]);
    expect(await store.tables.handIn(again)).toMatchObject({ receipt: TAKEN });
  });

  test('turns that come at once are all kept, in one order for everybody, and none twice', async () => {
    const seats = Array.from({ length: 64 }, (_, n) => ({ ...ANN, seat: `lab_${n}`, name: `n${n}` }));
    const match = await begin(stores(), { ...TABLE, seats });
    const endpoints = [stores().store, stores().other];
    await Promise.all(
      seats.flatMap(({ seat }, n) => endpoints.map(({ tables }) => tables.handIn(turnOf(match, { seat, key: `k${n}`, payload: { n } })))),
    );
    const waiting = await stores().store.tables.waitingTurns(match.id);
    expect(waiting.map(({ seat }) => seat).toSorted()).toEqual(seats.map(({ seat }) => seat).toSorted());
    expect(await stores().other.tables.waitingTurns(match.id)).toEqual(waiting);
  });

  test('a seat that a policy plays takes no turns; one whose turn was taken still answers', async () => {
    const match = await begin(stores(), TABLE);
    const { store } = stores();
    const lease = await hold(stores(), match.id);
    const handed = await store.tables.handIn(turnOf(match));
    if (!handed.ok) throw new Error(handed.code);
    await store.append(lease, 1, { events: [], answers: [{ id: handed.id, receipt: TAKEN }] });
    await store.tables.change(match.id, () => ({ answer: null, seats: [{ ...ANN, policy: 'greedy' }, BO, HOUSE] }));
    expect(await store.tables.handIn(turnOf(match, { key: 'new' }))).toEqual({ ok: false, code: 'seat_handed_over' });
    expect(await store.tables.handIn(turnOf(match))).toMatchObject({ ok: true, receipt: TAKEN });
    expect(await store.tables.handIn(turnOf(match, { seat: 'lab_2' }))).toEqual({ ok: false, code: 'seat_handed_over' });
    expect(await store.tables.handIn(turnOf(match, { matchId: 'nosuchmatch' }))).toEqual({ ok: false, code: 'unknown_match' });
    await store.update(lease, { status: 'finished' });
    expect(await store.tables.handIn(turnOf(match, { seat: 'lab_1' }))).toEqual({ ok: false, code: 'match_over' });
    expect(await store.tables.handIn(turnOf(match))).toMatchObject({ ok: true, receipt: TAKEN });
  });

  test('a paused match with a turn to take is an orphan; one whose turns are held back is not', async () => {
    const match = await begin(stores(), TABLE);
    const { store } = stores();
    const orphans = async (): Promise<string[]> => (await store.orphans(10_000)).map((record) => record.id);
    let lease = await hold(stores(), match.id);
    await store.update(lease, { status: 'paused' });
    await store.release(lease);
    expect(await orphans()).not.toContain(match.id);
    const handed = await store.tables.handIn(turnOf(match));
    expect(await orphans()).toContain(match.id);
    lease = await hold(stores(), match.id);
    if (handed.ok) await store.append(lease, 1, { events: [], answers: [{ id: handed.id, receipt: TAKEN, held: true }] });
    await store.release(lease);
    expect(await orphans()).not.toContain(match.id);
  });

  test('the clock and who missed a turn are part of an append, and of an update', async () => {
    const match = await begin(stores(), TABLE);
    const { store, other } = stores();
    const lease = await hold(stores(), match.id);
    const deadline = new Date('2026-01-02T03:04:05.678Z');
    const running = { seconds: 30, deadline, remaining: null };
    await store.append(lease, 1, {
      events: [{ type: 'a' }],
      progress: { round: 1, turn: 3, clock: running, missed: { turn: 2, seats: ['lab_1'] } },
    });
    expect(await other.get(match.id)).toMatchObject({ round: 1, turn: 3, head: 2, clock: running, missed: { turn: 2, seats: ['lab_1'] } });
    await store.append(lease, 2, { events: [{ type: 'b' }] });
    expect(await other.get(match.id)).toMatchObject({ head: 3, clock: running, missed: { turn: 2, seats: ['lab_1'] } });
    const paused = { seconds: 30, deadline: null, remaining: 1234 };
    await store.update(lease, { status: 'paused', clock: paused });
    expect(await other.get(match.id)).toMatchObject({ status: 'paused', clock: paused, missed: { turn: 2, seats: ['lab_1'] } });
  });

  test('a seat is here while any process has a connection of its holder', async () => {
    const match = await begin(stores(), TABLE);
    const { store, other, fresh } = stores();
    const here = async (): Promise<unknown[]> => ((await store.get(match.id))?.seats ?? []).map((seat) => 'here' in seat && seat.here);
    expect((await store.tables.setPresence(match.id, 'lab_0', true))?.seats[0]).toMatchObject({ here: true });
    expect(await here()).toEqual([true, false, false]);
    expect(await store.tables.setPresence(match.id, 'lab_0', true)).toBeNull(); // nothing new
    if (fresh) {
      expect(await other.tables.setPresence(match.id, 'lab_0', true)).toBeNull();
      await store.tables.setPresence(match.id, 'lab_0', false);
      expect(await here()).toEqual([true, false, false]);
      await store.tables.keepPresence();
      await new Promise((resolve) => setTimeout(resolve, 60));
      const swept = await store.tables.sweepPresence(30); // the other process has not been heard of
      expect(swept.map(({ id }) => id)).toContain(match.id);
    } else await store.tables.setPresence(match.id, 'lab_0', false);
    expect(await here()).toEqual([false, false, false]);
  });

  test('who takes a seat whose last holder’s connection is still known is here, until it is known to be gone', async () => {
    const match = await begin(stores(), { ...TABLE, lobby: true });
    const { tables } = stores().store;
    await tables.setPresence(match.id, 'lab_0', true);
    await tables.change(match.id, () => ({ answer: null, seats: [{ seat: 'lab_0', kind: 'open' }, BO, HOUSE] }));
    const claimed = await tables.change(match.id, () => ({ answer: null, seats: [{ ...ANN, name: 'Eve' }, BO, HOUSE] }));
    expect(claimed?.match.seats[0]).toMatchObject({ name: 'Eve', here: true });
    expect((await tables.setPresence(match.id, 'lab_0', false))?.seats[0]).toMatchObject({ name: 'Eve', here: false });
  });

  test('a lobby that nobody started is given up', async () => {
    const lobby = await begin(stores(), { ...TABLE, lobby: true });
    expect((await stores().store.tables.sweepLobbies(60_000)).map(({ id }) => id)).not.toContain(lobby.id);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect((await stores().store.tables.sweepLobbies(5)).map(({ id }) => id)).toContain(lobby.id);
    const swept = await stores().other.get(lobby.id);
    expect(swept?.status).toBe('aborted');
    expect(swept?.finishedAt).toBeInstanceOf(Date);
  });

  test('everybody hears of turns, answers, seats and a start', async () => {
    const { store, other } = stores();
    const heard: Notice[] = [];
    const stop = await other.listen((notice) => heard.push(notice));
    const match = await begin(stores(), { ...TABLE, lobby: true });
    await store.tables.change(match.id, () => ({ answer: null, seats: [{ ...ANN, ready: true }, BO, HOUSE] }));
    await store.tables.change(match.id, () => ({ answer: null, status: 'running' }));
    const handed = await store.tables.handIn(turnOf(match));
    const lease = await hold(stores(), match.id);
    if (handed.ok) await store.append(lease, 1, { events: [{ type: 'a' }], answers: [{ id: handed.id, receipt: TAKEN }] });
    const kinds = (): string[] => heard.filter(({ matchId }) => matchId === match.id).map(({ kind }) => kind);
    await until(async () => kinds().length === 6);
    expect(kinds()).toEqual(['events', 'card', 'control', 'turn', 'events', 'answer']);
    await stop();
  });

  test('a season keeps its key until it closes, and knows which of its worlds were played', async () => {
    const { store, other } = stores();
    const id = `s${Math.random().toString(36).slice(2)}`;
    const opened = await store.seasons.open({ id, key: 'secret', keyHash: 'hash' });
    expect(opened).toMatchObject({ id, key: 'secret', keyHash: 'hash', closedAt: null });
    expect(await other.seasons.nextWorld(id)).toBe(0);
    await begin(stores(), { season: { id, index: 4 }, rated: true });
    expect(await other.seasons.nextWorld(id)).toBe(5);
    const heard: string[] = [];
    const stop = await store.listen(({ kind, matchId }) => void heard.push(`${kind} ${matchId}`));
    const closed = await other.seasons.close(id);
    expect(closed?.closedAt).toBeInstanceOf(Date);
    expect(await store.seasons.close(id)).toEqual(closed);
    expect((await store.seasons.list()).find((season) => season.id === id)).toEqual(closed);
    expect(await store.seasons.close('nosuchseason')).toBeNull();
    await until(async () => heard.length > 0);
    expect(heard).toEqual([`season ${id}`]);
    await stop();
  });

  test('a name that no text of the database can hold is the name of nothing', async () => {
    const { store } = stores();
    const nul = 'a\u0000b';
    expect(await store.get(nul)).toBeNull();
    expect(await store.read(nul)).toEqual([]);
    expect(await store.command(nul, 'pause')).toEqual({ ok: false, code: 'unknown_match' });
    expect(await store.list({ task: nul }, { limit: 3 })).toEqual({ items: [], nextCursor: null });
    expect(await store.list({ policy: nul }, { limit: 3 })).toEqual({ items: [], nextCursor: null });
    expect(await store.tables.change(nul, () => ({ answer: 1 }))).toBeNull();
    expect(await store.tables.handIn(turnOf({ id: nul } as MatchRecord))).toEqual({ ok: false, code: 'unknown_match' });
  });

  test('a turn’s text is kept whatever it holds', async () => {
    const match = await begin(stores(), TABLE);
    const payload = { actions: [{ message: '\u0000 \ud83d "quoted" \u2028' }] };
    await stores().store.tables.handIn(turnOf(match, { payload }));
    expect((await stores().other.tables.waitingTurns(match.id))[0]?.payload).toEqual(payload);
  });
});
