/** `mandi mcp` through the official TypeScript client: a process, its standard input and output, and whole episodes. */
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPOSITORY } from '~/config';

const PATIENCE = 120_000;
const client = new Client({ name: 'test', version: '1' });

beforeAll(async () => {
  const args = [join(REPOSITORY, 'bin', 'mandi.mjs'), 'mcp'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: REPOSITORY }), { timeout: PATIENCE });
}, PATIENCE);
afterAll(() => client.close());

interface Told {
  isError?: boolean;
  content: { text: string }[];
  structuredContent?: Record<string, unknown> & { observation?: Record<string, unknown> };
}

async function call(name: string, args: Record<string, unknown> = {}): Promise<Told> {
  return (await client.callTool({ name, arguments: args }, undefined, { timeout: PATIENCE })) as unknown as Told;
}

describe('mandi mcp', () => {
  it(
    'lists its tools, and says when there is no episode',
    async () => {
      expect(client.getServerVersion()).toMatchObject({ name: 'mandi' });
      expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['reset', 'observe', 'legal_actions', 'act']);
      for (const tool of ['observe', 'legal_actions']) expect(await call(tool)).toMatchObject({ isError: true });
      expect((await call('act', { action: { action_type: 'wait' } })).content[0]?.text).toContain('reset');
      expect(await call('dance')).toMatchObject({ isError: true });
    },
    PATIENCE,
  );

  it.each([
    [{ task: 'single_trade', seed: 1 }, 'lab_0'],
    [{ ruleset: 'open', task: 'single_trade', seed: 1, seat: 'lab_1', opponents: 'greedy' }, 'lab_1'],
  ])(
    'plays an episode of %j',
    async (setUp, seat) => {
      const opening = await call('reset', setUp);
      expect(opening.structuredContent).toMatchObject({ reward: null, done: false, observation: { controlled_lab_id: seat } });
      expect(JSON.parse(opening.content[0]?.text ?? '')).toEqual(opening.structuredContent);
      const { legal_actions: legal } = (await call('legal_actions')).structuredContent ?? {};
      expect((legal as { action_type: string }[]).map(({ action_type }) => action_type)).toContain('wait');
      expect((await call('observe')).structuredContent?.observation).toEqual(opening.structuredContent?.observation);
      expect(await call('act', { action: { action_type: 'steal' } })).toMatchObject({ isError: true });
      expect(await call('act', {})).toMatchObject({ isError: true });
      const rewards: unknown[] = [];
      for (let done: unknown = false; done !== true; ) {
        const { structuredContent: turn } = await call('act', { action: { action_type: 'wait' } });
        rewards.push(turn?.reward);
        done = turn?.done;
      }
      expect(rewards.length).toBeGreaterThan(2);
      expect(rewards.every((reward) => typeof reward === 'number')).toBe(true);
    },
    PATIENCE,
  );
});
