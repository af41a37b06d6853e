/** What the pictures show: a server of its own, and the matches, tables, reports and runs that its screens are about. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import { stop, untilItServes } from '../../e2e/support/own-server';
import { startSlowModel } from '../../e2e/support/slow-model.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const PATIENCE = 400_000;

export interface Served {
  address: string;
  stop(): Promise<void>;
}

interface Serving {
  home: string;
  port: number;
  league: boolean;
  /** Without the games for tests, and without a model that only looks like one. */
  plain: boolean;
}

/** `npm start` on the given home. Nothing is fetched. */
export async function serve({ home, port, league, plain }: Serving): Promise<Served> {
  const model = plain ? null : ((await startSlowModel('slow-writer')) as { url: string; close(): void });
  const { DATABASE_URL: _url, ...own } = process.env;
  const env = {
    ...own,
    PORT: String(port),
    HOST: '127.0.0.1',
    MANDI_HOME: home,
    MANDI_MODEL: 'off',
    MANDI_SHOWCASE: 'off',
    MANDI_LEAGUE: league ? 'on' : 'off',
    MANDI_LIMITS: 'load-test',
    ...(model && { MANDI_TEST_GAMES: '1', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'slow-writer' }),
  };
  const server: ChildProcess = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], { cwd: root, env });
  const address = await untilItServes(server);
  return {
    address,
    async stop() {
      await stop(server);
      model?.close();
      spawnSync(process.execPath, [join(root, 'bin', 'mandi.mjs'), 'db', 'stop'], { cwd: root, env });
    },
  };
}

export interface Wish {
  task: string;
  seed: number;
  policy: string;
  pace?: number;
  [option: string]: unknown;
}

/** Makes what a screen shows, once: screens that show the same thing share it. */
export class Stage {
  private readonly made = new Map<string, Promise<string>>();

  readonly address: string;
  readonly home: string;
  /** The host's browser: it holds the seats. */
  readonly host: BrowserContext;

  constructor({ address, home, host }: Pick<Stage, 'address' | 'home' | 'host'>) {
    this.address = address;
    this.home = home;
    this.host = host;
  }

  once(name: string, make: () => Promise<string>): Promise<string> {
    const known = this.made.get(name) ?? make();
    this.made.set(name, known);
    return known;
  }

  post<T>(procedure: string, data: object): Promise<T> {
    return answerOf<T>(this.host.request, `${this.address}/api/trpc/${procedure}`, data);
  }

  ask<T>(procedure: string, input?: object): Promise<T> {
    const query = input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
    return answerOf<T>(this.host.request, `${this.address}/api/trpc/${procedure}${query}`);
  }

  async match(wish: Wish): Promise<string> {
    return (await this.post<{ id: string }>('match.create', { pace: 0, judgeMode: 'off', ...wish })).id;
  }

  /** A match that has been played to its end. */
  over(wish: Wish): Promise<string> {
    return this.once(`over ${JSON.stringify(wish)}`, async () => {
      const id = await this.match(wish);
      await until(async () => (await this.statusOf(id)) === 'finished');
      return id;
    });
  }

  async statusOf(id: string): Promise<string> {
    return (await this.ask<{ status: string }>('match.get', { id })).status;
  }

  /** A table of which the host holds the first open seat. */
  async seated({ open, start = true, ...wish }: Wish & { open: readonly string[]; start?: boolean }): Promise<string> {
    const seats = Object.fromEntries(open.map((seat) => [seat, 'open']));
    const id = await this.match({ clockSeconds: 900, pace: 1, ...wish, seats });
    await this.post('seat.claim', { id, seat: open[0], name: 'Anna' });
    if (start) await this.post('table.start', { id });
    return id;
  }

  /** Does something on a page of the host and answers with the address where it leads. */
  async byHand(path: string, act: (page: Page) => Promise<void>): Promise<string> {
    const page = await this.host.newPage();
    try {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(this.address + path);
      await act(page);
      return new URL(page.url()).pathname;
    } finally {
      await page.close();
    }
  }
}

async function answerOf<T>(request: APIRequestContext, url: string, data?: object): Promise<T> {
  const answer = await (data ? request.post(url, { data }) : request.get(url));
  if (!answer.ok()) throw new Error(`${url}: ${await answer.text()}`);
  return ((await answer.json()) as { result: { data: T } }).result.data;
}

export async function until(holds: () => Promise<boolean>): Promise<void> {
  const last = Date.now() + PATIENCE;
  while (!(await holds())) {
    if (Date.now() > last) throw new Error('what was waited for did not happen');
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
