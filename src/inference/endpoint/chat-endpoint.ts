/** The OpenAI-compatible endpoint for other programs: /v1/models and /v1/chat/completions, through the gateway. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { asFault, BackendFault } from '../backend-fault';
import { type ChatFault, type ChatReply, isForAll } from '../chat-model';
import type { Gateway } from '../gateway/gateway';
import { completionOf, type Heading, idsOf, listOf, modelOf } from './answers';
import { ChatStream } from './chat-stream';
import { ENDPOINT_PATH, RELAY_HEADER } from './extension';
import { badRequest, bodyOf, type Problem, problemOf } from './problem';
import { type Ask, readAsk } from './read-ask';

export interface ChatEndpointOptions {
  gateway: Pick<Gateway, 'chat' | 'backends' | 'book'>;
  /** The id from `/api/health`. */
  process: string;
  /** A worker is loading its weights. */
  isStarting(): boolean;
}

export interface ChatEndpoint {
  /** Never throws: errors are returned in OpenAI's format. Access was checked before. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** A prompt with its schema is much smaller. */
const MOST_BYTES = 4 * 1024 * 1024;
const MOST_AT_ONCE = 1_024;
const LONGEST_CALLER = 60;
const CHATS = `${ENDPOINT_PATH}/chat/completions`;
const MODELS = `${ENDPOINT_PATH}/models`;

export function chatEndpoint(options: ChatEndpointOptions): ChatEndpoint {
  return new Endpoint(options);
}

class Endpoint implements ChatEndpoint {
  private readonly options: ChatEndpointOptions;
  private atOnce = 0;

  constructor(options: ChatEndpointOptions) {
    this.options = options;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    const wanted = path === CHATS ? 'POST' : path === MODELS || path.startsWith(`${MODELS}/`) ? 'GET' : null;
    if (wanted === null) return answerProblem(response, UNKNOWN_PATH);
    if (request.method !== wanted) {
      response.setHeader('Allow', wanted);
      return answerProblem(response, { ...badRequest(`${path} answers ${wanted} alone.`), status: 405, code: 'method_not_allowed' });
    }
    if (wanted === 'GET') return this.list(path, response);
    if (request.headers[RELAY_HEADER] !== undefined) return answerProblem(response, LOOP);
    if (this.atOnce >= MOST_AT_ONCE) return answerProblem(response, FULL);
    this.atOnce += 1;
    try {
      await this.chat(request, response);
    } finally {
      this.atOnce -= 1;
    }
  }

  private list(path: string, response: ServerResponse): void {
    const { gateway, process, isStarting } = this.options;
    const id = decoded(path.slice(MODELS.length + 1));
    const backends = gateway.backends().filter(isForAll);
    if (path === MODELS) answer(response, 200, listOf(backends, { process, starting: isStarting(), book: gateway.book() }));
    else if (id !== null && idsOf(backends).includes(id)) answer(response, 200, modelOf(id));
    else answerProblem(response, problemOf(new BackendFault('unknown_model', 'No backend serves that model.')));
  }

  private async chat(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const value = await readBody(request);
    if (value === null || response.destroyed) return; // the client has disconnected
    if ('problem' in value) {
      response.setHeader('Connection', 'close'); // the rest of the body is not read
      return answerProblem(response, value.problem);
    }
    const reading = readAsk(value.json, this.options.gateway.backends().filter(isForAll));
    if (!reading.ok) return answerProblem(response, reading.problem);
    const { ask } = reading;
    const caller = ask.request.account?.caller ?? callerOf(request);
    ask.request.account = { ...ask.request.account, ...(caller !== null && { caller }) };
    const heading = { id: `chatcmpl-${randomUUID()}`, created: Math.floor(Date.now() / 1000), model: ask.model };
    await this.write({ ask, heading, response });
  }

  private async write({ ask, heading, response }: Writing): Promise<void> {
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const stream = ask.stream ? new ChatStream(response, heading, ask) : null;
    const outcome = await this.ask(ask, { stream, gone }).catch((thrown: unknown) => asFault(thrown));
    if (response.destroyed) return void stream?.fail(problemOf(CUT));
    if (!('code' in outcome)) {
      if (stream) return stream.end(outcome);
      return answer(response, 200, completionOf(heading, outcome, ask));
    }
    const problem = problemOf(outcome);
    if (!stream?.fail(problem)) answerProblem(response, problem);
  }

  private async ask(
    { request, extension }: Ask,
    { stream, gone }: { stream: ChatStream | null; gone: AbortController },
  ): Promise<ChatReply> {
    let cut: ChatFault | null = null;
    const hear = (piece: string, restart: boolean) => {
      if (cut !== null || stream?.piece(piece, restart) !== false) return;
      cut = CUT;
      gone.abort();
    };
    const route = { backends: extension?.backends ?? [] };
    try {
      return await this.options.gateway.chat({ ...request, signal: gone.signal, ...(stream && { onText: hear }) }, route);
    } catch (thrown) {
      throw cut ?? thrown;
    }
  }
}

interface Writing {
  ask: Ask;
  heading: Heading;
  response: ServerResponse;
}

const CUT = new BackendFault('bad_reply', 'The backend stopped in the middle of its answer. Try again.');
const UNKNOWN_PATH: Problem = {
  ...badRequest(`Not found. This endpoint serves GET ${MODELS} and POST ${CHATS}.`),
  status: 404,
  code: 'not_found',
};
const FULL: Problem = {
  status: 503,
  type: 'server_error',
  code: 'overloaded',
  message: `${MOST_AT_ONCE} chats are already waiting.`,
  retryAfter: 1,
};
const LOOP: Problem = {
  status: 508,
  type: 'invalid_request_error',
  code: 'loop',
  message: 'Another Mandi (or this one) forwarded this request; a forwarded request is not forwarded again.',
};

export function answerProblem(response: ServerResponse, problem: Problem): void {
  if (problem.retryAfter !== undefined) response.setHeader('Retry-After', String(problem.retryAfter));
  if (problem.code === 'over_budget') response.setHeader('x-should-retry', 'false'); // OpenAI's clients retry after a 429
  answer(response, problem.status, bodyOf(problem));
}

function answer(response: ServerResponse, status: number, body: object): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(`${JSON.stringify(body)}\n`);
}

/** null if the connection broke. */
async function readBody(request: IncomingMessage): Promise<{ json: unknown } | { problem: Problem } | null> {
  const tooLarge = { ...badRequest(`A request can have at most ${MOST_BYTES / 1024 / 1024} MB.`), status: 413, code: 'too_large' };
  if (Number(request.headers['content-length'] ?? 0) > MOST_BYTES) return { problem: tooLarge };
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of request) {
      pieces.push(piece as Buffer);
      bytes += (piece as Buffer).length;
      if (bytes > MOST_BYTES) return { problem: tooLarge };
    }
  } catch {
    return null;
  }
  try {
    return { json: JSON.parse(Buffer.concat(pieces).toString('utf8')) };
  } catch {
    return { problem: badRequest('The body is not JSON.') };
  }
}

/** The program's own name: `OpenAI/JS`. null if it sends none. */
function callerOf(request: IncomingMessage): string | null {
  const [first = ''] = (request.headers['user-agent'] ?? '').split(' ');
  const name = first.replace(/[^\w./-]/g, '').slice(0, LONGEST_CALLER);
  return name === '' ? null : name;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
