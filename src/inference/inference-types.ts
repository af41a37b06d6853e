/** What the page of inference shows. */
import type { BackendState, ChatFaultCode } from './chat-model';
import type { WorkerCard, WorkerTally } from './worker-protocol';

export interface WorkerState extends WorkerCard {
  tally: WorkerTally;
  /** ISO. */
  since: string;
  lastBeat: string;
  serves: readonly string[];
}

/** Of the last minutes and since the start of the process. */
export interface MeterReading {
  calls: number;
  failed: Record<ChatFaultCode, number>;
  tokens: { prompt: number; cached: number; completion: number };
  /** US dollars. */
  cost: number;
  /** Tries of calls by backend since the start, and those that came to nothing; a backend that was never asked is left out. */
  tries: readonly { backend: string; tries: number; failed: number }[];
  /** A point every 5 s of the last 10 min, oldest first. */
  series: readonly { at: string; tokensPerSecond: number; running: number; queued: number; failed: number }[];
  /** Milliseconds, of the last 1,000 calls; null: none yet. */
  latency: { p50: number; p95: number } | null;
  /** Spent so far, most first: by agent, by match, by program that asks through the endpoint. */
  accounts: readonly {
    kind: 'agent' | 'match' | 'tournament' | 'caller';
    name: string;
    calls: number;
    tokens: number;
    seconds: number;
    cost: number;
  }[];
}

export interface InferenceState {
  /** `off`: MANDI_MODEL=off. `fetching`: the default model is on its way. */
  model: {
    status: 'off' | 'missing' | 'fetching' | 'ready' | 'failed';
    name: string;
    done: number | null;
    total: number | null;
    why: string | null;
  };
  backends: readonly BackendState[];
  workers: readonly WorkerState[];
  meter: MeterReading;
}
