import { basename } from 'node:path';
import { BaseSequencer } from 'vitest/node';

/** Integration tests that take more than a minute and a half. Vitest knows how long a file takes only where it has run before. */
const LONGEST = [
  'model-real-match.test.ts',
  'worst-inputs.test.ts',
  'archive-kill.test.ts',
  'store-embedded.test.ts',
  'private-tables.test.ts',
  'match-processes.test.ts',
  'backup.test.ts',
];

/** Vitest's own order, but the longest files begin first, so that no single one runs on alone at the end. */
export class LongestFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }) => LONGEST.includes(basename(moduleId));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
