import { describe, expect, it } from 'vitest';
import type { Explanation, ProfitEntry, RoundExplained, SeatExplained } from '../explain/explanation';
import { decided } from './decided';

function seat(name: string, entries: Partial<ProfitEntry>[], rounds: Partial<RoundExplained>[] = []): SeatExplained {
  return { seat: name, name, entries, rounds } as SeatExplained;
}

function explanation(seats: SeatExplained[], efficiency: number | null = 0.72): Explanation {
  return { rounds: 4, seats, plans: [], efficiency: { efficiency, optimum_cents: 123_400 } } as unknown as Explanation;
}

describe('what decided an open match', () => {
  it('is the three events that moved most, each once, in their order', () => {
    const seats = [
      seat('Lab A', [
        { seq: 9, cents: 9_200 },
        { seq: 4, cents: -2_700 },
        { seq: 12, cents: 100 },
      ]),
      seat('Lab B', [
        { seq: 4, cents: 2_700 },
        { seq: 30, cents: -5_000 },
      ]),
    ];
    expect(decided(explanation(seats))?.moments).toEqual([
      { seq: 4, text: null, note: 'Lab A −27 cr' },
      { seq: 9, text: null, note: 'Lab A +92 cr' },
      { seq: 30, text: null, note: 'Lab B −50 cr' },
    ]);
  });

  it('counts a deal by what it was worth, not by what was paid, and no bond that may come back', () => {
    const seats = [
      seat('Lab A', [
        { seq: 4, cents: -2_700 },
        { seq: 6, cents: -9_000, held: true },
        { seq: 9, cents: 9_200 },
      ]),
      seat('Lab B', [{ seq: 4, cents: 2_700 }]),
    ];
    const deals = [{ seq: 4, worth_cents: { 'Lab A': 2_900, 'Lab B': 1_100 } }];
    expect(decided({ ...explanation(seats), deals })?.moments).toEqual([
      { seq: 4, text: null, note: 'Worth +29 cr to Lab A, by its own plan' },
      { seq: 9, text: null, note: 'Lab A +92 cr' },
    ]);
  });

  it('counts what a job earned less what its lab paid to others of it', () => {
    const owner = seat('Lab A', [
      { seq: 9, cents: 25_000 },
      { seq: 9, cents: -18_000 },
      { seq: 5, cents: 9_000 },
    ]);
    expect(decided(explanation([owner]))?.moments).toEqual([
      { seq: 5, text: null, note: 'Lab A +90 cr' },
      { seq: 9, text: null, note: 'Lab A +70 cr' },
    ]);
  });

  it('names the best move that somebody missed, and links to its round', () => {
    const missed = (worth_cents: number) => ({ kind: 'accept' as const, worth_cents, text: `taking o_${worth_cents}` });
    const seats = [
      seat('Lab A', [], [{ seq: 3, missed: missed(80) }]),
      seat(
        'Lab B',
        [],
        [
          { seq: 7, missed: missed(900) },
          { seq: 8, missed: null },
        ],
      ),
    ];
    expect(decided(explanation(seats))?.missed).toMatchObject({ seq: 7, text: 'Lab B could have gained by taking o_900.' });
  });

  it('says how much of the best possible was reached, where there was something to earn', () => {
    expect(decided(explanation([]))?.reached).toEqual({ share: 0.72, text: 'of the best possible 1,234 cr, made by all labs together' });
    expect(decided(explanation([], null))?.reached).toBeNull();
    expect(decided(explanation([]))?.missed).toBeNull();
  });

  it('says the terms of a missed offer once', () => {
    const missed = { kind: 'accept' as const, worth_cents: 500, text: 'taking o_74: b_0_1 from Lab A for 15.1 cr' };
    const { text } = decided(explanation([seat('Lab C', [], [{ seq: 3, missed }])]))?.missed ?? {};
    expect(text).toBe('Lab C could have gained by taking b_0_1 from Lab A for 15.1 cr.');
  });
});
