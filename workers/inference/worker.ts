import type { TokenCount } from '../../src/inference/chat-model';
import {
  type AskedChat,
  BEAT_EVERY_MS,
  type FromWorker,
  type ToWorker,
  type WorkerCard,
  type WorkerTally,
} from '../../src/inference/worker-protocol';
import type { Engine } from './engine';
import { faultOf, TurnFault } from './fault';
import { writeTurn } from './write-turn';

export interface WorkerOptions {
  card: WorkerCard;
  engine: Engine;
  send(message: FromWorker): void;
  /** Called when everything is written and sent. */
  onEnd(): void;
}

/** Serves one connection: accepts turns, reports their progress, sends heartbeats, and drains when it is asked to end. */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #running = new Map<string, AbortController>();
  readonly #tally = { done: 0, failed: 0, promptTokens: 0, cachedTokens: 0, completionTokens: 0, busyMs: 0 };
  #busySince: number | null = null;
  #ending = false;
  #beat: NodeJS.Timeout | null = null;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { card, engine, send } = this.#options;
    send({ type: 'hello', worker: card, models: await engine.look() });
    this.#beat = setInterval(() => send({ type: 'beat', tally: this.tally() }), BEAT_EVERY_MS);
  }

  hear(message: ToWorker): void {
    if (message.type === 'ask') void this.#write(message.id, message.chat);
    else if (message.type === 'cancel') this.#running.get(message.id)?.abort();
    else if (message.type === 'look') void this.#look();
    else this.#end();
  }

  tally(): WorkerTally {
    const now = this.#busySince === null ? 0 : performance.now() - this.#busySince;
    const busyMs = Math.round(this.#tally.busyMs + now);
    return { ...this.#tally, busyMs, running: this.#running.size, memory: process.memoryUsage.rss() };
  }

  async #write(id: string, chat: AskedChat): Promise<void> {
    const { engine, send, card } = this.#options;
    if (this.#ending) {
      send({ type: 'failed', id, code: 'overloaded', why: 'The worker is shutting down.' });
      return;
    }
    const ends = new AbortController();
    this.#begin(id, ends);
    const late = setTimeout(
      () => ends.abort(new TurnFault('timeout', `The reply was not finished within ${chat.timeoutMs} ms.`)),
      chat.timeoutMs,
    );
    try {
      const reply = await writeTurn(engine, chat, {
        runtime: card.runtime,
        signal: ends.signal,
        onPiece: (text) => send({ type: 'piece', id, text }),
        onTokens: (tokens) => this.#count(tokens),
      });
      this.#tally.done += 1;
      send({ type: 'done', id, reply });
    } catch (error) {
      this.#tally.failed += 1;
      send({ type: 'failed', id, ...faultOf(error) });
    } finally {
      clearTimeout(late);
      this.#finish(id);
    }
  }

  #count({ prompt, cached, completion }: TokenCount): void {
    this.#tally.promptTokens += prompt;
    this.#tally.cachedTokens += cached ?? 0;
    this.#tally.completionTokens += completion;
  }

  #begin(id: string, ends: AbortController): void {
    this.#busySince ??= performance.now();
    this.#running.set(id, ends);
  }

  #finish(id: string): void {
    this.#running.delete(id);
    if (this.#running.size > 0) return;
    this.#tally.busyMs += performance.now() - (this.#busySince ?? performance.now());
    this.#busySince = null;
    if (this.#ending) this.#leave();
  }

  async #look(): Promise<void> {
    if (this.#beat === null) return; // it has not sent hello yet, which will list the models
    const models = await this.#options.engine.look();
    if (!this.#ending) this.#options.send({ type: 'models', models });
  }

  #end(): void {
    this.#ending = true;
    if (this.#beat !== null) this.#options.send({ type: 'models', models: [] }); // so that the requester uses another worker
    if (this.#running.size === 0) this.#leave();
  }

  #leave(): void {
    if (this.#beat !== null) clearInterval(this.#beat);
    this.#options.onEnd();
  }
}
