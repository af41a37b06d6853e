// The server's side of bench/stream-latency.ts: Mandi's own gateway on one port, a bare Socket.IO on another, in one process.
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import type { Audience } from '~/live/audience';
import { openGateway } from '~/live/gateway';
import { MatchFeeds } from '~/live/match-feed';
import type { FramesMessage, ServerToClient } from '~/live/protocol';
import { socketAudience } from '~/live/socket-audience';
import { gameOf, type LoadedMatch, loadMatch } from '~/match/load-match';
import { matchCard } from '~/match/match-card';
import { openMatch } from '~/match/open-match';
import { playTurn } from '~/match/play-turn';
import type { Services } from '~/match/services';
import { MatchWorkers } from '~/start/match-workers';
import type { Lease } from '~/store/event-store';
import { createTournament } from '~/tournament/create-tournament';
import { readPlan } from '~/tournament/read-plan';
import { openBenchStore } from './bench-store';
import { obeyOrders } from './child';
import { moment, type ServerNews, type ServerOrder } from './stream-words';

const HOUR_MS = 3_600_000;
const ROOM = 'bare';

const { database, store, close } = await openBenchStore(process.env.BENCH_DATABASE_URL ?? null);
const feeds = new MatchFeeds({ store, gameOf, keep: 10 });
const http = createServer();
const gateway = await openGateway({
  http,
  store,
  feeds,
  cardOf: matchCard,
  processId: 'bench',
  refuse: async () => null,
  visitorOf: () => 'bench',
  mostSockets: Number.POSITIVE_INFINITY,
  holds: async () => false,
  hosts: async () => false,
  mayKnowOf: async () => true,
  isOperator: () => false,
  setPresence: async () => null,
  wordsOf: (fault) => ({ code: 'internal', message: String(fault) }),
  onFault: (fault) => console.error(fault),
});
const bareHttp = createServer();
const bare = new Server<object, ServerToClient>(bareHttp, { transports: ['websocket'], serveClient: false });
bare.on('connection', (socket) => void socket.join(ROOM));

let toldAt = 0n;
const live = socketAudience(gateway.broadcaster);
const audience: Audience = {
  events(match, stored) {
    toldAt = moment();
    live.events(match, stored);
  },
  card: (match) => live.card(match),
};
const log = { info() {}, warn() {}, error: console.error };
const services: Services = { store, audience, log, processId: 'bench', now: Date.now };

let match: LoadedMatch | null = null;
let lease: Lease | null = null;
let seed = 0;
let tournament: { id: string; workers: MatchWorkers } | null = null;
let message: FramesMessage = { matchId: '', frames: [] };

obeyOrders<ServerOrder>(obey, stop);
tell({ news: 'ready', port: await listen(http), barePort: await listen(bareHttp) });

async function obey(order: ServerOrder): Promise<void> {
  if (order.do === 'open match') return open();
  if (order.do === 'play turn') return play();
  if (order.do === 'emit bare') return emitBare();
  if (order.do === 'tournament') return order.plays ? playBeside() : restBeside();
}

async function stop(): Promise<void> {
  await tournament?.workers.stop();
  await gateway.close();
  bare.disconnectSockets(true);
  await close();
}

async function open(): Promise<void> {
  if (lease) await store.release(lease);
  seed += 1;
  const opened = await openMatch(services, { task: 'coalition_market', seed, judgeMode: 'rule', policy: 'rule_based_expert' });
  if (!opened.ok) throw new Error(opened.why);
  match = await loadMatch(store, opened.value.id);
  lease = await store.acquire(opened.value.id, services.processId, HOUR_MS);
  tell({ news: 'match', matchId: opened.value.id });
}

/** One turn as the runner plays it; the clock starts when the commit has answered. */
async function play(): Promise<void> {
  if (!match || !lease) throw new Error('bench: no match to play');
  const before = match.head;
  const answer = await playTurn(services, match, { lease });
  if (!answer.ok) throw new Error(`bench: append said ${answer.code}`);
  const feed = await feeds.at(match.record);
  message = { matchId: match.record.id, frames: feed.after(before) };
  tellOf(toldAt, match.record.status !== 'running');
}

/** The child that a server starts by itself, on an endless tournament; resolves once its matches make progress. */
async function playBeside(): Promise<void> {
  tournament ??= await begin();
  const { id } = tournament;
  await store.tournaments.setStatus(id, { from: ['paused'], to: 'running' });
  const before = (await store.tournaments.counts(id)).done;
  let done = before;
  while (done < before + 10) {
    await pause();
    done = (await store.tournaments.counts(id)).done;
  }
  tell({ news: 'tournament', done });
}

/** Resolves once none of its matches is being played. */
async function restBeside(): Promise<void> {
  if (!tournament) return tell({ news: 'tournament', done: 0 });
  await store.tournaments.setStatus(tournament.id, { from: ['running'], to: 'paused' });
  while ((await store.tournaments.counts(tournament.id)).playing > 0) await pause();
  tell({ news: 'tournament', done: (await store.tournaments.counts(tournament.id)).done });
}

async function begin(): Promise<{ id: string; workers: MatchWorkers }> {
  const plan = readPlan({
    name: 'beside',
    ruleset: 'classic',
    task: 'coalition_market',
    entrants: ['rule_based_expert', 'random_validish', 'greedy_hoarder', 'wait'],
    nulls: [],
    worlds: 10_000,
    source: { range: 'train', from: 0 },
  });
  if (!plan.ok) throw new Error(plan.why);
  const made = await createTournament(services, plan.value);
  if (!made.ok) throw new Error(made.why);
  const environment = { ...process.env, DATABASE_URL: database.target.url, MANDI_MODEL: 'off' };
  const workers = new MatchWorkers({ store, log, tend: async () => {}, environment });
  await workers.start();
  return { id: made.value.id, workers };
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 50));
}

/** The same message as the last turn's, by Socket.IO alone. */
async function emitBare(): Promise<void> {
  const at = moment();
  bare.to(ROOM).emit('frames', message);
  tellOf(at, false);
}

function tellOf(at: bigint, over: boolean): void {
  tell({ news: 'told', at: String(at), head: message.frames.at(-1)?.seq ?? 0, bytes: Buffer.byteLength(JSON.stringify(message)), over });
}

function listen(server: HttpServer): Promise<number> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));
}

function tell(news: ServerNews): void {
  process.send?.(news);
}
