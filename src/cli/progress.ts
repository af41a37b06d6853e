import { Presets, SingleBar } from 'cli-progress';
import { Interrupted } from './exits';

export interface Progress {
  /** `total`: if it has changed. */
  update(done: number, total?: number): void;
  stop(): void;
}

const LINE_EVERY_MS = 10_000;

/** Occasional lines on standard error without a terminal; none for short work. */
function progressLines(total: number, unit: string): Progress {
  let most = total;
  let last = Date.now();
  return {
    update(done, now) {
      most = now ?? most;
      if (Date.now() - last < LINE_EVERY_MS) return;
      last = Date.now();
      process.stderr.write(`${progressWords(done, most, unit)}\n`);
    },
    stop() {},
  };
}

/** `300 of 540 matches`; for a hundred parts, `36% of the search`. */
export function progressWords(done: number, total: number, unit: string): string {
  return unit.startsWith('%') ? `${Math.round((100 * done) / Math.max(1, total))}${unit}` : `${done} of ${total} ${unit}`;
}

/** On standard error: a bar on a terminal, a line every ten seconds in a file or a pipe. */
export function progressBar(total: number, unit: string): Progress {
  if (!process.stderr.isTTY) return progressLines(total, unit);
  const words = unit.startsWith('%') ? unit.slice(1).trim() : `| {value}/{total} ${unit}`;
  const format = ` {bar} {percentage}% ${words}{left}`;
  const began = Date.now();
  const bar = new SingleBar({ format, stream: process.stderr, clearOnComplete: true, hideCursor: true }, Presets.shades_classic);
  bar.start(total, 0, { left: '' });
  return {
    update(done, now) {
      if (now !== undefined) bar.setTotal(now);
      const left = bar.getTotal() > done && done > 0 ? Math.round((((Date.now() - began) / done) * (bar.getTotal() - done)) / 1000) : null;
      bar.update(done, { left: left === null ? '' : ` | about ${left} s left` });
    },
    stop: () => bar.stop(),
  };
}

export interface Watch {
  signal: AbortSignal;
  onProgress(done: number): void;
  /** Ends the run, which fails for this reason. */
  stop(why: Error): void;
}

/** Ctrl-C ends the run, its threads and its progress bar. `isAsked`: agents play, whose turns are kept. */
export async function interruptible<T>(
  { isAsked, episodes }: { isAsked: boolean; episodes: number },
  run: (watch: Watch) => Promise<T>,
): Promise<T> {
  const kept = isAsked ? 'stopped; run the same command again to continue, without asking agents twice' : 'stopped; nothing was saved';
  const stop = new AbortController();
  const onInterrupt = () => stop.abort(new Interrupted(kept));
  process.once('SIGINT', onInterrupt);
  const bar = progressBar(episodes, 'episodes');
  try {
    return await run({ signal: stop.signal, onProgress: (done) => bar.update(done), stop: (why) => stop.abort(why) });
  } finally {
    bar.stop();
    process.removeListener('SIGINT', onInterrupt);
  }
}
