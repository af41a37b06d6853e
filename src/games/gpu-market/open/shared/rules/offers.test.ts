import { describe, expect, it } from 'vitest';
import { type Table, table } from '../testing/table';

/** Three labs with a block and a job each. lab_0 has a second block, which starts late. */
function market(): Table {
  return table({
    labs: [
      { budget: 100, blocks: [{ block_id: 'b_0_0' }, { block_id: 'b_0_1', start_round: 5 }], jobs: [{ job_id: 'j_0_0' }] },
      { budget: 50, blocks: [{ block_id: 'b_1_0' }], jobs: [{ job_id: 'j_1_0' }] },
      { budget: 30, blocks: [{ block_id: 'b_2_0' }], jobs: [{ job_id: 'j_2_0' }] },
    ],
  });
}

const offer = (fields: object) => ({ action_type: 'send_offer', ...fields });
const accept = (offer_id = 'o_1') => ({ action_type: 'accept_offer', offer_id });
const reject = (offer_id = 'o_1') => ({ action_type: 'reject_offer', offer_id });

describe('an offer', () => {
  it('is executed at once when it is accepted: money, blocks, marks and reputations', () => {
    const play = market();
    play.does('lab_0', offer({ target_lab_id: 'lab_1', block_ids: ['b_0_0'], requested_block_ids: ['b_1_0'], payment: 7.5 }), {
      action_type: 'reserve_capacity',
      block_ids: ['b_0_0'],
    });
    expect(play.status('b_0_0')).toBe('reserved');
    expect(play.does('lab_1', { ...accept(), message: 'Gladly.' })).toEqual(['offer_accepted']);
    expect([play.owner('b_0_0'), play.owner('b_1_0')]).toEqual(['lab_1', 'lab_0']);
    expect([play.budget('lab_0'), play.budget('lab_1')]).toEqual([92.5, 57.5]);
    expect(play.status('b_0_0')).toBe('available');
    expect(play.sees('lab_2').visible_labs.map((lab) => lab.reputation)).toEqual([0.52, 0.52]);
    expect(play.sees('lab_0').message_history.map((message) => message.message)).toEqual(['Gladly.']);
    expect(play.sees('lab_2').message_history).toEqual([]);
  });

  it('may ask for money, be a gift, and be open to all', () => {
    const play = market();
    play.does('lab_0', offer({ block_ids: ['b_0_0'], requested_payment: 20 }), offer({ target_lab_id: 'lab_2', payment: 3 }));
    expect(play.codes({ lab_1: accept('o_1'), lab_2: accept('o_2') })).toEqual({ lab_1: ['offer_accepted'], lab_2: ['offer_accepted'] });
    expect([play.budget('lab_0'), play.budget('lab_1'), play.budget('lab_2')]).toEqual([117, 30, 33]);
  });

  const refused: [string, object][] = [
    ['unknown_lab', { target_lab_id: 'lab_9', payment: 1 }],
    ['unknown_lab', { target_lab_id: 'operator', payment: 1 }],
    ['self_trade', { target_lab_id: 'lab_0', payment: 1 }],
    ['negative_payment', { target_lab_id: 'lab_1', payment: -1 }],
    ['negative_payment', { target_lab_id: 'lab_1', requested_payment: -0.5 }],
    ['budget_overspend', { target_lab_id: 'lab_1', payment: 100.01 }],
    ['unknown_block', { target_lab_id: 'lab_1', block_ids: ['b_9_9'] }],
    ['unowned_block', { target_lab_id: 'lab_1', block_ids: ['b_2_0'] }],
    ['unknown_block', { target_lab_id: 'lab_1', requested_block_ids: ['b_9_9'] }],
    ['target_does_not_own_block', { target_lab_id: 'lab_1', requested_block_ids: ['b_2_0'] }],
    ['empty_offer', { target_lab_id: 'lab_1' }],
    ['empty_offer', { target_lab_id: 'lab_1', payment: 0.004 }],
    ['open_request', { requested_block_ids: ['b_1_0'] }],
    ['bad_condition', { payment: 1, conditions: { must_not_resell: true } }],
    ['bad_condition', { block_ids: ['b_0_0'], conditions: { colour: 'red' } }],
    ['bad_condition', { block_ids: ['b_0_0'], conditions: { penalty: 5 } }],
    ['bad_condition', { block_ids: ['b_0_0'], conditions: { must_use_by_round: 0 } }],
    ['bad_condition', { block_ids: ['b_0_0'], conditions: { must_use_by_round: 8 } }],
    ['bad_condition', { block_ids: ['b_0_0'], conditions: { coalition_only: 'c_1' } }],
    ['malformed_action', { block_ids: ['b_0_0'], expires_in: 5 }],
    ['malformed_action', { block_ids: 'b_0_0' }],
    ['malformed_action', { block_ids: ['b_0_0'], message: 'x'.repeat(501) }],
  ];
  it.each(refused)('is refused with %s: %j', (code, fields) => {
    const play = market();
    const before = JSON.stringify({ ...play.state, round_index: 0, order_drawn: 0, labs: play.sees('lab_1').visible_labs });
    expect(play.does('lab_0', offer(fields))).toEqual([code]);
    expect(play.state.offers).toEqual({});
    expect(play.budget('lab_0')).toBe(100);
    expect(before).toContain('b_0_0');
  });

  it('stands from the next round through its last, and no longer', () => {
    const play = market();
    play.does(
      'lab_0',
      offer({ target_lab_id: 'lab_1', payment: 1, expires_in: 1 }),
      offer({ target_lab_id: 'lab_1', payment: 2, expires_in: 1 }),
    );
    expect(play.does('lab_1', accept('o_1'))).toEqual(['offer_accepted']);
    expect(play.does('lab_1', accept('o_2'))).toEqual(['inactive_offer']);
    expect(play.offer('o_2').status).toBe('expired');
  });

  it('cannot be accepted in the round in which it is sent', () => {
    const play = market();
    expect(play.codes({ lab_0: offer({ target_lab_id: 'lab_1', payment: 1 }), lab_1: accept('o_1') }).lab_1).toEqual(['unknown_offer']);
  });

  it('is unknown to whom it does not concern, and one’s own cannot be accepted', () => {
    const play = market();
    play.does('lab_0', offer({ target_lab_id: 'lab_1', payment: 1 }), offer({ block_ids: ['b_0_0'] }));
    const answers = play.codes({ lab_0: [accept('o_1'), accept('o_2')], lab_2: [accept('o_1'), reject('o_1'), reject('o_2')] });
    expect(answers).toEqual({
      lab_0: ['not_offer_recipient', 'not_offer_recipient'],
      lab_2: ['unknown_offer', 'unknown_offer', 'not_party'],
    });
    expect(play.sees('lab_2').active_offers.map((one) => one.offer_id)).toEqual(['o_2']);
  });

  it('holds nothing: short of money it goes on standing, a block that is gone makes it void', () => {
    const play = market();
    play.does(
      'lab_0',
      offer({ block_ids: ['b_0_1'], requested_payment: 40, expires_in: 4 }),
      offer({ block_ids: ['b_0_1'], requested_payment: 1 }),
    );
    expect(play.does('lab_2', accept('o_1'))).toEqual(['budget_overspend']);
    expect(play.offer('o_1').status).toBe('active');
    play.does('lab_2', accept('o_2'));
    expect(play.does('lab_1', accept('o_1'))).toEqual(['invalid_offered_block']);
    expect(play.offer('o_1').status).toBe('invalid');
    expect(play.budget('lab_1')).toBe(50);
  });

  it('is void too when the block that it asks for is gone', () => {
    const play = market();
    play.does('lab_0', offer({ target_lab_id: 'lab_1', requested_block_ids: ['b_1_0'], payment: 5 }));
    play.does('lab_1', { action_type: 'allocate_to_job', job_id: 'j_1_0', block_ids: ['b_1_0'] });
    expect(play.does('lab_1', accept('o_1'))).toEqual(['invalid_requested_block']);
  });

  it('cannot ask for a block that its owner has reserved, but may be met by one reserved since', () => {
    const play = market();
    play.does('lab_0', offer({ target_lab_id: 'lab_1', requested_block_ids: ['b_1_0'], payment: 5 }));
    play.does('lab_1', { action_type: 'reserve_capacity', block_ids: ['b_1_0'] });
    expect(play.does('lab_2', offer({ target_lab_id: 'lab_1', requested_block_ids: ['b_1_0'], payment: 5 }))).toEqual([
      'unavailable_block',
    ]);
    expect(play.sees('lab_2').public_market.blocks.find((block) => block.block_id === 'b_1_0')).not.toHaveProperty('reserved_by');
  });
});

describe('turning an offer down', () => {
  it('is the recipient’s to reject and the sender’s to withdraw', () => {
    const play = market();
    play.does('lab_0', offer({ target_lab_id: 'lab_1', payment: 1 }), offer({ target_lab_id: 'lab_1', payment: 2 }));
    expect(play.codes({ lab_0: reject('o_1'), lab_1: reject('o_2') })).toEqual({ lab_0: ['offer_withdrawn'], lab_1: ['offer_rejected'] });
    expect([play.offer('o_1').status, play.offer('o_2').status]).toEqual(['withdrawn', 'rejected']);
    expect(play.does('lab_1', reject('o_1'))).toEqual(['inactive_offer']);
  });

  it('by a counter ends it only if the counter stands, and an open one never', () => {
    const play = market();
    play.does(
      'lab_0',
      offer({ target_lab_id: 'lab_1', block_ids: ['b_0_0'], requested_payment: 40 }),
      offer({ block_ids: ['b_0_1'], expires_in: 4 }),
    );
    const counter = (fields: object) => ({ action_type: 'counter_offer', ...fields });
    expect(play.does('lab_1', counter({ offer_id: 'o_1', payment: 51 }))).toEqual(['budget_overspend']);
    expect(play.offer('o_1').status).toBe('active');
    const answers = play.does(
      'lab_1',
      counter({ offer_id: 'o_1', payment: 20, target_lab_id: 'lab_2' }),
      counter({ offer_id: 'o_2', payment: 5 }),
    );
    expect(answers).toEqual(['counter_offer_created', 'counter_offer_created']);
    expect([play.offer('o_1').status, play.offer('o_2').status]).toEqual(['rejected', 'active']);
    expect(play.offer('o_3')).toMatchObject({ from_lab_id: 'lab_1', to_lab_id: 'lab_0', linked_offer_id: 'o_1', payment_cents: 2000 });
    expect(play.does('lab_0', counter({ offer_id: 'o_2', payment: 5 }))).toEqual(['not_offer_recipient']);
  });
});

describe('conditions', () => {
  it('must_not_resell: the block cannot be passed on, but be used', () => {
    const play = market();
    play.does('lab_0', offer({ target_lab_id: 'lab_1', block_ids: ['b_0_0'], conditions: { must_not_resell: true } }));
    play.does('lab_1', accept());
    const answers = play.does('lab_1', offer({ block_ids: ['b_0_0'] }), {
      action_type: 'allocate_to_job',
      job_id: 'j_1_0',
      block_ids: ['b_0_0'],
    });
    expect(answers).toEqual(['resale_forbidden', 'job_allocated']);
    expect(play.sees('lab_2').public_market.blocks[0]?.conditions).toEqual([
      { must_not_resell: true, must_use_by_round: null, coalition_only: null },
    ]);
  });

  it.each([
    [true, 50, 100],
    [false, 46, 104],
  ])('must_use_by_round with a penalty: used %s, the recipient ends with %d', (used, recipient, sender) => {
    const play = market();
    play.does('lab_0', offer({ target_lab_id: 'lab_1', block_ids: ['b_0_1'], conditions: { must_use_by_round: 3, penalty: 4 } }));
    play.does('lab_1', accept());
    expect(play.budget('lab_1')).toBe(46);
    expect(play.sees('lab_1').controlled_lab_escrow).toBe(4);
    if (used) play.does('lab_1', { action_type: 'allocate_to_job', job_id: 'j_1_0', block_ids: ['b_0_1'] });
    play.until(4);
    expect([play.budget('lab_1'), play.budget('lab_0')]).toEqual([recipient, sender]);
  });

  it('the deposit must be there when the offer is accepted', () => {
    const play = market();
    play.does('lab_0', offer({ block_ids: ['b_0_1'], requested_payment: 28, conditions: { must_use_by_round: 3, penalty: 4 } }));
    expect(play.does('lab_2', accept())).toEqual(['budget_overspend']);
  });

  it('coalition_only: for its members, pledged and used in its plans alone, void when it ends', () => {
    const play = market();
    play.does('lab_0', { action_type: 'form_coalition', members: ['lab_1'] });
    play.does('lab_1', { action_type: 'join_coalition', coalition_id: 'c_1' });
    const bound = { block_ids: ['b_0_1'], conditions: { coalition_only: 'c_1' } };
    expect(
      play.does('lab_0', offer({ ...bound, target_lab_id: 'lab_2' }), offer({ ...bound, target_lab_id: 'lab_1' }), offer(bound)),
    ).toEqual(['bad_condition', 'offer_created', 'offer_created']);
    expect(play.does('lab_2', accept('o_2'))).toEqual(['condition_broken']);
    expect(play.does('lab_1', accept('o_1'), { action_type: 'allocate_to_job', job_id: 'j_1_0', block_ids: ['b_0_1'] })).toEqual([
      'offer_accepted',
      'condition_broken',
    ]);
    expect(play.does('lab_1', offer({ target_lab_id: 'lab_2', block_ids: ['b_0_1'] }))).toEqual(['condition_broken']);
  });
});
