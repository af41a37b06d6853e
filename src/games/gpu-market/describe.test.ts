import { describe, expect, it } from 'vitest';
import { classic } from './classic/classic';
import { credits, namesOf, describe as sentence } from './describe';
import type { MarketEvent, OfferAccepted } from './events';
import type { ToldEvent } from './told-events';

const NAMES = { lab_0: 'You', lab_1: 'Lab A', lab_2: 'Lab B' };

function told(event: MarketEvent | ToldEvent): string {
  return sentence(event, NAMES);
}

function deal(fields: Partial<OfferAccepted>, transfers: [string, string, string][]): OfferAccepted {
  return {
    type: 'offer_accepted',
    offer_id: 'o_1',
    from_lab_id: 'lab_0',
    to_lab_id: 'lab_2',
    payment: 0,
    transfers: transfers.map(([block_id, from_lab_id, to_lab_id]) => ({
      block_id,
      from_lab_id,
      to_lab_id,
      status: 'available',
      reserved_by: null,
    })),
    ...fields,
  };
}

describe('a deal', () => {
  const bought: [string, string, string][] = [['b_2_1', 'lab_2', 'lab_0']];
  const sold: [string, string, string][] = [['b_0_1', 'lab_0', 'lab_2']];

  it.each([
    [deal({ payment: 12.4 }, bought), 'Lab B sold b_2_1 to You for 12.4 cr.'],
    [deal({}, bought), 'Lab B gave b_2_1 to You.'],
    [deal({}, sold), 'You gave b_0_1 to Lab B.'],
    [deal({ payment: 4 }, sold), 'You gave b_0_1 and 4 cr to Lab B.'],
    [deal({ payment: 4 }, [...sold, ...bought]), "You swapped b_0_1 for Lab B's b_2_1 and paid 4 cr."],
    [deal({ payment: 4 }, []), 'You gave 4 cr to Lab B.'],
    [{ ...deal({}, bought), payment: null }, 'Lab B gave b_2_1 to You.'],
    [
      {
        ...deal({ from_lab_id: 'lab_1', to_lab_id: 'lab_0' }, [
          ['b_1_0', 'lab_1', 'lab_0'],
          ['b_0_0', 'lab_0', 'lab_1'],
        ]),
        payment: null,
      },
      'Lab A swapped b_1_0 for your b_0_0.',
    ],
  ] as [MarketEvent | ToldEvent, string][])('%# reads well', (event, words) => {
    expect(told(event)).toBe(words);
  });
});

describe('other events', () => {
  it('are told plainly', () => {
    const result = { ok: false, code: 'unknown_lab', message: 'There is no lab lab_9.' };
    expect(told({ type: 'action_taken', lab_id: 'lab_0', action: null, repeats: null })).toBe('You sent something that is not an action.');
    expect(told({ type: 'action_taken', lab_id: 'lab_0', action: { action_type: 'accept_offer', offer_id: 'o_3' }, repeats: 1 })).toBe(
      'You chose accept_offer (o_3).',
    );
    expect(told({ type: 'action_resolved', lab_id: 'lab_0', result })).toBe('Refused (unknown_lab): There is no lab lab_9.');
    expect(told({ type: 'block_marked', block_id: 'b_0_1', lab_id: 'lab_0', status: 'reserved', reserved_by: 'j_0_1' })).toBe(
      'You reserved b_0_1 for j_0_1.',
    );
    expect(told({ type: 'reputation_changed', lab_id: 'lab_0', reputation: 0.62, why: 'refused' })).toBe(
      'Your reputation is now 0.62, after a refused action.',
    );
    expect(told({ type: 'coalition_broken', coalition_id: 'c_1', lab_id: 'lab_0', block_id: 'b_0_1', status: 'breached' })).toBe(
      'You broke coalition c_1: committed block b_0_1 belongs to another lab.',
    );
    expect(
      told({ type: 'job_allocated', job_id: 'j_0_1', lab_id: 'lab_0', block_ids: ['b_0_1', 'b_0_2'], value: -3.5, completed: true }),
    ).toBe('You put b_0_1 and b_0_2 on j_0_1 and completed it, worth −3.5 cr.');
  });

  it('of a whole match name every lab', () => {
    const config = classic.parseConfig({ task_type: 'market_round', seed: 1 });
    if (!config.ok) throw new Error(config.why);
    const [opened, offer] = classic.open(config.value);
    if (opened?.type !== 'match_opened' || offer === undefined) throw new Error('no opening');
    expect(namesOf(opened)).toEqual(NAMES);
    expect(told(opened)).toBe('A market round opened: 3 labs, 5 rounds, seed 1.');
    expect(told(offer)).toMatch(/^Lab A offered You b_1_0 and \d\.\d+ cr for b_0_0 \(o_1\)\.$/);
  });
});

describe('credits', () => {
  it('have at most two places and a true minus', () => {
    expect([credits(12.4), credits(3), credits(73.52000000000001), credits(-0.5)]).toEqual(['12.4 cr', '3 cr', '73.52 cr', '−0.5 cr']);
  });
});
