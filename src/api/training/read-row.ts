/** One line of a training log, whoever wrote it: this trainer (`event`), earlier versions of it, TRL (`log_history`), or a published table (`type`). */
import { findTextFlaw, textFlawWords } from '~/lib/text/stored-text';
import type { Metric } from './types';

export interface StepRow {
  row: 'step';
  step: number;
  values: Partial<Record<Metric, number>>;
  counts: RowCounts;
  kind: string | null;
}

/** What a row says of the whole run so far. */
export interface RowCounts {
  tokens?: number;
  samples?: number;
  seconds?: number;
  /** US dollars. */
  cost?: number;
  /** Of this step alone. */
  stepSeconds?: number;
}

export interface ValidationRow {
  row: 'validation';
  /** null: where the run stands. */
  step: number | null;
  gain: number | null;
  interval: readonly [number, number] | null;
  seeds: string | null;
  nulls: Readonly<Record<string, number>>;
  baselines: Readonly<Record<string, number>>;
  values: Partial<Record<Metric, number>>;
}

export type LogRow =
  | StepRow
  | ValidationRow
  /** A start, or what a published run says of itself. */
  | { row: 'about'; fields: Fields }
  | { row: 'checkpoint'; step: number | null; path: string; digest: string | null }
  | { row: 'failed'; reason: string }
  | { row: 'end'; counts: RowCounts; loss: number | null; isWhole: boolean }
  | { row: 'note'; step: number | null; words: string };

export type RowReading = { ok: true; value: LogRow } | { ok: false; why: string };

type Fields = Readonly<Record<string, unknown>>;

/** Values of one row; a start of the trainer lists a few dozen settings. */
const MOST_VALUES = 500;
/** The trainer's own reasons have at most 600. */
const MOST_WORDS = 600;
const HIGHEST_STEP = 1_000_000_000;

/** What a metric may be called: by this trainer, by earlier versions of it, by TRL. */
const NAMES: Readonly<Record<string, Metric>> = {
  loss: 'loss',
  reward: 'reward',
  reward_std: 'reward_std',
  kl: 'kl',
  entropy: 'entropy',
  grad_norm: 'grad_norm',
  norm: 'grad_norm',
  learning_rate: 'learning_rate',
  lr: 'learning_rate',
  valid_actions: 'valid_actions',
  own_actions: 'own_actions',
  accuracy: 'accuracy',
  'rewards/accuracies': 'accuracy',
  frac_reward_zero_std: 'flat_groups',
  flat_share: 'flat_groups',
};

/** Reads one line; `why` follows "line 7: ". */
export function readLine(line: string): RowReading {
  const parsed = parseRow(line);
  if (parsed === undefined) return refused(`not JSON (${beginningOf(line)})`);
  return readRow(parsed);
}

export function readRow(parsed: unknown): RowReading {
  if (!isFields(parsed)) return refused('not an object: a line must look like {"step": 1, "loss": 0.5}');
  const flaw = findTextFlaw(parsed, MOST_VALUES);
  if (flaw === 'too_deep' || flaw === 'too_many') return refused('it holds too many values');
  if (flaw !== null) return refused(`${flaw.path === '' ? 'a name' : flaw.path.slice(0, 80)} ${textFlawWords(flaw.flaw)}`);
  if (typeof parsed.type === 'string') return readPublished(parsed.type, parsed);
  if (typeof parsed.event === 'string') return readEvent(parsed.event, parsed);
  return readTrl(parsed);
}

/** Python writes NaN and Infinity, which are no JSON: such a figure is missing. */
function parseRow(line: string): unknown {
  for (const text of [line, line.replace(/([:,[]\s*)(?:NaN|-?Infinity)(?=\s*[,}\]])/g, '$1null')]) {
    try {
      return JSON.parse(text);
    } catch {
      // the second way, or no JSON at all
    }
  }
  return undefined;
}

function beginningOf(line: string): string {
  return `it begins ${JSON.stringify(line.slice(0, 30))}`;
}

function readPublished(type: string, fields: Fields): RowReading {
  if (type === 'run') return answered({ row: 'about', fields });
  if (type === 'step') return readStep(fields, { step: fields.step });
  if (type === 'note') return answered({ row: 'note', step: null, words: wordsOf(fields.words) });
  if (type !== 'summary') return refused(`"type" is run, step, summary or note, not ${JSON.stringify(type.slice(0, 40))}`);
  const summary = isFields(fields.summary) ? fields.summary : {};
  return answered({
    row: 'end',
    counts: { ...withNumber('seconds', summary.train_runtime) },
    loss: number(summary.train_loss),
    isWhole: true,
  });
}

function readEvent(event: string, fields: Fields): RowReading {
  switch (event) {
    case 'step':
      return readStep(fields, { step: fields.step });
    case 'update':
    case 'learning':
      return readStep(fields, { step: fields.updates });
    case 'own': // a stage that counts its steps from 1: the curves put it after what was learned before
      return readStep({ ...fields, reward: fields.gain }, { step: null });
    case 'validation':
    case 'validated':
    case 'measured':
      return readValidation(fields);
    case 'begin':
      return answered({ row: 'about', fields });
    case 'checkpoint':
      return answered({
        row: 'checkpoint',
        step: number(fields.step),
        path: wordsOf(fields.path),
        digest: typeof fields.digest === 'string' ? fields.digest.slice(0, 80) : null,
      });
    case 'failed':
    case 'stopped':
      // A stage of `learn` may fail while the run goes on.
      if (typeof fields.stage === 'string') return answered(noteOf(event, fields));
      return answered({ row: 'failed', reason: wordsOf(fields.reason ?? fields.why) });
    case 'end':
      return answered({ row: 'end', counts: countsOf(fields), loss: null, isWhole: true });
    default:
      return answered(noteOf(event, fields));
  }
}

/** `step` of null: the one after the last. */
function readStep(fields: Fields, { step }: { step: unknown }): RowReading {
  const values: Partial<Record<Metric, number>> = {};
  for (const [name, metric] of Object.entries(NAMES)) {
    const value = fields[name];
    if (value === undefined || value === null) continue;
    if (!isFigure(value)) return refused(`${JSON.stringify(name)} is not a number`);
    values[metric] = value;
  }
  const shares = sharesOf(fields);
  if (step !== null && !isStep(step)) return refused(`"step" is not a whole number from 0 to ${HIGHEST_STEP}`);
  const kind = typeof fields.kind === 'string' ? fields.kind.slice(0, 40) : kindOf(fields);
  return answered({ row: 'step', step: step === null ? -1 : step, values: { ...values, ...shares }, counts: countsOf(fields), kind });
}

/** Counts of a step as shares of it. */
function sharesOf(fields: Fields): Partial<Record<Metric, number>> {
  const [right, of, flat, groups] = [number(fields.right), number(fields.of), number(fields.flat_groups), number(fields.groups)];
  return {
    ...(right !== null && { right: of !== null && of > 0 ? right / of : right }),
    ...(flat !== null && groups !== null && groups > 0 && { flat_groups: flat / groups }),
  };
}

function countsOf(fields: Fields): RowCounts {
  return {
    ...withNumber('tokens', fields.tokens ?? fields.num_tokens),
    ...withNumber('samples', fields.samples),
    ...withNumber('seconds', fields.seconds),
    ...withNumber('cost', fields.cost),
    ...withNumber('stepSeconds', fields.step_seconds ?? fields.step_time ?? fields.step_time_s),
  };
}

function readValidation(fields: Fields): RowReading {
  const step = fields.step ?? fields.updates ?? null;
  if (step !== null && !isStep(step)) return refused(`"step" is not a whole number from 0 to ${HIGHEST_STEP}`);
  const gain = fields.gain ?? fields.mean ?? null;
  if (gain !== null && !isFigure(gain)) return refused('"gain" is not a number');
  const [low, high] = Array.isArray(fields.interval) ? (fields.interval as unknown[]) : [];
  const loss = number(fields.loss) ?? number(fields.eval_loss);
  return answered({
    row: 'validation',
    step,
    gain,
    interval: isFigure(low) && isFigure(high) ? [low, high] : null,
    seeds: typeof fields.seeds === 'string' ? fields.seeds.slice(0, 100) : null,
    nulls: numbersIn(fields.nulls),
    baselines: numbersIn(fields.baselines),
    values: loss === null ? {} : { validation_loss: loss },
  });
}

/** A row of TRL's `log_history`. */
function readTrl(fields: Fields): RowReading {
  if ('train_runtime' in fields || 'train_loss' in fields) {
    const counts = { ...withNumber('seconds', fields.train_runtime), ...withNumber('tokens', fields.num_tokens) };
    return answered({ row: 'end', counts, loss: number(fields.train_loss), isWhole: true });
  }
  const isEvaluation = Object.keys(fields).some((name) => name.startsWith('eval_'));
  if (isEvaluation) return readValidation({ step: fields.step, eval_loss: fields.eval_loss });
  if (!('loss' in fields) && !('reward' in fields))
    return refused('not a row of a training log: it has no "loss", "reward", "event" or "type"');
  if (!('step' in fields)) return refused('no "step"');
  return readStep(fields, { step: fields.step });
}

/** By what only one kind of trainer logs. */
function kindOf(fields: Fields): string | null {
  if ('reward' in fields || 'frac_reward_zero_std' in fields) return 'event' in fields ? null : 'grpo';
  return 'rewards/margins' in fields ? 'dpo' : null;
}

/** What else the trainer told, in its own words. */
function noteOf(event: string, fields: Fields): Extract<LogRow, { row: 'note' }> {
  const told = Object.entries(fields).filter(([name]) => !['event', 'at', 'time', 'kind'].includes(name));
  const words = told.map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`).join(', ');
  return { row: 'note', step: number(fields.step) ?? number(fields.updates), words: wordsOf(words === '' ? event : `${event}: ${words}`) };
}

function numbersIn(value: unknown): Readonly<Record<string, number>> {
  if (!isFields(value)) return {};
  return Object.fromEntries(Object.entries(value).flatMap(([name, one]) => (isFigure(one) ? [[name.slice(0, 60), one]] : [])));
}

function wordsOf(value: unknown): string {
  const text = typeof value === 'string' ? value : 'no reason was logged';
  return text.length > MOST_WORDS ? `${text.slice(0, MOST_WORDS)}…` : text;
}

function withNumber<Name extends string>(name: Name, value: unknown): Partial<Record<Name, number>> {
  return isFigure(value) ? ({ [name]: value } as Record<Name, number>) : {};
}

function number(value: unknown): number | null {
  return isFigure(value) ? value : null;
}

function isFigure(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isStep(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= HIGHEST_STEP;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function answered(value: LogRow): RowReading {
  return { ok: true, value };
}

function refused(why: string): RowReading {
  return { ok: false, why };
}
