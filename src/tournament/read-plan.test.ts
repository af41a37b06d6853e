import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { showTestGames } from '~/games/registry';
import { countMatches } from './count-matches';
import { readPlan, readPlanText } from './read-plan';

const LEAST = { name: 'Spring', task: 'market_round', entrants: ['planner', 'greedy'] };

function why(change: Record<string, unknown>): string {
  const read = readPlan({ ...LEAST, ...change });
  return read.ok ? 'it was read' : read.why;
}

function whyText(text: string): string {
  const read = readPlanText(text);
  return read.ok ? 'it was read' : read.why;
}

test('name, task and entrants are enough', () => {
  expect(readPlan({ ...LEAST, nulls: ['wait'] })).toEqual({
    ok: true,
    value: {
      method: 4,
      name: 'Spring',
      format: 'round_robin',
      kind: 'exhibition',
      game: 'gpu-market/open',
      version: 2,
      tasks: ['market_round'],
      judgeMode: 'off',
      options: {},
      entrants: [
        { name: 'planner', agent: 'planner', owner: null },
        { name: 'greedy', agent: 'greedy', owner: null },
      ],
      tableSize: 2,
      others: ['house'],
      worlds: 20,
      source: { range: 'validation', from: 40_000 },
      rotation: 'full',
      rounds: null,
      nulls: ['wait'],
      limits: { tokens: null, calls: null, seconds: null, dollars: null },
    },
  });
});

test('null policies play beside unless they are entrants themselves or the file says otherwise', () => {
  expect(readPlan(LEAST)).toMatchObject({ ok: true, value: { nulls: ['wait', 'constant', 'random'] } });
  expect(readPlan({ ...LEAST, entrants: ['planner', 'wait'] })).toMatchObject({ ok: true, value: { nulls: ['constant', 'random'] } });
});

test('the game is named in any of the ways that there are, and the plan keeps its version', () => {
  const read = (game: object) => readPlan({ ...LEAST, ...game });
  for (const game of [{ ruleset: 'open' }, { game: 'gpu-market' }, { game: 'gpu-market', ruleset: 'open' }, {}])
    expect(read(game)).toMatchObject({ ok: true, value: { game: 'gpu-market/open', version: 2 } });
  for (const game of [{ game: 'gpu-market/open', version: 1 }, { version: '1' }, { ruleset: 'open@1' }])
    expect(read(game)).toMatchObject({ ok: true, value: { game: 'gpu-market/open', version: 1 } });
  expect(why({ ruleset: 'opne' })).toBe('ruleset: unknown ruleset "opne" (did you mean open?); allowed: classic, open');
  expect(why({ game: 'gpu-market/open', ruleset: 'classic' })).toContain('are different games');
  expect(readPlan({ ...LEAST, version: 2 })).toMatchObject({ ok: true, value: { game: 'gpu-market/open', version: 2 } });
  expect(why({ version: 9 })).toBe('version: there is no version 9 of gpu-market/open; there is 1, 2');
  expect(why({ game: 'gpu-market/open@9' })).toContain('there is no version 9 of gpu-market/open');
});

test('what is read is read again to the same', () => {
  const read = readPlan({ ...LEAST, kind: 'rated', entrants: ['planner', { name: 'mine', agent: 'my-agent@2', owner: 'ada' }] });
  if (!read.ok) throw new Error(read.why);
  expect(readPlan(read.value)).toEqual(read);
  expect(read.value.source).toEqual({ range: 'season', from: 0 });
});

test('classic has a single seat, so everybody plays alone', () => {
  const read = readPlan({ ...LEAST, ruleset: 'classic', entrants: ['expert', 'hoarder'] });
  expect(read).toMatchObject({
    ok: true,
    value: { tableSize: 1, others: [], entrants: [{ name: 'rule_based_expert' }, { name: 'greedy_hoarder' }] },
  });
});

test('options decide how many sit at a table', () => {
  expect(readPlan({ ...LEAST, tableSize: 2, options: { labs: 3 } }).ok).toBe(true);
  expect(why({ entrants: ['planner', 'greedy', 'random'], tableSize: 3, options: { labs: 2 } })).toBe(
    'tableSize: 3 entrants at a table that has 2 seats.',
  );
});

describe('a file that cannot be played is refused with the field that is to blame', () => {
  const cases: [Record<string, unknown>, string | RegExp][] = [
    [{ ruleset: 'opne' }, 'ruleset: unknown ruleset "opne" (did you mean open?); allowed: classic, open'],
    [{ game: 'chess' }, /^game: unknown game "chess"/],
    [{ task: 'market_rund' }, /^task: unknown task "market_rund" \(did you mean market_round\?\)/],
    [{ task: undefined }, /^task: is missing; open has single_trade, /],
    [{ tasks: ['single_trade'] }, 'tasks: Give task or tasks, not both.'],
    [{ judgeMode: 'loud' }, /^judgeMode: unknown judge mode "loud"/],
    [{ options: { labz: 4 } }, /^options: unknown option "labz" \(did you mean labs\?\)/],
    [{ options: { labs: 99 } }, 'options.labs: a whole number from 2 to 64.'],
    [{ options: { labs: 2.5 } }, 'options.labs: a whole number from 2 to 64.'],
    [{ options: { scarcity: 0 } }, /^options\.scarcity: a number from 0\.1 to /],
    [{ options: { labs: 'four' } }, 'options.labs: a whole number from 2 to 64.'],
    [{ options: 'labs' }, 'options: must be an object of names and numbers, e.g. {labs: 8}.'],
    [{ options: { coalitions: 1 } }, 'options.coalitions: true or false.'],
    [{ ruleset: 'classic', entrants: ['expert', 'wait'], options: { labs: 3 } }, /^options: unknown option "labs"; allowed: difficulty$/],
    [{ task: { a: 'b' } }, 'task: must be a name or a list of names.'],
    [{ source: { range: 'tset' } }, 'source: must be one of train, validation, test, season, or {range, from}.'],
    [{ limits: 7 }, 'limits: must be an object, e.g. {tokens: 200000}.'],
    [{ rounds: 3 }, 'rounds: A round robin has as many rounds as it needs: leave them out.'],
    [{ entrants: ['planner', 'Planer!'] }, /^entrants.1: unknown policy "Planer!" \(did you mean planner\?\)/],
    [
      { entrants: ['planner', 'rule_based_expert'] },
      'entrants.1: rule_based_expert does not play gpu-market/open; it plays gpu-market/classic.',
    ],
    [
      { entrants: ['planner', { agent: 'greedy', name: 'plаnner' }] },
      'entrants.1: "planner" and "plаnner" look alike: give one of them another name.',
    ],
    [{ entrants: ['planner', 'planner'] }, 'entrants.1: There are two entrants called planner: give one of them a different name.'],
    [{ entrants: ['planner'] }, 'entrants: A tournament needs at least two.'],
    [{ entrants: [{ person: 'Ada', agent: 'planner' }, 'greedy'] }, 'entrants.0: An entrant is a person or an agent, not both.'],
    [{ entrants: [{ name: 'a | b', agent: 'planner' }, 'greedy'] }, /^entrants.0/],
    [{ tableSize: 3 }, 'tableSize: 3 entrants at a table, but there are only 2.'],
    [{ others: [] }, 'others: Name who fills the seats without an entrant.'],
    [{ format: 'knockout', rounds: 3 }, 'rounds: A knockout has as many rounds as it needs: leave them out.'],
    [{ kind: 'rated', entrants: ['planner', { person: 'Ada' }] }, /^entrants: Ada is a person. People can play only in exhibitions/],
    [
      { kind: 'rated', others: ['house', 'my-agent'] },
      'others: my-agent is an agent. Only built-in policies can fill the other seats of rated tables.',
    ],
    [{ kind: 'rated', source: 'test' }, /^source: A rated tournament is played in worlds of a season/],
    [{ source: 'season' }, /^source: A season's worlds are for rated tournaments/],
    [{ source: { range: 'test', from: 59_995 } }, 'source: Seeds 59995 to 60014 are not all of the test range, 50000 to 59999.'],
    [{ nulls: ['planner'] }, 'nulls: planner is named twice: an entrant is already compared with the others.'],
    [{ worlds: 0 }, 'worlds: must be at least 1.'],
    [{ worlds: 2.5 }, 'worlds: must be a whole number from 1 to 100,000.'],
    [{ worlds: 'ten' }, 'worlds: must be a whole number from 1 to 100,000.'],
    [{ tableSize: 'two' }, 'tableSize: must be a whole number from 1 to 64.'],
    [{ worlds: 1_000_000 }, 'worlds: must be at most 100000.'],
    [{ entrants: 'planner' }, 'entrants: must be a list, e.g. [planner, greedy].'],
    [{ entrants: [] }, 'entrants: must have at least 1 entry.'],
    [{ name: '' }, 'name: is empty.'],
    [{ name: 'x'.repeat(81) }, 'name: must have at most 80 characters.'],
    [{ name: undefined }, 'name: is missing.'],
    [{ format: 'knokout' }, 'format: must be one of round_robin, swiss, knockout, league, ladder.'],
    [{ limits: { dollars: 0 } }, 'limits.dollars: must be more than 0.'],
    [{ wrlds: 3 }, /^unknown field "wrlds" \(did you mean worlds\?\)/],
    [{ limits: { dollar: 3 } }, /^limits: unknown field "dollar" \(did you mean dollars\?\)/],
    [
      {
        kind: 'rated',
        entrants: [
          { agent: 'planner', owner: 'ada' },
          { agent: 'greedy', owner: 'ada' },
        ],
      },
      'entrants: No two entrants can meet. In a rated tournament, agents of one owner never meet, and no agent meets itself. Add an entrant of another owner, or make it an exhibition.',
    ],
    [
      { kind: 'rated', worlds: 100_000, entrants: ['planner', 'greedy', 'random', 'house'], tableSize: 2 },
      /^worlds: This makes 3,\d{3},\d{3} matches; a tournament has at most 1,000,000\./,
    ],
  ];
  it.each(cases)('%j', (change, wanted) => {
    if (typeof wanted === 'string') expect(why(change)).toBe(wanted);
    else expect(why(change)).toMatch(wanted);
  });

  it('what is no object, no YAML, too long, or full of aliases', () => {
    const example = 'For example:\nname: Cup\ntask: market_round\nentrants: [planner, greedy]';
    expect(readPlanText(example.split('\n').slice(1).join('\n')).ok).toBe(true);
    const what = 'A tournament is a file of YAML or JSON with a name, a task and entrants;';
    expect(whyText('')).toBe(`${what} this one is empty. ${example}`);
    expect(whyText('- planner')).toBe(`${what} this one has no fields. ${example}`);
    expect(whyText('[1,2')).toBe(`${what} line 1: the "[" has no matching "]". ${example}`);
    expect(whyText('x'.repeat(300_000))).toMatch(/at most 262144 bytes/);
    const bomb = ['a: &a [x]', ...Array.from({ length: 30 }, (_, i) => `b${i}: [*a, *a]`)].join('\n');
    expect(whyText(bomb)).toMatch(/alias/i);
  });
});

const EXAMPLES = new URL('../../examples/tournaments/', import.meta.url);

test.each(readdirSync(EXAMPLES))('examples/tournaments/%s can be played', (file) => {
  const text = readFileSync(new URL(file, EXAMPLES), 'utf8');
  const read = readPlanText(text);
  if (!read.ok) throw new Error(read.why);
  const said = /^# ([\d,]+) matches/m.exec(text)?.[1];
  expect(countMatches(read.value).toLocaleString('en')).toBe(said);
});

test('a file may state an earlier method, and a rated tournament has the newest', () => {
  expect(readPlan({ ...LEAST, method: 1 })).toMatchObject({ ok: true, value: { method: 1 } });
  expect(readPlan({ ...LEAST, method: 5 })).toMatchObject({ ok: false, path: 'method' });
  expect(readPlan({ ...LEAST, kind: 'rated', method: 3 })).toMatchObject({ ok: false, path: 'method' });
});

test('options of every kind are read by the fields of the game', () => {
  showTestGames(true);
  const haggle = { game: 'test/offers', task: 'haggle', entrants: ['yielding_haggler', 'stubborn_haggler'] };
  expect(readPlan({ ...LEAST, ...haggle, options: { rounds: 4, costs: [20, 30], leaving: false } })).toMatchObject({
    ok: true,
    value: { options: { rounds: 4, costs: [20, 30], leaving: false } },
  });
  expect(readPlan({ ...LEAST, ...haggle, options: { costs: [30, 20] } })).toMatchObject({
    ok: false,
    path: 'options.costs',
    why: 'options.costs: two whole numbers from 0 to 100, the smaller first, e.g. 10..60 or [10, 60].',
  });
  showTestGames(false);
});
