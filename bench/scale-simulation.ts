/**
 * Watchers at scale as a queue: `npx tsx bench/scale-simulation.ts`. Frames of matches reach each web process that has watchers of them, and
 * wait there for one core, which sends a message after the other. Costs are those that docs/scale.md takes from docs/bench.md.
 */
import { fileURLToPath } from 'node:url';

export interface World {
  matches: number;
  /** Of all matches together, spread evenly over matches and processes. */
  watchers: number;
  processes: number;
  /** Of each match, a second, at random moments. */
  framesPerSecond: number;
  seconds: number;
  seed: number;
}

export interface Costs {
  /** Milliseconds from a commit until the first message is sent: notice, read, frame. */
  frameMs: number;
  /** Milliseconds of one core for each message. */
  messageMs: number;
}

export interface Delays {
  p50: number;
  p95: number;
  meanWait: number;
  /** The share of each process's core that is busy; above 1, the queue grows without end. */
  load: number;
}

/** From the idle run of `stream` in docs/bench.md: the medians at 1 and at 1,000 watchers. */
export const MEASURED: Costs = { frameMs: 1.35, messageMs: (56.7 - 1.35) / 500 };

export function simulate({ matches, watchers, processes, framesPerSecond, seconds, seed }: World, { frameMs, messageMs }: Costs): Delays {
  const random = seeded(seed);
  const perMatch = watchers / matches;
  const shown = Math.min(processes, Math.max(1, Math.round(perMatch)));
  const messages = perMatch / shown;
  const serviceMs = messages * messageMs;
  const perProcess = (matches * framesPerSecond * shown) / processes;
  const waits: number[] = [];
  // Processes are alike and independent, so one stands for all.
  for (let now = 0, freeAt = 0; ; ) {
    now += (-Math.log(1 - random()) / perProcess) * 1000;
    if (now > seconds * 1000) break;
    const begins = Math.max(now, freeAt);
    freeAt = begins + serviceMs;
    waits.push(begins - now);
  }
  // A watcher is anywhere in the order in which a frame's messages are sent.
  const delays = waits.map((wait) => frameMs + wait + Math.ceil(random() * messages) * messageMs).sort((a, b) => a - b);
  const at = (share: number): number => delays[Math.min(delays.length - 1, Math.floor(share * delays.length))] ?? Number.NaN;
  const meanWait = waits.reduce((sum, wait) => sum + wait, 0) / waits.length;
  return { p50: at(0.5), p95: at(0.95), meanWait, load: (perProcess * serviceMs) / 1000 };
}

function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The measured cases: one match at a time, far from saturation. */
const CHECKS = [
  { watchers: 1, p50: 1.35, p95: 3.27 },
  { watchers: 100, p50: 4.98, p95: 9.68 },
  { watchers: 1_000, p50: 56.7, p95: 180 },
];

const LARGE = [
  { watchers: 10_000, matches: 1_000, processes: 4 },
  { watchers: 100_000, matches: 10_000, processes: 4 },
  { watchers: 100_000, matches: 10_000, processes: 16 },
  { watchers: 100_000, matches: 100, processes: 16 },
];

function main(): void {
  const write = (line: string): void => void process.stdout.write(`${line}\n`);
  for (const { watchers, p50, p95 } of CHECKS) {
    const found = simulate({ matches: 1, watchers, processes: 1, framesPerSecond: 1, seconds: 20_000, seed: 1 }, MEASURED);
    write(
      `${watchers} ${watchers === 1 ? 'watcher' : 'watchers'}: p50 ${found.p50.toFixed(2)} (measured ${p50}), p95 ${found.p95.toFixed(2)} (measured ${p95})`,
    );
  }
  for (const world of LARGE) {
    const found = simulate({ ...world, framesPerSecond: 1, seconds: 600, seed: 1 }, MEASURED);
    const times = found.load < 1 ? `p50 ${found.p50.toFixed(1)} ms, p95 ${found.p95.toFixed(1)} ms` : 'the queue grows without end';
    write(`${JSON.stringify(world)}: load ${found.load.toFixed(2)}, ${times}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
