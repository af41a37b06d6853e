import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SeatReward } from '~/api/table/types';
import { createMandiClient } from '~/client/create-mandi-client';
import { REPOSITORY } from '~/config';
import type { OpenMarketView } from '~/games/gpu-market/open/shared/told/view';
import { type FreshDatabase, freshDatabase } from './support/database';
import { collect } from './support/run-mandi';
import { startServer, type TestServer, until } from './support/server';
import { codeOf, openTable } from './support/table';

let fresh: FreshDatabase;
let mandi: TestServer;
beforeAll(async () => {
  fresh = await freshDatabase('embedded');
  mandi = await startServer(fresh);
});
afterAll(async () => {
  await mandi.stop();
  await fresh.drop();
});

const others = { policy: 'greedy', options: { rounds: 4, shocks: 0 } };

/** The first block of TypeScript in a document. */
function codeIn(document: string): string {
  const code = /```ts\n([\s\S]*?)```/.exec(document)?.[1];
  if (!code) throw new Error('no code');
  return code;
}

async function isReady(id: string): Promise<boolean> {
  const { seats } = await mandi.api.match.get.query({ id });
  return seats.some((seat) => seat.kind === 'program' && seat.ready);
}

describe('the bot of docs/bots.md', () => {
  it('has twenty lines or so, and plays a whole match', async () => {
    const code = codeIn(await readFile(join(REPOSITORY, 'docs', 'bots.md'), 'utf8'));
    expect(code.trim().split('\n').length).toBeLessThanOrEqual(22);
    const { id, host } = await openTable(mandi, { ...others, seed: 7, seats: { lab_0: 'open' } });
    const file = join(REPOSITORY, `.bot-of-the-docs-${process.pid}.mts`);
    await writeFile(file, code);
    try {
      const bot = collect(process.execPath, ['--import', 'tsx', file, mandi.origin, id], { cwd: REPOSITORY });
      await until(() => isReady(id));
      await host.api.table.start.mutate({ id });
      const ran = await bot;
      expect(ran.errors).toBe('');
      expect(ran.out).toMatch(/^lab_0 ended with -?[\d.]+\.\n$/);
    } finally {
      await rm(file, { force: true });
    }
    const card = await mandi.api.match.get.query({ id });
    expect(card).toMatchObject({ status: 'finished', silent: [] });
    const allocated = (await mandi.store.read(id, 0, 10_000)).filter(
      ({ event }) => event.type === 'job_allocated' && 'lab_id' in event && event.lab_id === 'lab_0',
    );
    expect(allocated.length).toBeGreaterThan(0);
  }, 360_000);
});

describe('a program', () => {
  it('plays against another, both see their own, and both know the end', async () => {
    const { id, host } = await openTable(mandi, { ...others, task: 'single_trade', policy: 'open' });
    const programs = [createMandiClient({ url: mandi.origin }), createMandiClient({ url: mandi.origin })];
    const seats = await Promise.all(programs.map((program, n) => program.claim(id, { name: `Program ${n}` })));
    const asked: string[] = [];
    const views: OpenMarketView[] = [];
    programs[0]?.watch<OpenMarketView>(id, { seat: seats[0]?.seat, onView: (view) => views.push(view) });
    const ends = programs.map((program, n) =>
      program.play(id, seats[n]?.seat ?? '', ({ round_index, controlled_lab_id, legal_actions }) => {
        asked.push(`${controlled_lab_id} ${round_index}`);
        expect(legal_actions.length).toBeGreaterThan(0);
        return [{ action_type: 'wait' }];
      }),
    );
    await until(() => isReady(id));
    await host.api.table.start.mutate({ id });
    const [one, two] = await Promise.all(ends);
    expect(seats.map(({ seat }) => seat).sort()).toEqual(['lab_0', 'lab_1']);
    expect(one).toMatchObject({ status: 'finished', seed: expect.any(Number) as number });
    expect(two?.scores).toEqual(one?.scores);
    expect(asked.sort()).toEqual([0, 1].flatMap((lab) => [0, 1, 2, 3].map((round) => `lab_${lab} ${round}`)));
    await until(() => views.at(-1)?.finished === true && views.at(-1)?.seed !== null);
    for (const program of programs) program.close();
  }, 300_000);

  it('goes on watching a seat when another watch of it has stopped, as that of play has at the end', async () => {
    const { id, host } = await openTable(mandi, { ...others, seats: { lab_0: 'open' } });
    const program = createMandiClient({ url: mandi.origin });
    const { seat } = await program.claim(id, { name: 'Watcher' });
    const views: OpenMarketView[] = [];
    program.watch<OpenMarketView>(id, { seat, onView: (view) => views.push(view) });
    program.watch(id, { seat }).stop();
    await host.api.table.start.mutate({ id });
    await program.play(id, seat, () => [{ action_type: 'wait' }]);
    await until(() => views.at(-1)?.finished === true);
    program.close();
  }, 300_000);

  it('trains on the dense reward of its own seat, and nobody else is told it', async () => {
    const { id, host } = await openTable(mandi, { ...others, seats: { lab_0: 'open' } });
    const program = createMandiClient({ url: mandi.origin });
    const { seat } = await program.claim(id, { name: 'Learner' });
    await host.api.table.start.mutate({ id });
    const told: SeatReward[] = [];
    const rounds: number[] = [];
    const end = await program.play(id, seat, {
      reward: 'potential',
      onReward: (reward) => told.push(reward),
      choose: (_, reward) => {
        rounds.push(reward?.rounds.length ?? -1);
        return [{ action_type: 'wait' }];
      },
    });
    expect(end.status).toBe('finished');
    expect(rounds).toEqual([0, 1, 2, 3]);
    expect(told.map((reward) => reward.rounds.length)).toEqual([1, 2, 3, 4]);
    expect(told.map(({ scale }) => scale !== null)).toEqual([false, false, false, true]);
    const last = told.at(-1);
    expect(last?.cumulative).toBeCloseTo(last?.rounds.reduce((sum, { reward }) => sum + reward, 0) ?? Number.NaN, 9);
    const other = createMandiClient({ url: mandi.origin });
    for (const asks of [other, program]) {
      const wanted = { id, seat: asks === other ? seat : 'lab_1', reward: 'potential' as const };
      expect(await codeOf(asks.api.seat.observe.query(wanted))).toBe('not_your_seat');
    }
    program.close();
    other.close();
  }, 300_000);

  it('comes back with its token, and plays on', async () => {
    const { id, host } = await openTable(mandi, { ...others, seats: { lab_0: 'open' } });
    const first = createMandiClient({ url: mandi.origin });
    const { seat, token } = await first.claim(id, { name: 'Phoenix' });
    await host.api.table.start.mutate({ id });
    await expect(
      first.play(id, seat, () => {
        throw new Error('the program has a fault');
      }),
    ).rejects.toThrow('the program has a fault');
    first.close();
    const second = createMandiClient({ url: ['http://127.0.0.1:9', mandi.origin], token }); // nobody listens at the first
    expect((await second.play(id, seat, async () => [])).status).toBe('finished');
    second.close();
  }, 300_000);

  it('is told what it may not', async () => {
    const { id, host } = await openTable(mandi, { ...others, seats: { lab_0: 'open' } });
    const program = createMandiClient({ url: mandi.origin });
    expect(await codeOf(program.claim(id, { name: '' }))).toBe('bad_name');
    expect(await codeOf(program.claim(id, { name: 'X', seat: 'lab_1' }))).toBe('seat_taken');
    await program.claim(id, { name: 'X' });
    expect(await codeOf(program.claim(id, { name: 'Y' }))).toBe('match_full');
    const refusals: string[] = [];
    program.watch(id, { seat: 'lab_1', onRefusal: ({ code }) => refusals.push(code) });
    await until(() => refusals.includes('not_your_seat'));
    program.close();
    await host.api.table.control.mutate({ id, command: 'abort' });
  });
});

it('logs no fault over all of this', () => {
  expect(mandi.logged).toEqual([]);
});
