/** What somebody at a table may make others pay for: models that play, and a log that grows. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from './support/database';
import { startServer, type TestServer, until } from './support/server';
import { codeOf, openTable, sit } from './support/table';

const stranger = { 'x-forwarded-for': '203.0.113.9' };

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

async function playing() {
  const { id, host } = await openTable(mandi);
  const { seat, token } = await mandi.api.seat.claim.mutate({ id, name: 'Ada', program: true });
  await sit(mandi, id, { name: 'Bo' }); // hands in nothing: the first turn goes on
  await host.api.table.start.mutate({ id });
  return { id, host, seat, ada: mandi.apiWith({ ...stranger, authorization: `Bearer ${token}` }) };
}

it('a stranger hands a seat to policies and null models; models and programs are the operator’s and the host’s to seat', async () => {
  await mandi.api.agent.add.mutate({ name: 'paid', spec: { kind: 'model', model: 'gpt' } });
  await mandi.api.agent.add.mutate({ name: 'far', spec: { kind: 'remote', url: 'https://8.8.8.8/act' } });
  const { id, host, seat, ada } = await playing();
  for (const policy of ['paid', 'paid@1', 'far'])
    expect(await codeOf(ada.seat.handOver.mutate({ id, seat, policy }))).toBe('operator_needed');
  expect(await codeOf(ada.seat.handOver.mutate({ id, seat, policy: 'nobody' }))).toBe('unknown_policy');
  for (const policy of ['planner', 'null-constant']) {
    const { seats } = await ada.seat.handOver.mutate({ id, seat, policy });
    expect(seats.find((one) => one.seat === seat)).toHaveProperty('policy', policy === 'planner' ? policy : `${policy}@3`);
  }
  const { seats } = await host.api.table.replace.mutate({ id, seat, policy: 'paid' });
  expect(seats.find((one) => one.seat === seat)).toMatchObject({ policy: 'paid@1' });
  await host.api.table.control.mutate({ id, command: 'abort' });
});

it('a seat is handed over twenty times in a turn, and taken back each time', async () => {
  const { id, host, seat, ada } = await playing();
  for (let n = 0; n < 20; n += 1) {
    await ada.seat.handOver.mutate({ id, seat, policy: 'wait' });
    await ada.seat.takeBack.mutate({ id, seat });
  }
  expect(await codeOf(ada.seat.handOver.mutate({ id, seat, policy: 'wait' }))).toBe('too_many_requests');
  await host.api.table.control.mutate({ id, command: 'abort' });
});

it('links that are too old go when another is made', async () => {
  const { id, host, seat, ada } = await playing();
  const { prisma } = fresh.database;
  for (let n = 0; n < 3; n += 1) await ada.seat.deviceLink.mutate({ id, seat });
  await prisma.tableLink.updateMany({ where: { matchId: id }, data: { expiresAt: new Date(0) } });
  await ada.seat.deviceLink.mutate({ id, seat });
  expect(await until(() => prisma.tableLink.count({ where: { matchId: id } }))).toBe(1);
  await host.api.table.control.mutate({ id, command: 'abort' });
});

it('more tokens of a seat do not allow more turns', async () => {
  const few = await startServer(fresh, { limits: { submits: 20 } });
  try {
    const { id } = await openTable(few);
    const { guest, seat } = await sit(few, id, { name: 'Ada' });
    const others: ReturnType<typeof few.apiWith>[] = [];
    for (let n = 0; n < 4; n += 1) {
      const { code } = await guest.api.seat.deviceLink.mutate({ id, seat });
      const { token } = await few.api.seat.redeem.mutate({ code, program: true });
      others.push(few.apiWith({ authorization: `Bearer ${token}` }));
    }
    const codes: string[] = [];
    for (const other of others)
      for (let n = 0; n < 8; n += 1) codes.push(await codeOf(other.seat.ready.mutate({ id, seat, ready: false })));
    expect(codes.filter((code) => code === 'ok')).toHaveLength(16); // and four links
  } finally {
    await few.stop();
  }
});
