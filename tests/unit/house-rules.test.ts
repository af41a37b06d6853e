// The sizes and habits of docs/architecture.md. Biome holds most of them: here it must see planted offenders.
import { describe, expect, test } from 'vitest';
import { ownFiles, readText, rulesBrokenIn } from './repository';

const longFunction = (lines: number): string =>
  `export function long(): number {\n  let n = 0;\n${'  n += 1;\n'.repeat(lines - 4)}  return n;\n}\n`;

const OFFENDERS: [string, string, string, string][] = [
  ['any', 'src/games/x1.ts', 'export const x: any = 1;\n', 'noExplicitAny'],
  ['a non-null assertion', 'src/games/x2.ts', 'export const first = (list: string[]): string => list[0]!;\n', 'noNonNullAssertion'],
  ['an enum', 'src/games/x3.ts', 'export enum Status {\n  Free = 1,\n}\n', 'noEnum'],
  ['a default export outside Next', 'src/ui/screen.tsx', 'export default function Screen() {\n  return null;\n}\n', 'noDefaultExport'],
  ['process.env outside config.ts', 'src/store/x4.ts', 'export const home = process.env.HOME;\n', 'noProcessEnv'],
  ['a file of 351 lines', 'src/games/x5.ts', `export const a = [\n${'  1,\n'.repeat(350)}];\n`, 'noExcessiveLinesPerFile'],
  ['a function of 90 lines', 'src/games/x6.ts', longFunction(90), 'noExcessiveLinesPerFunction'],
  ['a component of 150 lines', 'src/ui/x7.tsx', longFunction(150), 'noExcessiveLinesPerFunction'],
  [
    'four parameters',
    'src/games/x8.ts',
    'export function f(a: 1, b: 1, c: 1, d: 1): number {\n  return a + b + c + d;\n}\n',
    'useMaxParams',
  ],
  ['a barrel', 'src/games/x9.ts', "export * from './game';\n", 'noReExportAll'],
  ['a name that is not kebab-case', 'src/games/myGame.ts', 'export const a = 1;\n', 'useFilenamingConvention'],
];

const SOUND: [string, string, string][] = [
  ['a default export of a page', 'src/app/page.tsx', 'export default function Page() {\n  return null;\n}\n'],
  ['process.env in config.ts', 'src/config.ts', 'export const home = process.env.HOME;\n'],
  ['a function of 80 lines', 'src/games/x10.ts', longFunction(80)],
  ['a component of 140 lines', 'src/ui/x11.tsx', longFunction(140)],
  ['a file of 350 lines', 'src/games/x12.ts', `export const a = [\n${'  1,\n'.repeat(348)}];\n`],
];

describe('the linter sees', () => {
  // All in one start of the linter.
  const broken = rulesBrokenIn(Object.fromEntries([...OFFENDERS, ...SOUND].map(([, path, text]) => [path, text])));

  test.each(OFFENDERS)('%s', (...[, path, , rule]) => {
    expect(broken.get(path)).toContain(rule);
  });

  test.each(SOUND)('and lets pass %s', (_, path) => {
    expect(broken.get(path)).toEqual([]);
  });
});

describe('the code', () => {
  const code = ownFiles().filter((path) => /\.(ts|tsx|mts|mjs|cjs|css)$/.test(path));

  test('has no file over 350 lines', () => {
    const lengths = code.map((path) => [path, readText(path).split('\n').length - 1] as const);
    expect(lengths.filter(([, lines]) => lines > 350)).toEqual([]);
    expect(code.length).toBeGreaterThan(20);
  });

  test('reads the environment in src/config.ts alone', () => {
    const readers = code.filter(
      (path) => path.startsWith('src/') && /process\.env|process\[['"]env|import\.meta\.env/.test(readText(path)),
    );
    expect(readers.filter((path) => path !== 'src/config.ts')).toEqual([]);
  });

  test('waits in its tests for half a minute at least: a busy machine is late', () => {
    const lines = code.filter((path) => /\.test\.tsx?$/.test(path)).flatMap((path) => readText(path).split('\n'));
    const waits = lines.filter((line) => /vi\.wait(For|Until)\(.*\);$|expect\.poll\(.*timeout:/.test(line) && !line.includes('PATIENCE'));
    const patienceOf = (line: string) => Number(/(?:timeout: |, )([\d_]+)(?: \}\)|\);$|,)/.exec(line)?.[1]?.replaceAll('_', '') ?? 0);
    expect(waits.filter((line) => patienceOf(line) < 30_000)).toEqual([]);
    expect(waits.length).toBeGreaterThan(10);
  });

  test('does not silence the rules of the house', () => {
    const kept =
      /(?:biome|oxlint|eslint)-(?:ignore|disable)\S*.*(noExplicitAny|no-explicit-any|NonNull|non-null|noExcessiveLines|noProcessEnv|noDefaultExport|noEnum)|@ts-(ignore|nocheck)/;
    const silenced = code.filter((path) => !path.startsWith('tests/unit/') && kept.test(readText(path)));
    expect(silenced).toEqual([]);
  });
});
