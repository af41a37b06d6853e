import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bradleyTerry } from './bradley-terry';
import fixture from './fixtures/bradley-terry-bootstrap.json' with { type: 'json' };
import openskill from './fixtures/openskill-5.0.1.json' with { type: 'json' };
import { nashAverage } from './nash-average';
import { holm, moreNeeded, pairedDifferences, signFlipP } from './paired';
import { allMet, bestResponses, leadMatrix, responseCycles } from './payoff';
import { skillRatings } from './ratings';
import type { MatchResult } from './results';

/** Matches in order; scores by entrant. */
function matches(...all: Record<string, number>[]): MatchResult[] {
  return all.map((scores, order) => ({
    order,
    world: `w${order}`,
    scores: Object.entries(scores).map(([entrant, score]) => ({ entrant, score })),
  }));
}

/** The fixture's matches, each so often in its world. */
function worldsOfDuels(times: number): MatchResult[] {
  const duels = fixture.worlds.flatMap((world, w) =>
    world.flatMap(([winner = '', loser = '']) => {
      const scores = [
        { entrant: winner, score: 1 },
        { entrant: loser, score: 0 },
      ];
      return Array.from({ length: times }, () => ({ world: `w${w}`, scores }));
    }),
  );
  return duels.map((match, order) => ({ ...match, order }));
}

describe('ratings of matches with many seats', () => {
  it('are those of the Python package openskill 6.2 (PlackettLuce, ties included)', () => {
    const found = skillRatings(matches({ a: 3, b: 2, c: 1 }, { a: 1, b: 3, c: 2 }, { a: 2, b: 2, c: 1 }));
    const reference = [
      { entrant: 'b', mu: 28.775742600239695, sigma: 7.806214173051105, ordinal: 5.357100081086379 },
      { entrant: 'a', mu: 24.43043439612783, sigma: 7.81238356390263, ordinal: 0.9932837044199374 },
      { entrant: 'c', mu: 21.673972274872618, sigma: 7.719374364572535, ordinal: -1.484150818844988 },
    ];
    for (const [i, one] of reference.entries()) {
      expect(found[i]?.entrant).toBe(one.entrant);
      expect(found[i]?.mu).toBeCloseTo(one.mu, 9);
      expect(found[i]?.sigma).toBeCloseTo(one.sigma, 9);
      expect(found[i]?.ordinal).toBeCloseTo(one.ordinal, 9);
    }
  });

  it('are to the last bit those of the npm package openskill 5.0.1 over 120 matches of up to 12 seats, ties among them', () => {
    const results = openskill.matches.map((scores, order) => ({
      order,
      world: `w${order}`,
      scores: scores.map(([entrant, score]) => ({ entrant: String(entrant), score: Number(score) })),
    }));
    const found = skillRatings(results).map(({ entrant, mu, sigma, ordinal }) => [entrant, { mu, sigma, ordinal }]);
    expect(Object.fromEntries(found)).toEqual(openskill.ratings);
    expect(found).toHaveLength(12);
  });

  it('do not depend on the order in which matches ended', () => {
    const results = matches({ a: 3, b: 2 }, { a: 1, b: 3 }, { b: 2, c: 1 }, { a: 2, c: 1 });
    expect(skillRatings(results.toReversed())).toEqual(skillRatings(results));
  });
});

describe('Bradley-Terry strengths', () => {
  const WINS = { 'a b': 7, 'b a': 3, 'a c': 9, 'c a': 1, 'b c': 6, 'c b': 4 };
  const duels = matches(
    ...Object.entries(WINS).flatMap(([pair, times]) => {
      const [winner = '', loser = ''] = pair.split(' ');
      return Array.from({ length: times }, () => ({ [winner]: 1, [loser]: 0 }));
    }),
  );

  it('are the maximum that SciPy’s BFGS finds of the same likelihood', () => {
    const found = Object.fromEntries(bradleyTerry(duels, 0).map(({ entrant, elo }) => [entrant, elo]));
    expect(found.a).toBeCloseTo(155.97194418517597, 4);
    expect(found.b).toBeCloseTo(-26.38438875038981, 4);
    expect(found.c).toBeCloseTo(-129.58755543478617, 4);
  });

  it('have intervals that hold them, and stay finite for who won everything', () => {
    for (const { elo, interval } of bradleyTerry(duels, 200)) {
      const [low, high] = interval ?? [0, 0];
      expect(low).toBeLessThanOrEqual(elo);
      expect(high).toBeGreaterThanOrEqual(elo);
    }
    const sweep = bradleyTerry(matches({ a: 1, b: 0 }, { a: 1, b: 0 }), 50);
    expect(sweep.map(({ entrant, wins }) => [entrant, wins])).toEqual([
      ['a', 1],
      ['b', 0],
    ]);
    expect(sweep.every(({ elo }) => Number.isFinite(elo))).toBe(true);
  });

  it('win on the whole as often as they are expected to, with the prior’s half win and half loss', () => {
    const games = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 2 })), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(games, (played) => {
        const results = matches(...played.filter(([a, b]) => a !== b).map(([a, b, score]) => ({ [`e${a}`]: score, [`e${b}`]: 1 })));
        const found = bradleyTerry(results, 0);
        const elo = new Map(found.map((one) => [one.entrant, one.elo]));
        // The scale has lost where the average entrant of the prior stands: it is where the sum of all conditions holds.
        const left = found.map(({ entrant }) => {
          const own = results.flatMap(({ scores }) => (scores.some((one) => one.entrant === entrant) ? [scores] : []));
          return own.reduce((sum, scores) => sum + surprise(scores, entrant, elo), 0);
        });
        const shift = centreOf(found.map((one) => one.elo));
        for (const [i, one] of found.entries()) expect(left[i]).toBeCloseTo(expectedOf(one.elo - shift) - 0.5, 5);
      }),
      { numRuns: 50 },
    );
  });

  it('have the interval over worlds that NumPy and SciPy find of the same matches (fixtures/bradley_terry_bootstrap.py)', () => {
    for (const { entrant, elo, interval } of bradleyTerry(worldsOfDuels(1), 4_000)) {
      const wanted = fixture.found[entrant as keyof typeof fixture.found];
      const [low = 0, high = 0] = wanted.interval;
      expect(elo).toBeCloseTo(wanted.elo, 2);
      expect(Math.abs((interval?.[0] ?? 0) - low)).toBeLessThan(0.06 * (high - low));
      expect(Math.abs((interval?.[1] ?? 0) - high)).toBeLessThan(0.06 * (high - low));
    }
  });

  it('are as unsure when each match is repeated within its world: worlds are drawn, not matches', () => {
    const widths = (results: MatchResult[]) =>
      new Map(bradleyTerry(results, 1_000).map(({ entrant, interval }) => [entrant, (interval?.[1] ?? 0) - (interval?.[0] ?? 0)]));
    const [once, often] = [widths(worldsOfDuels(1)), widths(worldsOfDuels(9))];
    const apart = widths(worldsOfDuels(9).map((match) => ({ ...match, world: `${match.world} ${match.order}` })));
    for (const name of ['a', 'b', 'c']) {
      // The prior weighs less among more matches, so that repeating them widens it a little.
      expect((often.get(name) ?? 0) / (once.get(name) ?? 1)).toBeGreaterThan(0.95);
      expect((apart.get(name) ?? 0) / (often.get(name) ?? 1)).toBeLessThan(0.6);
    }
  });

  it('are equal for entrants that only tie', () => {
    const [one, other] = bradleyTerry(matches({ a: 1, b: 1 }, { a: 0, b: 0 }), 0);
    expect(one?.elo).toBeCloseTo(other?.elo ?? 1, 9);
  });
});

function expectedOf(lead: number): number {
  return 1 / (1 + 10 ** (-lead / 400));
}

/** Won less expected. */
function surprise(scores: MatchResult['scores'], entrant: string, elo: ReadonlyMap<string, number>): number {
  const own = scores.find((one) => one.entrant === entrant);
  const other = scores.find((one) => one.entrant !== entrant);
  if (!own || !other) return 0;
  const won = own.score > other.score ? 1 : own.score === other.score ? 0.5 : 0;
  return won - expectedOf((elo.get(entrant) ?? 0) - (elo.get(other.entrant) ?? 0));
}

/** Where half wins and half losses against one who stands there come out even over all. */
function centreOf(elos: readonly number[]): number {
  let [low, high] = [-4_000, 4_000];
  for (let i = 0; i < 100; i += 1) {
    const middle = (low + high) / 2;
    const over = elos.reduce((sum, elo) => sum + expectedOf(elo - middle) - 0.5, 0);
    [low, high] = over > 0 ? [middle, high] : [low, middle];
  }
  return low;
}

describe('paired differences', () => {
  const VALUES = [0.3, -0.1, 0.25, 0.4, 0.05, -0.2, 0.35, 0.1];

  it('the sign-flip test is SciPy’s permutation_test(permutation_type="samples"), the sample size the normal formula', () => {
    expect(signFlipP(VALUES)).toBeCloseTo(0.1171875, 12);
    expect(moreNeeded(VALUES)).toBe(Math.ceil(10.025080545747947));
  });

  it('drawn signs come near the exact answer', () => {
    const many = [...VALUES, ...VALUES, 0.02];
    const exact = signFlipP(many.slice(0, 16)) ?? 0;
    const drawn = signFlipP([...many.slice(0, 16), 0]) ?? 1;
    expect(Math.abs(drawn - exact)).toBeLessThan(0.01);
  });

  it('Holm’s correction steps down, never falls, and leaves out what has no p', () => {
    expect(holm([0.01, 0.04, null, 0.03, 0.005])).toEqual([0.03, 0.06, null, 0.06, 0.02]);
    expect(holm([0.6, 0.7])).toEqual([1, 1]);
  });

  it('compares on worlds that both played, seats averaged, whatever order they come in', () => {
    const results: MatchResult[] = [
      {
        order: 0,
        world: 'x',
        scores: [
          { entrant: 'a', score: 2 },
          { entrant: 'b', score: 1 },
        ],
      },
      {
        order: 1,
        world: 'x',
        scores: [
          { entrant: 'a', score: 4 },
          { entrant: 'b', score: 1 },
        ],
      },
      {
        order: 2,
        world: 'y',
        scores: [
          { entrant: 'a', score: 1 },
          { entrant: 'b', score: 0 },
        ],
      },
      { order: 3, world: 'z', scores: [{ entrant: 'a', score: 9 }] },
    ];
    const [row] = pairedDifferences(results);
    expect(row).toMatchObject({ a: 'a', b: 'b', difference: 1.5, worlds: 2, p: 0.5, holm: 0.5 });
    expect(pairedDifferences(results.toReversed())).toEqual([row]);
  });

  it('under no difference the test is wrong about as often as it says', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0.1, max: 1, noNaN: true }), { minLength: 2, maxLength: 8 }), (sizes) => {
        const p = signFlipP(sizes) ?? 0;
        expect(p).toBeCloseTo(2 / 2 ** sizes.length, 12);
      }),
    );
  });
});

describe('empirical game theory', () => {
  const rps = {
    entrants: ['paper', 'rock', 'scissors'],
    payoffs: [
      [0, 1, -1],
      [-1, 0, 1],
      [1, -1, 0],
    ],
  };

  it('finds best responses, the cycle of rock, paper, scissors, and a pure equilibrium', () => {
    expect(bestResponses(rps)).toEqual({ paper: ['scissors'], rock: ['paper'], scissors: ['rock'] });
    expect(responseCycles(rps)).toEqual([['paper', 'scissors', 'rock']]);
    const dilemma = {
      entrants: ['cooperate', 'defect'],
      payoffs: [
        [3, 0],
        [5, 1],
      ],
    };
    expect(responseCycles(dilemma)).toEqual([['defect']]);
  });

  it('Nash averaging mixes a cycle evenly, shares one place among copies, and rates the dominated below 0', () => {
    const even = nashAverage(rps);
    for (const share of Object.values(even.mixture)) expect(share).toBeCloseTo(1 / 3, 6);
    const copied = {
      entrants: ['paper', 'paper2', 'rock', 'scissors'],
      payoffs: [
        [0, 0, 1, -1],
        [0, 0, 1, -1],
        [-1, -1, 0, 1],
        [1, 1, -1, 0],
      ],
    };
    const found = nashAverage(copied);
    expect((found.mixture.paper ?? 0) + (found.mixture.paper2 ?? 0)).toBeCloseTo(1 / 3, 2);
    expect(found.mixture.paper).toBeCloseTo(found.mixture.paper2 ?? 0, 9);
    expect(found.exploitability).toBeLessThan(0.01);
    const strong = nashAverage({
      entrants: ['best', 'worst'],
      payoffs: [
        [0, 1],
        [-1, 0],
      ],
    });
    expect(strong.mixture.best).toBeGreaterThan(0.99);
    expect(strong.rating.worst).toBeLessThan(-0.9);
  });

  it('where nobody meets itself, a leader of all is no cycle, and rock, paper, scissors is one', () => {
    const led = {
      entrants: ['a', 'b', 'c'],
      payoffs: [
        [null, 2, 3],
        [1, null, 2],
        [1, 1, null],
      ],
    };
    expect(leadMatrix(led).payoffs).toEqual([
      [0, 0.5, 1],
      [-0.5, 0, 0.5],
      [-1, -0.5, 0],
    ]);
    expect(bestResponses(leadMatrix(led))).toEqual({ a: ['a'], b: ['a'], c: ['a'] });
    expect(responseCycles(leadMatrix(led))).toEqual([['a']]);
    expect(nashAverage(led).mixture.a).toBeGreaterThan(0.99);
    const hollow = { ...rps, payoffs: rps.payoffs.map((row, i) => row.map((value, j) => (i === j ? null : value))) };
    expect(responseCycles(leadMatrix(hollow))).toEqual([['paper', 'scissors', 'rock']]);
  });

  it('copies that nobody leads over are each the best response to itself', () => {
    const even = {
      entrants: ['a', 'copy'],
      payoffs: [
        [null, 1],
        [1, null],
      ],
    };
    expect(responseCycles(leadMatrix(even))).toEqual([['a'], ['copy']]);
  });

  it('is over those of whom every two met: who met nobody is left out, and too few are none', () => {
    const names = ['a', 'b', 'c', 'd'];
    const met = (...pairs: string[]) => ({
      entrants: names,
      payoffs: names.map((row) => names.map((column) => (pairs.includes(row + column) || pairs.includes(column + row) ? 1 : null))),
    });
    expect(allMet(met('ab', 'ac', 'bc', 'ad', 'bd', 'cd'))).toEqual(names);
    expect(allMet(met('ab', 'ac', 'bc'))).toEqual(['a', 'b', 'c']);
    expect(allMet(met('ab', 'ac', 'bc', 'bd'))).toEqual(['a', 'b', 'c']);
    expect(allMet(met('ab', 'cd', 'ac'))).toEqual([]);
    expect(allMet(met())).toEqual([]);
    expect(allMet({ entrants: [], payoffs: [] })).toEqual([]);
  });
});
