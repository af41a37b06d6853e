// The clients' side of bench/openenv.ts: each socket is a session that resets, steps until done, and resets again, always waiting for
// the answer before the next frame. Resets take their time of the window; only steps count. A window lasts until there was a step a
// socket, however busy the machine is.
import { WebSocket } from 'ws';
import { obeyOrders } from './child';
import type { LoadNews, LoadOrder, Side } from './openenv-words';
import { quantile } from './turns';

const STEP = '{"type":"step","data":{"action_type":"wait"}}';
/** The length of a market_round in ruleset classic: the bare side has as many steps between resets. */
const EPISODE = 10;

let run: { side: Side; steps: number; bytes: number; ms: number[] } | null = null;
let resets = 0;
const sockets: Record<Side, Client[]> = { mandi: [], bare: [] };

class Client {
  readonly side: Side;
  readonly socket: WebSocket;
  private sentAt = 0;
  private step = EPISODE;
  private waiting = false;

  constructor(side: Side, port: number) {
    this.side = side;
    this.socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { perMessageDeflate: false });
    this.socket.on('message', (data: Buffer) => this.hear(data));
  }

  /** Continues where it stopped, unless it is still waiting for an answer. */
  go(): void {
    if (!this.waiting) this.send();
  }

  private send(): void {
    this.waiting = true;
    const isReset = this.step === EPISODE;
    this.step = isReset ? 0 : this.step + 1;
    this.sentAt = performance.now();
    if (isReset) resets += 1;
    this.socket.send(isReset ? `{"type":"reset","data":{"task":"market_round","seed":${resets}}}` : STEP);
  }

  private hear(data: Buffer): void {
    this.waiting = false;
    const { type, data: told } = JSON.parse(data.toString()) as { type: string; data: { done: boolean; message?: string } };
    if (type === 'error') throw new Error(told.message);
    if (run === null || run.side !== this.side) return;
    if (this.step > 0) {
      run.steps += 1;
      run.bytes += data.length;
      run.ms.push(performance.now() - this.sentAt);
    }
    if (told.done) this.step = EPISODE;
    this.send();
  }
}

function tell(news: LoadNews): void {
  process.send?.(news);
}

obeyOrders<LoadOrder>(
  async (order) => {
    if (order.do === 'connect') {
      for (const [side, port] of [
        ['mandi', order.port],
        ['bare', order.barePort],
      ] as const) {
        const more = Array.from({ length: order.count - sockets[side].length }, () => new Client(side, port));
        sockets[side].push(...more);
        await Promise.all(more.map(({ socket }) => new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))));
      }
      return tell({ news: 'connected' });
    }
    if (order.do !== 'run') return;
    const mine = { side: order.side, steps: 0, bytes: 0, ms: [] as number[] };
    run = mine;
    const began = performance.now();
    for (const client of sockets[order.side]) client.go();
    const isEnough = (): boolean => performance.now() - began >= order.ms && mine.steps >= sockets[order.side].length;
    while (!isEnough()) await new Promise((resolve) => setTimeout(resolve, Math.min(order.ms, 100)));
    run = null;
    const seconds = (performance.now() - began) / 1000;
    tell({
      news: 'ran',
      perSecond: mine.steps / seconds,
      p50: mine.ms.length === 0 ? 0 : quantile(mine.ms, 0.5),
      bytes: mine.bytes / Math.max(1, mine.steps),
    });
  },
  async () => {
    for (const { socket } of [...sockets.mandi, ...sockets.bare]) socket.terminate();
  },
);
