import { beforeEach, describe, expect, it } from 'vitest';
import { giverInRound, seatPlayers } from '~/match/table/seat-players';
import { MemoryEventStore } from '~/store/memory-event-store';
import { tallyOf } from '~/store/memory-judge-store';
import { duelTable, wilson } from './duel-table';
import { type DuelServices, drawDuel, voteDuel } from './duels';

let store: MemoryEventStore;
beforeEach(() => {
  store = new MemoryEventStore('test');
});

/** As the API asks. */
function services(): DuelServices {
  return {
    store: store.judging,
    giverOf: async ({ matchId, of, seats, seat, round }) =>
      giverInRound({ game: of.key, seats, spans: await seatPlayers({ store }, matchId) }, seat, round),
  };
}

const pitch = (lab: number, words: string) => ({ lab_id: `lab_${lab}`, pitch: words, score: lab / 10, reason: 'because', claims: [] });

async function finished(id: string, rounds: Record<number, ReturnType<typeof pitch>[]>, status: 'finished' | 'running' = 'finished') {
  const seats = [
    { seat: 'lab_0', kind: 'script' as const, policy: 'old-fox@2' },
    { seat: 'lab_1', kind: 'person' as const, name: 'Ann', ready: true, here: false, policy: null },
  ];
  const opening = { type: 'match_opened', config: { task_type: 'market_round', seed: 5 }, labs: [] };
  const match = {
    id,
    game: 'gpu-market/open' as const,
    version: 1,
    task: 'market_round',
    seed: 5,
    judgeMode: 'rule',
    config: {},
  };
  await store.create({ ...match, seats, visibility: 'public', pace: 0, rounds: 8, showcase: false }, [opening]);
  const lease = await store.acquire(id, 'test', 60_000);
  if (!lease) throw new Error('no lease');
  const events = Object.entries(rounds).map(([round, pitches]) => {
    return { type: 'pitches_judged', verdict: { judge: 'rule', round_index: Number(round), winner_lab_id: null, pitches } };
  });
  await store.append(lease, 1, { events, progress: { status, round: 7 } });
}

describe('a duel', () => {
  it('shows two pitches of one round without names, and the same ones until a vote', async () => {
    await finished('m1', { 3: [pitch(0, 'Lab A, old-fox, has j_0_0'), pitch(1, 'Ann wants it for j_1_0')] });
    const duel = await drawDuel(services(), 'v1');
    expect(duel).toMatchObject({ task: 'market_round', sameRound: true });
    expect(new Set([duel?.left, duel?.right])).toEqual(new Set(['[this lab], [this lab], has [job 1]', '[this lab] wants it for [job 1]']));
    expect(JSON.stringify({ ...duel, id: '' })).not.toMatch(/lab_|Ann|m1|score/);
    expect(await drawDuel(services(), 'v1')).toEqual(duel);
  });

  it('tells after the vote whose they are, and counts once', async () => {
    await finished('m1', { 3: [pitch(0, 'one'), pitch(1, 'two')] });
    const duel = await drawDuel(services(), 'v1');
    const vote = { id: duel?.id ?? '', choice: 'left' as const };
    expect(await voteDuel(services(), 'v2', vote)).toMatchObject({ ok: false, code: 'unknown_duel' });
    const answer = await voteDuel(services(), 'v1', vote);
    const sides = answer.ok ? [answer.value.left, answer.value.right] : [];
    expect(new Set(sides.map((side) => `${side.labId} ${side.player} ${side.ruleScore}`))).toEqual(
      new Set(['lab_0 old-fox@2 0', 'lab_1 Ann 0.1']),
    );
    expect(await voteDuel(services(), 'v1', vote)).toEqual(answer);
    expect(await voteDuel(services(), 'v1', { ...vote, choice: 'right' })).toEqual(answer);
    expect(await voteDuel(services(), 'v2', vote)).toMatchObject({ ok: false, code: 'unknown_duel' });
    expect(await store.judging.decided(vote.id, 'v1')).toMatchObject({ id: vote.id, choice: 'left' });
    expect(await store.judging.decided(vote.id, 'v2')).toBeNull();
    expect(await store.judging.tally()).toMatchObject({ counts: [{ choice: 'left', times: 1 }], voters: 1 });
    expect(await drawDuel(services(), 'v1')).toBeNull();
  });

  it('is won by whoever played that round, and not by today’s occupant of the seat', async () => {
    await finished('m1', { 3: [pitch(0, 'one'), pitch(1, 'two')] });
    const [house] = (await store.get('m1'))?.seats ?? [];
    const gone = { by: 'seat' as const, seat: 'lab_1', name: 'Ann', detail: null };
    await store.tables.change('m1', () => ({
      answer: null,
      seats: [...(house ? [house] : []), { seat: 'lab_1', kind: 'script', policy: 'house' }],
      notes: [
        { ...gone, kind: 'joined', detail: 'person' },
        { ...gone, kind: 'started', by: 'host', seat: null, name: null },
      ],
    }));
    await store.tables.change('m1', () => ({ answer: null, notes: [{ ...gone, kind: 'left' }] }));
    const duel = await drawDuel(services(), 'v1');
    const answer = await voteDuel(services(), 'v1', { id: duel?.id ?? '', choice: 'left' });
    const players = answer.ok ? [answer.value.left, answer.value.right].map(({ labId, player }) => `${labId} ${player}`) : [];
    expect(players.sort()).toEqual(['lab_0 old-fox@2', 'lab_1 Ann']);
    expect(
      duelTable(await store.judging.tally())
        .standings.map(({ player }) => player)
        .sort(),
    ).toEqual(['old-fox@2', 'people']);
  });

  it('shows no name of a person who has left the seat', async () => {
    await finished('m1', { 3: [pitch(0, 'one'), pitch(1, 'Bob wants it')] });
    const joined = { kind: 'joined' as const, by: 'seat' as const, seat: 'lab_1', name: 'Bob', detail: 'person' };
    await store.tables.change('m1', () => ({ answer: null, notes: [joined] }));
    const duel = await drawDuel(services(), 'v1');
    expect([duel?.left, duel?.right]).toContain('[this lab] wants it');
  });

  it('is drawn across matches when a voter has seen every round’s pairs', async () => {
    await finished('m1', { 3: [pitch(0, 'one')] });
    await finished('m2', { 3: [pitch(1, 'two')] });
    await finished('m3', { 3: [pitch(0, 'three'), pitch(1, 'four')] }, 'running');
    expect(await drawDuel(services(), 'v1')).toMatchObject({ sameRound: false });
  });

  it('is never between the same words, and there is none where nobody pitched', async () => {
    expect(await drawDuel(services(), 'v1')).toBeNull();
    await finished('m1', { 3: [pitch(0, 'j_0_0 needs 4 hours'), pitch(1, 'j_1_0 needs 4 hours')] });
    expect(await drawDuel(services(), 'v1')).toBeNull();
  });

  it('puts either pitch on either side, by voter', async () => {
    await finished('m1', { 3: [pitch(0, 'one'), pitch(1, 'two')] });
    const lefts = new Set<string | undefined>();
    for (let voter = 0; voter < 20; voter += 1) lefts.add((await drawDuel(services(), `voter ${voter}`))?.left);
    expect(lefts).toEqual(new Set(['one', 'two']));
  });
});

describe('the table of duels', () => {
  const vote = (players: string, choice: 'left' | 'right' | 'tie', voter = 'v') => {
    const [leftPlayer = '', rightPlayer = ''] = players.split(' ');
    return { id: '', voter, pair: '', leftPitch: '', rightPitch: '', leftPlayer, rightPlayer, choice };
  };

  it('counts wins, ties half, between different players', () => {
    const table = duelTable(
      tallyOf([vote('a b', 'left'), vote('b a', 'tie'), vote('a b', 'right', 'w'), vote('a b', 'left'), vote('a a', 'left')]),
    );
    expect(table).toMatchObject({ votes: 5, voters: 2, left: { rate: 0.7 } });
    expect(table.standings.map(({ player, duels, wins, ties, losses, rate }) => [player, duels, wins, ties, losses, rate])).toEqual([
      ['a', 4, 2, 1, 1, 0.625],
      ['b', 4, 1, 1, 2, 0.375],
    ]);
    expect(duelTable(tallyOf([]))).toEqual({ votes: 0, voters: 0, standings: [], left: null });
  });

  it('has Wilson’s intervals', () => {
    // R: binom::binom.wilson(8, 10) and (10, 10)
    expect(wilson(0.8, 10).map((x) => x.toFixed(4))).toEqual(['0.4902', '0.9433']);
    expect(wilson(1, 10).map((x) => x.toFixed(4))).toEqual(['0.7225', '1.0000']);
  });
});
