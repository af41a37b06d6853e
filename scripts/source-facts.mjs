// Facts about each source file, read with TypeScript's parser: its imports, and how often it names a game.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import ts from 'typescript';

/** A game's own words. A ruleset's name counts where something is compared with it, set to it, or falls back to it. */
const FAMILIES = /(^|[^a-z])gpu-market([^a-z]|$)/;
const RULESETS = new Set(['classic', 'open']);
const TASKS = new Set(['single_trade', 'market_clearing', 'coalition_market', 'grand_market']);
const NAMES_OF_GAMES = /^(game|ruleset|rules|key|ref)(Id|Name|Key)?$/i;

const CODE = /\.(ts|tsx|mjs)$/;

/** Every file of src that is not a test, a test helper, or generated. */
export function sourcesIn(home) {
  const paths = readdirSync(join(home, 'src'), { recursive: true })
    .map((path) => `src/${path.replaceAll('\\', '/')}`)
    .filter((path) => CODE.test(path) && !path.endsWith('.d.ts') && !isTest(path) && !path.startsWith('src/store/generated/'));
  const all = new Set(paths);
  return paths.sort().map((path) => factsOf({ path, text: readFileSync(join(home, path), 'utf8'), all }));
}

function isTest(path) {
  return /\.test\.tsx?$/.test(path) || path.includes('/testing/');
}

/** Only these files are parsed for names: scanning for imports takes a tenth of the time. */
const MAY_NAME = /gpu-market|(['"`])(?:classic|open)\1|single_trade|market_clearing|coalition_market|grand_market/;

export function factsOf({ path, text, all }) {
  if (!MAY_NAME.test(text)) return { ...factsWithoutNames({ path, text, all }), names: 0, families: 0, tasks: 0 };
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : path.endsWith('.mjs') ? ts.ScriptKind.JS : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const facts = { path, folder: dirname(path), lines: text.split('\n').length - 1, imports: [] };
  const lines = { names: new Set(), families: new Set(), tasks: new Set() };
  const visit = (node) => {
    const text = wordsOf(node);
    if (text !== null && isModule(node)) facts.imports.push(resolved(path, text, all));
    else if (text !== null) {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line;
      if (FAMILIES.test(text)) lines.families.add(line);
      if (TASKS.has(text)) lines.tasks.add(line);
      if (RULESETS.has(text) && meansAGame(node)) lines.names.add(line);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { ...facts, names: lines.names.size, families: lines.families.size, tasks: lines.tasks.size };
}

function factsWithoutNames({ path, text, all }) {
  const imports = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => resolved(path, fileName, all));
  return { path, folder: dirname(path), lines: text.split('\n').length - 1, imports };
}

function wordsOf(node) {
  if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node) || ts.isJsxText(node))
    return node.text;
  return null;
}

function isModule({ parent }) {
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return true;
  if (ts.isLiteralTypeNode(parent) && ts.isImportTypeNode(parent.parent)) return true;
  return ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword;
}

/** `~/x` and `./x` as file paths; a package keeps its name. */
function resolved(from, name, all) {
  if (!name.startsWith('.') && !name.startsWith('~/')) return name;
  const base = name.startsWith('~/') ? `src/${name.slice(2)}` : posix.join(posix.dirname(from), name);
  return [base, `${base}.ts`, `${base}.tsx`, `${base}.mjs`].find((path) => all.has(path)) ?? base;
}

/** Whether this word is compared with, assigned to, or the fallback of something called a game, a ruleset or rules. */
function meansAGame(node) {
  const { parent } = node;
  if (ts.isBinaryExpression(parent)) return isCalledAGame(parent.left === node ? parent.right : parent.left);
  if (ts.isPropertyAssignment(parent) || ts.isBindingElement(parent) || ts.isParameter(parent) || ts.isVariableDeclaration(parent))
    return parent.initializer === node && isCalledAGame(parent.name);
  if (ts.isCaseClause(parent)) return isCalledAGame(parent.parent.parent.expression);
  if (ts.isJsxAttribute(parent)) return isCalledAGame(parent.name);
  if (ts.isConditionalExpression(parent) || ts.isParenthesizedExpression(parent) || ts.isAsExpression(parent)) return meansAGame(parent);
  return ts.isLiteralTypeNode(parent) && typeMeansAGame(parent);
}

function typeMeansAGame(node) {
  const holder = ts.isUnionTypeNode(node.parent) ? node.parent.parent : node.parent;
  return 'name' in holder && holder.name !== undefined && isCalledAGame(holder.name);
}

function isCalledAGame(node) {
  const names = node.getText().match(/[A-Za-z_$][\w$]*/g) ?? [];
  return NAMES_OF_GAMES.test(names.at(-1) ?? '');
}
