// Games are pure: nothing of Node, no thread, no solver. What they need of that kind is handed to them (`contract/means.ts`). The platform has
// one loop, one turn at tables and one way to threads.
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { jobsOfGames } from '~/games/packs';
import { GAMES, showTestGames } from '~/games/registry';
import { JOB_IDS } from '~/start/jobs';
import { home, ownFiles, readText } from './repository';

const FORBIDDEN = new Set([...builtinModules, 'highs', 'tinypool']);
const STARTS = new Set(['Worker', 'SharedWorker', 'MessageChannel', 'BroadcastChannel', 'process', 'fetch']);

/** Of its pack side: prompts and labelled pitches are texts beside their code. */
const OF_TEXTS = ['node:fs', 'node:crypto', 'import.meta'];

/** What a source asks for that a game has no right to. */
function foreignIn(name: string, text: string): string[] {
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    const isImport = ts.isImportDeclaration(node) || ts.isExportDeclaration(node);
    const from = isImport ? node.moduleSpecifier : isCallOfImport(node) ? node.arguments[0] : undefined;
    if (from && ts.isStringLiteral(from) && isForeign(from.text)) found.push(from.text);
    if (ts.isIdentifier(node) && STARTS.has(node.text) && !isMember(node)) found.push(node.text);
    if (ts.isPropertyAccessExpression(node) && node.expression.getText() === 'import.meta') found.push('import.meta');
    node.forEachChild(look);
  };
  ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true).forEachChild(look);
  return found;
}

/** The word behind a dot means something else. */
function isMember(node: ts.Identifier): boolean {
  return ts.isPropertyAccessExpression(node.parent) && node.parent.name === node;
}

function isCallOfImport(node: ts.Node): node is ts.CallExpression {
  return ts.isCallExpression(node) && (node.expression.kind === ts.SyntaxKind.ImportKeyword || node.expression.getText() === 'require');
}

function isForeign(module: string): boolean {
  return module.startsWith('node:') || FORBIDDEN.has(module) || module.endsWith('.mjs') || module.startsWith('~/engine');
}

test('no game imports anything of Node, starts a thread or knows the solver', () => {
  const games = join(home, 'src', 'games');
  const files = readdirSync(games, { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => /\.(mjs|cjs|js)$/.test(file))).toEqual([]);
  const sources = files.filter((file) => /(?<!\.test)\.tsx?$/.test(file));
  expect(sources.length).toBeGreaterThan(100);
  const foreign = sources.flatMap((file) => {
    const allowed = /\/(prompts|calibration)\//.test(file) ? OF_TEXTS : [];
    const found = foreignIn(file, readFileSync(join(games, file), 'utf8'));
    return found.filter((what) => !allowed.includes(what)).map((what) => `${file}: ${what}`);
  });
  expect(foreign).toEqual([]);
});

test.each([
  ["import { Worker as W } from 'node:worker_threads';", ['Worker', 'node:worker_threads']],
  ["import os from 'os';", ['os']],
  ["export * from 'highs';", ['highs']],
  ["const load = () => import('tinypool');", ['tinypool']],
  ["const fs = require('fs');", ['fs']],
  ["new Worker('./work.js');", ['Worker']],
  ["new URL('./entry.mjs', import.meta.url);", ['import.meta']],
  ['const home = process.env.HOME;', ['process']],
  ["import { onThread } from '~/engine/threads';", ['~/engine/threads']],
  ["import { pick } from '~/lib/random/draws'; const path = seat.process;", []],
])('an offender is found: %s', (text, found) => {
  expect(foreignIn('planted.ts', text).sort()).toEqual([...found].sort());
});

test('every job of a game has an id of its own that begins with the key of a game', () => {
  const ids = [...JOB_IDS, ...jobsOfGames().map(({ id }) => id)];
  expect(new Set(ids).size).toBe(ids.length);
  showTestGames(true);
  const keys = GAMES.map(({ ref }) => `${ref.key}/`);
  showTestGames(false);
  for (const { id } of jobsOfGames()) expect(keys.some((key) => id.startsWith(key))).toBe(true);
});

/** Where a move becomes events: in memory, and at a table with people. */
const LOOPS = ['src/engine/step.ts', 'src/match/table-turn.ts'];
/** Whatever starts a thread without the wrapper: the watch over its own process alone, which has to run while that does nothing else. */
const THREADS = ['src/match/block-watch.ts'];

/** What a source does that has one place: it asks rules what a move leads to, or starts a thread by itself. */
function onePlaceIn(name: string, text: string): string[] {
  if (!/\bdecide\b|\bWorker\b/.test(text)) return [];
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === 'decide')
      found.push('decide');
    if (ts.isNewExpression(node) && node.expression.getText() === 'Worker' && (node.arguments?.length ?? 0) > 1) found.push('thread');
    node.forEachChild(look);
  };
  ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true).forEachChild(look);
  return found;
}

test('one loop plays matches in memory, one turn plays them at tables, and one wrapper starts threads', () => {
  const files = ownFiles().filter((path) => /^src\/(?!games\/|engine\/conformance\/).*(?<!\.test)\.tsx?$/.test(path));
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((path) => onePlaceIn(path, readText(path)).map((what) => `${what}: ${path}`));
  expect([...new Set(found)].sort()).toEqual([...LOOPS.map((path) => `decide: ${path}`), ...THREADS.map((path) => `thread: ${path}`)]);
});

test.each([
  ['for (const event of game.decide(state, seat, move)) state = game.evolve(state, event);', ['decide']],
  ["const thread = new Worker(new URL('./entry.mjs', import.meta.url), { workerData });", ['thread']],
  ['format.decide.prompt(seen, past); const worker = new Worker(line);', []],
])('a second place is found: %s', (text, found) => {
  expect(onePlaceIn('planted.ts', text)).toEqual(found);
});
