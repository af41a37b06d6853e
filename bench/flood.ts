/** What others notice while one visitor floods the server for a minute: how long its thread stalls, `/api/health`, and a match's pace. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createTRPCClient, httpLink } from '@trpc/client';
import type { ReportStore } from '~/api/report/types';
import type { AppRouter } from '~/api/router';
import { type RunningServer, serve } from '~/server';
import type { EventStore } from '~/store/event-store';
import { openBenchStore } from './bench-store';
import { Child } from './child';
import type { Flood, FloodNews, FloodOrder } from './flood-visitor';
import type { BenchOptions, Measure, Section } from './section';

const NS_PER_MS = 1e6;
const TOKEN = 'the-token-of-the-flood-benchmark';
const PACE_S = 0.5;
const UNSEEN_FOR_EACH = 5;
const FLOODS: readonly Flood[] = ['nothing', 'costly reads', 'joins and claims', '200 sockets', 'replays over sockets'];

export const section: Section = { id: 'flood', title: 'What others notice while one visitor floods the server', measure };

async function measure({ quick, serverUrl, tell }: BenchOptions): Promise<Measure[]> {
  const { store, close } = await openBenchStore(serverUrl);
  const reports: ReportStore = { list: async () => [], get: async () => null } as never;
  const log = { info() {}, warn() {}, error: (...said: unknown[]) => tell(JSON.stringify(said).slice(0, 300)) };
  const edge = { host: '127.0.0.1', port: 0, portIsFixed: true, origins: [], adminToken: TOKEN, trustedProxies: ['loopback'] };
  const rest = {
    store,
    reports,
    database: 'embedded',
    processId: 'bench',
    log,
    version: 'bench',
    site: 'none',
    showcase: false,
    limits: { creations: 1_000_000 },
  } as const;
  const server = await serve({ ...edge, ...rest });
  const visitors = new Child<FloodOrder, FloodNews>('flood-visitor.ts');
  try {
    const world = new World(server, store);
    await world.fill(quick ? 10 : 60);
    const measures: Measure[] = [];
    for (const kind of FLOODS) {
      const seconds = quick ? 5 : 60;
      const before = await world.begin();
      const delay = monitorEventLoopDelay({ resolution: 5 });
      delay.enable();
      visitors.order({ do: 'flood', kind, port: server.port, seconds, matches: before });
      const { sent, answers, health } = await visitors.hear('over');
      delay.disable();
      const turns = (await world.turnsSince()) / seconds;
      const [stall, late] = [delay.max / NS_PER_MS, delay.percentile(99) / NS_PER_MS];
      const sorted = health.toSorted((a, b) => a - b);
      const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
      const note =
        kind === 'nothing'
          ? undefined
          : `${sent} sent; ${Object.entries(answers)
              .map(([what, n]) => `${what}: ${n}`)
              .join(', ')}`;
      const under = kind === 'nothing' ? 'at rest' : `flooded with ${kind}`;
      measures.push(
        { what: `${under}: the longest stall of the serving thread in ${seconds} s`, value: stall, unit: 'ms', ...(note && { note }) },
        { what: `${under}: its delay, 99 of 100 looks`, value: late, unit: 'ms' },
        { what: `${under}: /api/health for another visitor, median`, value: at(0.5), unit: 'ms' },
        { what: `${under}: /api/health for another visitor, 99 of 100`, value: at(0.99), unit: 'ms' },
        { what: `${under}: events a second of a match with ${PACE_S} s between rounds`, value: turns, unit: 'events/s' },
      );
      tell(`${under}: ${note ?? 'done'}`);
    }
    return measures;
  } finally {
    await visitors.stop();
    await server.stop();
    await close();
  }
}

/** Matches to list and replay, one that keeps playing, and a table with free seats. */
class World {
  private readonly api;
  private readonly store: EventStore;
  private running: string | null = null;
  private table = '';
  private finished = '';
  private readonly unseen: string[] = [];
  private counted = 0;
  private from = 0;

  constructor({ port }: RunningServer, store: EventStore) {
    const headers = { authorization: `Bearer ${TOKEN}`, 'x-forwarded-for': '198.51.100.7' };
    this.api = createTRPCClient<AppRouter>({ links: [httpLink({ url: `http://127.0.0.1:${port}/api/trpc`, headers })] });
    this.store = store;
  }

  async fill(matches: number): Promise<void> {
    for (let n = 0; n < matches; n += 1)
      this.finished = (await this.create({ task: 'market_round', policy: 'greedy', pace: 0, seed: n + 1 })).id;
    await this.until(async () => (await this.store.get(this.finished))?.status === 'finished');
    for (let n = 0; n < matches * UNSEEN_FOR_EACH; n += 1)
      this.unseen.push((await this.create({ task: 'coalition_market', policy: 'greedy', pace: 0, seed: n + 1 })).id);
    for (const id of this.unseen) await this.until(async () => (await this.store.get(id))?.status === 'finished');
    const seats = { lab_0: 'open', lab_1: 'open', lab_2: 'open' };
    this.table = (await this.create({ task: 'coalition_market', policy: 'greedy', seats, clockSeconds: 900 })).id;
  }

  /** One match plays at this pace from now on; when it ends, another follows. */
  async begin(): Promise<FloodOrder['matches']> {
    this.counted = 0;
    this.running = (await this.create({ task: 'coalition_market', policy: 'greedy', pace: PACE_S, seed: 7, options: { rounds: 200 } })).id;
    await this.until(async () => ((await this.store.get(this.running ?? ''))?.head ?? 0) > 1);
    this.from = (await this.store.get(this.running))?.head ?? 0;
    return { running: this.running, finished: this.finished, table: this.table, unseen: this.unseen };
  }

  async turnsSince(): Promise<number> {
    const match = await this.store.get(this.running ?? '');
    this.counted += (match?.head ?? 0) - this.from;
    if (match?.status === 'running') await this.api.match.control.mutate({ id: match.id, command: 'abort' });
    else throw new Error('bench: the match ended before the flood: it needs more rounds');
    return this.counted;
  }

  private create(part: Partial<Parameters<typeof this.api.match.create.mutate>[0]> & { task: string; policy: string }) {
    return this.api.match.create.mutate({ ruleset: 'open', ...part });
  }

  private async until(isSo: () => Promise<boolean>): Promise<void> {
    while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
