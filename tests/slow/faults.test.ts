/** What can go wrong around a match, with people at the table: nothing that was handed in is lost or doubled, and nobody's turn is eaten. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { until } from '../integration/support/server';
import { type Guest, openTable, play, sit } from '../integration/support/table';
import { canMount, FaultGround, type Web } from './support/fault-ground';

const SEATS = ['lab_0', 'lab_1', 'lab_2', 'lab_3'];
const ROUNDS = 4;
/** The fault lasts longer than a round. */
const CLOCK_SECONDS = 20;
const FAULT_MS = 30_000;
const PATIENCE = 600_000;

interface Trouble {
  ground: FaultGround;
  first: Web;
  /** Where people go from now on. */
  moveTo(web: Web): void;
}

/** Plays a match with people alone; the trouble comes when a round has opened and nobody has handed in. */
async function survive(cause: (trouble: Trouble) => Promise<void>, megabytes: number | null = null): Promise<void> {
  const ground = new FaultGround(megabytes);
  try {
    const first = await ground.web();
    let web = first;
    const options = { rounds: ROUNDS, shocks: 0 };
    const { id, host } = await openTable(first, {
      seats: Object.fromEntries(SEATS.map((seat) => [seat, 'open'])),
      clockSeconds: CLOCK_SECONDS,
      options,
    });
    const guests = await Promise.all(SEATS.map(async (seat) => (await sit(first, id, { name: `Person ${seat.slice(4)}`, seat })).guest));
    await host.api.table.start.mutate({ id });
    const people: Guest[] = guests;
    const here = (guest: Guest): Guest =>
      Object.assign(Object.create(Object.getPrototypeOf(guest) as object) as Guest, guest, { origin: web.origin });
    for (let round = 0; round < ROUNDS; round += 1) {
      await until(async () => (await people[0]?.api.match.get.query({ id }).catch(() => null))?.round === round, PATIENCE);
      if (round === 1) {
        await cause({
          ground,
          first,
          moveTo: (other) => {
            web = other;
          },
        });
        people.splice(0, people.length, ...guests.map(here));
      }
      const codes = await Promise.all(people.map((guest, n) => handIn(guest, { id, seat: SEATS[n] ?? '', round })));
      expect({ round, codes }).toEqual({ round, codes: SEATS.map(() => 'turn_accepted') });
    }
    const over = await until(async () => {
      const card = await people[0]?.api.match.get.query({ id }).catch(() => null);
      return card && !['running', 'paused'].includes(card.status) && card;
    }, PATIENCE);
    expect(over).toMatchObject({ status: 'finished', fault: null });
    const turns = await turnsOf(ground, id);
    expect(turns.sort()).toEqual(SEATS.flatMap((seat) => [...Array(ROUNDS).keys()].map((round) => `${seat} ${round}`)).sort());
  } finally {
    await ground.leave();
  }
}

/** As a client does it: the same turn under the same key until somebody has answered. */
async function handIn(guest: Guest, turn: { id: string; seat: string; round: number }): Promise<string> {
  return until(() => play(guest, turn).catch(() => null), PATIENCE);
}

async function turnsOf(ground: FaultGround, id: string): Promise<string[]> {
  const client = new pg.Client((await ground.target()).config);
  await client.connect();
  const { rows } = await client.query<{ seat: string; round: number }>(
    "SELECT payload->>'lab_id' AS seat, (payload->>'round_index')::int AS round FROM match_event WHERE match_id = $1 AND type = 'turn_taken'",
    [id],
  );
  await client.end();
  return rows.map(({ seat, round }) => `${seat} ${round}`);
}

/** All that the server allows, those of others too: whoever is cut off finds its place taken. */
async function takeEveryConnection(ground: FaultGround): Promise<pg.Client[]> {
  const { config } = await ground.target();
  const hogs: pg.Client[] = [];
  const take = async (): Promise<boolean> => {
    const hog = new pg.Client({ ...config, application_name: 'hog' });
    hog.on('error', () => undefined);
    const isTaken = await hog.connect().then(
      () => true,
      () => false,
    );
    if (isTaken) hogs.push(hog);
    return isTaken;
  };
  const cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND application_name <> 'hog'";
  // Whoever was cut off tries again at the same moment: until nobody else has got a place for a second.
  for (let quiet = 0; quiet < 20; ) {
    let isNew = false;
    while (await take()) isNew = true;
    const { rowCount } = (await hogs[0]?.query(cut)) ?? { rowCount: 0 };
    quiet = isNew || rowCount !== 0 ? 0 : quiet + 1;
    await sleep(50);
  }
  return hogs;
}

describe('with people at the table, in mid-round', { timeout: 2 * PATIENCE }, () => {
  test('the web process is killed, and there is a second one', () =>
    survive(async ({ ground, first, moveTo }) => {
      moveTo(await ground.web());
      await first.kill();
    }));

  test('the only web process is killed, and started again after the clock ran out', () =>
    survive(async ({ ground, first, moveTo }) => {
      await first.kill();
      await sleep(FAULT_MS);
      moveTo(await ground.web());
    }));

  test('the database is killed', () =>
    survive(async ({ ground }) => {
      process.kill(await ground.postmaster(), 'SIGKILL');
    }));

  test('the database shuts itself down', () =>
    survive(async ({ ground }) => {
      process.kill(await ground.postmaster(), 'SIGINT');
    }));

  test('the database stands still for longer than the clock', () =>
    survive(async ({ ground, first }) => {
      const all = await ground.databaseProcesses();
      for (const pid of all) process.kill(pid, 'SIGSTOP');
      const health = await fetch(`${first.origin}/api/health`); // it answers while nothing else does
      expect(health.status).toBe(503);
      expect(await health.json()).toMatchObject({ ok: false, error: { code: 'database_unreachable' } });
      await sleep(FAULT_MS);
      for (const pid of all) process.kill(pid, 'SIGCONT');
    }));

  test('no connection to the database is left for longer than the clock, and the server’s own are cut', () =>
    survive(async ({ ground, first }) => {
      const hogs = await takeEveryConnection(ground);
      await until(async () => (await fetch(`${first.origin}/api/health`)).status === 503);
      await sleep(FAULT_MS);
      await Promise.all(hogs.map((hog) => hog.end().catch(() => undefined)));
    }));

  test('the only web process runs out of memory, and is started again after the clock ran out', () =>
    survive(async ({ ground, first, moveTo }) => {
      await first.starve();
      expect(first.said()).toMatch(/heap out of memory/);
      await sleep(FAULT_MS);
      moveTo(await ground.web());
    }));

  test.each([3_600_000, -3_600_000])('the wall clock jumps by %d ms', (jump) =>
    survive(async ({ ground }) => {
      ground.shiftClocks(jump);
      await sleep(2_000);
    }),
  );

  const mountable = canMount();
  test.skipIf(!mountable)('the disk is full for longer than the clock (skipped where no disk can be mounted)', () =>
    survive(async ({ ground, first }) => {
      const filler = fill(ground);
      await sleep(FAULT_MS);
      await expectDiskFull(first);
      rmSync(filler);
    }, 400),
  );

  test.skipIf(!mountable)('the disk is full, and the database goes down with it (skipped where no disk can be mounted)', () =>
    survive(async ({ ground, first }) => {
      const client = new pg.Client((await ground.target()).config);
      client.on('error', () => undefined);
      await client.connect();
      const filler = fill(ground);
      // Its log grows until it has to ask the disk for more.
      const log = (): Promise<unknown> => client.query("SELECT pg_logical_emit_message(true, 'test', repeat('x', 1000000))");
      await until(
        () =>
          log()
            .then(() => false)
            .catch(() => true),
        PATIENCE,
      );
      await client.end().catch(() => undefined);
      await sleep(FAULT_MS);
      expect((await fetch(`${first.origin}/api/health`)).status).toBe(503);
      rmSync(filler);
    }, 400),
  );
});

/** What takes all room that is left. */
function fill(ground: FaultGround): string {
  const filler = join(ground.home, '..', 'filler');
  try {
    for (;;) writeFileSync(filler, Buffer.alloc(1 << 20), { flag: 'a' });
  } catch {
    return filler; // now it is full
  }
}

async function expectDiskFull({ origin }: Web): Promise<void> {
  const health = await fetch(`${origin}/api/health`);
  expect([health.status, await health.json()]).toMatchObject([503, { ok: false, error: { code: 'disk_full' } }]);
}
