/** The circuit breakers of a backend: one for the backend and one per model and adapter, so that a bad model disables only itself. */
import type { BackendFault } from '../backend-fault';
import type { ChatRequest } from '../chat-model';
import { Breaker, type BreakerOptions } from './breaker';

type Wanted = Pick<ChatRequest, 'model' | 'adapter'>;

const MOST_CIRCUITS = 1_000;
/** A call shorter than this without a response shows nothing. */
const TELLING_MS = 250;

export class Circuits {
  readonly backend: Breaker;
  private readonly options: BreakerOptions;
  private readonly now: () => number;
  private readonly models = new Map<string, Breaker>();
  /** A cache, because most calls request the same model as the previous one. */
  private last: (Wanted & { breaker: Breaker }) | null = null;

  constructor(options: BreakerOptions, now: () => number) {
    this.options = options;
    this.now = now;
    this.backend = new Breaker(options, now);
  }

  /** Requests permission to call. If denied, returns the reason, to follow the backend's name. */
  enter(wanted: Wanted): string | null {
    if (!this.backend.enter()) return `was skipped because it failed repeatedly${nextTry(this.backend)}.`;
    const own = this.of(wanted);
    if (own.enter()) return null;
    this.backend.left();
    return `was skipped for ${nameOf(wanted)}, because its answers were repeatedly unusable${nextTry(own)}.`;
  }

  succeeded(wanted: Wanted): void {
    this.backend.succeeded();
    this.of(wanted).succeeded();
  }

  /** The call gave no information about the backend or its model. */
  left(wanted: Wanted): void {
    this.backend.left();
    this.of(wanted).left();
  }

  /**
   * Unavailability counts against the backend; an unusable answer counts against the model and adapter, because it shows that the backend
   * is there.
   * `isWatched`: a pool that monitors its own workers, for which being busy is not a failure.
   */
  failed(wanted: Wanted, fault: BackendFault, { ms, isWatched }: { ms: number; isWatched: boolean }): void {
    const own = this.of(wanted);
    const { code, isAway } = fault;
    if (code === 'overloaded' || (isAway && !(isWatched && code === 'unreachable'))) {
      this.backend.failed();
      own.left();
    } else if (code === 'bad_reply') {
      this.backend.succeeded();
      own.failed();
    } else if (code === 'timeout' && ms >= TELLING_MS && !isWatched) {
      this.backend.left();
      own.failed();
    } else if (code === 'refused' || code === 'too_long') this.succeeded(wanted);
    else this.left(wanted);
  }

  private of({ model, adapter }: Wanted): Breaker {
    if (this.last?.model === model && this.last.adapter === adapter) return this.last.breaker;
    const breaker = this.find(JSON.stringify([model, adapter]));
    this.last = { model, adapter, breaker };
    return breaker;
  }

  private find(key: string): Breaker {
    const known = this.models.get(key) ?? new Breaker(this.options, this.now);
    this.models.delete(key);
    this.models.set(key, known);
    const [oldest] = this.models.size > MOST_CIRCUITS ? this.models.keys() : [];
    if (oldest !== undefined) this.models.delete(oldest);
    return known;
  }
}

function nextTry({ openFor }: Breaker): string {
  const seconds = Math.ceil((openFor ?? 0) / 1000);
  return seconds > 0 ? `, the next try is in ${seconds} s` : '';
}

function nameOf({ model, adapter }: Wanted): string {
  return adapter === null ? model : `${model} with the adapter ${adapter}`;
}
