import { describe, expect, it } from 'vitest';
import type { OpenObservation } from '../../shared/observation';
import { Appraiser } from '../../shared/plans/appraise';
import { table } from '../../shared/testing/table';
import { actionSentence, conditionWords, offerSentence } from './action-words';
import { explain } from './appraisal-words';
import { reachWords } from './forms/offer-form';
import { and, cr, labWord, plural, signedCr } from './words';

function market() {
  return table({
    labs: [
      {
        blocks: [{ block_id: 'b_0_0', start_round: 1, duration: 2, energy_cost: 1 }],
        jobs: [{ job_id: 'j_0_0', gpu_hours_required: 4, value: 50, deadline_round: 5 }],
      },
      { blocks: [{ block_id: 'b_1_0', start_round: 2, duration: 2, energy_cost: 2 }] },
    ],
  });
}

describe('amounts and names', () => {
  it('are told in whole cents, signed with a true minus', () => {
    expect(cr(12.4)).toBe('12.40 cr');
    expect(signedCr(12.4)).toBe('+12.40 cr');
    expect(signedCr(-3)).toBe('−3.00 cr');
    expect(signedCr(0.001)).toBe('±0.00 cr');
  });

  it('follow the market: lab_0 is Lab A, its own market the operator', () => {
    expect(['lab_0', 'lab_25', 'lab_26', 'operator'].map(labWord)).toEqual(['Lab A', 'Lab Z', 'Lab AA', 'the operator']);
    expect(and(['a', 'b', 'c'])).toBe('a, b and c');
    expect(plural(1, 'hour')).toBe('1 hour');
  });
});

describe('why a deal is worth what it is', () => {
  it('names the job that a block completes', () => {
    const appraisal = new Appraiser(market().sees('lab_0')).deal({ gets: ['b_1_0'], gives: [], money: -34.6 });
    expect(explain(appraisal, ['b_1_0'])).toEqual({
      figure: '+12.40 cr',
      tone: 'better',
      why: 'with b_1_0 job j_0_0 completes in time.',
    });
  });

  it('says when the plan does not care', () => {
    const appraiser = new Appraiser(market().sees('lab_1'));
    expect(explain(appraiser.deal({ gets: [], gives: ['b_1_0'], money: 9 }))).toMatchObject({
      figure: '+9.00 cr',
      why: 'Your own plan doesn’t need what you give.',
    });
    expect(explain(appraiser.deal({ gets: ['b_0_0'], gives: [], money: -9 }), ['b_0_0']).why).toBe('Your own plan has no use for b_0_0.');
    expect(explain(appraiser.deal({ gets: [], gives: [], money: 0 })).tone).toBe('same');
  });
});

describe('actions in sentences', () => {
  const play = market();
  play.play({
    lab_1: [
      {
        action_type: 'send_offer',
        target_lab_id: 'lab_0',
        block_ids: ['b_1_0'],
        requested_payment: 9.5,
        conditions: { must_use_by_round: 3, penalty: 2 },
      },
    ],
  });
  const seen: OpenObservation = play.sees('lab_0');

  it.each([
    [{ action_type: 'accept_offer', offer_id: 'o_1' }, 'Take b_1_0 from Lab B for 9.50 cr.'],
    [{ action_type: 'reject_offer', offer_id: 'o_1' }, 'Reject Lab B’s offer o_1.'],
    [{ action_type: 'counter_offer', offer_id: 'o_1', payment: 8, requested_block_ids: ['b_1_0'] }, 'Counter o_1: 8.00 cr for b_1_0.'],
    [{ action_type: 'send_offer', block_ids: ['b_0_0'], requested_payment: 12 }, 'Offer to all: b_0_0 for 12.00 cr.'],
    [{ action_type: 'allocate_to_job', job_id: 'j_0_0', block_ids: ['b_0_0'] }, 'Put b_0_0 to work for j_0_0.'],
    [
      { action_type: 'allocate_to_job', coalition_id: 'c_1', plan: [{ job_id: 'j_0_0', block_ids: ['b_0_0', 'b_1_0'] }] },
      'Joint plan of c_1: b_0_0 and b_1_0 for j_0_0.',
    ],
    [
      { action_type: 'form_coalition', members: ['lab_1'], split: 'contribution', owner_share: 0.6 },
      'Start a coalition with Lab B: split contribution (owners 60%), bond 10.00 cr.',
    ],
    [{ action_type: 'join_coalition', coalition_id: 'c_1' }, 'Join coalition c_1.'],
    [
      { action_type: 'commit_to_coalition', coalition_id: 'c_1', block_ids: ['b_0_0'], job_ids: ['j_0_0'], reserve: 3, until_round: 2 },
      'Pledge to coalition c_1: b_0_0 and j_0_0, for at least 3.00 cr, through round 2.',
    ],
    [{ action_type: 'send_message', target_lab_id: 'lab_1', message: 'Hello' }, 'Say to Lab B: “Hello”'],
  ] as const)('%j', (action, sentence) => {
    expect(actionSentence(structuredClone(action) as never, seen)).toBe(sentence);
  });

  it('and standing offers with what they bind to', () => {
    const [offer] = seen.active_offers;
    if (offer === undefined) throw new Error('no offer');
    expect(offerSentence(offer, seen)).toBe('Lab B offers you b_1_0 for 9.50 cr');
    expect(offerSentence(offer, play.sees('lab_1'))).toBe('You offer Lab A b_1_0 for 9.50 cr');
    expect(offerSentence({ ...offer, to_lab_id: null }, seen)).toBe('Lab B offers everyone b_1_0 for 9.50 cr');
    expect(conditionWords(offer.conditions)).toEqual(['To be put to work by round 3, or lose a deposit of 2.00 cr.']);
    expect(conditionWords(null)).toEqual([]);
  });
});

it('a form says who sees an offer: all labs, or one alone', () => {
  expect(reachWords('')).toMatch(/^Every lab sees this offer/);
  expect(reachWords('lab_1')).toBe('Private: only Lab B sees this offer. It can be accepted from the next round on.');
});
