// What only `npm run test:slow` runs, in parts of about equal length, so that CI can run one with each commit.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../tests/slow', import.meta.url));

/** Each part fits into what is left of an hour after the other suites. `minutes`: a part that takes longer is ended and fails. */
const NAMED = [
  { name: 'laws of the market', files: ['open-laws-1', 'open-laws-2', 'open-laws-3', 'open-laws-4'], minutes: 20 },
  { name: 'a seat alone, farmers, the optimum against HiGHS', files: ['open-alone', 'open-farmers', 'open-optimum'], minutes: 20 },
  { name: 'matches and tournaments whose processes are killed', files: ['kill', 'kills-on-server', 'tournament-kill'], minutes: 20 },
  { name: 'faults with people at the table, a read replica', files: ['faults', 'read-replica'], minutes: 20 },
  { name: 'images and compose', files: ['images'], minutes: 20 },
  { name: 'coverage of intervals', files: ['coverage'], minutes: 20 },
  { name: 'planted holes', files: ['planted-holes'], minutes: 20 },
  { name: 'attacks on the ranking', files: ['rank-attacks-market', 'rank-attacks-single'], minutes: 25 },
  { name: 'TRL: supervised, preferences and GRPO', files: ['grpo', 'trl', 'trainer-trl'], minutes: 30 },
  { name: 'the trainer learns by playing, and its notebooks', files: ['trainer-learn'], minutes: 30 },
  { name: 'laws of any game, first half', files: ['conformance-1'], minutes: 20 },
  { name: 'laws of any game, second half', files: ['conformance-2'], minutes: 20 },
  { name: 'laws of later versions, first half', files: ['conformance-later-1'], minutes: 20 },
  { name: 'laws of later versions, second half', files: ['conformance-later-2'], minutes: 20 },
  { name: 'traders, and the tournament of hostile agents in open', files: ['open-traders', 'hostile-tournament-open'], minutes: 20 },
  { name: 'two web processes, PgBouncer and Redis, whose parts are killed', files: ['cluster'], minutes: 40 },
];

/** The parts, counted from 1. The last one has every file that no other part names. */
export function slowParts(names = readdirSync(folder)) {
  const files = names.filter((name) => name.endsWith('.test.ts')).map((name) => name.replace('.test.ts', ''));
  const taken = new Set(NAMED.flatMap((part) => part.files));
  const rest = files.filter((name) => !taken.has(name)).sort();
  return [...NAMED, { name: 'the trainer', files: rest, minutes: 20 }].map((part, index) => ({
    ...part,
    number: index + 1,
    files: part.files.filter((name) => files.includes(name)).map((name) => join('tests', 'slow', `${name}.test.ts`)),
  }));
}

/** The part to run with this commit. Hashes are effectively random, so each part comes up about equally often. */
export function partOfCommit(hash, parts) {
  return parts[Number.parseInt(hash.slice(0, 8), 16) % parts.length];
}
