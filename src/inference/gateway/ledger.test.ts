import { describe, expect, test } from 'vitest';
import { chatRequest } from '../test-request';
import { type Budget, type Budgets, Ledger } from './ledger';

const account = { match: 'm1', seat: 'lab_1', tournament: 'cup', agent: 'small@1' };

function limit(more: Partial<Budget>): Budget {
  return { tokens: null, calls: null, seconds: null, dollars: null, ...more };
}

function spend(ledger: Ledger, spent = { tokens: 100, seconds: 2, dollars: 0.01 }): void {
  ledger.hold(chatRequest({ account })).settle(spent);
}

describe.each<[string, Partial<Budget>]>([
  ['calls', { calls: 2 }],
  ['tokens', { tokens: 200 }],
  ['seconds', { seconds: 4 }],
  ['dollars', { dollars: 0.02 }],
])('a budget of %s', (what, budget) => {
  test.each(['seat', 'match', 'tournament'] as const)('of a %s is spent by two calls', (kind) => {
    const ledger = new Ledger({ [kind]: limit(budget) } satisfies Budgets);
    spend(ledger);
    expect(ledger.refusal(account)).toBeNull();
    spend(ledger);
    expect(ledger.refusal(account)).toBe(`The ${kind} has spent its budget of ${Object.values(budget)[0]} ${what}.`);
  });
});

test('a seat of the same name in another match has its own', () => {
  const ledger = new Ledger({ seat: limit({ calls: 1 }) });
  spend(ledger);
  expect(ledger.refusal(account)).not.toBeNull();
  expect(ledger.refusal({ ...account, match: 'm2' })).toBeNull();
});

test('a seat without a match has no account: episodes in memory do not share one', () => {
  const ledger = new Ledger({ seat: limit({ calls: 1 }) });
  const seat = { seat: 'lab_1' };
  ledger.hold(chatRequest({ account: seat })).settle({ tokens: 1, seconds: 0, dollars: 0 });
  expect(ledger.refusal(seat)).toBeNull();
});

test('calls on their way count with all the tokens that they may use, so that many at once do not overrun', () => {
  const ledger = new Ledger({ match: limit({ tokens: 150 }) });
  const first = ledger.hold(chatRequest({ account }));
  expect(ledger.refusal(account)).toBeNull();
  const second = ledger.hold(chatRequest({ account }));
  ledger.hold(chatRequest({ account }));
  expect(ledger.refusal(account)).toMatch(/150 tokens/);
  first.settle({ tokens: 5, seconds: 1, dollars: 0 });
  second.settle({ tokens: 5, seconds: 1, dollars: 0 });
  expect(ledger.refusal(account)).toBeNull();
});

test('who is nobody has no budget', () => {
  expect(new Ledger({ seat: limit({ calls: 1 }) }).refusal(undefined)).toBeNull();
});

test('lists who spent most first', () => {
  const ledger = new Ledger({});
  ledger.hold(chatRequest({ account: { match: 'cheap' } })).settle({ tokens: 900, seconds: 1, dollars: 0 });
  ledger.hold(chatRequest({ account: { match: 'dear' } })).settle({ tokens: 10, seconds: 1, dollars: 1 });
  expect(ledger.top('match', 5).map(({ name }) => name)).toEqual(['dear', 'cheap']);
  expect(ledger.top('match', 1)).toEqual([{ name: 'dear', calls: 1, tokens: 10, seconds: 1, dollars: 1 }]);
});

test('forgets the accounts unused for longest, not the latest', () => {
  const ledger = new Ledger({ match: limit({ calls: 1 }) });
  for (let index = 0; index <= 10_000; index += 1) {
    ledger.hold(chatRequest({ account: { match: `m${index}` } })).settle({ tokens: 1, seconds: 0, dollars: 0 });
  }
  expect(ledger.refusal({ match: 'm0' })).toBeNull();
  expect(ledger.refusal({ match: 'm10000' })).not.toBeNull();
});
