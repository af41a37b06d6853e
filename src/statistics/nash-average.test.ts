import { describe, expect, it } from 'vitest';
import games from './fixtures/nash-average.json' with { type: 'json' };
import { nashAverage } from './nash-average';
import type { PayoffMatrix } from './payoff';

/** Payoffs with these leads; the diagonal is not known, as in a tournament. */
function gameOf(leads: readonly (readonly number[])[]): PayoffMatrix {
  return { entrants: leads.map((_, i) => `e${i}`), payoffs: leads.map((row, i) => row.map((lead, j) => (i === j ? null : lead))) };
}

describe('Nash averaging', () => {
  it.each(games)('finds the equilibrium of maximum entropy that SciPy finds (fixtures/nash_average.py), game %#', ({ leads, mixture }) => {
    const found = nashAverage(gameOf(leads));
    for (const [i, share] of mixture.entries()) expect(found.mixture[`e${i}`]).toBeCloseTo(share, 4);
    expect(found.exploitability).toBeLessThan(1e-5);
    for (const [i, share] of mixture.entries()) if (share > 0.001) expect(Math.abs(found.rating[`e${i}`] ?? 1)).toBeLessThan(1e-5);
  });

  it('gives who leads over everybody the whole mixture, be the lead over the next a thousandth of the largest', () => {
    const found = nashAverage(
      gameOf([
        [0, 0.001, 1],
        [-0.001, 0, 1],
        [-1, -1, 0],
      ]),
    );
    expect(found.mixture).toEqual({ e0: expect.closeTo(1, 6) as number, e1: expect.closeTo(0, 6) as number, e2: 0 });
    expect(found.rating).toMatchObject({ e1: expect.closeTo(-0.001, 6) as number, e2: expect.closeTo(-1, 6) as number });
  });

  it('does not depend on the unit of scores, and mixes evenly where nobody leads', () => {
    const leads = games[4]?.leads ?? [];
    const [one, other] = [1, 1e6].map((unit) => nashAverage(gameOf(leads.map((row) => row.map((lead) => unit * lead)))).mixture);
    for (const [name, share] of Object.entries(one ?? {})) expect(other?.[name]).toBeCloseTo(share, 6);
    expect(
      nashAverage(
        gameOf([
          [0, 0],
          [0, 0],
        ]),
      ).mixture,
    ).toEqual({ e0: 0.5, e1: 0.5 });
  });

  it('of 64 entrants is found', () => {
    const strength = Array.from({ length: 64 }, (_, i) => Math.sin(12.9898 * i));
    const leads = strength.map((a, i) => strength.map((b, j) => a - b + 0.8 * Math.sin(i - j)));
    expect(nashAverage(gameOf(leads)).exploitability).toBeLessThan(1e-4);
  });
});
