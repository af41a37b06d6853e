/** Statistics of this process's calls: totals, a series of the last ten minutes, and latency of the last thousand calls. */
import { type Attempt, CHAT_FAULTS, type ChatFaultCode, type TokenCount } from '../chat-model';
import type { MeterReading } from '../inference-types';

const SLICE_MS = 5_000;
const SLICES = 120;
const LATENCIES = 1_000;

interface Slice {
  at: number;
  tokens: number;
  running: number;
  queued: number;
  failed: number;
}

export interface CallEnd {
  ms: number;
  fault: ChatFaultCode | null;
  tokens: TokenCount | null;
  cost: number;
}

export class Meter {
  private readonly now: () => number;
  private readonly queued: () => number;
  private readonly slices: Slice[] = [];
  private readonly latencies: number[] = [];
  private readonly failed = Object.fromEntries(CHAT_FAULTS.map((code) => [code, 0])) as Record<ChatFaultCode, number>;
  private readonly tries = new Map<string, { tries: number; failed: number }>();
  private readonly tokens = { prompt: 0, cached: 0, completion: 0 };
  private calls = 0;
  private cost = 0;
  private running = 0;

  constructor(now: () => number, queued: () => number) {
    this.now = now;
    this.queued = queued;
  }

  get inFlight(): number {
    return this.running;
  }

  began(): void {
    this.look();
    this.calls += 1;
    this.running += 1;
    this.look();
  }

  ended({ ms, fault, tokens, cost }: CallEnd): void {
    const slice = this.look();
    this.running -= 1;
    this.cost += cost;
    this.tokens.prompt += tokens?.prompt ?? 0;
    this.tokens.cached += tokens?.cached ?? 0;
    this.tokens.completion += tokens?.completion ?? 0;
    slice.tokens += tokens?.completion ?? 0;
    this.latencies.push(ms);
    if (this.latencies.length > LATENCIES) this.latencies.shift();
    if (fault) this.count(fault, slice);
  }

  /** Counts every attempt of a call, so that a backend that fails before another succeeds is visible. */
  tried(attempts: readonly Attempt[]): void {
    for (const { backend, fault } of attempts) {
      const count = this.tries.get(backend) ?? { tries: 0, failed: 0 };
      this.tries.set(backend, { tries: count.tries + 1, failed: count.failed + (fault === null ? 0 : 1) });
    }
  }

  /** A call without any attempt. */
  refused(fault: ChatFaultCode): void {
    this.calls += 1;
    this.count(fault, this.look());
  }

  reading(): Omit<MeterReading, 'accounts'> {
    this.look();
    return {
      calls: this.calls,
      failed: { ...this.failed },
      tokens: { ...this.tokens },
      cost: this.cost,
      tries: [...this.tries].map(([backend, count]) => ({ backend, ...count })),
      series: this.series(),
      latency: this.latencies.length === 0 ? null : { p50: quantile(this.latencies, 0.5), p95: quantile(this.latencies, 0.95) },
    };
  }

  private count(fault: ChatFaultCode, slice: Slice): void {
    this.failed[fault] += 1;
    slice.failed += 1;
  }

  /** The current slice with its maximum of running and waiting calls. Carries running calls over slices that nobody read. */
  private look(): Slice {
    const at = Math.floor(this.now() / SLICE_MS) * SLICE_MS;
    const last = this.slices.at(-1)?.at ?? at - SLICE_MS;
    for (let next = Math.max(last + SLICE_MS, at - SLICE_MS * (SLICES - 1)); next <= at; next += SLICE_MS) {
      this.slices.push({ at: next, tokens: 0, running: this.running, queued: 0, failed: 0 });
    }
    this.slices.splice(0, this.slices.length - SLICES);
    const slice = this.slices.at(-1) ?? { at, tokens: 0, running: 0, queued: 0, failed: 0 };
    slice.running = Math.max(slice.running, this.running);
    slice.queued = Math.max(slice.queued, this.queued());
    return slice;
  }

  /** One point per five seconds of the last ten minutes, oldest first. */
  private series(): MeterReading['series'] {
    const end = Math.floor(this.now() / SLICE_MS) * SLICE_MS;
    const byTime = new Map(this.slices.map((slice) => [slice.at, slice]));
    return Array.from({ length: SLICES }, (_, index) => {
      const at = end - (SLICES - 1 - index) * SLICE_MS;
      const slice = byTime.get(at);
      return {
        at: new Date(at).toISOString(),
        tokensPerSecond: (slice?.tokens ?? 0) / (SLICE_MS / 1_000),
        running: slice?.running ?? 0,
        queued: slice?.queued ?? 0,
        failed: slice?.failed ?? 0,
      };
    });
  }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
