import { readdirSync, readFileSync } from 'node:fs';
import { expect, it, test } from 'vitest';
import { decodeText } from '~/lib/text/decode-text';
import { readPlanText } from './read-plan';

const FOLDER = 'tests/fixtures/wrong-tournaments';

/** By file, what its answer says; null: it is right, or its mistake is found when its entrants are asked for. */
const SAID: Record<string, (string | RegExp)[] | null> = {
  'aliases-nested.yaml': ['it uses too many aliases'],
  'byte-order-mark.yaml': null,
  'controls-in-name.yaml': ['line 1: name: is one line of visible characters; it contains U+000A and U+202E.'],
  'empty.yaml': ['this one is empty', 'entrants: [planner, greedy]'],
  'field-misspelled.yaml': ['line 3: unknown field "entrant" (did you mean entrants?)', /^(?!.*missing)/s],
  'format-misspelled.yaml': ['line 3: format: is one of round_robin', 'got "roundrobin" (did you mean round_robin?)'],
  'four-errors.yaml': [
    '4 mistakes:',
    'line 2: task: unknown task "markt"',
    'line 3: format:',
    '(did you mean swiss?)',
    'line 4: worlds: is at least 1; got -1.',
    'line 5: entrants:',
  ],
  'half-emoji-in-name.json': ['line 1: name:', 'U+D83C (half of a surrogate pair)'],
  'latin-1.yaml': ['line 1 is not valid UTF-8', 'save the file as UTF-8'],
  'list-not-closed.yaml': ['line 2: the "[" has no matching "]"'],
  'nul-in-entrant-name.yaml': ['line 5: entrants.0.name:', 'U+0000'],
  'nul-in-name.yaml': ['line 1: name:', 'U+0000'],
  'option-out-of-range.yaml': ['line 3: options.labs: a whole number from 2 to 64.'],
  'option-proto.yaml': ['line 5: options: unknown option "__proto__"'],
  'people-almost-same-name.yaml': ['line 3: entrants.1: "Ada" and "ADA" look alike'],
  'policy-of-other-ruleset.yaml': ['line 4: entrants.0: rule_based_expert does not play gpu-market/open'],
  'rated-one-owner.yaml': ['line 4: entrants: Nobody can meet anybody'],
  'task-and-tasks.yaml': ['line 3: tasks: Give task or tasks, not both.'],
  'too-many-worlds.yaml': ['line 3: worlds:', '20,000', '10,000'],
  'two-documents.yaml': ['line 4 starts a second document; a file holds one tournament'],
  'utf-16.yaml': ['the file is UTF-16; save it as UTF-8'],
  'word-for-number.yaml': ['line 3: worlds: is a number; got "ten".'],
};

it.each(readdirSync(FOLDER).filter((file) => file !== 'README.md'))('%s', (file) => {
  const wanted = SAID[file];
  if (wanted === undefined) throw new Error(`what should be said of ${file}?`);
  const decoded = decodeText(readFileSync(`${FOLDER}/${file}`));
  const read = decoded.ok ? readPlanText(decoded.value) : decoded;
  expect(read.ok).toBe(wanted === null);
  for (const words of wanted ?? []) expect(read.ok ? '' : read.why).toMatch(words);
});

test('an emoji of several parts is a name that can be seen', () => {
  expect(readPlanText('name: "👩‍🚀 ❤️ cup"\ntask: single_trade\nentrants: [planner, greedy]')).toMatchObject({ ok: true });
});

test('a file of nothing but mistakes ends all the same', () => {
  const read = readPlanText(`a: 1\nb: 2\n${Array.from({ length: 40 }, (_, i) => `c${i}: 1`).join('\n')}`);
  expect(read).toMatchObject({ ok: false });
  expect(read.ok ? '' : read.why).toContain('20 mistakes:');
});
