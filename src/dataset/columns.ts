/** Columns of each format, independent of the file type. */
import type { Columns, Kind } from '~/lib/parquet/schema';
import { jsonOf } from './line-of';
import type { DatasetFormat } from './request';

const MESSAGES: Kind = { each: { fields: { role: 'text', content: 'text' } } };
const TOKENS: Kind = { fields: { calls: 'whole', prompt: 'whole', completion: 'whole', estimated: 'flag' } };
const WRITTEN: Kind = { fields: { ids: { each: 'whole' }, logprobs: { each: 'number' } } };
const ORIGIN: Columns = {
  match_id: 'text',
  ruleset: 'text',
  ruleset_version: 'whole',
  task_type: 'text',
  seed: 'whole',
  split: 'text',
  seat: 'text',
  player: 'text',
  trainable: 'flag',
  trainable_reason: 'text',
};
/** Last, so that columns read by position stay in place. */
const SERIES: Columns = { series: 'text', series_place: 'whole' };
/** Counted over all rounds. After the series, for the same reason. */
const TURN: Columns = { turn: 'whole' };
const STEPS: Kind = {
  each: {
    fields: {
      round_index: 'whole',
      origin: 'text',
      tokens: TOKENS,
      written: WRITTEN,
      observation: 'json',
      actions: 'json',
      results: { each: { fields: { ok: 'flag', code: 'text' } } },
      reward: 'number',
      return: 'number',
      stages: {
        each: {
          fields: { stage: 'text', prompt_version: 'text', messages: MESSAGES, reply: 'text', tokens: TOKENS, written: WRITTEN },
        },
      },
      ...TURN,
    },
  },
};
const MARKS: Columns = { relevance: 'whole', evidence: 'whole', honesty: 'whole', persuasion: 'whole', overall: 'whole' };

export const COLUMNS: Record<DatasetFormat, Columns> = {
  sft: {
    messages: MESSAGES,
    ...ORIGIN,
    round_index: 'whole',
    origin: 'text',
    return: 'number',
    prompt_version: 'text',
    stage: 'text',
    ...SERIES,
    ...TURN,
  },
  'arena-sft': { messages: MESSAGES, task_type: 'text', seed: 'whole', round_index: 'whole' },
  preferences: {
    prompt: MESSAGES,
    chosen: MESSAGES,
    rejected: MESSAGES,
    ...ORIGIN,
    round_index: 'whole',
    origin: 'text',
    margin: 'number',
    interval: { each: 'number' },
    score_chosen: 'number',
    score_rejected: 'number',
    source: 'text',
    rest: 'text',
    worlds: 'whole',
    prompt_version: 'text',
    ...SERIES,
    ...TURN,
  },
  trajectories: { ...ORIGIN, score: 'number', steps: STEPS, ...SERIES },
  judge: {
    ...ORIGIN,
    round_index: 'whole',
    origin: 'text',
    judge_mode: 'text',
    judge: 'text',
    pitch: 'text',
    score: 'number',
    rule_score: 'number',
    won: 'flag',
    reason: 'text',
    quote: 'text',
    fallback: 'text',
    disagreement: 'number',
    facts: 'json',
    panel: { each: { fields: MARKS } },
    ...SERIES,
    ...TURN,
  },
};

/**
 * A row as written to files. Values without a fixed shape (observations, actions, facts) are JSON text in both file types, because readers
 * of JSON lines infer types from the first rows.
 */
export function asWritten(format: DatasetFormat, row: object): object {
  return written({ fields: COLUMNS[format] }, row) as object;
}

function written(kind: Kind, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (kind === 'json') return jsonOf(value);
  if (typeof kind === 'string') return value;
  if ('each' in kind) return (value as unknown[]).map((one) => written(kind.each, one));
  const record = value as Record<string, unknown>;
  return Object.fromEntries(Object.entries(kind.fields).map(([name, field]) => [name, written(field, record[name])]));
}
