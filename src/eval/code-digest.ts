/** Identifies policies, rules and prompts by their sources. Policies are code, so their digest is that of the source files. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeVersion } from './code-version';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
/**
 * Everything that decides what happens in a match and how it counts, given its players and its world. That includes how a model is asked and
 * how it writes its reply, with the bindings' versions (`runtime-lock.json`).
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
/** The solver of the optimum. */
const PACKAGES = ['highs'] as const;
const READ = /\.(ts|mjs|json|txt|md)$/;
const BESIDE = /\.test\.ts$|(^|\/)testing\/|(^|\/)\./;
const SHOWN = 12;

let known: string | null = null;

/** `0.1.0+3f2a90cc41de`: the version and the start of the digest, from the sources as they were when this process first asked. */
export function codeId(): string {
  known ??= codeOnDisk();
  return known;
}

/** The `codeId` of a process that starts now. It differs from `codeId` if the sources have changed since this one started. */
export function codeOnDisk(): string {
  return `${codeVersion()}+${digestOfSources(REPOSITORY).slice(0, SHOWN)}`;
}

/** SHA-256 over names and texts, sorted by name. Line endings and tests do not count. */
export function digestOfSources(root: string): string {
  const hash = createHash('sha256');
  for (const path of DECIDING.flatMap((place) => filesIn(root, place)).sort()) {
    hash.update(`${path}\n${readFileSync(join(root, path), 'utf8').replaceAll('\r\n', '\n')}\0`);
  }
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: Record<string, string> };
  for (const name of PACKAGES) hash.update(`${name} ${dependencies[name]}\0`);
  return hash.digest('hex');
}

function filesIn(root: string, folder: string): string[] {
  if (statSync(join(root, folder)).isFile()) return [folder];
  const found = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  const paths = found.filter((one) => one.isFile()).map((one) => relative(root, join(one.parentPath, one.name)).replaceAll('\\', '/'));
  return paths.filter((path) => READ.test(path) && !BESIDE.test(path));
}
