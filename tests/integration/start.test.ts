import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { REPOSITORY } from '~/config';
import { listen } from '~/start/listen';
import { type FreshDatabase, freshDatabase } from './support/database';
import { apiOf, until } from './support/server';
import { sourceArgs } from './support/source-args';

const started: ChildProcess[] = [];
let fresh: FreshDatabase;
let home: string;
beforeAll(async () => {
  fresh = await freshDatabase('embedded');
  home = await mkdtemp(join(tmpdir(), 'mandi-start-'));
});
afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  await fresh.drop();
  await rm(home, { recursive: true, force: true });
});

function start(environment: Record<string, string> = {}) {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, sourceArgs('start-without-pages.ts'), {
    cwd: REPOSITORY,
    env: {
      NODE_ENV: 'production',
      PATH,
      HOME,
      DATABASE_URL: fresh.url,
      MANDI_HOME: home,
      MANDI_MODEL: 'off',
      MANDI_LEAGUE: 'off',
      ...environment,
    },
  });
  started.push(child);
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    said.out += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    said.err += String(chunk);
  });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  return { child, said, ended, address: () => until(() => /^Open (\S+)$/m.exec(said.out)?.[1], 120_000) };
}

async function freePort(): Promise<string> {
  const server = createServer();
  const port = await listen(server, { host: '127.0.0.1', port: 0, isFixed: true });
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

describe('npm start', () => {
  it('says where to look, plays a match there, and stops in order; the next start goes on with that match', async () => {
    const port = await freePort();
    const first = start({ PORT: port });
    const address = await first.address();
    expect(address).toBe(`http://localhost:${port}`);
    expect(first.said.out.trim().split('\n').at(-1)).toBe(`Open ${address}`);
    const { match } = apiOf(`http://127.0.0.1:${port}`);
    const { items } = await match.list.query({ status: ['running'] });
    expect(items).toMatchObject([{ showcase: true }]);
    first.child.kill('SIGINT');
    first.child.kill('SIGINT'); // as under npm, which passes a Ctrl-C on that has come already
    expect(await first.ended).toBe(0);
    expect(first.said.err).toBe('');
    const second = start({ PORT: port });
    expect(await second.address()).toBe(address);
    const shown = await match.list.query({ status: ['running'] });
    expect(shown.items.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
  });

  it('finds the Mandi of this clone that runs already, and says where', async () => {
    const first = start({ PORT: await freePort(), MANDI_SHOWCASE: 'off' });
    const address = await first.address();
    const second = start();
    expect(await second.ended).toBe(0);
    expect(second.said.out).toContain(`is already running from this clone (process ${first.child.pid})`);
    expect(second.said.out).toContain(`Open ${address}`);
  });

  it('of two starts at the same moment one comes up, and the other finds it', async () => {
    const both = [start({ MANDI_SHOWCASE: 'off' }), start({ MANDI_SHOWCASE: 'off' })];
    const [one, other] = [await both[0]?.address(), await both[1]?.address()];
    expect(one).toBe(other);
    expect(both.filter((mandi) => /is already running from this clone \(process \d+\)/.test(mandi.said.out))).toHaveLength(1);
    expect(both.map((mandi) => mandi.said.err)).toEqual(['', '']);
  });

  it('shows no match where it should not', async () => {
    const port = await freePort();
    expect(await start({ PORT: port, MANDI_SHOWCASE: 'off' }).address()).toBe(`http://localhost:${port}`);
  });

  it('prints a token where other machines can reach it, and that token works', async () => {
    const port = await freePort();
    const mandi = start({ PORT: port, HOST: '0.0.0.0', MANDI_SHOWCASE: 'off' });
    await mandi.address();
    const [, token] = /operator's token[^:]*: (\S+)/.exec(mandi.said.out) ?? [];
    const status = apiOf(`http://127.0.0.1:${port}`, { authorization: `Bearer ${token}` }).system.status;
    expect(await status.query()).toMatchObject({ loopback: false, isOperator: true });
    const outer = Object.values(networkInterfaces())
      .flat()
      .find((one) => one?.family === 'IPv4' && !one.internal);
    const [, fromElsewhere] = /^From other machines: (\S+)$/m.exec(mandi.said.out) ?? [];
    expect(fromElsewhere).toBe(outer && `http://${outer.address}:${port}`);
    if (fromElsewhere) expect((await fetch(`${fromElsewhere}/api/health`)).status).toBe(200);
  });

  it('behind a proxy it invites to the address that people type, not to plain http', async () => {
    const mandi = start({ PORT: await freePort(), HOST: '0.0.0.0', MANDI_SHOWCASE: 'off', MANDI_ORIGINS: 'https://mandi.example.org' });
    await mandi.address();
    expect(mandi.said.out).toContain('From other machines: https://mandi.example.org\n');
    expect(mandi.said.out).not.toMatch(/^From other machines: http:/m);
  });
});

describe('what cannot be', () => {
  it('a port that another program has: a sentence that names another', async () => {
    const other = createServer();
    const port = await listen(other, { host: '127.0.0.1', port: 0, isFixed: true });
    const mandi = start({ PORT: String(port), DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/mandi' }); // the port is looked at first
    expect(await mandi.ended).toBe(1);
    expect(mandi.said.err).toMatch(new RegExp(`^Port ${port} is in use\\. .*PORT=\\d+\\n$`));
    await new Promise((resolve) => other.close(resolve));
  });

  it.each([
    ['PORT', 'eighty', /^PORT/],
    ['HOST', '203.0.113.7', /^This machine has no address 203\.0\.113\.7/],
    ['DATABASE_URL', 'postgresql://nobody@127.0.0.1:9/mandi', /^No database answers at 127\.0\.0\.1:9/],
    ['MANDI_SHOWCASE', 'perhaps', /^MANDI_SHOWCASE/],
  ])('%s=%s: one sentence, no stack trace', async (name, value, sentence) => {
    const mandi = start({ PORT: await freePort(), [name]: value });
    expect(await mandi.ended).toBe(1);
    expect(mandi.said.err).toMatch(sentence);
    expect(mandi.said.err.trim().split('\n')).toHaveLength(1);
  });
});

describe('the usual port', () => {
  it('gives way to the next free one where it is taken', async () => {
    const [one, two] = [createServer(), createServer()];
    const port = await listen(one, { host: '127.0.0.1', port: 4230, isFixed: false });
    const next = await listen(two, { host: '127.0.0.1', port, isFixed: false });
    expect(next).toBeGreaterThan(port);
    await Promise.all([one, two].map((server) => new Promise((resolve) => server.close(resolve))));
  });

  it('counts as taken where a program has it on IPv6 alone, which browsers try first', async () => {
    const [six, four] = [createServer(), createServer()];
    const port = await listen(six, { host: '::1', port: 4240, isFixed: false }).catch(() => null);
    if (port === null) return; // a machine without IPv6
    expect(await listen(four, { host: '127.0.0.1', port, isFixed: false })).toBeGreaterThan(port);
    await Promise.all([six, four].map((server) => new Promise((resolve) => server.close(resolve))));
  });
});
