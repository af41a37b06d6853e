// How much the platform code still depends on its games, and how large src is. Tests are not counted; no count may rise (tests/unit).
//   node scripts/game-counts.mjs             prints the counts, and those above scripts/game-counts.json (then exits with 1)
//   node scripts/game-counts.mjs --record    records the counts; refuses if one has risen
//   node scripts/game-counts.mjs --raise WHY records risen counts with the reason
//   node scripts/game-counts.mjs --json      prints every count with its files or lines
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sourcesIn } from './source-facts.mjs';

const HOME = fileURLToPath(new URL('..', import.meta.url));
const RECORD = 'scripts/game-counts.json';
const MOST_FILES = 40;
const SMALL = 60;
/** Only printed: longer files are not a fault while the number of files falls. */
const UNBOUNDED = new Set(['medianLines']);

/** Files that belong to one game. */
const OF_A_GAME = /^src\/games\//;
/** The registries and the parser of game names, which belong to no single game. */
const OF_ALL_GAMES = /^src\/games\/[a-z-]+\.ts/;

/** What to do about risen counts. */
export const HOW_TO_RAISE =
  'If it has to be, write down why and commit scripts/game-counts.json: node scripts/game-counts.mjs --raise "a new game"';

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2));

function main(flags) {
  const found = countGames(HOME);
  if (flags.includes('--json')) return console.log(JSON.stringify(found, null, 1));
  const known = readRecord(HOME);
  for (const [name, { title, count }] of Object.entries(found)) {
    const before = known?.counts[name]?.count;
    console.log(`${String(count).padStart(6)}  ${title}${before === undefined || before === count ? '' : ` (recorded: ${before})`}`);
  }
  const risen = known === null ? [] : risenCounts(known, found);
  for (const line of risen) console.error(line);
  if (risen.length > 0) console.error(HOW_TO_RAISE);
  const raise = flags.indexOf('--raise');
  const why = raise === -1 ? '' : (flags[raise + 1] ?? '').trim();
  if (raise !== -1 && why === '') throw new Error('--raise: say why, e.g. --raise "private tables (issue 24)"');
  if (why !== '' || (flags.includes('--record') && risen.length === 0)) writeFileSync(join(HOME, RECORD), recordOf(known, found, why));
  else if (risen.length > 0) process.exitCode = 1;
}

export function readRecord(home) {
  const path = join(home, RECORD);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

/** A sentence for every count above the recorded one, with the files new in it. */
export function risenCounts(known, found) {
  return Object.entries(found).flatMap(([name, { title, count, where }]) => {
    const before = known.counts[name];
    if (before === undefined || UNBOUNDED.has(name) || count <= before.count) return [];
    const fresh = Object.entries(where).filter(([file, times]) => times > (before.where[file] ?? 0));
    return `${title}: ${count}, at most ${before.count} allowed. New: ${fresh.map(([file, times]) => (times > 1 ? `${file} (${times})` : file)).join(', ')}`;
  });
}

/** Sorted, one file per line, so that two changes rarely conflict. `why`: the reason for a risen count. */
function recordOf(known, found, why) {
  const sorted = (where) => Object.fromEntries(Object.entries(where).sort(([a], [b]) => (a < b ? -1 : 1)));
  const counts = Object.fromEntries(Object.entries(found).map(([name, { count, where }]) => [name, { count, where: sorted(where) }]));
  const higher = Object.entries(counts).filter(
    ([name, { count }]) => !UNBOUNDED.has(name) && count > (known?.counts[name]?.count ?? count),
  );
  const raised = [...(known?.raised ?? [])];
  if (higher.length > 0) raised.push({ why, to: Object.fromEntries(higher.map(([name, { count }]) => [name, count])) });
  return `${JSON.stringify({ raised, counts }, null, 2)}\n`;
}

/** Every count: `count`, and `where`, how often in which file or folder. */
export function countGames(home) {
  const files = sourcesIn(home);
  const byPath = new Map(files.map((file) => [file.path, file]));
  const platform = files.filter(({ path }) => !isOfAGame(path));
  const importing = platform.filter(({ imports }) => imports.some((path) => byPath.has(path) && isOneGames(path)));
  const naming = platform.filter(({ names, families, tasks }) => names + families + tasks > 0);
  const lines = files.map((file) => file.lines).sort((a, b) => a - b);
  const importers = importersOf(files);
  const single = files.filter(({ path }) => importers.get(path)?.size === 1);
  return {
    importing: listed('platform files that import a game', importing),
    knowing: listed('platform files that import a game or name one', [...new Set([...importing, ...naming])]),
    bareNames: listed(
      'lines outside games/ that compare or set a bare ruleset name',
      files.filter(({ path }) => !path.startsWith('src/games/')),
      'names',
    ),
    families: listed(
      "lines outside games/ with a family's name",
      files.filter(({ path }) => !path.startsWith('src/games/')),
      'families',
    ),
    namingPlatform: listed(
      'platform files that name a ruleset',
      platform.filter(({ names }) => names > 0),
    ),
    largeFolders: foldersOver(files),
    folderCycles: folderCycles(files),
    singleImporter: {
      title: 'files with one importer',
      count: single.length,
      where: Object.fromEntries(single.map(({ path }) => [path, 1])),
    },
    singleSmall: listed(
      `files with one importer and at most ${SMALL} lines`,
      single.filter((file) => file.lines <= SMALL),
    ),
    files: { title: 'files in src', count: files.length, where: countBy(files, ({ folder }) => folder) },
    medianLines: { title: 'median lines of a file in src', count: lines[Math.floor(lines.length / 2)] ?? 0, where: {} },
  };
}

function isOfAGame(path) {
  return OF_A_GAME.test(path);
}

function isOneGames(path) {
  return isOfAGame(path) && !OF_ALL_GAMES.test(path);
}

/** `weight`: the figure of a file that is summed; else every file counts once. */
function listed(title, files, weight) {
  const counted = files.map((file) => [file.path, weight ? file[weight] : 1]).filter(([, times]) => times > 0);
  return { title, count: counted.reduce((sum, [, times]) => sum + times, 0), where: Object.fromEntries(counted) };
}

function countBy(items, keyOf) {
  const counts = {};
  for (const item of items) counts[keyOf(item)] = (counts[keyOf(item)] ?? 0) + 1;
  return counts;
}

function foldersOver(files) {
  const full = Object.entries(countBy(files, ({ folder }) => folder)).filter(([, count]) => count > MOST_FILES);
  return {
    title: `folders with more than ${MOST_FILES} files`,
    count: full.length,
    where: Object.fromEntries(full.map(([folder]) => [folder, 1])),
  };
}

function importersOf(files) {
  const importers = new Map();
  for (const { path, imports } of files)
    for (const imported of imports) importers.set(imported, (importers.get(imported) ?? new Set()).add(path));
  return importers;
}

/** Groups of folders under src, and under src/ui, that import each other, directly or through others. */
function folderCycles(files) {
  const groups = [...groupsOf(files, 'src', /^src\/([^/]+)\//), ...groupsOf(files, 'src/ui', /^src\/ui\/([^/]+)\//)];
  return {
    title: 'pairs of folders that import each other',
    count: groups.length,
    where: Object.fromEntries(groups.map((group) => [group, 1])),
  };
}

function groupsOf(files, root, pattern) {
  const pairs = new Set();
  for (const { path, imports } of files)
    for (const imported of imports) {
      const [from, to] = [pattern.exec(path)?.[1], pattern.exec(imported)?.[1]];
      if (from !== undefined && to !== undefined && from !== to) pairs.add(`${from} ${to}`);
    }
  const mutual = [...pairs].map((pair) => pair.split(' ')).filter(([from, to]) => from < to && pairs.has(`${to} ${from}`));
  return mutual.map(([from, to]) => `${root}: ${from}, ${to}`);
}
