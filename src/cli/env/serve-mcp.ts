import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { codeVersion } from '~/eval/code-version';
import { mcpServer } from '~/openenv/mcp-server';
import { endQuietlyWithoutReader } from '../output';
import { agentsAtTheDoor } from './agents-at-the-door';

/** What `mandi mcp` does, until its client hangs up. */
export async function serveMcp(): Promise<void> {
  endQuietlyWithoutReader();
  const agents = agentsAtTheDoor();
  const server = mcpServer(codeVersion(), agents.means);
  const ended = new Promise<void>((resolve) => {
    server.onclose = resolve;
    process.stdin.once('end', resolve);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  await server.connect(new StdioServerTransport());
  await ended;
  await server.close();
  await agents.close();
  process.stdin.destroy();
}
