/**
 * The queue in front of all inference workers. A turn goes to the worker with the most free slots that serves its model and adapter. A
 * worker that dies or falls silent is removed, and its turns go to another.
 */
import { BackendFault } from '../backend-fault';
import type { BackendState, ChatModel, ChatReply, ChatRequest, ServedModel } from '../chat-model';
import type { WorkerState } from '../inference-types';
import { within } from '../within';
import { BEAT_EVERY_MS, type FromWorker, SILENCE_MS, type WorkerLine } from '../worker-protocol';
import { FairQueue } from './fair-queue';
import { merged, whyClash } from './served';
import { Turn } from './turn';
import { Worker } from './worker';
import { readMessage } from './worker-messages';

export interface PoolOptions {
  /** A worker silent for this long is dead. */
  silenceMs?: number;
  /** How long turns wait for a lost worker's model to come back. */
  returnMs?: number;
  /** Maximum queue length; further turns are `overloaded`. */
  mostQueued?: number;
  /** A turn that has lost this many workers is not given to another. */
  mostLosses?: number;
  log?: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
}

/** A worker's connection to the pool, for whoever added it. */
export interface PlaceAtPool {
  /** Removes it from the list; it finishes its current turns and those that wait for it, and is then told to end. */
  rest(): void;
  /** Cancels `rest`. false: it was already told to end. */
  stay(): boolean;
}

const HELLO_MS = 180_000;
const RETURN_MS = 5_000;
const MOST_QUEUED = 4_096;
const MOST_LOSSES = 2;

export class WorkerPool implements ChatModel {
  readonly id = 'workers';
  private readonly options: PoolOptions;
  private readonly silenceMs: number;
  private readonly everyMs: number;
  private readonly attached = new Set<Worker>();
  private readonly queue = new FairQueue<Turn>();
  private readonly sweeper: NodeJS.Timeout;
  private sweptAt = Date.now();
  private lastLoss = Number.NEGATIVE_INFINITY;
  /** Last message by or about the last lost worker, for the operator; not shown in turns. */
  loss: string | null = null;
  private turnsMade = 0;
  private isClosed = false;

  constructor(options: PoolOptions = {}) {
    this.options = options;
    this.silenceMs = options.silenceMs ?? SILENCE_MS;
    this.everyMs = Math.min(BEAT_EVERY_MS, this.silenceMs / 4);
    this.sweeper = setInterval(() => this.sweep(), this.everyMs);
    this.sweeper.unref();
  }

  /** Adds a worker, which gets turns once it has said hello. */
  attach(line: WorkerLine): PlaceAtPool {
    const worker = new Worker(line);
    if (this.isClosed) {
      line.close('Mandi is stopping.');
    } else {
      this.attached.add(worker);
      line.onMessage((value) => this.hear(worker, value));
      line.onClose((why) => this.drop(worker, why));
    }
    return {
      rest: () => {
        worker.isResting = true;
        this.deal();
      },
      stay: () => {
        worker.isResting = worker.isEnding;
        return !worker.isEnding;
      },
    };
  }

  async chat(request: ChatRequest): Promise<ChatReply> {
    const why = this.refusal(request);
    if (why) throw why;
    let turn: Turn | null = null;
    try {
      const late = () =>
        `No answer from the workers in ${seconds(request.timeoutMs)}${turn && !this.holder(turn) ? ', all of it in the queue' : ''}.`;
      return await within({ ms: request.timeoutMs, signal: request.signal, late }, () => {
        return new Promise<ChatReply>((resolve, reject) => {
          turn = new Turn(`t${++this.turnsMade}`, request, { resolve, reject });
          this.queue.push(turn.group, turn);
          this.deal();
        });
      });
    } catch (thrown) {
      throw turn ? this.withdraw(turn, thrown) : thrown;
    }
  }

  /** A worker is connected but has not said hello. */
  get isStarting(): boolean {
    return [...this.attached].some((worker) => worker.card === null && !worker.isEnding);
  }

  workers(): WorkerState[] {
    return [...this.attached].flatMap((worker) => (worker.isEnding ? [] : (worker.state() ?? [])));
  }

  /** Makes every worker reread its models folder; one that is starting does so after its hello. */
  look(): void {
    for (const worker of this.attached) worker.look();
  }

  state(): BackendState {
    const known = [...this.attached].filter((worker) => worker.isListed);
    const hosts = new Set(known.map((worker) => worker.card?.host));
    return {
      id: this.id,
      kind: 'workers',
      place: known.length === 0 ? 'no worker' : `${known.length} on ${[...hosts].join(', ')}`,
      health: known.length > 0 ? 'up' : 'down',
      why: known.length > 0 ? null : `No inference worker is connected${this.loss === null ? '.' : `; of the last one: ${this.loss}`}`,
      serves: merged(known.flatMap((worker) => worker.models)),
      capabilities: { schema: true, adapters: true, batching: true, streaming: true },
      queued: this.queue.size,
      running: [...this.attached].reduce((sum, worker) => sum + worker.turns.size, 0),
      slots: known.reduce((sum, worker) => sum + worker.slots, 0),
    };
  }

  /** Releases the workers and fails waiting turns. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.sweeper);
    for (const turn of this.queue) turn.fail(new BackendFault('unreachable', 'Mandi is stopping.', { again: false }));
    for (const worker of this.attached) {
      worker.say({ type: 'end' });
      this.detach(worker);
      for (const turn of worker.turns.values()) turn.fail(new BackendFault('unreachable', 'Mandi is stopping.', { again: false }));
      worker.line.close('Mandi is stopping.');
    }
  }

  private refusal(request: ChatRequest): BackendFault | null {
    if (this.isClosed) return new BackendFault('unreachable', 'Mandi is stopping.', { again: false });
    if (this.queue.size >= (this.options.mostQueued ?? MOST_QUEUED)) {
      return new BackendFault('overloaded', `${this.queue.size} turns are already waiting.`);
    }
    return this.canBeServed(request) || this.mayReturn() ? null : this.nobody(request);
  }

  private nobody({ model, adapter }: ChatRequest): BackendFault {
    if (this.workers().length === 0) return new BackendFault('unreachable', 'No inference worker is connected.', { again: false });
    return new BackendFault('unknown_model', `No worker serves ${model}${adapter === null ? '' : ` with the adapter ${adapter}`}.`);
  }

  private canBeServed(request: ChatRequest): boolean {
    return [...this.attached].some((worker) => worker.serves(request));
  }

  /** A worker is starting, ending, or was lost a moment ago and may be restarting. */
  private mayReturn(): boolean {
    if (this.isStarting || [...this.attached].some((worker) => worker.isEnding)) return true;
    return Date.now() - this.lastLoss < (this.options.returnMs ?? RETURN_MS);
  }

  private deal(): void {
    this.handOut();
    for (const worker of this.attached) {
      if (!worker.isResting || worker.isEnding || worker.turns.size > 0) continue;
      if ([...this.queue].some((turn) => worker.serves(turn.request))) continue;
      worker.isEnding = true;
      worker.say({ type: 'end' });
    }
  }

  private handOut(): void {
    while ([...this.attached].some((worker) => worker.free > 0)) {
      const turn = this.queue.take((waiting) => this.freest(waiting) !== null);
      const worker = turn ? this.freest(turn) : null;
      if (!turn || !worker) return;
      worker.turns.set(turn.id, turn);
      if (!worker.say({ type: 'ask', id: turn.id, chat: turn.asked() })) this.drop(worker, 'its connection is broken');
    }
  }

  private freest(turn: Turn): Worker | null {
    let best: Worker | null = null;
    for (const worker of this.attached) {
      if (worker.free > (best?.free ?? 0) && worker.serves(turn.request)) best = worker;
    }
    return best;
  }

  private hear(worker: Worker, value: unknown): void {
    if (worker.isGone) return;
    const reading = readMessage(value);
    if (!reading.ok) {
      this.drop(worker, `it sent an invalid message (${reading.why})`);
      return;
    }
    worker.lastBeat = Date.now();
    if (worker.card === null && reading.message.type !== 'hello') this.drop(worker, 'it sent a message before hello');
    else this.obey(worker, reading.message);
  }

  private obey(worker: Worker, message: FromWorker): void {
    switch (message.type) {
      case 'hello':
        this.welcome(worker, message);
        break;
      case 'models':
        if (this.takes(worker, message.models)) break;
        return;
      case 'beat':
        worker.tally = message.tally;
        return;
      case 'piece':
        worker.turns.get(message.id)?.hear(message.text);
        return;
      case 'done':
        finish(worker, message.id)?.done(message.reply);
        break;
      case 'failed':
        this.refused(worker, message);
        break;
      default:
        message satisfies never;
    }
    this.settleOrphans();
    this.deal();
  }

  private welcome(worker: Worker, { worker: card, models }: FromWorker & { type: 'hello' }): void {
    for (const other of this.attached) {
      if (other !== worker && other.card?.id === card.id) this.drop(other, 'it reconnected');
    }
    if (!this.takes(worker, models)) return;
    worker.card = card;
    this.loss = null;
    if (worker.looksLater) worker.look();
    this.options.log?.info({ worker: card.name, models: models.map((model) => model.name) }, 'an inference worker connected');
  }

  /** false: see `whyClash`. */
  private takes(worker: Worker, models: readonly ServedModel[]): boolean {
    const others = [...this.attached].flatMap((other) => (other === worker ? [] : other.models));
    const why = whyClash(models, others);
    if (why === null) worker.models = models;
    else this.drop(worker, why);
    return why === null;
  }

  /** If a worker has no room, the turn goes to another; any other failure is final. */
  private refused(worker: Worker, { id, code, why }: FromWorker & { type: 'failed' }): void {
    const turn = finish(worker, id);
    if (!turn) return;
    const isElsewhere = code === 'unreachable' || code === 'overloaded';
    if (isElsewhere && !worker.serves(turn.request)) {
      turn.returned(); // it crossed the worker's message that it no longer serves this, so no attempt is counted
      this.queue.pushFirst(turn.group, turn);
    } else if (isElsewhere) this.again(turn, why);
    else turn.fail(new BackendFault(code, why));
  }

  private again(turn: Turn, why: string): void {
    turn.lost(why);
    if (turn.attempts.length > (this.options.mostLosses ?? MOST_LOSSES)) {
      turn.fail(new BackendFault('unreachable', `Given up after ${turn.attempts.length} workers: ${why}`, { again: false }));
    } else {
      this.queue.pushFirst(turn.group, turn);
    }
  }

  /** Removes a worker and ignores its later messages. */
  private drop(worker: Worker, why: string): void {
    if (worker.isGone) return;
    this.detach(worker);
    this.lastLoss = Date.now();
    this.loss = why;
    this.options.log?.warn({ worker: worker.card?.name, turns: worker.turns.size, why }, 'an inference worker disconnected');
    worker.line.close(why);
    for (const turn of worker.turns.values()) this.again(turn, `${worker.name} is gone: ${why}.`);
    worker.turns.clear();
    this.settleOrphans();
    this.deal();
  }

  private detach(worker: Worker): void {
    worker.isGone = true;
    this.attached.delete(worker);
  }

  private holder(turn: Turn): Worker | null {
    return [...this.attached].find((worker) => worker.turns.has(turn.id)) ?? null;
  }

  /** Removes all traces of a turn whose caller aborted, whose time is up, or that failed. */
  private withdraw(turn: Turn, thrown: unknown): unknown {
    this.queue.remove(turn);
    const worker = this.holder(turn);
    if (worker) {
      worker.turns.delete(turn.id);
      worker.say({ type: 'cancel', id: turn.id });
      this.deal();
    }
    if (thrown instanceof BackendFault && thrown.attempts.length === 0) return turn.closed(thrown);
    return thrown;
  }

  /** Before its hello, a worker may be starting slowly on a busy machine. */
  private patience(worker: Worker): number {
    return worker.card === null ? Math.max(HELLO_MS, this.silenceMs) : this.silenceMs;
  }

  private sweep(): void {
    const now = Date.now();
    const late = Math.max(0, now - this.sweptAt - this.everyMs); // this process itself was blocked, so silence proves nothing
    this.sweptAt = now;
    for (const worker of this.attached) {
      if (late > this.everyMs) worker.lastBeat += late;
      else if (now - worker.lastBeat > this.patience(worker)) this.drop(worker, `it sent nothing for ${seconds(this.patience(worker))}`);
    }
    this.settleOrphans();
  }

  /** Fails waiting turns that no worker can serve, after the time in which one could have come back. */
  private settleOrphans(): void {
    if (this.mayReturn()) return;
    const orphans = [...this.queue].filter((turn) => !this.canBeServed(turn.request));
    for (const turn of orphans) {
      this.queue.remove(turn);
      turn.fail(this.nobody(turn.request));
    }
  }
}

function finish(worker: Worker, id: string): Turn | undefined {
  const turn = worker.turns.get(id);
  worker.turns.delete(id);
  return turn;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
