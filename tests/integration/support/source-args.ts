import { join } from 'node:path';
import { REPOSITORY } from '~/config';

const RUN_SOURCE = join(REPOSITORY, 'tests', 'integration', 'support', 'run-source.mjs');

/** What Node is given to run a source of this folder as a process of its own, from a bundle: under tsx each start would read everything anew. */
export function sourceArgs(name: string, ...words: string[]): string[] {
  return [RUN_SOURCE, `tests/integration/support/${name}`, ...words];
}
