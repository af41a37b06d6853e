import { PassThrough } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { codeVersion } from '~/eval/code-version';
import { ownEpisode } from '~/openenv/mcp-episodes';
import { refuseFrame } from '~/openenv/mcp-frames';
import { mcpServer } from '~/openenv/mcp-server';
import { endQuietlyWithoutReader } from '../output';
import { agentsWithoutDatabase } from './agents-without-database';
import { type Line, LineCutter } from './lines';

/** In UTF-16 units: far more than any message. A longer line is refused and the episode continues. */
const LONGEST_MESSAGE = 1024 * 1024;

/** Serves MCP on standard input and output until the client disconnects. */
export async function serveMcp(): Promise<void> {
  endQuietlyWithoutReader();
  const agents = agentsWithoutDatabase();
  const good = new PassThrough();
  const transport = new StdioServerTransport(good, process.stdout);
  const episodes = ownEpisode(agents.means);
  const server = serveStdio(() => mcpServer(codeVersion(), episodes), { transport });
  const interrupted = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  await Promise.race([forwardFrames(good), interrupted]);
  episodes.close();
  await server.close();
  await agents.close();
  process.stdin.destroy();
}

/** Forwards valid JSON-RPC and answers invalid frames, which the SDK would drop silently. Ends with standard input. */
async function forwardFrames(good: PassThrough): Promise<void> {
  const cutter = new LineCutter(LONGEST_MESSAGE);
  const decoder = new StringDecoder('utf8');
  for await (const chunk of process.stdin) for (const line of cutter.push(decoder.write(chunk as Buffer))) await forward(line, good);
  const last = cutter.end();
  if (last !== null) await forward(last, good);
}

async function forward(line: Line, good: PassThrough): Promise<void> {
  if ('text' in line && line.text.trim() === '') return;
  const refusal = refuseFrame('text' in line ? line.text : null, LONGEST_MESSAGE);
  if (refusal !== null) process.stdout.write(`${JSON.stringify(refusal)}\n`);
  else if ('text' in line && !good.write(`${line.text}\n`)) await new Promise((resolve) => good.once('drain', resolve));
}
