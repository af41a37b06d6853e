import { Presets, SingleBar } from 'cli-progress';

export interface Progress {
  /** `total`: where it has turned out to be another. */
  update(done: number, total?: number): void;
  stop(): void;
}

/** A bar on standard error for a person at a terminal; nothing for a file or a pipe. */
export function progressBar(total: number, unit: string): Progress {
  if (!process.stderr.isTTY) return { update() {}, stop() {} };
  const format = ` {bar} {percentage}% | {value}/{total} ${unit} | {eta_formatted} left`;
  const bar = new SingleBar({ format, stream: process.stderr, clearOnComplete: true, hideCursor: true }, Presets.shades_classic);
  bar.start(total, 0);
  return {
    update(done, now) {
      if (now !== undefined) bar.setTotal(now);
      bar.update(done);
    },
    stop: () => bar.stop(),
  };
}
