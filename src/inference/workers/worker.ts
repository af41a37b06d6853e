/** A connected worker: its identity, what it serves, and its turns. */
import type { ChatRequest, ServedModel } from '../chat-model';
import type { WorkerState } from '../inference-types';
import type { ToWorker, WorkerCard, WorkerLine, WorkerTally } from '../worker-protocol';
import type { Turn } from './turn';

const NO_TALLY: WorkerTally = {
  running: 0,
  done: 0,
  failed: 0,
  promptTokens: 0,
  cachedTokens: 0,
  completionTokens: 0,
  busyMs: 0,
  memory: 0,
};

export class Worker {
  readonly line: WorkerLine;
  readonly turns = new Map<string, Turn>();
  readonly since = new Date();
  /** null until it has said hello. */
  card: WorkerCard | null = null;
  models: readonly ServedModel[] = [];
  tally: WorkerTally = NO_TALLY;
  /** Milliseconds, as `Date.now`. */
  lastBeat = Date.now();
  isGone = false;
  /** Must reread its models folder after its hello. */
  looksLater = false;
  /** Not listed any more: finishes its current and arriving turns, and is then told to end. */
  isResting = false;
  /** It was told to end. */
  isEnding = false;

  constructor(line: WorkerLine) {
    this.line = line;
  }

  get name(): string {
    return this.card ? `${this.card.name} on ${this.card.host}` : 'a worker that never sent hello';
  }

  get slots(): number {
    return this.card?.slots ?? 0;
  }

  get free(): number {
    return this.isGone || this.isEnding ? 0 : this.slots - this.turns.size;
  }

  /** It has said hello and is not resting or ending. */
  get isListed(): boolean {
    return this.card !== null && !this.isResting;
  }

  serves({ model, adapter }: Pick<ChatRequest, 'model' | 'adapter'>): boolean {
    if (this.isEnding) return false;
    return this.models.some((one) => one.name === model && (adapter === null || one.adapters.includes(adapter)));
  }

  /** Makes it reread its models folder now, or after its hello. */
  look(): void {
    this.looksLater = this.card === null;
    if (!this.looksLater) this.say({ type: 'look' });
  }

  /** false: the connection is broken. */
  say(message: ToWorker): boolean {
    try {
      this.line.send(message);
      return true;
    } catch {
      return false;
    }
  }

  state(): WorkerState | null {
    if (this.card === null) return null;
    return {
      ...this.card,
      tally: this.tally,
      since: this.since.toISOString(),
      lastBeat: new Date(this.lastBeat).toISOString(),
      serves: this.models.flatMap((model) => [model.name, ...model.adapters.map((adapter) => `${model.name}+${adapter}`)]),
    };
  }
}
