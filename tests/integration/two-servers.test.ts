import { isDeepStrictEqual } from 'node:util';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMandiClient } from '~/client/create-mandi-client';
import { describeOnDatabases, type FreshDatabase, freshDatabase } from './support/database';
import { startServer, type TestServer, type TestSocket, until } from './support/server';
import { type Spawned, spawnServer } from './support/spawned';
import { Guest, look, openTable, play, Screen, sit } from './support/table';

describeOnDatabases('two web processes on one Postgres', (kind) => {
  let fresh: FreshDatabase;
  let first: Spawned;
  let second: TestServer;
  const sockets: TestSocket[] = [];
  beforeAll(async () => {
    fresh = await freshDatabase(kind);
    [first, second] = await Promise.all([spawnServer(fresh.url), startServer(fresh)]);
  });
  afterAll(async () => {
    for (const socket of sockets) socket.disconnect();
    await first.kill();
    await second.stop();
    await fresh.drop();
  });

  function socketOf(guest: Guest): TestSocket {
    const socket: TestSocket = io(guest.origin, {
      transports: ['websocket'],
      forceNew: true,
      extraHeaders: guest.headers(),
      reconnection: false,
    });
    sockets.push(socket);
    return socket;
  }

  /** With the same cookies at the other server, as a browser behind a proxy comes there. */
  function moved(guest: Guest, origin: string): Guest {
    const there = new Guest(origin);
    for (const [name, value] of guest.cookies) there.cookies.set(name, value);
    return there;
  }

  it('give people on either the same match; one is killed in mid-round, and everybody plays on', async () => {
    const { id, host } = await openTable(first, { seats: { lab_3: 'greedy' }, options: { rounds: 5, shocks: 1 } });
    const ada = await sit(first, id, { name: 'Ada' });
    const bo = await sit({ origin: second.origin }, id, { name: 'Bo' });
    const program = createMandiClient({ url: [first.origin, second.origin] });
    const { seat: bot } = await program.claim(id, { name: 'Robo' });
    const end = program.play(id, bot, () => [{ action_type: 'wait' }]);

    const adaSees = await new Screen(socketOf(ada.guest), id, ada.seat).open();
    const boSees = await new Screen(socketOf(bo.guest), id, bo.seat).open();
    const crowds = await Promise.all([first.origin, second.origin].map((origin) => new Screen(socketOf(new Guest(origin)), id).open()));
    await until(() =>
      crowds.every((crowd) => crowd.cards.at(-1)?.seats.every((seat) => seat.kind === 'script' || ('here' in seat && seat.here))),
    );
    await host.api.table.start.mutate({ id });

    for (let round = 0; round < 2; round += 1) {
      await until(async () => (await look(ada.guest, id, ada.seat)).round === round);
      expect(await play(ada.guest, { id, seat: ada.seat, round })).toBe('turn_accepted');
      await until(async () => (await look(bo.guest, id, bo.seat)).round === round);
      expect(await play(bo.guest, { id, seat: bo.seat, round })).toBe('turn_accepted');
    }
    await until(() => [adaSees, boSees, ...crowds].every((screen) => screen.view.round_index === 2));
    expect(adaSees.view.labs[0]?.jobs).not.toBeNull();
    expect(boSees.view.labs[1]?.jobs).not.toBeNull();
    await until(() => isDeepStrictEqual(crowds[0]?.view, crowds[1]?.view)); // news may be on their way to one of them

    // In mid-round: Ada's turn is in, Bo's is not.
    expect(await play(ada.guest, { id, seat: ada.seat, round: 2 })).toBe('turn_accepted');
    await first.kill();
    const adaThere = moved(ada.guest, second.origin);
    const back = await new Screen(socketOf(adaThere), id, ada.seat).open();
    expect(back.view.labs[0]?.submitted).toBe(true);
    expect(await play(adaThere, { id, seat: ada.seat, round: 2 })).toBe('turn_accepted'); // the same key, asked again elsewhere
    expect(await play(bo.guest, { id, seat: bo.seat, round: 2 })).toBe('turn_accepted');
    for (let round = 3; round < 5; round += 1) {
      await until(async () => (await look(adaThere, id, ada.seat)).round === round, 60_000);
      expect(await play(adaThere, { id, seat: ada.seat, round })).toBe('turn_accepted');
      expect(await play(bo.guest, { id, seat: bo.seat, round })).toBe('turn_accepted');
    }
    expect(await end).toMatchObject({ status: 'finished', id });
    program.close();
    await until(() => back.view.finished && boSees.view.finished && back.view.seed !== null);
    expect(back.view).toEqual(boSees.view);

    const turns = (await second.store.read(id, 0, 100_000)).flatMap(({ event }) =>
      event.type === 'turn_taken' && 'lab_id' in event && 'round_index' in event
        ? [`${String(event.lab_id)} ${String(event.round_index)}`]
        : [],
    );
    expect(turns.sort()).toEqual([0, 1, 2, 3].flatMap((lab) => [0, 1, 2, 3, 4].map((round) => `lab_${lab} ${round}`)));
    expect(second.logged).toEqual([]);
  }, 480_000);
});
