import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { ownEpisode, pooledEpisodes } from './mcp-episodes';
import { mcpServer, mcpTools } from './mcp-server';
import { readReset } from './reset';
import { SessionPool } from './session-pool';

test('calls that follow a reset at once are of its episode, however long that takes to open', async () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const episodes = ownEpisode({
    async sit() {
      await opened;
      const reading = await readReset({ task: 'single_trade', seed: 1 }, {});
      return reading.ok ? { ok: true, value: reading.value.episode } : reading;
    },
  });
  const server = mcpServer('test', episodes);
  const client = new Client({ name: 'test', version: '1' });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(there), client.connect(here)]);
  const call = (name: string, args: Record<string, unknown> = {}) => client.callTool({ name, arguments: args });
  const before = call('observe');
  const act = () => call('act', { action: { action_type: 'wait' } });
  const sent = [call('reset', { match: 'm', seat: 'lab_0', token: 't' }), call('observe'), act(), call('legal_actions')];
  sent.push(call('reset', { task: 'single_trade', seed: 2 }), act());
  expect(await before).toMatchObject({ isError: true, content: [{ text: 'There is no episode yet. Call reset first.' }] });
  open();
  const answers = await Promise.all(sent);
  expect(answers.map(({ isError }) => isError ?? false)).toEqual(sent.map(() => false));
  const seen = answers.map(({ structuredContent }) => (structuredContent as { observation?: Record<string, unknown> }).observation);
  expect(seen.map((one) => one && [one.task_id, one.round_index])).toEqual([
    ['single_trade-1', 0],
    ['single_trade-1', 0],
    ['single_trade-1', 1],
    undefined,
    ['single_trade-2', 0],
    ['single_trade-2', 1],
  ]);
  await client.close();
  episodes.close();
});

test('an episode of a later version of the rules is opened by its number, and takes what that version adds', async () => {
  const episodes = ownEpisode({});
  const server = mcpServer('test', episodes);
  const client = new Client({ name: 'test', version: '1' });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(there), client.connect(here)]);
  const call = async (name: string, args: Record<string, unknown> = {}) => JSON.stringify(await client.callTool({ name, arguments: args }));
  expect(await call('reset', { ruleset: 'open', version: 2, task: 'single_trade', seed: 3, opponents: 'planner' })).toContain('wants');
  expect(await call('legal_actions')).toContain('make_promise');
  const want = { action_type: 'post_want', hours: 2, payment: 5, to_round: 4 };
  const said = await call('act', { action: want });
  expect(said).toContain('want_posted');
  await call('reset', { ruleset: 'open', version: 1, task: 'single_trade', seed: 3, opponents: 'planner' });
  expect(await call('legal_actions')).not.toContain('make_promise');
  expect(await call('act', { action: want })).not.toContain('want_posted');
  await client.close();
  episodes.close();
});

test('over HTTP an episode can be given up before its end, which frees its place; a connection has no such tool', async () => {
  const pool = new SessionPool(1);
  const client = new Client({ name: 'test', version: '1' });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await Promise.all([mcpServer('test', pooledEpisodes(pool)).connect(there), client.connect(here)]);
  const call = async (name: string, args: Record<string, unknown> = {}) => client.callTool({ name, arguments: args });
  const first = await call('reset', { task: 'single_trade', seed: 1 });
  const { episode } = first.structuredContent as { episode: string };
  expect(JSON.stringify(await call('reset', { task: 'single_trade', seed: 2 }))).toContain('All 1 episodes of this server are in use');
  expect(await call('close', { episode })).toMatchObject({ structuredContent: { closed: episode } });
  expect(await call('observe', { episode })).toMatchObject({ isError: true });
  expect((await call('reset', { task: 'single_trade', seed: 2 })).isError ?? false).toBe(false);
  expect(await call('close', { episode: 'nosuch' })).toMatchObject({ isError: true });
  await client.close();
  expect(mcpTools(false).map(({ name }) => name)).not.toContain('close');
});
