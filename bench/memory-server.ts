// The server's side of bench/idle-memory.ts: matches played halfway and paused, run and watched as in `npm start`.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openGateway } from '~/live/gateway';
import { MatchFeeds } from '~/live/match-feed';
import { socketAudience } from '~/live/socket-audience';
import { controlMatch } from '~/match/control-match';
import { gameOf } from '~/match/load-match';
import { matchCard } from '~/match/match-card';
import { MatchRunner } from '~/match/match-runner';
import { openMatch } from '~/match/open-match';
import type { Services } from '~/match/services';
import type { MatchRecord } from '~/store/event-store';
import { openBenchStore } from './bench-store';
import { obeyOrders } from './child';
import type { MemoryNews, MemoryOrder } from './memory-words';

const STEPS = 4;
/** A paused match is unloaded after five seconds. */
const UNTIL_LET_GO_MS = 8_000;
const FEEDS_KEPT = 256;

const { store, close } = await openBenchStore(null);
const http = createServer();
const gateway = await openGateway({
  http,
  store,
  feeds: new MatchFeeds({ store, gameOf, keep: FEEDS_KEPT }),
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
const log = { info() {}, warn() {}, error: console.error };
const services: Services = { store, audience: socketAudience(gateway.broadcaster), log, processId: 'bench', now: Date.now };
const runner = new MatchRunner(services);
await runner.start();
let seed = 0;

obeyOrders<MemoryOrder>(obey, stop);
await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
tell({ news: 'ready', port: (http.address() as AddressInfo).port });

async function obey(order: MemoryOrder): Promise<void> {
  if (order.do === 'idle matches') return tell({ news: 'idle', matchIds: await makeIdle(order.count) });
  if (order.do === 'weigh') tell({ news: 'weight', ...(await weigh()) });
}

async function stop(): Promise<void> {
  await runner.stop();
  await gateway.close();
  await close();
}

/** Opens matches, plays each halfway, and leaves them paused. */
async function makeIdle(count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    seed += 1;
    const opened = await openMatch(services, { task: 'coalition_market', seed, judgeMode: 'rule', policy: 'rule_based_expert', pace: 60 });
    if (!opened.ok) throw new Error(opened.why);
    const { id } = opened.value;
    runner.run(id);
    await ask(id, 'pause');
    await until(async () => (await store.get(id))?.status === 'paused');
    for (let step = 0; step < STEPS; step += 1) await ask(id, 'step');
    await until(async () => isThere(await store.get(id)));
    if ((await store.get(id))?.status === 'paused') ids.push(id);
  }
  return ids;
}

async function ask(id: string, command: 'pause' | 'step'): Promise<void> {
  const answer = await controlMatch(services, id, command);
  if (!answer.ok) throw new Error(`bench: ${command} was refused: ${answer.why}`);
}

/** Played halfway, or over before that: some policies finish early. */
function isThere(match: MatchRecord | null): boolean {
  return match !== null && (match.round >= STEPS || match.status !== 'paused');
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(20);
}

async function weigh(): Promise<{ heap: number; resident: number }> {
  if (!global.gc) throw new Error('bench: start me with --expose-gc');
  await sleep(UNTIL_LET_GO_MS);
  for (let turn = 0; turn < 4; turn += 1) {
    await sleep(250);
    global.gc();
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heap: heapUsed + external, resident: rss };
}

function tell(news: MemoryNews): void {
  process.send?.(news);
}
