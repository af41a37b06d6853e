/** What the words next to a number mean to the rule judge, including typos. */

const WORDS = {
  hours: 'hours hour hrs hr h',
  gpu: 'gpu gpus',
  round: 'round rounds rd rds r',
  money: 'credits credit creds cred cr crs dollars dollar euros euro bucks buck $ €',
  percent: '% percent pct',
  need: 'needs need needed needing requires require required requiring wants want takes take asks calls eats demands consumes necessary',
  reliability: 'reliability reliable reliably reliabilities rel',
  due: 'deadline deadlines due dl limit cutoff expires expire expiry',
  by: 'by until till',
  latest: 'latest',
  ending: 'ends end closes close dies die lapses lapse over finishes runs run',
  value: 'worth value values valued pays pay paying brings bring earns earn earning yields yield gives gets makes make making nets v base',
  floor: 'floor min minimum least threshold',
  negation: "not no never nor neither without cannot can't cant isn't isnt doesn't doesnt don't dont won't wont wasn't ain't",
  hedge: 'about around roughly approximately approx nearly almost circa maybe perhaps somewhere some ca',
  over: 'over above exceeding beyond more',
  under: 'under below less fewer',
  missing: 'more extra additional further another short missing lacks lacking lack left remaining outstanding unfilled unscheduled',
  block: 'block blocks grant spare',
  supply: 'brings bring gives give adds add delivers deliver offers offer provides provide supplies supply contributes',
  have: "have has had got we've already scheduled planned allocated secured",
  spend:
    'pay paying paid offer offering bid give spend return owe price cost costs energy budget deposit bond buy bought sell sold fine penalty',
  we: "we i we'd we'll i'd i'll our my us",
  report: 'says say said claims claim claimed thinks think believes believe pretends pretend insists told swears',
  suppose: 'suppose supposing imagine pretend',
  condition: 'if unless when',
  link: 'and & n',
  each: 'each both all apiece every alike',
  sum: 'together total combined sum altogether',
} as const;

export type Meaning = keyof typeof WORDS;

const BY_MEANING: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(WORDS).map(([meaning, words]) => [meaning, new Set(words.split(' '))]),
);

/** Words that are worth fixing when misspelled. */
const OFTEN_MISSPELT = 'hours deadline reliability round requires needs required worth credits value until minimum percent'.split(' ');

/** Correct words that are similar to one of those. */
const AS_WRITTEN = new Set('house hoping houses rounded roundly worthy valve credited minimums'.split(' '));

export function means(word: string, meaning: Meaning): boolean {
  return BY_MEANING.get(meaning)?.has(word) === true;
}

/** The word without typos: one slip in a short word, two in a long one; its first letter must be right. */
export function mended(word: string): string {
  if (word.length < 4 || AS_WRITTEN.has(word) || isKnown(word)) return word;
  return OFTEN_MISSPELT.find((right) => right[0] === word[0] && slips(word, right) <= (right.length >= 8 ? 2 : 1)) ?? word;
}

function isKnown(word: string): boolean {
  return [...BY_MEANING.values()].some((words) => words.has(word));
}

/** Letters missing, added, wrong, or swapped with their neighbor (optimal string alignment). */
function slips(word: string, right: string): number {
  if (Math.abs(word.length - right.length) > 2) return 3;
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= word.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const same = word[i - 1] === right[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && word[i - 1] === right[j - 2] && word[i - 2] === right[j - 1];
      const best = Math.min((last[j] ?? 9) + 1, (row[j - 1] ?? 9) + 1, (last[j - 1] ?? 9) + same);
      row.push(swapped ? Math.min(best, (beforeLast[j - 2] ?? 9) + 1) : best);
    }
    beforeLast = last;
    last = row;
  }
  return last[right.length] ?? 9;
}
