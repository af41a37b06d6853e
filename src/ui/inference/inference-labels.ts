/** Labels and series for the inference page: states, spending, speed. */
import type { BackendState, InferenceState, MeterReading, WorkerState } from '~/api/agent/types';
import type { ChartPoint } from '~/kit/charts/line-chart';
import { formatCount, formatNumber } from '~/kit/format';

export const HEALTH_LABELS: Record<BackendState['health'], string> = {
  up: 'up',
  down: 'down',
  open: 'skipped',
  unknown: 'not asked yet',
};

/** A backend's abilities besides text. */
export function capabilityLabel({ schema, adapters, batching, streaming }: BackendState['capabilities']): string {
  const can = [schema && 'grammar', adapters && 'adapters', batching && 'batches', streaming && 'streams'].filter(Boolean);
  return can.length === 0 ? 'plain text' : can.join(', ');
}

/** Bytes in readable units: 98.4 MB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1e6) return `${formatNumber(Math.round(bytes / 100) / 10)} kB`;
  if (bytes < 1e9) return `${formatNumber(Math.round(bytes / 1e5) / 10)} MB`;
  return `${formatNumber(Math.round(bytes / 1e7) / 100)} GB`;
}

/** Download progress of the default model, 0 to 1; null if its size is unknown. */
export function fetchShare({ done, total }: InferenceState['model']): number | null {
  return done === null || total === null || total <= 0 ? null : Math.min(1, done / total);
}

/** A worker's tokens per second of writing; null before the first. */
export function writingRate({ tally }: Pick<WorkerState, 'tally'>): number | null {
  return tally.busyMs === 0 ? null : tally.completionTokens / (tally.busyMs / 1000);
}

/** Share of prompt tokens read from the cache. */
export function reuseShare({ tokens }: Pick<MeterReading, 'tokens'>): number | null {
  return tokens.prompt === 0 ? null : tokens.cached / tokens.prompt;
}

type Quantity = 'tokensPerSecond' | 'running' | 'queued' | 'failed';

/** A quantity over the last minutes; x in minutes, with the newest point at 0. */
export function seriesOf({ series }: Pick<MeterReading, 'series'>, quantity: Quantity): ChartPoint[] {
  const newest = series.at(-1);
  if (!newest) return [];
  const end = Date.parse(newest.at);
  return series.map((point) => ({ x: Math.round((Date.parse(point.at) - end) / 600) / 100, y: point[quantity] }));
}

/** Failures, most frequent first: `3 timeout, 1 bad reply`. */
export function failureLabel(failed: MeterReading['failed']): string {
  const some = Object.entries(failed).filter(([, count]) => count > 0);
  return some
    .toSorted(([, a], [, b]) => b - a)
    .map(([code, count]) => `${formatCount(count)} ${code.replaceAll('_', ' ')}`)
    .join(', ');
}

export function failureCount(failed: MeterReading['failed']): number {
  return Object.values(failed).reduce((sum, count) => sum + count, 0);
}

/** The command for a worker on another machine. */
export function workerCommand(origin: string): string {
  return `npx mandi worker inference --connect ${origin.replace(/^http/, 'ws')}/inference/worker`;
}
