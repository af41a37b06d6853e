import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A process of the benchmark: it receives orders and sends news, one after the other. */
export class Child<Order extends object, News extends { news: string }> {
  private readonly process: ChildProcess;
  private readonly waiting: { news: string; resolve: (news: News) => void; reject: (fault: Error) => void }[] = [];
  private readonly arrived: News[] = [];

  constructor(file: string, { env = {}, nodeArgs = [] }: { env?: Record<string, string>; nodeArgs?: string[] } = {}) {
    const script = fileURLToPath(new URL(file, import.meta.url));
    this.process = fork(script, [], { execArgv: ['--import', 'tsx/esm', ...nodeArgs], env: { ...process.env, ...env } });
    this.process.on('message', (news: News) => {
      this.arrived.push(news);
      this.deliver();
    });
    this.process.on('exit', (code) => {
      for (const { reject } of this.waiting.splice(0)) reject(new Error(`bench: ${file} ended with ${code}`));
    });
  }

  order(order: Order): void {
    this.process.send(order);
  }

  /** The next news of that kind; news of other kinds is kept for later calls. */
  hear<Kind extends News['news']>(kind: Kind): Promise<Extract<News, { news: Kind }>> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ news: kind, resolve: resolve as (news: News) => void, reject });
      this.deliver();
    });
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      if (this.process.exitCode !== null) return resolve();
      this.process.once('exit', () => resolve());
      if (this.process.connected) this.process.send({ do: 'stop' });
    });
  }

  private deliver(): void {
    for (const waiter of this.waiting.slice()) {
      const place = this.arrived.findIndex((news) => news.news === waiter.news);
      const [news] = place < 0 ? [] : this.arrived.splice(place, 1);
      if (!news) continue;
      this.waiting.splice(this.waiting.indexOf(waiter), 1);
      waiter.resolve(news);
    }
  }
}

/** For the child's side: runs orders as they come; `stop`, a lost parent, or a fault ends it after cleanup. */
export function obeyOrders<Order extends { do: string }>(obey: (order: Order) => Promise<void>, stop: () => Promise<void>): void {
  let ending = false;
  async function end(code: number): Promise<void> {
    if (ending) return;
    ending = true;
    await stop().catch((fault: unknown) => console.error(fault));
    process.exit(code);
  }
  function endBadly(fault: unknown): void {
    console.error(fault);
    void end(1);
  }
  process.on('disconnect', () => void end(1));
  process.on('uncaughtException', endBadly);
  process.on('message', (order: Order) => {
    if (order.do === 'stop') void end(0);
    else obey(order).catch(endBadly);
  });
}
