import { readdirSync, readFileSync } from 'node:fs';
import { expect, it, test } from 'vitest';
import { decodeText } from '~/lib/text/decode-text';
import { faultsOfFile } from './create-tournament';
import { faultText } from './plan-text';
import { readPlanText } from './read-plan';
import { servicesHere } from './testing/begin';

const FOLDER = 'tests/fixtures/wrong-tournaments';

/** By file, what its answer says; null: it is right, or its mistake is found when its entrants are asked for. */
const SAID: Record<string, (string | RegExp)[] | null> = {
  'aliases-nested.yaml': ['it uses too many aliases'],
  'byte-order-mark.yaml': null,
  'controls-in-name.yaml': ['line 1: name: is one line of visible characters; it contains U+000A and U+202E.'],
  'empty.yaml': ['this one is empty', 'entrants: [planner, greedy]'],
  'field-misspelled.yaml': ['line 3: unknown field "entrant" (did you mean entrants?)', /^(?!.*missing)/s],
  'format-misspelled.yaml': ['line 3: format: must be one of round_robin', 'got "roundrobin" (did you mean round_robin?)'],
  'four-errors.yaml': [
    '4 mistakes:',
    'line 2: task: unknown task "markt"',
    'line 3: format:',
    '(did you mean swiss?)',
    'line 4: worlds: must be at least 1; got -1.',
    'line 5: entrants:',
  ],
  'half-emoji-in-name.json': ['line 1: name:', 'U+D83C (half of a surrogate pair)'],
  'latin-1.yaml': ['line 1 is not valid UTF-8', 'save the file as UTF-8'],
  'list-not-closed.yaml': ['line 2: the "[" has no matching "]"'],
  'nul-in-entrant-name.yaml': ['line 5: entrants.0.name:', 'U+0000'],
  'nul-in-name.yaml': ['line 1: name:', 'U+0000'],
  'option-out-of-range.yaml': ['line 3: options.labs: a whole number from 2 to 64; got 900.'],
  'option-proto.yaml': ['line 5: options: unknown option "__proto__"; allowed: ', 'labs'],
  'people-almost-same-name.yaml': ['line 3: entrants.1: "Ada" and "ADA" look alike'],
  'policy-of-other-ruleset.yaml': ['line 4: entrants.0: rule_based_expert does not play gpu-market/open'],
  'rated-one-owner.yaml': ['line 4: entrants: No two entrants can meet', 'Add an entrant of another owner, or make it an exhibition.'],
  'task-and-tasks.yaml': ['line 3: tasks: Give task or tasks, not both.'],
  'too-many-worlds.yaml': ['line 3: worlds:', '20,000', '10,000'],
  'two-documents.yaml': ['line 4 starts a second document; a file holds one tournament'],
  'utf-16.yaml': ['the file is UTF-16; save it as UTF-8'],
  'word-for-number.yaml': ['line 3: worlds: must be a whole number from 1 to 100,000; got "ten".'],
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

const FIVE = `name: Five
task: single_trad
format: swis
worlds: 0
entrants:
  - greedyy
  - house
  - {agent: selfish, name: "hоuse"}
nulls: [wai]`;

test('five different mistakes are told together, each with its line and value', async () => {
  const faults = await faultsOfFile(servicesHere(), readPlanText(FIVE));
  const said = faultText(faults);
  for (const words of [
    'line 2: task: unknown task "single_trad" (did you mean single_trade?)',
    'line 3: format:',
    'got "swis" (did you mean swiss?)',
    'line 4: worlds: must be at least 1; got 0.',
    'line 6: entrants.0:',
    'greedyy',
    'Did you mean greedy?',
    'line 8: entrants.2: "house" and "hоuse" look alike',
    'line 9: nulls:',
    'Did you mean wait?',
  ])
    expect(said).toContain(words);
  expect(said.split('\n')[0]).toBe('6 mistakes:');
});

test('a lone entrant that nobody knows is told as both, and each option that cannot be with its value', async () => {
  const read = readPlanText(readFileSync(`${FOLDER}/four-errors.yaml`, 'utf8'));
  const said = faultText(await faultsOfFile(servicesHere(), read));
  for (const words of ['5 mistakes:', 'A tournament needs at least two.', '"planer"', 'Did you mean planner?'])
    expect(said).toContain(words);
  const options = readPlanText('name: Cup\ntask: market_round\nentrants: [planner, greedy]\noptions:\n  labs: 900\n  rounds: many');
  const both = /^2 mistakes:\nline 5: options\.labs: .*; got 900\.\nline 6: options\.rounds: .*; got "many"\.$/;
  expect(options.ok ? '' : options.why).toMatch(both);
});

test('unknown entrants of a file that is right otherwise are all told, with their lines', async () => {
  const read = readPlanText('name: Cup\ntask: single_trade\nentrants:\n  - greedyy\n  - housee\n  - selfish');
  expect(read.ok).toBe(true);
  expect((await faultsOfFile(servicesHere(), read)).map(({ line, path }) => [line, path])).toEqual([
    [4, 'entrants.0'],
    [5, 'entrants.1'],
  ]);
});
