import type { Reading } from '~/contract/game';

/** The published seed ranges of every task, ruleset and endpoint. Test seeds are never used for training. */
export const SPLITS = [
  { name: 'train', first: 0, last: 39_999 },
  { name: 'validation', first: 40_000, last: 49_999 },
  { name: 'test', first: 50_000, last: 59_999 },
] as const;

/** `none`: a seed outside the three ranges. */
export type SplitName = (typeof SPLITS)[number]['name'] | 'none';

/** More seeds in one run are surely a typing error. */
const MOST_SEEDS = 1_000_000;

/** The range a seed belongs to. */
export function splitOf(seed: number): SplitName {
  return SPLITS.find((split) => seed >= split.first && seed <= split.last)?.name ?? 'none';
}

/** The ranges of a list of seeds, in the order of `SPLITS`, `none` last. */
export function splitsOf(seeds: readonly number[]): SplitName[] {
  const touched = new Set(seeds.map(splitOf));
  return [...SPLITS.map((split) => split.name), 'none' as const].filter((name) => touched.has(name));
}

/** Parses a typed seed. */
export function parseSeed(text: string): Reading<number> {
  const seed = Number(text);
  if (/^\d+$/.test(text.trim()) && Number.isSafeInteger(seed)) return { ok: true, value: seed };
  return { ok: false, why: `seed: "${text}" is not a whole number from 0 to 9007199254740991 (2^53-1)` };
}

/** Parses `0-9,50000-50007`: numbers and inclusive ranges, in the given order. */
export function parseSeedList(text: string): Reading<number[]> {
  const seeds: number[] = [];
  const seen = new Set<number>();
  for (const part of text.split(',').map((piece) => piece.trim())) {
    const range = readPart(part);
    if (!range.ok) return range;
    const [first, last] = range.value;
    if (seeds.length + last - first + 1 > MOST_SEEDS) return { ok: false, why: `seeds: more than ${MOST_SEEDS.toLocaleString('en')}` };
    for (let seed = first; seed <= last; seed += 1) {
      if (seen.has(seed)) return { ok: false, why: `seeds: ${seed} is listed twice` };
      seen.add(seed);
      seeds.push(seed);
    }
  }
  return { ok: true, value: seeds };
}

/** The shortest text that `parseSeedList` reads back as the same seeds. */
export function seedListText(seeds: readonly number[]): string {
  const parts: string[] = [];
  for (let from = 0; from < seeds.length; ) {
    let to = from;
    while (to + 1 < seeds.length && seeds[to + 1] === Number(seeds[to]) + 1) to += 1;
    parts.push(to === from ? `${seeds[from]}` : `${seeds[from]}-${seeds[to]}`);
    from = to + 1;
  }
  return parts.join(',');
}

function readPart(part: string): Reading<[number, number]> {
  const found = /^(\d+)(?:-(\d+))?$/.exec(part);
  if (!found) {
    const what = part === '' ? 'an empty entry' : `"${part}"`;
    return { ok: false, why: `seeds: ${what} is neither a whole number nor a range such as 0-9 (example: 0-9,50000-50007)` };
  }
  const first = Number(found[1]);
  const last = Number(found[2] ?? found[1]);
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last))
    return { ok: false, why: `seeds: "${part}" goes over 9007199254740991 (2^53-1)` };
  if (last < first) return { ok: false, why: `seeds: the range "${part}" runs backwards` };
  return { ok: true, value: [first, last] };
}
