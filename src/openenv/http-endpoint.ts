/** The endpoint over HTTP, in the format of OpenEnv's own servers. Each call has its own environment; episodes need a WebSocket. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { readEnvGame } from '~/engine/env-games';
import type { Soon } from '~/lib/play/soon';
import { FrameSession, observationOf } from './frame-session';
import { answerRpc } from './json-rpc';
import { openApi } from './openapi';
import { aboutGames, schemas } from './schemas';
import type { SessionPool } from './session-pool';
import { parsed } from './socket-endpoint';
import { countTasks, ENV_NAME, splitNames, taskAt, tasksBetween } from './tasks';

const MOST_BYTES_IN = 1024 * 1024;
const MOST_TASKS_AT_ONCE = 200_000;

export interface EndpointPlace {
  pool: SessionPool;
  version: string;
}

interface Answer {
  status: number;
  body: unknown;
}

const GETS: Record<string, (place: EndpointPlace) => unknown> = {
  '/health': () => ({ status: 'healthy' }),
  '/metadata': ({ version }) => ({
    name: ENV_NAME,
    description: aboutGames(),
    readme_content: null,
    version,
    author: 'Mandi',
    documentation_url: null,
  }),
  '/state': () => new FrameSession().service.state(),
  '/openapi.json': ({ version }) => openApi(version),
  '/list_environments': () => [ENV_NAME],
  [`/${ENV_NAME}/splits`]: () => splitNames(),
};

type Post = (body: Record<string, unknown>) => Soon<Answer>;

const POSTS: Record<string, Post> = {
  '/reset': reset,
  '/step': step,
  [`/${ENV_NAME}/tasks`]: tasks,
  [`/${ENV_NAME}/num_tasks`]: numTasks,
  [`/${ENV_NAME}/task`]: oneTask,
  [`/${ENV_NAME}/task_range`]: taskRange,
};

/** Answers one request. `path`: the part after the endpoint's prefix. */
export async function answerHttp(request: IncomingMessage, response: ServerResponse, at: EndpointPlace & { path: string }): Promise<void> {
  const path = at.path.toLowerCase();
  const { status, body } = await decide(request, path, at);
  const text = JSON.stringify(body);
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(text) });
  response.end(request.method === 'HEAD' ? undefined : text);
}

async function decide(request: IncomingMessage, path: string, place: EndpointPlace): Promise<Answer> {
  const get = Object.hasOwn(GETS, path) ? GETS[path] : undefined;
  const post = Object.hasOwn(POSTS, path) ? POSTS[path] : undefined;
  const isPost = request.method === 'POST';
  if (path === '/mcp' && isPost) return mcp(request, place);
  const isGet = request.method === 'GET' || request.method === 'HEAD';
  if (path === '/schema' && isGet) return schemaAnswer(request.url ?? '');
  if (get && isGet) return { status: 200, body: get(place) };
  if (post && isPost) return withBody(request, post);
  if (get || post || path === '/mcp' || path === '/schema') return { status: 405, body: { detail: 'Method Not Allowed' } };
  return { status: 404, body: { detail: 'Not Found' } };
}

/** For the game named in the address, otherwise for all offered games. */
function schemaAnswer(url: string): Answer {
  const asked = new URLSearchParams(url.split('?')[1]);
  const named = { game: asked.get('game') ?? undefined, ruleset: asked.get('ruleset') ?? undefined };
  if (named.game === undefined && named.ruleset === undefined) return { status: 200, body: schemas() };
  const game = readEnvGame(named);
  return game.ok ? { status: 200, body: schemas([game.value]) } : invalid(game.why, ['query', 'game'], named.game ?? named.ruleset);
}

async function mcp(request: IncomingMessage, { pool }: EndpointPlace): Promise<Answer> {
  const text = await bodyOf(request);
  const body = await answerRpc(text === null ? null : parsed(text), { tools: new FrameSession(pool.means), sessions: pool });
  return { status: 200, body };
}

async function withBody(request: IncomingMessage, handle: Post): Promise<Answer> {
  const text = await bodyOf(request);
  if (text === null) return { status: 413, body: { detail: `A body has at most ${MOST_BYTES_IN / 1024} kB` } };
  const body = text.trim() === '' ? {} : parsed(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return invalid('the body is a JSON object', ['body'], text.slice(0, 80));
  return handle(body as Record<string, unknown>);
}

async function reset(body: Record<string, unknown>): Promise<Answer> {
  const session = new FrameSession();
  const answer = await session.service.reset(body);
  return answer.ok ? { status: 200, body: observationOf(answer) } : invalid(answer.message, ['body'], body);
}

const stepBody = z.object({ action: z.record(z.string(), z.unknown()) });

/** A step of a new default episode, as in the reference implementation: calls share no state. */
async function step(body: Record<string, unknown>): Promise<Answer> {
  const read = stepBody.safeParse(body);
  if (!read.success) return invalid('action: an object such as {"action_type":"wait"}', ['body', 'action'], body.action ?? null);
  const session = new FrameSession();
  await session.service.reset({});
  const answer = await session.service.step(read.data.action);
  return answer.ok ? { status: 200, body: observationOf(answer) } : invalid(answer.message, ['body', 'action'], read.data.action);
}

const splitBody = z.strictObject({ split: z.string() });
const taskBody = z.strictObject({ split: z.string(), index: z.int() });
const rangeBody = z.strictObject({ split: z.string(), start: z.int().min(0).nullish(), stop: z.int().min(0).nullish() });

function tasks(body: Record<string, unknown>): Answer {
  const read = splitBody.safeParse(body);
  if (!read.success) return invalid('split: the name of a split', ['body', 'split'], body.split ?? null);
  const count = countTasks(read.data.split);
  return count === null ? noSplit() : { status: 200, body: { tasks: tasksBetween(read.data.split, 0, count), env_name: ENV_NAME } };
}

function numTasks(body: Record<string, unknown>): Answer {
  const read = splitBody.safeParse(body);
  if (!read.success) return invalid('split: the name of a split', ['body', 'split'], body.split ?? null);
  const count = countTasks(read.data.split);
  return count === null ? noSplit() : { status: 200, body: { num_tasks: count } };
}

function oneTask(body: Record<string, unknown>): Answer {
  const read = taskBody.safeParse(body);
  if (!read.success) return invalid('split and index: a name and a whole number', ['body'], body);
  if (countTasks(read.data.split) === null) return noSplit();
  const task = taskAt(read.data.split, read.data.index);
  return task === null ? { status: 400, body: { detail: 'Invalid task index' } } : { status: 200, body: { task } };
}

function taskRange(body: Record<string, unknown>): Answer {
  const read = rangeBody.safeParse(body);
  if (!read.success) return invalid('split, and perhaps start and stop: whole numbers from 0', ['body'], body);
  const count = countTasks(read.data.split);
  if (count === null) return noSplit();
  const start = read.data.start ?? 0;
  const stop = Math.min(read.data.stop ?? count, count, start + MOST_TASKS_AT_ONCE);
  return { status: 200, body: { tasks: tasksBetween(read.data.split, start, stop) } };
}

/** Unlike the reference's plain 500, lists the existing splits. */
function noSplit(): Answer {
  const names = splitNames().map((split) => split.name);
  return { status: 400, body: { detail: `Unknown split; there is ${names.join(', ')}` } };
}

function invalid(msg: string, loc: string[], input: unknown): Answer {
  return { status: 422, body: { detail: [{ type: 'value_error', loc, msg, input }] } };
}

/** null: the body is too large. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += (chunk as Buffer).length;
    if (length > MOST_BYTES_IN) return null;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString();
}
