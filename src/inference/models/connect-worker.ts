import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';
import { SILENCE_MS, type ToWorker } from '../worker-protocol';
import type { LocalWorker } from './spawn-local-worker';

export interface ConnectOptions {
  /** `ws://host:port/inference/worker` */
  url: string;
  token: string | null;
  /** Starts a worker, for the first connection and after one has died. */
  spawn(): LocalWorker;
  /** On abort, the worker finishes what it writes, and then this returns. */
  signal: AbortSignal;
  say(line: string): void;
}

/** How a connection ended. `refused`: a retry is pointless. */
interface Ending {
  why: string;
  refused: boolean;
  /** The worker had reported, so the next attempt is made immediately. */
  wasUp: boolean;
}

const PAUSES_MS = [500, 1000, 2000, 5000, 10_000, 30_000];
const DRAIN_MS = 60_000;

/**
 * Connects this machine's worker to another machine's Mandi until `signal`. Reconnects if the connection or the worker breaks. Throws if
 * refused.
 */
export async function connectWorker(options: ConnectOptions): Promise<void> {
  const { signal, say } = options;
  for (let fails = 0; !signal.aborted; fails += 1) {
    const { why, refused, wasUp } = await serveOnce(options);
    if (signal.aborted) return;
    if (refused) throw new ConnectionRefused(why);
    if (wasUp) fails = 0;
    const pause = PAUSES_MS[Math.min(fails, PAUSES_MS.length - 1)] ?? 0;
    say(`${why} Trying again in ${pause / 1000} s.`);
    await sleep(pause, undefined, { signal }).catch(() => undefined);
  }
}

export class ConnectionRefused extends Error {
  override readonly name = 'ModelError';
}

function serveOnce({ url, token, spawn, signal, say }: ConnectOptions): Promise<Ending> {
  return new Promise((resolve) => {
    const headers = token === null ? {} : { authorization: `Bearer ${token}` };
    const socket = new WebSocket(url, { headers, perMessageDeflate: false, handshakeTimeout: 10_000 });
    let worker: LocalWorker | null = null;
    let silence: NodeJS.Timeout | null = null;
    let hasReported = false;
    let ended: Ending | null = null;
    let drained: NodeJS.Timeout | null = null;
    function end(why: string, refused = false): void {
      if (ended) return;
      ended = { why, refused, wasUp: hasReported };
      for (const timer of [silence, drained]) if (timer) clearTimeout(timer);
      signal.removeEventListener('abort', drain);
      worker?.close();
      socket.terminate();
      resolve(ended);
    }
    function heard(): void {
      if (silence) clearTimeout(silence);
      silence = setTimeout(() => end('The server stopped responding.'), SILENCE_MS * 2);
    }
    function drain(): void {
      drained = setTimeout(() => end('Stopped.'), worker === null ? 0 : DRAIN_MS);
      if (worker !== null) say('Finishing current replies …');
      worker?.send({ type: 'end' });
    }
    socket.on('open', () => {
      heard();
      const spawned = spawn();
      worker = spawned;
      spawned.onMessage((message) => {
        hasReported = true;
        if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
      });
      spawned.onClose((why) => end(/[.!]$/.test(why) ? why : `${why}.`, spawned.hasNoDevice));
      say(`Connected to ${url}.`);
    });
    socket.on('ping', heard);
    socket.on('message', (data) => {
      heard();
      const message = readMessage((data as Buffer).toString());
      if (message === null) end(`${url} sent something that is not a message.`);
      else worker?.send(message);
    });
    socket.on('unexpected-response', (_, response) => {
      const refused = [401, 403, 404].includes(response.statusCode ?? 0);
      end(`${url} answered ${response.statusCode}${response.statusCode === 401 ? ': the token is missing or wrong' : ''}.`, refused);
    });
    socket.on('close', (_, reason) => end(reason.length > 0 ? reason.toString() : 'The connection was closed.'));
    socket.on('error', (error) => end(`${url} cannot be reached: ${error.message}.`));
    signal.addEventListener('abort', drain, { once: true });
  });
}

/** null if it is not a JSON object. The worker validates the content. */
function readMessage(text: string): ToWorker | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'type' in value ? (value as ToWorker) : null;
  } catch {
    return null;
  }
}
