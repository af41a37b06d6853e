/** What a log has told so far. Lines are taken as they come, and what is kept of them is bounded, however long the log is. */
import { type LogRow, type RowCounts, readLine, readRow } from './read-row';
import type { Curve, CurvePoint, GainPoint, Metric, Reference, RunNote } from './types';

/** Curves are thinned to between half of these points and all of them. */
export const MOST_POINTS = 1_000;
const MOST_GAINS = 200;
const MOST_NAMES = 12;
const MOST_NOTES = 40;
const MOST_CHECKPOINTS = 50;

export class RunLog {
  readonly curves = new Map<Metric, GrowingCurve>();
  readonly gains: GainPoint[] = [];
  readonly references = new Map<string, { name: string; kind: Reference['kind']; curve: GrowingCurve }>();
  readonly counts: RowCounts = {};
  readonly notes: RunNote[] = [];
  readonly checkpoints = new Map<string, { step: number | null; digest: string | null }>();
  /** What the newest start, or the published run, says of itself. */
  about: Readonly<Record<string, unknown>> = {};
  kind: string | null = null;
  gainSeeds: string | null = null;
  step: number | null = null;
  /** How it ended, where it did; a later start takes it back. */
  end: 'end' | 'failed' | null = null;
  reason: string | null = null;
  /** Of a summary, where no step says it. */
  finalLoss: number | null = null;
  rows = 0;
  unread: { lines: number; first: string } | null = null;
  #stepSeconds = 0;

  /** A line with its number; what cannot be read is counted. Blank lines are none. */
  takeLine(line: string, number: number): void {
    if (line.trim() === '') return;
    const read = readLine(line);
    if (read.ok) this.take(read.value);
    else this.#skip(`line ${number}: ${read.why}`);
  }

  /** A line that is too long to be one of a log. */
  skipLine(number: number, why: string): void {
    this.#skip(`line ${number}: ${why}`);
  }

  takeParsed(row: unknown, name: string): void {
    const read = readRow(row);
    if (read.ok) this.take(read.value);
    else this.#skip(`${name}: ${read.why}`);
  }

  #skip(what: string): void {
    this.unread = { lines: (this.unread?.lines ?? 0) + 1, first: this.unread?.first ?? what };
  }

  take(row: LogRow): void {
    this.rows += 1;
    switch (row.row) {
      case 'step':
        this.#takeStep(row.step === -1 ? (this.step ?? 0) + 1 : row.step, row);
        break;
      case 'validation':
        this.#takeValidation(row);
        break;
      case 'about':
        this.about = row.fields;
        this.#ended(null, null);
        break;
      case 'checkpoint':
        if (this.checkpoints.size < MOST_CHECKPOINTS) this.checkpoints.set(row.path, { step: row.step, digest: row.digest });
        break;
      case 'failed':
        this.#ended('failed', row.reason);
        break;
      case 'end':
        this.#ended('end', null);
        this.finalLoss = row.loss;
        Object.assign(this.counts, row.counts);
        break;
      case 'note':
        this.notes.push({ step: row.step, words: row.words });
        if (this.notes.length > MOST_NOTES) this.notes.shift();
    }
  }

  #ended(how: RunLog['end'], reason: string | null): void {
    this.end = how;
    this.reason = reason;
  }

  #takeStep(step: number, { values, counts, kind }: Extract<LogRow, { row: 'step' }>): void {
    this.step = step;
    this.kind = kind ?? this.kind;
    for (const [metric, value] of entriesOf(values)) this.#curve(metric).add(step, value);
    const { stepSeconds, ...whole } = counts;
    this.#stepSeconds += stepSeconds ?? 0;
    Object.assign(this.counts, whole);
    // TRL and published tables say how long each step took, and never the sum.
    if (whole.seconds === undefined && this.#stepSeconds > 0) this.counts.seconds = this.#stepSeconds;
  }

  #takeValidation(row: Extract<LogRow, { row: 'validation' }>): void {
    const step = row.step ?? this.step ?? 0;
    for (const [metric, value] of entriesOf(row.values)) this.#curve(metric).add(step, value);
    if (row.gain === null) return;
    while ((this.gains.at(-1)?.step ?? -1) >= step) this.gains.pop();
    this.gains.push({ step, gain: row.gain, interval: row.interval });
    if (this.gains.length > MOST_GAINS) this.gains.splice(1, 1);
    this.gainSeeds = row.seeds ?? this.gainSeeds;
    this.#refer('null', step, row.nulls);
    this.#refer('baseline', step, row.baselines);
  }

  #refer(kind: Reference['kind'], step: number, values: Readonly<Record<string, number>>): void {
    for (const [name, value] of Object.entries(values)) {
      const key = `${kind} ${name}`;
      const known = this.references.get(key) ?? { name, kind, curve: new GrowingCurve() };
      if (!this.references.has(key) && this.references.size >= MOST_NAMES) continue;
      this.references.set(key, known);
      known.curve.add(step, value);
    }
  }

  #curve(metric: Metric): GrowingCurve {
    const known = this.curves.get(metric) ?? new GrowingCurve();
    this.curves.set(metric, known);
    return known;
  }
}

interface Bucket {
  /** The last of its steps. */
  step: number;
  sum: number;
  steps: number;
}

/** A curve that grows without end in bounded room: once it is full, each two neighbors become one, their mean. */
export class GrowingCurve {
  #buckets: Bucket[] = [];
  #every = 1;

  /** Steps that come again, as after a resume, take the place of the earlier ones. */
  add(step: number, value: number): void {
    while ((this.#buckets.at(-1)?.step ?? -1) >= step) this.#buckets.pop();
    const last = this.#buckets.at(-1);
    if (last && last.steps < this.#every) {
      last.step = step;
      last.sum += value;
      last.steps += 1;
      return;
    }
    this.#buckets.push({ step, sum: value, steps: 1 });
    if (this.#buckets.length <= MOST_POINTS) return;
    this.#every *= 2;
    this.#buckets = halved(this.#buckets);
  }

  get whole(): Curve {
    return { every: this.#every, points: this.#buckets.map(({ step, sum, steps }): CurvePoint => [step, tidy(sum / steps)]) };
  }

  get last(): number | null {
    const bucket = this.#buckets.at(-1);
    return bucket ? tidy(bucket.sum / bucket.steps) : null;
  }
}

function halved(buckets: readonly Bucket[]): Bucket[] {
  const pairs: Bucket[] = [];
  for (let at = 0; at < buckets.length; at += 2) {
    const [one, other] = [buckets[at], buckets[at + 1]];
    if (one && other) pairs.push({ step: other.step, sum: one.sum + other.sum, steps: one.steps + other.steps });
    else if (one) pairs.push(one);
  }
  return pairs;
}

/** A log's own digits; a mean's to twelve. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}

function entriesOf<Key extends string, Value>(record: Partial<Record<Key, Value>>): [Key, Value][] {
  return Object.entries(record) as [Key, Value][];
}
