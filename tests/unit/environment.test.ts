// .env.example says exactly what the code reads, in its words.
import { describe, expect, test } from 'vitest';
import { ENVIRONMENT } from '../../src/config';
import { ownFiles, readText } from './repository';

const COMPOSE_ALONE = '# --- For docker-compose.yml alone ---';

const [forMandi = '', forCompose = ''] = readText('.env.example').split(COMPOSE_ALONE);
const compose = readText('docker-compose.yml');

describe('.env.example', () => {
  test('names every variable that src/config.ts reads, with its default and its words, and no other', () => {
    const expected = ENVIRONMENT.map(({ name, default: value, description }) => `# ${description}\n# ${name}=${value}`);
    expect(entries(forMandi)).toEqual(expected);
  });

  test('sets nothing by itself', () => {
    expect(`${forMandi}${forCompose}`.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
  });

  test('names every variable that docker-compose.yml reads, and no other', () => {
    const read = new Set([...compose.matchAll(/\$\{([A-Z_]+)/g)].map((match) => match[1]));
    const named = [...forMandi.matchAll(/^# ([A-Z_]+)=/gm), ...forCompose.matchAll(/^# ([A-Z_]+)=/gm)].map((match) => match[1]);
    expect([...read].filter((name) => !named.includes(name))).toEqual([]);
    const alone = [...forCompose.matchAll(/^# ([A-Z_]+)=/gm)].map((match) => match[1]);
    expect(alone.filter((name) => !read.has(name))).toEqual([]);
  });

  test('documents and messages speak of no other variable', () => {
    const known = new Set([
      ...ENVIRONMENT.map(({ name }) => String(name)),
      'MANDI_PORT',
      'MANDI_MODEL',
      'MANDI_RUN',
      'MANDI_PEERS_PYTHON',
      'MANDI_TEST_SERVER',
      'MANDI_KILLS',
      'MANDI_CLUSTER_JOURNEYS',
    ]);
    const read = ownFiles().filter((path) => /^(README|SECURITY|CONTRIBUTING|docs\/|src\/|docker-compose|Dockerfile|deploy\/)/.test(path));
    const spoken = read.flatMap((path) => [...readText(path).matchAll(/\bMANDI_[A-Z_]+\b/g)].map((match) => `${path}: ${match[0]}`));
    expect(spoken.filter((mention) => !known.has(mention.split(': ')[1] ?? ''))).toEqual([]);
  });
});

/** `# words` lines and the `# NAME=value` that ends them. */
function entries(text: string): string[] {
  const blocks = text.split('\n\n').map((block) => block.trim());
  return blocks.filter((block) => /^# [A-Z_]+=/m.test(block));
}
