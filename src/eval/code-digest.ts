/** What policies, rules and prompts are, down to the last character: policies are code, so their digest is that of the sources. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeVersion } from './code-version';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
/**
 * Everything that decides what happens in a match and what it counts, once its players and its world are chosen: how a model's reply is asked for and
 * written is in it, with the bindings' versions (`runtime-lock.json`).
 */
export const DECIDING = [
  'src/agents',
  'src/contract',
  'src/engine',
  'src/games',
  'src/inference/null',
  'src/inference/openai',
  'src/judging',
  'src/lib/numbers.ts',
  'src/lib/random',
  'src/lib/text',
  'src/match',
  'src/tournament/fixture-result.ts',
  'workers/inference',
] as const;
/** The solver: what the optimum is found with. */
const PACKAGES = ['highs'] as const;
const READ = /\.(ts|mjs|json|txt|md)$/;
const BESIDE = /\.test\.ts$|(^|\/)testing\/|(^|\/)\./;
const SHOWN = 12;

let known: string | null = null;

/** `0.1.0+3f2a90cc41de`: the version, and the beginning of the digest of what was in the sources when this process first asked. */
export function codeId(): string {
  known ??= codeOnDisk();
  return known;
}

/** What a process that starts now would be; it differs from `codeId` once the sources were changed under this one. */
export function codeOnDisk(): string {
  return `${codeVersion()}+${digestOfSources(REPOSITORY).slice(0, SHOWN)}`;
}

/** SHA-256 over names and texts in order of their names; how lines end, and tests, make no difference. */
export function digestOfSources(root: string): string {
  const hash = createHash('sha256');
  for (const path of DECIDING.flatMap((place) => filesIn(root, place)).sort()) {
    hash.update(`${path}\n${readFileSync(join(root, path), 'utf8').replaceAll('\r\n', '\n')}\0`);
  }
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: Record<string, string> };
  for (const name of PACKAGES) hash.update(`${name} ${dependencies[name]}\0`);
  return hash.digest('hex');
}

/** Of a folder, or the one file. */
function filesIn(root: string, folder: string): string[] {
  if (statSync(join(root, folder)).isFile()) return [folder];
  const found = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  const paths = found.filter((one) => one.isFile()).map((one) => relative(root, join(one.parentPath, one.name)).replaceAll('\\', '/'));
  return paths.filter((path) => READ.test(path) && !BESIDE.test(path));
}
