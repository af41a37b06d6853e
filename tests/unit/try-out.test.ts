/** Agents that are not kept yet play one turn, against real servers on this machine. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { addAgent } from '~/api/agent/service';
import { tryOutAgent } from '~/api/agent/try-out';
import type { TryOut } from '~/api/agent/types';
import type { SharedServices } from '~/api/context';
import { emptyBroadcaster } from '~/live/audience';
import type { Services } from '~/match/services';
import { NO_MINDS, openAgentRuntime } from '~/start/agent-runtime';
import { MemoryEventStore } from '~/store/memory-event-store';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener);
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server of chats: `say` makes the reply of the body that was asked. */
function chats(say: (body: { messages: { content: string }[] }) => string | null, key?: string): RequestListener {
  return (request, response) => {
    const json = (value: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (key !== undefined && request.headers.authorization !== `Bearer ${key}`) {
      json({ error: { message: 'no' } }, 401);
      return;
    }
    if (request.url === '/v1/models') {
      json({ data: [{ id: 'brain' }, { id: 'brawn' }] });
      return;
    }
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const content = say(JSON.parse(Buffer.concat(parts).toString()) as { messages: { content: string }[] });
      if (content === null) return; // it never answers
      const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: 'stop' }], usage })}\n\n`);
      response.end('data: [DONE]\n\n');
    });
  };
}

/** Of a matcher the type says nothing. */
const containing = (words: string): unknown => expect.stringContaining(words);

const WAIT = '{"action_type":"wait"}';

async function sharedWith(secrets: Record<string, string> = {}, loopback = true): Promise<SharedServices> {
  const log = { info() {}, warn() {}, error() {} };
  const store = new MemoryEventStore('here');
  const runtime = await openAgentRuntime({ ...NO_MINDS, secret: (name) => secrets[name] ?? null }, { log, store: store.agents });
  closing.push(() => runtime.close());
  const services: Services = { store, processId: 'here', audience: emptyBroadcaster, log, now: Date.now, agents: runtime.agents };
  return { services, access: { loopback } } as unknown as SharedServices;
}

function model(url: string, more: object = {}, keyName: string | null = null): { name: string; spec: object } {
  return {
    name: 'mine',
    spec: { kind: 'model', model: 'brain', turnSeconds: 20, repairs: 0, server: { url: `${url}/v1`, keyName }, ...more },
  };
}

function faultIn(result: TryOut): Extract<TryOut, { ok: false }> {
  if (result.ok) throw new Error('it played');
  return result;
}

test('a server that is right plays a turn, and the agent is ready once it is kept', async () => {
  const shared = await sharedWith();
  const mine = model(await serve(chats(() => WAIT)));
  expect(await tryOutAgent(shared, mine)).toMatchObject({ ok: true, moves: ['wait'], repaired: null });
  const card = await addAgent(shared, mine);
  expect(card).toMatchObject({ ref: 'mine@1', ready: true, notReady: null });
  const other = await addAgent(shared, { name: 'other', spec: { kind: 'model', model: 'brain' } });
  expect(other.ready).toBe(false); // the server of one agent serves no other
});

test('what is absent, slow, of another name, or without its key is told as that, with what to do', async () => {
  const shared = await sharedWith({ MY_KEY: 'right-1', OLD_KEY: 'wrong-1' });
  const gone = await serve(() => undefined);
  await closing.pop()?.();
  expect(faultIn(await tryOutAgent(shared, model(gone)))).toMatchObject({
    code: 'absent',
    fix: containing('Start the server'),
  });

  const silent = await serve(chats(() => null));
  const slow = faultIn(await tryOutAgent(shared, model(silent, { turnSeconds: 0.5 })));
  expect(slow).toMatchObject({ code: 'slow', fix: containing('more seconds per turn') });

  const right = await serve(chats(() => WAIT));
  const wrong = faultIn(await tryOutAgent(shared, model(right, { model: 'brian' })));
  expect(wrong).toMatchObject({ code: 'wrong_model', fix: 'It serves brain, brawn: use one of these names.' });

  const locked = await serve(chats(() => WAIT, 'right-1'));
  const keyless = faultIn(await tryOutAgent(shared, model(locked)));
  expect(keyless).toMatchObject({ code: 'key_refused', fix: containing('Name the environment variable') });
  expect(faultIn(await tryOutAgent(shared, model(locked, {}, 'OLD_KEY'))).code).toBe('key_refused');
  const unset = faultIn(await tryOutAgent(shared, model(locked, {}, 'NO_SUCH_KEY')));
  expect(unset).toMatchObject({ code: 'key_missing', why: containing('NO_SUCH_KEY is not set') });
  expect((await tryOutAgent(shared, model(locked, {}, 'MY_KEY'))).ok).toBe(true);

  const babbling = await serve(chats(() => 'I would rather not.'));
  expect(faultIn(await tryOutAgent(shared, model(babbling)))).toMatchObject({
    code: 'unusable',
    why: containing('I would rather not.'),
  });
});

test('a try leaves nothing behind', async () => {
  const shared = await sharedWith();
  const url = await serve(chats(() => WAIT));
  await tryOutAgent(shared, model(url));
  expect(shared.services.agents?.placeOf(new URL(url).host)).toBeNull();
  expect((await shared.services.agents?.list())?.filter(({ agent }) => agent.name === 'mine')).toEqual([]);
  await addAgent(shared, model(url));
  expect(shared.services.agents?.placeOf(new URL(url).host)).toBe(`${new URL(url).host}/v1`);
});

test('where others can reach this Mandi no address of a model server is taken from a browser; a program’s has to be public', async () => {
  const open = await sharedWith({}, false);
  const url = await serve(chats(() => WAIT));
  expect(faultIn(await tryOutAgent(open, model(url))).code).toBe('not_allowed');
  await expect(addAgent(open, model(url))).rejects.toThrow('Add the agent on the server’s command line');
  const program = { name: 'bot', spec: { kind: 'remote', url } };
  expect(faultIn(await tryOutAgent(open, program))).toMatchObject({ code: 'not_allowed', why: containing('local address') });
  const here = await sharedWith();
  expect(faultIn(await tryOutAgent(here, program)).code).toBe('not_allowed');
});

test('a key of Mandi’s own or of a database is sent to no server', async () => {
  const shared = await sharedWith({ DATABASE_URL: 'x', MANDI_ADMIN_TOKEN: 'y' });
  for (const name of ['DATABASE_URL', 'MANDI_ADMIN_TOKEN', 'PGPASSWORD'])
    await expect(tryOutAgent(shared, model('http://127.0.0.1:9', {}, name))).rejects.toThrow('is never sent to a server');
});
