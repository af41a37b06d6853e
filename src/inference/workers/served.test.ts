import { expect, test } from 'vitest';
import { chatRequest } from '../test-request';
import type { WorkerLine } from '../worker-protocol';
import { WorkerPool } from './worker-pool';

const models = (digest: string) => [{ name: 'small', digest, adapters: [], context: 2048 }];

function join(pool: WorkerPool) {
  let hear: (value: unknown) => void = () => {};
  const asked: string[] = [];
  const closed: string[] = [];
  const line: WorkerLine = {
    send: (message) => message.type === 'ask' && asked.push(message.id),
    onMessage: (listener) => {
      hear = listener;
    },
    onClose: () => {},
    close: (why = '') => closed.push(why),
  };
  pool.attach(line);
  const worker = { id: `w${Math.random()}`, name: 'w', host: 'here', pid: 1, device: 'cpu', threads: 1, slots: 64, runtime: 'acted 1' };
  return {
    asked,
    closed,
    say: (message: object) => hear(message),
    hello: (list: object[]) => hear({ type: 'hello', worker, models: list }),
  };
}

test('a second worker with other weights under the same name is refused, with both digests, and never asked', async () => {
  const pool = new WorkerPool({ returnMs: 0 });
  const [own, impostor] = [join(pool), join(pool)];
  own.hello(models('sha256:b179'));
  impostor.hello(models('sha256:ffff'));
  expect(impostor.closed).toEqual([
    'it serves different weights under the name small (sha256:ffff) than a worker that is already connected (sha256:b179): give them another name',
  ]);
  const turn = pool.chat(chatRequest());
  expect([own.asked.length, impostor.asked.length]).toEqual([1, 0]);
  await pool.close();
  await expect(turn).rejects.toThrow('Mandi is stopping');
});

test('one that says so later is refused then', async () => {
  const pool = new WorkerPool({ returnMs: 0 });
  const [own, later] = [join(pool), join(pool)];
  own.hello(models('sha256:b179'));
  later.hello([]);
  later.say({ type: 'models', models: models('sha256:ffff') });
  expect(later.closed).toHaveLength(1);
  expect(pool.state().serves).toMatchObject([{ digest: 'sha256:b179' }]);
  await pool.close();
});
