import { describe, expect, test, vi } from 'vitest';

/** How often this thread has parsed. */
const parsed = vi.hoisted(() => ({ here: 0 }));
vi.mock('yaml', async (original) => {
  const yaml = await original<typeof import('yaml')>();
  return {
    ...yaml,
    parseDocument: (...given: Parameters<typeof yaml.parseDocument>) => {
      parsed.here += 1;
      return yaml.parseDocument(...given);
    },
  };
});

import { readPlanBeside } from './plan-beside';
import { readPlanText } from './read-plan';

const SIZE = 8_000;
const fill = (piece: string) => piece.repeat(Math.ceil(SIZE / piece.length)).slice(0, SIZE);
const numbers = Array.from({ length: 1_500 }, (_, i) => i);

/** What is slow, deep or wide for a reader of YAML. */
const WORST: Record<string, string> = {
  'a set of numbers': `{${numbers.join(',')}}`,
  'a map of numbers': numbers.map((i) => `${i}: 0`).join('\n'),
  'open lists': fill('['),
  'open maps': fill('{'),
  'nested lists': `${'['.repeat(4000)}${']'.repeat(4000)}`,
  'nested maps': fill('{a: '),
  dashes: fill('- '),
  questions: fill('? '),
  colons: fill('a: '),
  anchors: numbers.map((i) => `a${i}: &a${i} x`).join('\n'),
  aliases: `a: &a [x]\nb: [${fill('*a,')}]`,
  'an alias bomb': 'a: &a [x,x,x,x]\nb: &b [*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d]\nf: [*e,*e,*e,*e]',
  'merge keys': `a: &a {x: 1}\n${fill('<<: *a\n')}`,
  quotes: fill('"'),
  'an open quote': `"${fill('a\n')}`,
  escapes: `"${fill('\\u0041')}"`,
  'a block of text': `a: |\n${fill('  x\n')}`,
  'folded text': `a: >\n${fill('  x\n\n')}`,
  comments: fill('#\n'),
  documents: fill('---\n'),
  directives: fill('%YAML 1.2\n'),
  tags: fill('!!str a: '),
  blanks: fill(' '),
  tabs: fill('\t'),
  'a long number': fill('9'),
};

describe('F1: the worst 25 files', () => {
  test.each(Object.entries(WORST))('%s is read off the main thread, with the same answer', async (_name, text) => {
    const before = parsed.here;
    const beside = await readPlanBeside(text);
    expect(parsed.here).toBe(before);
    const here = readPlanText(text);
    expect(beside).toEqual(here);
  });

  test('a good file is a plan', async () => {
    const read = await readPlanBeside('name: Small\ntask: market_round\nentrants: [greedy, planner]\nworlds: 2\n');
    expect(read).toMatchObject({ ok: true, value: { name: 'Small' } });
  });

  test('more than 16 at the same time are told to wait', async () => {
    const asked = Array.from({ length: 20 }, () => readPlanBeside('name: x'));
    const read = await Promise.all(asked);
    expect(read.filter((one) => one === null)).toHaveLength(4);
  });
});
