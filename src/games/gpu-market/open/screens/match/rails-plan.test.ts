import { describe, expect, it } from 'vitest';
import type { Frame } from '~/live/protocol';
import type { WireCoalition } from '../../shared/observation';
import type { ToldOpenEvent } from '../../shared/told/told';
import { conditionWords, offerSentence } from './offer-words';
import { layPayouts, layRails, recentEvents, recentPlans } from './rails-plan';

const ROWS = ['lab_0', 'lab_1', 'lab_2'].map((labId, place) => ({ labId, top: place * 100, height: 100 }));

function coalition(part: Partial<WireCoalition>): WireCoalition {
  return {
    coalition_id: 'c_1',
    founder: 'lab_0',
    members: ['lab_0', 'lab_2'],
    split: 'equal',
    owner_share: 0.5,
    bond: 5,
    round_created: 0,
    status: 'active',
    message: null,
    invited: null,
    invited_through: 2,
    pledges: null,
    ...part,
  };
}

const settled = (job: string, payouts: { lab_id: string; amount_cents: number }[]): ToldOpenEvent => ({
  type: 'job_settled',
  lab_id: 'lab_0',
  job_id: job,
  round_index: 3,
  payouts,
});

describe('coalitions as rails', () => {
  it('stops at members, and at those asked where that may be known', () => {
    const [rail] = layRails(
      ROWS,
      [coalition({ invited: ['lab_0', 'lab_1'], pledges: { lab_2: { block_ids: [], jobs: [], reserve: 0, until_round: 3 } } })],
      60,
    );
    expect(rail?.stops.map(({ labId, kind, pledged, y }) => [labId, kind, pledged, y])).toEqual([
      ['lab_0', 'founder', false, 50],
      ['lab_1', 'invited', false, 150],
      ['lab_2', 'member', true, 250],
    ]);
    expect(layRails(ROWS, [coalition({})], 60)[0]?.stops).toHaveLength(2);
  });

  it('draws none that has ended, and several side by side within its column', () => {
    expect(layRails(ROWS, [coalition({ status: 'ended' })], 60)).toEqual([]);
    const many = layRails(
      ROWS,
      Array.from({ length: 9 }, (_, place) => coalition({ coalition_id: `c_${place}` })),
      60,
    );
    expect(new Set(many.map((rail) => rail.x)).size).toBe(9);
    expect(Math.max(...many.map((rail) => rail.x))).toBeLessThanOrEqual(52);
    expect(many.some(({ figured }) => figured)).toBe(false); // their figures would lie on one another
    expect(layRails(ROWS, [coalition({})], 60)[0]?.figured).toBe(true);
  });
});

describe('payouts along the split', () => {
  it('adds up what one lab paid another, and leaves out what a lab pays itself', () => {
    const events = [
      settled('j_0_0', [{ lab_id: 'lab_1', amount_cents: 250 }]),
      settled('j_0_1', [
        { lab_id: 'lab_1', amount_cents: 50 },
        { lab_id: 'lab_0', amount_cents: 9 },
      ]),
    ];
    expect(layPayouts(ROWS, events, 60).map(({ from, to, amount_cents }) => [from, to, amount_cents])).toEqual([['lab_0', 'lab_1', 300]]);
  });

  it('has one figure for each receiver, of all that it was paid', () => {
    const other = { ...settled('j_2_0', [{ lab_id: 'lab_1', amount_cents: 100 }]), lab_id: 'lab_2' };
    const payouts = layPayouts(ROWS, [settled('j_0_0', [{ lab_id: 'lab_1', amount_cents: 250 }]), other], 60);
    expect(payouts.map(({ from, figure_cents }) => [from, figure_cents])).toEqual([
      ['lab_0', null],
      ['lab_2', 350],
    ]);
  });

  it('knows the shares of a plan only where the viewer does', () => {
    const told: ToldOpenEvent = { type: 'plan_executed', coalition_id: 'c_1', lab_id: 'lab_0', participants: ['lab_0', 'lab_2'] };
    expect(recentPlans([told]).get('c_1')).toEqual({ participants: ['lab_0', 'lab_2'], shares: {} });
  });
});

it('what has just happened begins after the round before was closed', () => {
  const events = [
    settled('a', []),
    { type: 'round_closed', round_index: 2, order: [], silent: [] },
    settled('b', []),
    null,
    settled('c', []),
  ];
  const frames = events.map((event, place) => ({ seq: place + 1, event, patch: [] })) as Frame[];
  expect(recentEvents(frames, 5)).toEqual([settled('b', []), settled('c', [])]);
  expect(recentEvents(frames, 3)).toEqual([settled('b', [])]);
  expect(recentEvents(frames, 1)).toEqual([settled('a', [])]);
});

it('an offer is a sentence with its conditions', () => {
  const conditions = { must_not_resell: true, must_use_by_round: 4, coalition_only: null };
  const offer = {
    offer_id: 'o_1',
    from_lab_id: 'lab_1',
    to_lab_id: null,
    round_created: 0,
    expires_round: 2,
    offered_blocks: ['b_1_0'],
    requested_blocks: [],
    payment: 0,
    requested_payment: 12.5,
    message: '',
    conditions: { ...conditions, penalty: 5 },
    status: 'active' as const,
    linked_offer_id: null,
  };
  expect(offerSentence(offer)).toBe('Lab B offers everybody b_1_0 for 12.5 cr, not to be resold and to be used by round 4 (else 5 cr)');
  expect(offerSentence({ ...offer, from_lab_id: 'operator', to_lab_id: 'lab_0', conditions: null })).toBe(
    'The operator offers Lab A b_1_0 for 12.5 cr',
  );
  expect(conditionWords({ ...conditions, must_not_resell: false, must_use_by_round: null, coalition_only: 'c_2' })).toEqual([
    'only for coalition c_2',
  ]);
});
