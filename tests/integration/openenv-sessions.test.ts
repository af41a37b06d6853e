/** Sessions that were made over HTTP are kept in the database: the process that has them may be killed. */
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { type FreshDatabase, freshDatabase } from './support/database';
import { until } from './support/server';
import { type Spawned, spawnServer } from './support/spawned';

const PATIENCE = 900_000;

let fresh: FreshDatabase;
let sites: [Spawned, Spawned];
beforeAll(async () => {
  fresh = await freshDatabase('embedded');
  sites = await Promise.all([spawnServer(fresh.url), spawnServer(fresh.url)]);
}, PATIENCE);
afterAll(async () => {
  await Promise.all(sites.map((site) => site.kill()));
  await fresh.drop();
});

describe('with two web processes', { timeout: PATIENCE }, () => {
  it('an OpenEnv session and an episode over MCP go on when the process that had them is killed', async () => {
    const hubRow = async () => (await fresh.database.pool.query<{ url: string }>('SELECT url FROM web_hub')).rows[0]?.url ?? '';
    const hub = await until(hubRow);
    const at = sites.findIndex((site) => new URL(site.origin).port === new URL(hub).port);
    const [dying, staying] = at === 0 ? sites : ([sites[1], sites[0]] as const);
    const ask = async (path: string, body: object, headers: Record<string, string> = {}) => {
      const all = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers };
      return (await fetch(`${staying.origin}${path}`, { method: 'POST', headers: all, body: JSON.stringify(body) })).text();
    };
    const rpcAt = async (method: string, params: object) =>
      JSON.parse(await ask('/openenv/mcp', { jsonrpc: '2.0', id: 1, method, params })) as {
        result?: { session_id?: string; data?: unknown };
      };
    const { session_id = '' } = (await rpcAt('openenv/session/create', {})).result ?? {};
    const call = (name: string, given: object = {}) => rpcAt('tools/call', { session_id, name, arguments: given });
    const socket = new WebSocket(`${staying.origin.replace('http', 'ws')}/openenv/ws?session_id=${session_id}`);
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'reset', data: { ruleset: 'open', task: 'market_round', seed: 3 } }));
    await once(socket, 'message');
    socket.close();
    await once(socket, 'close');
    for (let i = 0; i < 3; i += 1) expect(await call('wait')).toMatchObject({ result: { is_error: false } });
    const before = await call('observe');
    const tool = (name: string, given: object) =>
      ask('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } });
    const begun = await tool('reset', { ruleset: 'open', task: 'single_trade', seed: 4 });
    const [, episode = ''] = /\\?"episode\\?":\s*\\?"([\w-]+)/.exec(begun) ?? [];
    await tool('act', { action: { action_type: 'wait' }, episode });
    const seen = await tool('observe', { episode });
    expect(episode).not.toBe('');
    expect(seen).toContain('round_index');

    await dying.kill();
    await until(async () => (await hubRow()) !== hub);
    const after = await until(async () => {
      const answer = await call('observe').catch(() => null);
      return answer?.result?.data !== undefined && answer;
    });
    expect(after).toEqual(before);
    expect(await call('wait')).toMatchObject({ result: { is_error: false } });
    expect(await tool('observe', { episode })).toBe(seen);
    expect(await rpcAt('openenv/session/close', { session_id })).toMatchObject({ result: { closed: true } });
    expect(await call('wait')).toMatchObject({ error: { code: -32602 } });
    const { rows } = await fresh.database.pool.query('SELECT FROM openenv_call WHERE session_id = $1', [session_id]);
    expect(rows).toHaveLength(0);
  });
});
