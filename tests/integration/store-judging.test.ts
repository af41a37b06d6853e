import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { NewMatch } from '~/store/event-store';
import { MIGRATIONS } from '~/store/migrations';
import type { NewNote } from '~/store/table-store';
import { begin, hold, onEveryStore, type Stores } from './support/stores';

const SCORES = { lab_0: { overall: 4 }, lab_1: { overall: 2 } };
const duel = (id: string, voter = 'v1', pair = 'm 3 lab_0|m 3 lab_1') => {
  return { id, voter, pair, leftPitch: 'm 3 lab_0', rightPitch: 'm 3 lab_1', leftPlayer: 'house', rightPlayer: 'Ann' };
};
const fresh = () => Math.random().toString(36).slice(2);

onEveryStore((stores) => {
  const judging = () => stores().store.judging;

  describe('a panel', () => {
    it('is empty at first, and numbers its judges as they are invited, to so many', async () => {
      const id = fresh();
      expect(await judging().panel(id)).toEqual({ closedAt: null, judges: [], sheets: [] });
      const given = await Promise.all([1, 2, 3].map((n) => judging().addJudge(id, `seed ${n}`, 3)));
      expect(new Set(given)).toEqual(new Set(['judge_1', 'judge_2', 'judge_3']));
      expect(await judging().addJudge(id, 'one more', 3)).toBeNull();
      expect((await judging().panel(id)).judges.map((one) => [one.judge, one.name])).toEqual([
        ['judge_1', null],
        ['judge_2', null],
        ['judge_3', null],
      ]);
    });

    it('keeps a judge’s first name', async () => {
      const id = fresh();
      await judging().addJudge(id, 'seed', 3);
      await judging().acceptJudge(id, 'judge_1', 'Ann');
      await judging().acceptJudge(id, 'judge_1', 'Bob');
      expect((await judging().panel(id)).judges[0]).toMatchObject({ name: 'Ann', orderSeed: 'seed', acceptedAt: expect.any(Date) as Date });
    });

    it('revises a sheet until it is opened', async () => {
      const id = fresh();
      const sheet = { judge: 'judge_1', round: 3, scores: SCORES };
      expect(await judging().keepSheet(id, sheet)).toBe('kept');
      const revised = { ...sheet, scores: { ...SCORES, lab_1: { overall: 5 } } };
      expect(await judging().keepSheet(id, revised)).toBe('kept');
      expect(await judging().openSheet(id, 'judge_1', 3)).toBe(true);
      expect(await judging().openSheet(id, 'judge_1', 6)).toBe(false);
      expect(await judging().keepSheet(id, sheet)).toBe('opened');
      const kept = (await judging().panel(id)).sheets;
      expect(kept).toMatchObject([{ judge: 'judge_1', round: 3, scores: revised.scores, revisedAt: expect.any(Date) as Date }]);
    });

    it('takes nothing more when it is closed', async () => {
      const id = fresh();
      await judging().keepSheet(id, { judge: 'judge_1', round: 3, scores: SCORES });
      await judging().closePanel(id);
      const { closedAt } = await judging().panel(id);
      await judging().closePanel(id);
      expect(await judging().keepSheet(id, { judge: 'judge_1', round: 3, scores: {} })).toBe('closed');
      expect(await judging().panel(id)).toMatchObject({ closedAt, sheets: [{ scores: SCORES }] });
    });
  });

  describe('duels', () => {
    it('show a voter a pair once, and are decided once, by that voter', async () => {
      const [one, other, voter] = [fresh(), fresh(), fresh()];
      expect(await judging().addDuel(duel(one, voter))).toBe(true);
      expect(await judging().addDuel(duel(other, voter))).toBe(false);
      expect(await judging().openDuel(voter)).toEqual({ ...duel(one, voter), choice: null });
      expect(await judging().pairsShown(voter)).toEqual(['m 3 lab_0|m 3 lab_1']);
      expect(await judging().vote(one, 'somebody else', 'left')).toBeNull();
      expect(await judging().vote(one, voter, 'tie')).toMatchObject({ choice: 'tie' });
      expect(await judging().vote(one, voter, 'left')).toBeNull();
      expect(await judging().openDuel(voter)).toBeNull();
      expect(await judging().decided(one, voter)).toMatchObject({ id: one, choice: 'tie' });
      expect(await judging().decided(one, 'somebody else')).toBeNull();
    });

    it('are counted as one by one', async () => {
      const before = await judging().tally();
      const [voter, players] = [fresh(), { leftPlayer: fresh(), rightPlayer: fresh() }];
      for (const [i, choice] of (['left', 'left', 'tie'] as const).entries()) {
        const id = fresh();
        await judging().addDuel({ ...duel(id, voter), pair: `pair ${i}`, ...players });
        await judging().vote(id, voter, choice);
      }
      await judging().addDuel({ ...duel(fresh(), voter), pair: 'not decided', ...players });
      const after = await judging().tally();
      expect(after.voters).toBe(before.voters + 1);
      expect(after.counts.filter(({ leftPlayer }) => leftPlayer === players.leftPlayer)).toEqual([
        { ...players, choice: 'left', times: 2 },
        { ...players, choice: 'tie', times: 1 },
      ]);
    });

    it('count two votes at once as one', async () => {
      const [id, voter] = [fresh(), fresh()];
      await judging().addDuel(duel(id, voter));
      const answers = await Promise.all((['left', 'right', 'tie'] as const).map((choice) => judging().vote(id, voter, choice)));
      expect(answers.filter((answer) => answer !== null)).toHaveLength(1);
    });

    it('are drawn from verdicts of finished matches', async () => {
      const finished = await withVerdict(stores(), 'finished');
      const running = await withVerdict(stores(), 'running');
      const found = await judging().verdicts(['pitches_judged'], 100);
      expect(found.map((one) => one.matchId)).toContain(finished);
      expect(found.map((one) => one.matchId)).not.toContain(running);
      expect(await judging().verdicts(['offer_judged'], 100)).toEqual([]);
      expect(found.find((one) => one.matchId === finished)?.event).toEqual({ type: 'pitches_judged', verdict: { round_index: 3 } });
    });

    it('drawn before the players of a round were looked up name them after the migration', async () => {
      const { fresh: database } = stores();
      if (database === null) return;
      const match = await begin(stores());
      const at = { by: 'seat' as const, seat: 'lab_1', name: 'Ben', detail: null };
      const noted = (...notes: NewNote[]) => stores().store.tables.change(match.id, () => ({ answer: null, notes }));
      await noted({ ...at, kind: 'joined', detail: 'person' }, { ...at, kind: 'started', by: 'host', seat: null, name: null });
      const lease = await hold(stores(), match.id);
      const turn = { type: 'turn_taken', lab_id: 'lab_1', round_index: 0, key: null, turn: [{ text: 'nul \u0000' }] };
      await stores().store.append(lease, match.head, { events: [turn] });
      await noted({ ...at, kind: 'handed_over', detail: 'planner' }); // of round 0, whose turn is in
      await stores().store.append(lease, match.head + 1, { events: [{ type: 'said' }], progress: { round: 3 } });
      await noted({ ...at, kind: 'left' });
      const [voter, other] = [fresh(), fresh()];
      const pitches = { leftPitch: `${match.id} 1 lab_1`, rightPitch: `${match.id} 0 lab_1` };
      await judging().addDuel({ ...duel(fresh(), voter, fresh()), ...pitches, leftPlayer: 'house', rightPlayer: 'house' });
      const kept = { ...duel(fresh(), other, fresh()), leftPitch: `${match.id} 3 lab_1`, rightPitch: `${match.id} 3 lab_0` };
      await judging().addDuel({ ...kept, leftPlayer: 'house', rightPlayer: 'greedy' });
      const sql = readFileSync(join(MIGRATIONS, '20261123080000_duels_of_the_players_of_the_round', 'migration.sql'), 'utf8');
      for (let times = 0; times < 2; times += 1) {
        await database.database.pool.query(sql);
        expect(await judging().openDuel(voter)).toMatchObject({ leftPlayer: 'planner', rightPlayer: 'people' });
        expect(await judging().openDuel(other)).toMatchObject({ leftPlayer: 'house', rightPlayer: 'greedy' });
      }
    });

    it('show no pitch of a sealed world before its season is closed', async () => {
      const { seasons } = stores().store;
      const season = await seasons.open({ id: fresh(), keyHash: 'hash', key: 'key' });
      const sealed = await withVerdict(stores(), 'finished', { season: { id: season.id, index: 0 }, seasonPlay: 7 });
      const seen = async () => (await judging().verdicts(['pitches_judged'], 100)).map((one) => one.matchId);
      expect(await seen()).not.toContain(sealed);
      await seasons.close(season.id);
      expect(await seen()).toContain(sealed);
    });
  });
});

async function withVerdict(stores: Stores, status: 'finished' | 'running', change: Partial<NewMatch> = {}): Promise<string> {
  const match = await begin(stores, { judgeMode: 'rule', ...change });
  const lease = await stores.store.acquire(match.id, 'one', 60_000);
  if (!lease) throw new Error('no lease');
  const verdict = { type: 'pitches_judged', verdict: { round_index: 3 } };
  await stores.store.append(lease, match.head, { events: [verdict], progress: status === 'finished' ? { status } : {} });
  await stores.store.release(lease);
  return match.id;
}
