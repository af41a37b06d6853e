import { expect, test } from 'vitest';
import {
  dollarLabel,
  durationLabel,
  eloNote,
  figureLabel,
  matchesLabel,
  moreLabel,
  originsLabel,
  paceLabel,
  percentLabel,
  spentLabel,
  stageWord,
  timeLeftLabel,
  whyLeadsDiffer,
} from './tournament-labels';

test('durations are as exact as an estimate is', () => {
  expect([0.2, 12.1, 600, 7_200, 400_000].map(durationLabel)).toEqual(['less than a second', '13 s', '10 min', '2.0 h', '5 days']);
});

test('where nothing goes on before people play, neither a pace nor a time is told', () => {
  const counts = { waiting: 0, playing: 4, scoring: 0, done: 6, failed: 0, cancelled: 0 };
  const alone = { counts, withPeople: 4, rate: 45, secondsLeft: null };
  expect([timeLeftLabel('running', alone), paceLabel(alone)]).toEqual(['as people play', '–']);
  const beside = { counts: { ...counts, waiting: 3 }, withPeople: 4, rate: 0.05, secondsLeft: 60 };
  expect([timeLeftLabel('running', beside), paceLabel(beside)]).toEqual([
    'about 60 s, not counting matches that wait for people',
    '3 a minute',
  ]);
  const none = { counts, withPeople: 0, rate: 45, secondsLeft: 0.1 };
  expect([timeLeftLabel('running', none), paceLabel(none)]).toEqual(['less than a second', '45 a second']);
  expect(timeLeftLabel('running', { ...none, secondsLeft: null })).toBe('not known yet');
  expect(timeLeftLabel('paused', alone)).toBe('paused');
});

test('what was spent, what is to come where something is, and the limit where there is one', () => {
  expect(spentLabel({ spent: 0.0319, left: 1.2, most: 5 }, dollarLabel)).toBe('$0.0319, about $1.20 to come, at most $5.00');
  expect(spentLabel({ spent: 0, left: 0, most: null }, dollarLabel)).toBe('$0.00');
});

test('whose turns they were is told whole, what did not happen too', () => {
  expect(originsLabel({ turns: 1_011, own: 1_008, repaired: 1, guarded: 0, fallback: 2, walkBacks: 3 })).toBe(
    '1,008 own, 1 retried, 2 fallback; 0 overridden, 3 reverted',
  );
  expect(originsLabel({ turns: 9, own: 1, repaired: 0, guarded: 0, fallback: 8, overBudget: 5, notAsked: 2, walkBacks: 0 })).toBe(
    '1 own, 0 retried, 8 fallback (5 over budget, 2 not asked); 0 overridden, 0 reverted',
  );
});

test('a mean stands with its interval where there is one', () => {
  expect(figureLabel({ mean: -0.1234, interval: [-0.2, 0.1], n: 4 })).toBe('−0.123 [−0.200, 0.100]');
  expect(figureLabel({ mean: 1, interval: null, n: 1 }, 1)).toBe('1.0');
  expect(percentLabel({ mean: 0.42, interval: [0.31, 0.53] })).toBe('42.0% [31.0, 53.0]');
});

test('a lead is sure, needs more worlds, or cannot be judged', () => {
  const pairs = [
    { holm: 0.01, more: 0, moreMatches: 0 },
    { holm: 0.2, more: 1200, moreMatches: 4800 },
    { holm: 0.2, more: 1, moreMatches: 4 },
    { holm: 0.2, more: 0, moreMatches: 0 },
    { holm: null, more: null, moreMatches: null },
  ];
  expect(pairs.map((pair) => moreLabel(pair, true))).toEqual([
    'none',
    'about 4,800 matches (1,200 worlds)',
    'about 4 matches (1 world)',
    'a few',
    'unknown',
  ]);
});

test('until a table is over a lead is sure only by the p that allows looking at any time', () => {
  const at = { e: 1, p: 0.2, holm: 0.2, worlds: 9 };
  const pair = { holm: 0.01, more: 0, moreMatches: 0, moreFrom: 20, anytime: at };
  expect([moreLabel(pair, false), moreLabel(pair, true)]).toEqual(['known at the end', 'none']);
  expect(moreLabel({ ...pair, anytime: { ...at, holm: 0.04 } }, false)).toBe('none');
  const { anytime: _, ...first } = pair;
  expect(moreLabel(first, false)).toBe('none'); // the first method has one p
});

test('one match is no matches', () => {
  expect([matchesLabel(1), matchesLabel(2000)]).toEqual(['1 match', '2,000 matches']);
});

test('a stage is called as its format calls it', () => {
  expect([stageWord('league', 0), stageWord('swiss', 1), stageWord('round_robin', 0)]).toEqual(['Day 1', 'Round 2', 'All matches']);
});

test('leads that point in opposite directions are explained by the widest case, others are not', () => {
  type Leads = Parameters<typeof whyLeadsDiffer>[0];
  const leads = (bySeat: number, atTable: number, rank: number | null = 1): Leads =>
    ({
      rows: [
        { entrant: 'planner', rank },
        { entrant: 'greedy', rank: 3 },
        { entrant: 'house', rank: 2 },
      ],
      pairs: [
        { a: 'greedy', b: 'planner', difference: -bySeat, worlds: 20 },
        { a: 'planner', b: 'house', difference: 0.1, worlds: 20 },
      ],
      cross: [
        { row: 'greedy', column: 'planner', difference: { mean: -atTable } },
        { row: 'planner', column: 'house', difference: { mean: 0.2 } },
      ],
    }) as unknown as Leads;
  const said = whyLeadsDiffer(leads(0.211, -0.114));
  expect(said).toContain('Planner scores 0.211 more than Greedy');
  expect(said).toContain('Greedy ends 0.114 ahead of Planner (who against whom, Elo and skill). This happens');
  expect(whyLeadsDiffer(leads(0.211, 0.114))).toBeNull();
  expect(whyLeadsDiffer(leads(0.211, 0))).toBeNull();
  expect(whyLeadsDiffer(leads(0.211, -0.114, null))).toBeNull();
});

test('ranks and Elo that disagree are explained, others are not', () => {
  const row = (name: string, rank: number | null, elo: number) => ({ name, rank, elo: { elo } });
  expect(eloNote([row('ann', 1, 50), row('bo', 2, 80)], 'the mean score')).toContain(
    'Bo ranks below Ann with a higher Elo: ranks go by the mean score',
  );
  expect(eloNote([row('ann', 1, 80), row('bo', 2, 50)], 'the mean score')).toBeNull();
  expect(eloNote([row('ann', 1, 50), row('bo', 1, 80), row('null', null, 99)], 'the mean score')).toBeNull();
});
