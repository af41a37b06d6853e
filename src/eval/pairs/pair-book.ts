/**
 * The folder of a run: `pairs.jsonl`, and `progress.jsonl` with one line per finished match. After a kill, the same command continues and
 * writes the same bytes as an undisturbed run.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reading } from '~/contract/game';
import type { Harvest, PairCounts, PairRow, Unit } from './build-pairs';

export const PAIRS_FILE = 'pairs.jsonl';
const PROGRESS_FILE = 'progress.jsonl';
const MANIFEST_FILE = 'manifest.json';
export const PAIRS_FORMAT = 'preference-jsonl-1';

/** Counts over all finished matches. */
export interface PairTotals extends PairCounts {
  matches: number;
  /** Rows of `pairs.jsonl`. */
  pairs: number;
  /** Duplicates: the same prompt with the same two answers. */
  repeated: number;
  /** Pairs left out because the chosen move's type had enough. */
  surplus: number;
  chosen: Record<string, number>;
  rejected: Record<string, number>;
}

interface Line {
  task: string;
  seed: number;
  /** Bytes of `pairs.jsonl` after this match was added. */
  bytes: number;
  totals: PairTotals;
}

const NOTHING: PairTotals = {
  matches: 0,
  pairs: 0,
  repeated: 0,
  surplus: 0,
  states: 0,
  no_choice: 0,
  compared: 0,
  equal: 0,
  undecided: 0,
  chosen: {},
  rejected: {},
};

export class PairBook {
  readonly #folder: string;
  readonly #perType: number;
  readonly #seen = new Set<string>();
  readonly #done = new Set<string>();
  #bytes = 0;
  #totals: PairTotals = structuredClone(NOTHING);

  /** `request`: everything the pairs depend on. A folder of another request is refused. `fresh`: deletes what is there. */
  static open(folder: string, { request, perType, fresh }: { request: unknown; perType: number; fresh: boolean }): Reading<PairBook> {
    mkdirSync(folder, { recursive: true });
    const place = (name: string) => join(folder, name);
    if (isForeign(place(MANIFEST_FILE)))
      return { ok: false, why: `${folder} contains the manifest.json of something else; name another folder` };
    if (fresh) for (const name of [PROGRESS_FILE, PAIRS_FILE, MANIFEST_FILE]) rmSync(place(name), { force: true });
    const head = JSON.stringify({ request: digestOf(JSON.stringify(request)) });
    const [known, ...lines] = wholeLines(place(PROGRESS_FILE));
    if (known === undefined) {
      rmSync(place(PAIRS_FILE), { force: true });
      writeFileSync(place(PROGRESS_FILE), `${head}\n`);
    } else if (known !== head)
      return {
        ok: false,
        why: `${folder} contains pairs of another command or another version of Mandi; add --fresh to remove them, or name another folder`,
      };
    return {
      ok: true,
      value: new PairBook(
        folder,
        perType,
        lines.map((line) => JSON.parse(line) as Line),
      ),
    };
  }

  private constructor(folder: string, perType: number, lines: readonly Line[]) {
    this.#folder = folder;
    this.#perType = perType;
    const last = lines.at(-1);
    const file = join(folder, PAIRS_FILE);
    if (!existsSync(file)) writeFileSync(file, '');
    for (const { task, seed } of lines) this.#done.add(nameOf({ task, seed }));
    this.#bytes = last?.bytes ?? 0;
    if (last) this.#totals = last.totals;
    truncateSync(file, this.#bytes); // a match that was half written when its process was killed is played again
    for (const line of wholeLines(file)) this.#seen.add(keyOf(JSON.parse(line) as PairRow));
  }

  get totals(): PairTotals {
    return this.#totals;
  }

  isDone(unit: Unit): boolean {
    return this.#done.has(nameOf(unit));
  }

  /** Writes the pairs first, then the line that says so, so that a kill in between loses nothing. */
  add(unit: Unit, { rows, counts }: Harvest): void {
    const totals = structuredClone(this.#totals);
    totals.matches += 1;
    for (const name of ['states', 'no_choice', 'compared', 'equal', 'undecided'] as const) totals[name] += counts[name];
    const kept = rows.filter((row) => this.#takes(row, totals));
    const text = kept.map((row) => `${JSON.stringify(row)}\n`).join('');
    appendFileSync(join(this.#folder, PAIRS_FILE), text);
    this.#bytes += Buffer.byteLength(text);
    const line: Line = { ...unit, bytes: this.#bytes, totals };
    appendFileSync(join(this.#folder, PROGRESS_FILE), `${JSON.stringify(line)}\n`);
    this.#totals = totals;
    this.#done.add(nameOf(unit));
  }

  /** Written whole or not at all. Returns its content. */
  finish(about: object): object {
    const data = readFileSync(join(this.#folder, PAIRS_FILE));
    const { compared, equal, undecided, ...rest } = this.#totals;
    const manifest = {
      format: PAIRS_FORMAT,
      ...about,
      counts: { ...rest, compared, equal, undecided },
      tie_rate: compared === 0 ? null : (equal + undecided) / compared,
      diversity: { chosen: diversityOf(rest.chosen), rejected: diversityOf(rest.rejected) },
      file: { name: PAIRS_FILE, digest: digestOf(data), bytes: data.length },
    };
    const fresh = join(this.#folder, `.${MANIFEST_FILE}`);
    writeFileSync(fresh, `${JSON.stringify(manifest, null, 2)}\n`);
    renameSync(fresh, join(this.#folder, MANIFEST_FILE));
    return manifest;
  }

  #takes(row: PairRow, totals: PairTotals): boolean {
    const key = keyOf(row);
    if (this.#seen.has(key)) totals.repeated += 1;
    else if ((totals.chosen[row.chosen_type] ?? 0) >= this.#perType) totals.surplus += 1;
    else {
      this.#seen.add(key);
      totals.pairs += 1;
      totals.chosen[row.chosen_type] = (totals.chosen[row.chosen_type] ?? 0) + 1;
      totals.rejected[row.rejected_type] = (totals.rejected[row.rejected_type] ?? 0) + 1;
      return true;
    }
    return false;
  }
}

/** Diversity: the exponential of Shannon's entropy, as if so many types were used equally often. null: there are none. */
export function diversityOf(counts: Readonly<Record<string, number>>): number | null {
  const values = Object.values(counts).filter((count) => count > 0);
  const all = values.reduce((sum, count) => sum + count, 0);
  return all === 0 ? null : Math.exp(-values.reduce((sum, count) => sum + (count / all) * Math.log(count / all), 0));
}

function nameOf({ task, seed }: Unit): string {
  return `${task} ${seed}`;
}

function keyOf({ prompt, chosen, rejected }: PairRow): string {
  return digestOf(JSON.stringify([prompt, chosen, rejected]));
}

function digestOf(data: string | Buffer): string {
  return `sha256:${createHash('sha256').update(data).digest('hex')}`;
}

function isForeign(manifest: string): boolean {
  return existsSync(manifest) && !readFileSync(manifest, 'utf8').includes(`"format": "${PAIRS_FORMAT}"`);
}

/** Removes half a line that a killed process left. */
function wholeLines(file: string): string[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file);
  const whole = text.subarray(0, text.lastIndexOf(10) + 1);
  if (whole.length < text.length) truncateSync(file, whole.length);
  return whole
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
}
