// Nothing outside games/ says a game's own words: families, keys, tasks, events, actions, policies, seats. The words come from the games themselves.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyParts } from '~/contract/game-ref';
import { packOf } from '~/games/packs';
import { allPolicies } from '~/games/policies';
import { GAMES, showTestGames } from '~/games/registry';
import { EXCEPTIONS } from './game-names-exceptions';
import { home } from './repository';

beforeAll(() => showTestGames(true));
afterAll(() => showTestGames(false));

interface Words {
  /** Refused wherever they stand in a string. */
  anywhere: ReadonlySet<string>;
  /** Refused where they are compared with a game, a kind or a player. */
  asName: ReadonlySet<string>;
  /** With which seats' ids begin. */
  prefixes: readonly string[];
}

function wordsOfGames(): Words {
  const keys = GAMES.map(({ ref }) => ref.key);
  const families = keys.map((key) => keyParts(key).family);
  const tasks = GAMES.flatMap((game) => game.tasks.map(({ id }) => id));
  const policies = allPolicies().map(({ id }) => id);
  const actions = GAMES.flatMap(({ ref }) => packOf(ref).guide?.actions.map(({ type }) => type) ?? []);
  const named = [...tasks, ...policies, ...actions, ...eventTypes()];
  return {
    anywhere: new Set([...keys, ...families.filter((one) => one.length > 4), ...named.filter((one) => one.includes('_'))]),
    asName: new Set([...keys.map((key) => keyParts(key).ruleset), ...named.filter((one) => !one.includes('_'))]),
    prefixes: [...new Set(seatsOfGames().flatMap((seat) => /^[a-z]+_(?=\d+$)/.exec(seat) ?? []))],
  };
}

function seatsOfGames(): string[] {
  return GAMES.flatMap((game) =>
    game.tasks.flatMap(({ id }) => {
      const config = game.parseConfig({ task_type: id, seed: 0 });
      return config.ok ? game.seats(config.value).map((seat) => seat.id) : [];
    }),
  );
}

/** The kinds of event, from the types that the games' own files declare. */
function eventTypes(): string[] {
  const files = sources('src/games').filter((path) => /\/(events|types|told-events)\.ts$/.test(path));
  return files.flatMap((path) => {
    const found: string[] = [];
    const look = (node: ts.Node): void => {
      if (ts.isPropertySignature(node) && node.name.getText() === 'type' && node.type && ts.isLiteralTypeNode(node.type)) {
        if (ts.isStringLiteral(node.type.literal)) found.push(node.type.literal.text);
      }
      node.forEachChild(look);
    };
    parse(path, readFileSync(join(home, path), 'utf8')).forEachChild(look);
    return found;
  });
}

const CALLED = /^(game|ruleset|rules|key|type|action_type|actionType|policy)$/;

/** The words of games that a file says, each as often as it does. */
function saidIn(path: string, text: string, words: Words): string[] {
  if (!mayBeIn(text, words)) return [];
  const said: string[] = [];
  const look = (node: ts.Node): void => {
    const literal = textOf(node);
    if (literal !== null && !isModule(node)) said.push(...refused(node, literal, words));
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) said.push(...words.prefixes.filter((one) => node.text === `${one}id`));
    node.forEachChild(look);
  };
  parse(path, text).forEachChild(look);
  return said;
}

/** Most files hold none of the words; those need no parsing, which is what takes time. */
function mayBeIn(text: string, { anywhere, asName, prefixes }: Words): boolean {
  const parts = text.match(/[a-z0-9]+(?:[-_/][a-z0-9]+)*/gi) ?? [];
  const plain = parts.flatMap((part) => (part.includes('/') ? [part, ...part.split('/')] : [part]));
  const quoted = text.match(/(?<=['"`])[a-z0-9_-]+(?=['"`])/gi) ?? [];
  return plain.some((part) => anywhere.has(part)) || quoted.some((part) => asName.has(part)) || prefixes.some((one) => text.includes(one));
}

function refused(node: ts.Node, literal: string, { anywhere, asName, prefixes }: Words): string[] {
  const parts = literal.match(/[a-z0-9]+(?:[-_/][a-z0-9]+)*/gi) ?? [];
  const plain = parts.flatMap((part) => [part, ...(part.includes('/') ? part.split('/') : [])]);
  const found = plain.filter(
    (part) => anywhere.has(part) || prefixes.some((one) => part.startsWith(one) && /^(\d*|id)$/.test(part.slice(one.length))),
  );
  const begins = prefixes.filter((one) => literal.endsWith(one) && ts.isTemplateHead(node));
  return [...found, ...begins, ...(asName.has(literal) && isCalled(node) ? [literal] : [])];
}

function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node) || ts.isJsxText(node))
    return node.text;
  return null;
}

function isModule({ parent }: ts.Node): boolean {
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isExternalModuleReference(parent)) return true;
  return ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword;
}

/** Compared with, assigned to or the default of something that names a game, a kind or a player; or a case of it. */
function isCalled(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isBinaryExpression(parent)) return named(parent.left === node ? parent.right : parent.left);
  if (ts.isPropertyAssignment(parent) || ts.isBindingElement(parent) || ts.isParameter(parent) || ts.isVariableDeclaration(parent))
    return parent.initializer === node && named(parent.name);
  if (ts.isCaseClause(parent)) return named(parent.parent.parent.expression);
  if (ts.isConditionalExpression(parent) || ts.isParenthesizedExpression(parent) || ts.isAsExpression(parent)) return isCalled(parent);
  return false;
}

function named(node: ts.Node): boolean {
  return CALLED.test(
    node
      .getText()
      .match(/[A-Za-z_$][\w$]*/g)
      ?.at(-1) ?? '',
  );
}

function parse(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
}

function sources(folder: string): string[] {
  return readdirSync(join(home, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path}`)
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\/|\/generated\/|\.d\.ts$/.test(path));
}

test('no platform file says a word of a game, but those of one list that only shrinks', () => {
  const words = wordsOfGames();
  const found = sources('src')
    .filter((path) => !path.startsWith('src/games/'))
    .flatMap((path) => [...new Set(saidIn(path, readFileSync(join(home, path), 'utf8'), words))].map((word) => `${path}: ${word}`));
  const known = new Set(EXCEPTIONS);
  expect(found.filter((one) => !known.has(one))).toEqual([]);
  // Gone? Take it off the list.
  expect(EXCEPTIONS.filter((one) => !found.includes(one))).toEqual([]);
}, 120_000);

describe('planted', () => {
  const saysIn = (text: string): string[] => saidIn('src/x.tsx', text, wordsOfGames());

  test.each([
    ["if (key === 'gpu-market/open') show();", 'gpu-market/open'],
    ["const task = 'coalition_market';", 'coalition_market'],
    ['const note = `played by random_validish here`;', 'random_validish'],
    ["switch (event.type) { case 'offer_made': break; }", 'offer_made'],
    ["send({ action_type: 'send_offer' });", 'send_offer'],
    ["const first = 'lab_0';", 'lab_0'],
    ['const seat = `lab_$'.concat('{number}`;'), 'lab_'],
    ['const { lab_id } = row;', 'lab_'],
    ["if (match.ruleset === 'classic') show();", 'classic'],
    ["const policy = 'random';", 'random'],
    ['const page = <p>The GPU of gpu-market</p>;', 'gpu-market'],
  ])('%s', (text, word) => expect(saysIn(text)).toContain(word));

  test.each([
    "visibility === 'open'",
    "const seat = { kind: 'open' };",
    "const reward = 'classic';",
    "import { x } from '~/games/gpu-market/x';",
    '// lab_0',
  ])('not: %s', (text) => expect(saysIn(text)).toEqual([]));
});
