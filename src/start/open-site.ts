/** The pages and the port: responses until everything is up, and the handling of sockets. */
import { readdirSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { join, sep } from 'node:path';
import next from 'next';
import { answerError } from '~/api/system/plain-answer';
import { answerPlainly, asksForSocket, hasPath } from './http';
import type { Upgrade } from './hub/hub-sockets';

/** Until everything is up, asks callers to retry. */
export function switchboard(http: Server): { start(listener: RequestListener): void } {
  let listener: RequestListener = (request, response) => {
    if (request.url?.startsWith('/socket.io/')) return;
    answerError(response, { code: 'unavailable', message: 'Mandi is starting. Try again in a moment.' });
  };
  http.on('request', (request, response) => listener(request, response));
  return {
    start(whole) {
      listener = whole;
    },
  };
}

type SiteOptions = Omit<Parameters<typeof preparePages>[0], 'own'> & { takeSocket: Upgrade };

interface Site {
  listener: RequestListener | null;
  /** Whether a path below /_next/static/ is a file. For any other, Next would render a page. */
  hasScript(path: string): boolean;
  close(): Promise<void>;
}

export async function openSite(http: Server, { site, host, port, takeSocket }: SiteOptions): Promise<Site> {
  // With its first page, Next would listen for upgrades on the server it gets and end every socket whose path could be a page. So it gets a
  // dummy server.
  const own = createServer();
  const app = await preparePages({ site, host, port, own });
  http.on('upgrade', (request, socket, head) => {
    socket.on('error', () => undefined); // always responds, because a proxy treats a closed connection as a dead server
    if (!hasPath(request)) return void socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    if (request.url?.startsWith('/socket.io/')) return; // handled by Socket.IO's own listener
    if (!asksForSocket(request)) return answerPlainly(http, request, { socket, head });
    if (takeSocket(request, socket, head)) return;
    if (site === 'dev' && own.emit('upgrade', request, socket, head)) return; // only development pages have a socket, for reloading
    socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
  });
  const handle = app?.getRequestHandler();
  return {
    listener: handle ? (request, response) => void handle(request, response) : null,
    hasScript: site === 'built' ? scriptsIn(join('.next', 'static')) : () => true,
    close: async () => app?.close(),
  };
}

/** Read once: a running server keeps the build that it started with. `folder`: where the files of `/_next/static/` are. */
export function scriptsIn(folder: string): (path: string) => boolean {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const known = new Set(files.map((file) => join(file.parentPath, file.name).slice(folder.length).split(sep).join('/')));
  return (path) => known.has(decodeURIComponent(path).slice('/_next/static'.length));
}

export function closeHttp(http: Server): Promise<void> {
  return new Promise((resolve) => {
    http.close(() => resolve());
    http.closeAllConnections();
  });
}

/** A line of the framework about its loading time, which cannot be disabled. */
const TIMING = /Running next\.config\.\w+ took/;

/** Runs `work` and suppresses only that line of output. */
export async function withoutTiming(work: () => Promise<void>, printer: Pick<Console, 'log'> = console): Promise<void> {
  const { log } = printer;
  printer.log = (...parts: unknown[]) => {
    if (!TIMING.test(String(parts[0]))) log(...parts);
  };
  try {
    await work();
  } finally {
    printer.log = log;
  }
}

/** The pages, built or rendered on demand; null if there are none. */
async function preparePages({ site, host, port, own }: { site: 'built' | 'dev' | 'none'; host: string; port: number; own: Server }) {
  if (site === 'none') return null;
  const app = next({ dev: site === 'dev', hostname: host, port, httpServer: own });
  await withoutTiming(() => app.prepare());
  return app;
}
