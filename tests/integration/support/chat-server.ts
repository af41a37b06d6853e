/** A server of chat completions that does what a test tells it to, on a port of its own. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  path: string;
  key: string | undefined;
  body: { messages: { content: string }[]; response_format?: { type: string }; stream?: boolean; [field: string]: unknown };
}

export type Behaviour = (response: ServerResponse, asked: Asked) => void | Promise<void>;

export interface ChatServer {
  url: string;
  /** Requests for chats, in order. */
  asked: Asked[];
  /** Requests that the client cut before they were answered. */
  cut(): number;
  close(): Promise<void>;
}

/** `behave` answers chats; the list of models is always the same. */
export async function openChatServer(behave: Behaviour, models: readonly string[] = ['small']): Promise<ChatServer> {
  const asked: Asked[] = [];
  let cut = 0;
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) cut += 1;
    });
    void readBody(request).then((text) => {
      if (request.method === 'GET') answerJson(response, 200, { data: models.map((id) => ({ id, object: 'model' })) });
      else {
        const body = JSON.parse(text) as Asked['body'];
        const one = { path: request.url ?? '', key: request.headers.authorization, body };
        asked.push(one);
        void behave(response, one);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    cut: () => cut,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** As vLLM and its kin stream: pieces, a finish, the count, `[DONE]`. */
export function streamText(response: ServerResponse, text: string): void {
  beginStream(response);
  for (const piece of text.match(/[\s\S]{1,4}/g) ?? []) sendPiece(response, piece);
  sendChunk(response, { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
  sendChunk(response, { choices: [], usage: USAGE });
  response.end('data: [DONE]\n\n');
}

export function beginStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
}

export function sendPiece(response: ServerResponse, content: string): void {
  sendChunk(response, { choices: [{ index: 0, delta: { content }, finish_reason: null }] });
}

export const USAGE = { prompt_tokens: 120, completion_tokens: 8, total_tokens: 128, prompt_tokens_details: { cached_tokens: 96 } };

function sendChunk(response: ServerResponse, part: object): void {
  const chunk = { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'served-small', system_fingerprint: 'fp1', ...part };
  response.write(`data: ${JSON.stringify(chunk)}\n\n`);
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
