/** Data of the inference page. */
import type { BackendState, ChatFaultCode } from './chat-model';
import type { WorkerCard, WorkerTally } from './worker-protocol';

export interface WorkerState extends WorkerCard {
  tally: WorkerTally;
  /** ISO. */
  since: string;
  lastBeat: string;
  serves: readonly string[];
}

/** Statistics of the last minutes and since the process started. */
export interface MeterReading {
  calls: number;
  failed: Record<ChatFaultCode, number>;
  tokens: { prompt: number; cached: number; completion: number };
  /** US dollars. */
  cost: number;
  /** Attempts by backend since the start, and failed ones. Backends that were never called are left out. */
  tries: readonly { backend: string; tries: number; failed: number }[];
  /** One point per 5 s of the last 10 min, oldest first. */
  series: readonly { at: string; tokensPerSecond: number; running: number; queued: number; failed: number }[];
  /** Milliseconds, over the last 1,000 calls; null before the first. */
  latency: { p50: number; p95: number } | null;
  /** Spent so far, largest first: by agent, by match, and by program that uses the endpoint. */
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
  /** `off`: MANDI_MODEL=off. `fetching`: the default model is being downloaded. */
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
