import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PanelAnswer } from '~/api/judge/types';
import { showTestGames } from '~/games/registry';
import { type FreshDatabase, freshDatabase } from './support/database';
import { startServer, type TestServer, until } from './support/server';
import { codeOf, Guest, openTable, sit } from './support/table';

let fresh: FreshDatabase;
let mandi: TestServer;
let matchId: string;

beforeAll(async () => {
  fresh = await freshDatabase('embedded');
  mandi = await startServer(fresh, { limits: { votes: 40, claims: 1000, submits: 1000 } });
  matchId = await pitched();
});
afterAll(async () => {
  expect(mandi.logged).toEqual([]);
  await mandi.stop();
  await fresh.drop();
});

/** A finished match with pitches. */
async function pitched(): Promise<string> {
  const task = { task: 'coalition_market', seed: 5, policy: 'pitching_expert', judgeMode: 'rule', pace: 0 };
  const { id } = await mandi.api.match.create.mutate(task);
  await until(async () => (await mandi.api.match.get.query({ id })).status === 'finished');
  return id;
}

async function seatJudge(id: string, name: string): Promise<{ guest: Guest; panel: PanelAnswer; code: string }> {
  const code = new URL((await mandi.api.judge.invite.mutate({ id })).path, mandi.origin).searchParams.get('invitation') ?? '';
  const guest = new Guest(mandi.origin);
  const panel = await guest.api.judge.accept.mutate({ id, code, name });
  return { guest, panel, code };
}

/** Marks for every pitch of a round, as `overall` says by letter's number. */
function marksFor(panel: PanelAnswer, round: number, overall: (index: number) => number) {
  const pitches = panel.ballot?.find((one) => one.round === round)?.pitches ?? [];
  return Object.fromEntries(
    pitches.map(({ letter }, index) => [letter, { relevance: 3, evidence: 4, honesty: 5, persuasion: 2, overall: overall(index) }]),
  );
}

const fault = (call: Promise<unknown>) => expect(codeOf(call)).resolves;

describe('a panel', () => {
  it('shows a stranger neither ballot nor judges nor results', async () => {
    const guest = new Guest(mandi.origin);
    const panel = await guest.api.judge.panel.query({ id: matchId });
    expect(panel).toMatchObject({ closed: false, ballot: null, me: { judge: null } });
    expect(panel.rounds).toBeGreaterThan(1);
    await fault(guest.api.judge.give.mutate({ id: matchId, round: 1, marks: {} })).toBe('judge_needed');
    await fault(guest.api.judge.open.mutate({ id: matchId, round: 1 })).toBe('judge_needed');
    await fault(guest.api.judge.panel.query({ id: 'no-such-match' })).toBe('unknown_match');
  });

  it('seats who was invited, once, and keeps the token where no script can read it', async () => {
    const { guest, panel, code } = await seatJudge(matchId, ' Ada ');
    expect(panel.me).toMatchObject({ judge: 'judge_1', name: 'Ada' });
    expect(guest.set.join()).toMatch(new RegExp(`mandi_judge_${matchId}_judge_1=[\\w-]{32}; Path=/; HttpOnly; SameSite=Strict`));
    expect((await guest.api.judge.panel.query({ id: matchId })).me.judge).toBe('judge_1');
    await fault(new Guest(mandi.origin).api.judge.accept.mutate({ id: matchId, code, name: 'Eve' })).toBe('unknown_link');
    await fault(new Guest(mandi.origin).api.judge.accept.mutate({ id: matchId, code: 'guessed', name: 'Eve' })).toBe('unknown_link');
  });

  it('is blind until a judge’s own marks stand', async () => {
    const id = await pitched();
    const one = await seatJudge(id, 'Ann');
    const other = await seatJudge(id, 'Bob');
    const round = one.panel.ballot?.[0]?.round ?? 0;
    const blind = JSON.stringify(one.panel.ballot);
    for (const secret of ['lab_', 'ruleScore', 'pitching_expert', 'Lab A', '"j_']) expect(blind).not.toContain(secret);

    await fault(one.guest.api.judge.open.mutate({ id, round })).toBe('unknown_round');
    const { A: _, ...part } = marksFor(one.panel, round, () => 3);
    await fault(one.guest.api.judge.give.mutate({ id, round, marks: part })).toBe('incomplete');
    const given = await one.guest.api.judge.give.mutate({ id, round, marks: marksFor(one.panel, round, (index) => 1 + (index % 5)) });
    expect(given.ballot?.[0]).toMatchObject({ given: true, opened: null });
    const revised = await one.guest.api.judge.give.mutate({ id, round, marks: marksFor(one.panel, round, () => 4) });
    expect(revised.ballot?.[0]?.pitches[0]?.marks?.overall).toBe(4);
    await other.guest.api.judge.give.mutate({ id, round, marks: marksFor(other.panel, round, () => 2) });

    const opened = (await one.guest.api.judge.open.mutate({ id, round })).ballot?.[0]?.opened;
    expect(opened?.[0]).toMatchObject({ labId: expect.stringMatching(/^lab_/) as string, overall: [2, 4] });
    await fault(one.guest.api.judge.give.mutate({ id, round, marks: marksFor(one.panel, round, () => 1) })).toBe('round_opened');
    expect((await other.guest.api.judge.panel.query({ id })).ballot?.[0]?.opened).toBeNull();
  });

  it('is closed by its host: then nothing is taken and everything is shown', async () => {
    const id = await pitched();
    const judges = [await seatJudge(id, 'Ann'), await seatJudge(id, 'Bob')];
    for (const [number, { guest, panel }] of judges.entries()) {
      for (const { round } of panel.ballot ?? []) {
        await guest.api.judge.give.mutate({ id, round, marks: marksFor(panel, round, (index) => 1 + ((index + number) % 5)) });
      }
    }
    const host = await mandi.api.judge.panel.query({ id });
    expect(host.judges).toMatchObject([{ name: 'Ann' }, { name: 'Bob' }]);
    expect(host.results?.agreement).toMatchObject({ judges: 2, pitches: host.results?.pitches.length });
    expect(host.results?.pitches.every((pitch) => pitch.judges === 2 && pitch.means.honesty === 5)).toBe(true);

    await mandi.api.judge.close.mutate({ id });
    const guest = new Guest(mandi.origin);
    expect((await guest.api.judge.panel.query({ id })).results).toEqual(host.results);
    const [first] = judges;
    const round = first?.panel.ballot?.[0]?.round ?? 0;
    const late = first?.guest.api.judge.give.mutate({ id, round, marks: marksFor(first.panel, round, () => 1) });
    await fault(late ?? Promise.resolve()).toBe('panel_closed');
    await fault(mandi.api.judge.invite.mutate({ id })).toBe('panel_closed');
  });

  it('of a match with a host is the host’s; players cannot judge', async () => {
    const { id, host } = await openTable(mandi);
    const player = await sit(mandi, id, { name: 'Cy' });
    await fault(player.guest.api.judge.invite.mutate({ id })).toBe('host_needed');
    await fault(player.guest.api.judge.close.mutate({ id })).toBe('host_needed');
    const { path } = await host.api.judge.invite.mutate({ id });
    const code = new URL(path, mandi.origin).searchParams.get('invitation') ?? '';
    await fault(player.guest.api.judge.accept.mutate({ id, code, name: 'Cy' })).toBe('plays_here');
    await fault(player.guest.api.judge.accept.mutate({ id, code, name: ' ' })).toBe('bad_input');
    const judge = new Guest(mandi.origin);
    expect((await judge.api.judge.accept.mutate({ id, code, name: 'Dan' })).ballot).toEqual([]);
    expect((await judge.api.table.get.query({ id })).me).toEqual({ host: false, judge: true, seats: [] });
    await judge.api.seat.claim.mutate({ id, name: 'Dan' });
    await fault(judge.api.judge.give.mutate({ id, round: 3, marks: {} })).toBe('plays_here');
    await host.api.table.control.mutate({ id, command: 'abort' });
  });
});

describe('a panel of a game without any pitches of the GPU market', () => {
  beforeAll(() => showTestGames(true));
  afterAll(() => showTestGames(false));

  /** Two people haggle and talk; each of them names the other. */
  async function talked(): Promise<{ id: string; host: Guest }> {
    const { id, host } = await openTable(mandi, { ruleset: 'test/offers', task: 'haggle', seed: 7 });
    const guests = [await sit(mandi, id, { name: 'Ada', seat: 'seller' }), await sit(mandi, id, { name: 'Bo', seat: 'buyer' })];
    await host.api.table.start.mutate({ id });
    const moves = [
      { type: 'name_price', price: 80, message: 'Ada asks Buyer for 80.' },
      { type: 'name_price', price: 40, message: 'Too much, Ada, says Bo.' },
      { type: 'take_price' },
    ];
    for (const [turn, move] of moves.entries()) {
      const [seat, guest] = [['seller', 'buyer'][turn % 2] ?? '', guests[turn % 2]?.guest];
      await until(async () => (await guest?.api.seat.observe.query({ id, seat }))?.turn === turn);
      await guest?.api.seat.submit.mutate({ id, seat, turn, key: `k${turn}`, move });
    }
    await until(async () => (await mandi.api.match.get.query({ id })).status === 'finished');
    return { id, host };
  }

  it('hears what its rules let judges hear, without names, and is compared with its rule', async () => {
    const { id, host } = await talked();
    const { path } = await host.api.judge.invite.mutate({ id });
    const code = new URL(path, mandi.origin).searchParams.get('invitation') ?? '';
    const judge = new Guest(mandi.origin);
    const panel = await judge.api.judge.accept.mutate({ id, code, name: 'Cy' });
    const texts = panel.ballot?.flatMap(({ pitches }) => pitches.map(({ text }) => text)) ?? [];
    expect(texts.toSorted()).toEqual(
      ['Too much, [the other side], says [this side].', '[this side] asks [the other side] for 80.'].toSorted(),
    );
    await judge.api.judge.give.mutate({ id, round: 0, marks: marksFor(panel, 0, (index) => index + 1) });
    await host.api.judge.close.mutate({ id });
    const { results } = await new Guest(mandi.origin).api.judge.panel.query({ id });
    expect(results?.pitches.map(({ labId, labName, player, ruleScore, judges }) => [labId, labName, player, ruleScore, judges])).toEqual([
      ['seller', 'Seller', 'Ada', 1, 1],
      ['buyer', 'Buyer', 'Bo', 0, 1],
    ]);
  });

  it('of a game in which nobody says anything has nothing to judge', async () => {
    const { id } = await mandi.api.match.create.mutate({ game: 'test/offers', task: 'haggle', policy: 'yielding_haggler', pace: 0 });
    await until(async () => (await mandi.api.match.get.query({ id })).status === 'finished');
    expect(await mandi.api.judge.panel.query({ id })).toMatchObject({ rounds: 0, ballot: null });
  });
});

describe('a judge’s token', () => {
  it('opens its own match’s panel alone', async () => {
    const { guest } = await seatJudge(matchId, 'Eve');
    const other = await pitched();
    expect((await guest.api.judge.panel.query({ id: other })).me.judge).toBeNull();
    const [token = ''] = [...guest.cookies].filter(([name]) => name.startsWith('mandi_judge_')).map(([, value]) => value);
    guest.cookies.set(`mandi_judge_${other}_judge_1`, token);
    guest.bearer = token;
    expect((await guest.api.judge.panel.query({ id: other })).me.judge).toBeNull();
    await fault(guest.api.judge.give.mutate({ id: other, round: 1, marks: {} })).toBe('judge_needed');
    await fault(guest.api.table.start.mutate({ id: matchId })).toBe('host_needed');
  });
});

describe('a duel', () => {
  it('is blind, decided once, and then told', async () => {
    const guest = new Guest(mandi.origin);
    const { duel, table } = await guest.api.judge.draw.mutate();
    if (!duel) throw new Error('no duel');
    expect(guest.set.join()).toMatch(/mandi_voter=[\w-]{32}; Path=\/; HttpOnly; SameSite=Strict/);
    expect(JSON.stringify(duel)).not.toMatch(/lab_|\blab [a-z]\b|score|pitching_expert/i);
    expect((await guest.api.judge.draw.mutate()).duel).toEqual(duel);
    await fault(new Guest(mandi.origin).api.judge.vote.mutate({ id: duel.id, choice: 'left' })).toBe('unknown_duel');
    const reveal = await guest.api.judge.vote.mutate({ id: duel.id, choice: 'left' });
    expect(reveal).toMatchObject({ choice: 'left', left: { labId: expect.stringMatching(/^lab_/) as string } });
    expect(reveal.table.votes).toBe(table.votes + 1); // whoever has voted does not read that nobody has
    expect(await guest.api.judge.vote.mutate({ id: duel.id, choice: 'right' })).toEqual(reveal);
    await fault(new Guest(mandi.origin).api.judge.vote.mutate({ id: duel.id, choice: 'left' })).toBe('unknown_duel');
    const next = await guest.api.judge.draw.mutate();
    expect(next.duel?.id).not.toBe(duel.id);
    expect(next.table.votes).toBe(table.votes + 1);
  });

  it('is not to be had without end', async () => {
    const guest = new Guest(mandi.origin);
    let refused: string | null = null;
    for (let tries = 0; tries < 60 && refused === null; tries += 1) {
      refused = await guest.api.judge.draw.mutate().then(
        () => null,
        (error: unknown) => (error as { data: { mandi: { code: string } } }).data.mandi.code,
      );
    }
    expect(refused).toBe('too_many_requests');
  });
});

// Last: whoever is at this address has to wait afterwards.
it('judges’ cookies that open nothing are counted like all others', async () => {
  const guesser = new Guest(mandi.origin);
  const answers: string[] = [];
  for (let at = 0; at < 80 && answers.at(-1) !== 'too_many_requests'; at += 1) {
    for (let one = 0; one < 4; one += 1) guesser.cookies.set(`mandi_judge_${matchId}_judge_${one}`, `made-up-${at}-${one}`.padEnd(32, 'x'));
    answers.push(
      await guesser.api.judge.panel.query({ id: matchId }).then(
        () => 'answered',
        (why: { data?: { mandi?: { code?: string } } }) => why.data?.mandi?.code ?? 'broken',
      ),
    );
  }
  expect(answers.at(-1)).toBe('too_many_requests');
});
