/** MCP over HTTP on the main server, at /mcp: stateless requests of both protocol versions. Episodes are named by the id from reset. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { SessionKeeper } from '~/lib/sessions/session-keeper';
import { pooledEpisodes } from '~/openenv/mcp-episodes';
import { mcpServer } from '~/openenv/mcp-server';
import type { EndpointMeans } from '~/openenv/means';
import { SessionPool } from '~/openenv/session-pool';

export const MCP = '/mcp';

const EPISODES = 256;
const MOST_BYTES_IN = 1024 * 1024;

export interface McpEndpoint {
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Another process has the episodes from now on. */
  letGo(): void;
  close(): Promise<void>;
}

/** `means`: services for episodes beyond the rules, such as agents as opponents. Access is checked before. */
export function mcpEndpoint(version: string, means: EndpointMeans, keeper: SessionKeeper | null = null): McpEndpoint {
  const pool = new SessionPool(EPISODES, means, { keeper });
  const episodes = pooledEpisodes(pool);
  const handler = createMcpHandler(() => mcpServer(version, episodes), { maxRequestBodySize: MOST_BYTES_IN });
  return {
    async answer(request, response) {
      const gone = new AbortController();
      response.once('close', () => gone.abort());
      await send(response, await handler.fetch(webRequest(request, gone.signal)));
    },
    letGo: () => pool.letGo(),
    close: () => handler.close(),
  };
}

function webRequest(request: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one);
  }
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  const url = new URL(request.url ?? MCP, 'http://localhost');
  return new Request(url, {
    method: request.method ?? 'GET',
    headers,
    signal,
    ...(hasBody && { body: Readable.toWeb(request) as unknown as BodyInit, duplex: 'half' }),
  });
}

async function send(response: ServerResponse, answer: Response): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null) {
    response.end();
    return;
  }
  for await (const piece of Readable.fromWeb(answer.body as ReadableStream)) if (!response.write(piece)) await drained(response);
  response.end();
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.on('drain', go).on('close', go);
  });
}
