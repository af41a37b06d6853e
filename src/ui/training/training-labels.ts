import type { RunCard, RunSource, RunStatus } from '~/api/training/types';
import type { Tone } from '~/kit/badge';
import { formatNumber } from '~/kit/format';

export const STATUS_LABELS: Record<RunStatus, { words: string; tone: Tone }> = {
  running: { words: 'running', tone: 'accent' },
  done: { words: 'ended', tone: 'plain' },
  failed: { words: 'failed', tone: 'red' },
  interrupted: { words: 'interrupted', tone: 'amber' },
  recorded: { words: 'log only', tone: 'plain' },
};

export const SOURCE_LABELS: Record<RunSource, string> = {
  here: 'On this machine',
  imported: 'Imported logs',
  shipped: 'Comes with Mandi',
  published: 'Published by others',
};

const KINDS: Record<string, string> = { sft: 'SFT', dpo: 'DPO', grpo: 'GRPO', learn: 'Learning by playing' };

export function kindLabel(kind: string | null): string {
  return kind === null ? 'kind not logged' : (KINDS[kind] ?? kind);
}

/** `45 s`, `12 min`, `3.4 h` */
export function formatSpan(seconds: number): string {
  if (seconds < 90) return `${formatNumber(Math.round(seconds * 10) / 10)} s`;
  if (seconds < 5_400) return `${formatNumber(Math.round(seconds / 6) / 10)} min`;
  return `${formatNumber(Math.round(seconds / 360) / 10)} h`;
}

/** A rate of learning is far below 1: 2e−4. */
export function formatRate(value: number): string {
  if (value === 0 || Math.abs(value) >= 0.01) return formatNumber(value);
  return value.toExponential(Math.abs(value).toExponential().includes('.') ? 1 : 0).replaceAll('-', '−');
}

/** Below an axis there is little room: 2.5k. */
export function formatStep(step: number): string {
  return step < 1_000 ? formatNumber(step) : `${formatNumber(step / 1_000)}k`;
}

export function runAddress(id: string, beside: string | null = null): string {
  const query = beside === null ? '' : `?with=${encodeURIComponent(beside)}`;
  return `/agents/training/${encodeURIComponent(id)}${query}`;
}

/** Where a run comes from, in a sentence. */
export function originSentence({ source, publisher }: Pick<RunCard, 'source' | 'publisher'>): string {
  if (source === 'published') return `Published by ${publisher ?? 'others'}, not run here.`;
  if (source === 'shipped') return 'Trained by Mandi’s developers. The adapter comes with Mandi.';
  return source === 'imported' ? 'An imported log.' : 'Trained on this machine.';
}

/** In the order of lists. */
export const SOURCES = ['here', 'imported', 'shipped', 'published'] as const satisfies readonly RunSource[];
