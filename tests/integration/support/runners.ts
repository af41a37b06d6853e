import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { REPOSITORY } from '~/config';
import { emptyBroadcaster } from '~/live/audience';
import { type MatchRequest, openMatch } from '~/match/open-match';
import { runMatch } from '~/match/run-match';
import type { Services } from '~/match/services';
import { WakeSignal } from '~/match/wake-signal';
import type { EventStore } from '~/store/event-store';
import { MemoryEventStore } from '~/store/memory-event-store';
import { sourceArgs } from './source-args';

const news = z.object({
  did: z.string(),
  matchId: z.string().optional(),
  seqs: z.array(z.number()).optional(),
  how: z.string().optional(),
});
export type News = z.infer<typeof news>;

/** A process of `runner.ts`. */
export class Runner {
  readonly said: News[] = [];
  readonly process: ChildProcess;
  private faults = '';

  constructor(url: string, processId: string, leaseMs: number) {
    this.process = spawn(process.execPath, sourceArgs('runner.ts', url, processId, String(leaseMs)), { cwd: REPOSITORY });
    if (this.process.stdout) createInterface(this.process.stdout).on('line', (line) => this.said.push(news.parse(JSON.parse(line))));
    this.process.stderr?.on('data', (chunk) => {
      this.faults += String(chunk);
    });
  }

  /** Waits until it has said something of that kind, or has ended. */
  async until(holds: (said: readonly News[]) => boolean): Promise<void> {
    await waitUntil(async () => holds(this.said) || this.hasEnded);
    if (!holds(this.said)) throw new Error(`the runner ended early: ${this.faults}`);
  }

  get hasEnded(): boolean {
    return this.process.exitCode !== null || this.process.signalCode !== null;
  }

  async kill(): Promise<void> {
    const gone = new Promise((resolve) => this.process.once('exit', resolve));
    if (this.hasEnded) return;
    this.process.kill('SIGKILL');
    await gone;
  }
}

export async function waitUntil(holds: () => Promise<boolean>, patienceMs = 300_000): Promise<void> {
  const until = Date.now() + patienceMs;
  while (!(await holds())) {
    if (Date.now() > until) throw new Error(`it did not come true in ${patienceMs / 1000} seconds`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export function quietServices(store: EventStore, processId: string): Services {
  return { store, processId, audience: emptyBroadcaster, log: { info() {}, warn() {}, error() {} }, now: Date.now };
}

/** The events' texts of a match that nothing interrupts, played in memory. */
export async function undisturbed(request: MatchRequest): Promise<string[]> {
  const services = quietServices(new MemoryEventStore('undisturbed'), 'undisturbed');
  const opened = await openMatch(services, { ...request, pace: 0 });
  if (!opened.ok) throw new Error(opened.why);
  await runMatch(services, opened.value.id, { wake: new WakeSignal(), signal: new AbortController().signal });
  return (await services.store.read(opened.value.id)).map((stored) => stored.json);
}
