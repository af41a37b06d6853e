import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { REPOSITORY } from '~/config';
import { describeOnServer, freshDatabase } from './support/database';

/** In front of a database, until it answers nothing more. */
async function openFreezable(database: URL) {
  const sockets = new Set<Socket>();
  let hear: () => void;
  const listening = new Promise<void>((resolve) => {
    hear = resolve;
  });
  const server = createServer((near) => {
    const far = connect(Number(database.port), database.hostname);
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined));
    near.on('data', (bytes) => {
      if (bytes.includes('LISTEN')) hear();
    });
    near.pipe(far).pipe(near);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  function freeze(): void {
    for (const socket of sockets) socket.unpipe().pause();
  }
  function close(): void {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
  return { port, listening, freeze, close };
}

describeOnServer('a worker whose parent is gone', (kind) => {
  test('ends, though its database answers no more', async () => {
    const fresh = await freshDatabase(kind);
    const between = await openFreezable(new URL(fresh.url));
    const url = Object.assign(new URL(fresh.url), { host: `127.0.0.1:${between.port}` }).href;
    const child = fork(join(REPOSITORY, 'bin', 'mandi.mjs'), ['worker', 'matches', '--child'], {
      env: { ...process.env, DATABASE_URL: url, MANDI_MODEL: 'off' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    afterAll(() => child.kill('SIGKILL'));
    await between.listening;
    between.freeze();
    child.disconnect();
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code).not.toBeNull();
    between.close();
    await fresh.drop();
  });
});
