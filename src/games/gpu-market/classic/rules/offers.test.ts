import { describe, expect, it } from 'vitest';
import { decide } from '../decide';
import { type Market, market, named } from '../market-for-tests';

describe('sending an offer', () => {
  it('creates it, keeps payment to the cent and its conditions, and speaks to the target', () => {
    const after = market().play({
      action_type: 'send_offer',
      target_lab_id: 'lab_1',
      block_ids: ['b_0_0'],
      requested_block_ids: ['b_1_1'],
      payment: 2.675,
      message: 'please',
      conditions: { must_not_resell: true },
    });
    expect(after.code).toBe('offer_created');
    expect(named(after.events, 'offer_made')[0]?.offer).toMatchObject({
      offer_id: 'o_5',
      from_lab_id: 'lab_0',
      to_lab_id: 'lab_1',
      payment: 2.67,
      expires_round: 2,
      conditions: { must_not_resell: true },
      linked_offer_id: null,
      message: 'please',
    });
    expect(named(after.events, 'message_posted')[0]?.message).toMatchObject({ to_lab_id: 'lab_1', message: 'please', signal: 'fairness' });
  });

  it.each([
    ['unknown_lab', {}],
    ['unknown_lab', { target_lab_id: 'lab_9' }],
    ['self_trade', { target_lab_id: 'lab_0' }],
    ['negative_payment', { target_lab_id: 'lab_1', payment: -0.001 }],
    ['negative_payment', { target_lab_id: 'lab_1', payment: '-inf' }],
    ['budget_overspend', { target_lab_id: 'lab_1', payment: 'inf' }],
    ['budget_overspend', { target_lab_id: 'lab_1', payment: 130.01 }],
    ['unknown_block', { target_lab_id: 'lab_1', block_ids: ['b_0_9'] }],
    ['unknown_block', { target_lab_id: 'lab_1', block_ids: [''] }],
    ['unowned_block', { target_lab_id: 'lab_1', block_ids: ['b_1_0'] }],
    ['unknown_block', { target_lab_id: 'lab_1', requested_block_ids: ['nothing'] }],
    ['target_does_not_own_block', { target_lab_id: 'lab_1', requested_block_ids: ['b_2_0'] }],
    ['unknown_lab', { target_lab_id: 'lab_9', payment: -1 }],
  ])('is refused: %s %j', (code, fields) => {
    const after = market().play({ action_type: 'send_offer', ...fields });
    expect(after.code).toBe(code);
    expect(named(after.events, 'offer_made').filter((made) => made.offer.from_lab_id === 'lab_0')).toEqual([]);
  });

  it('of a block that is used or failed is refused', () => {
    const after = market()
      .withBlock('b_0_0', { status: 'failed' })
      .play({ action_type: 'send_offer', target_lab_id: 'lab_1', block_ids: ['b_0_0'] });
    expect(after.code).toBe('unavailable_block');
  });

  it('may spend the whole budget, and may ask for nothing', () => {
    const at = market();
    const budget = at.state.labs[0]?.budget ?? 0;
    expect(at.play({ action_type: 'send_offer', target_lab_id: 'lab_1', payment: budget }).code).toBe('offer_created');
  });
});

describe('accepting an offer', () => {
  it('moves payment and blocks, at the end of the new owner’s list, free of marks', () => {
    const at = market().withBlock('b_0_0', { status: 'committed', reserved_by: 'j_0_0' });
    const offer = at.state.offers[0];
    const after = at.play({ action_type: 'accept_offer', offer_id: 'o_1' });
    expect(after.code).toBe('offer_accepted');
    expect(after.state.labs[0]?.block_ids).toEqual(['b_0_1', 'b_0_2', 'b_0_3', 'b_1_0']);
    expect(after.state.labs[1]?.block_ids).toEqual(['b_1_1', 'b_1_2', 'b_1_3', 'b_0_0']);
    expect(after.state.blocks[0]).toMatchObject({ owner_lab_id: 'lab_1', status: 'available', reserved_by: null });
    const before = at.state.labs[0]?.budget ?? 0;
    expect(after.state.labs[0]?.budget).toBe(before + (offer?.payment ?? 0));
    expect(after.state.labs[0]?.reputation).toBe(0.67);
  });

  it.each([
    ['unknown_offer', {}],
    ['unknown_offer', { offer_id: 'o_99' }],
    ['unknown_offer', { offer_id: '' }],
    ['unknown_offer', { offer_id: 'o_01' }],
  ])('is refused: %s %j', (code, fields) => {
    expect(market().play({ action_type: 'accept_offer', ...fields }).code).toBe(code);
  });

  it('is for its recipient', () => {
    const at = market().next({ action_type: 'send_offer', target_lab_id: 'lab_2', block_ids: ['b_0_0', 'b_0_1', 'b_0_2', 'b_0_3'] });
    const own = at.state.offers.find((offer) => offer.from_lab_id === 'lab_0');
    expect(own?.status).toBe('active');
    expect(at.play({ action_type: 'accept_offer', offer_id: own?.offer_id ?? '' }).code).toBe('not_offer_recipient');
  });

  it('voids an offer whose block is gone, and one that its sender cannot pay', () => {
    const gone = market().withBlock('b_1_0', { status: 'used' }).play({ action_type: 'accept_offer', offer_id: 'o_1' });
    expect([gone.code, gone.state.offers[0]?.status]).toEqual(['invalid_offered_block', 'invalid']);
    const asked = market().withBlock('b_0_0', { status: 'failed' }).play({ action_type: 'accept_offer', offer_id: 'o_1' });
    expect([asked.code, asked.state.offers[0]?.status]).toEqual(['invalid_requested_block', 'invalid']);
    const poor = market().withLab(1, { budget: 0.5 }).play({ action_type: 'accept_offer', offer_id: 'o_1' });
    expect([poor.code, poor.state.offers[0]?.status]).toEqual(['budget_overspend', 'invalid']);
  });

  it('comes too late once the offer has lapsed', () => {
    const late = waited(3).play({ action_type: 'accept_offer', offer_id: 'o_1' });
    expect([late.code, late.state.offers[0]?.status]).toEqual(['inactive_offer', 'expired']);
    expect(waited(2).play({ action_type: 'accept_offer', offer_id: 'o_1' }).code).toBe('offer_accepted');
  });
});

describe('countering an offer', () => {
  it('rejects it and makes its sender another, whatever target is named', () => {
    const after = market().play({
      action_type: 'counter_offer',
      offer_id: 'o_2',
      target_lab_id: 'lab_1',
      requested_block_ids: ['b_2_0'],
      payment: 5,
    });
    expect(after.code).toBe('counter_offer_created');
    expect(after.state.offers[1]?.status).toBe('rejected');
    expect(named(after.events, 'offer_made')[0]?.offer).toMatchObject({ to_lab_id: 'lab_2', linked_offer_id: 'o_2', payment: 5 });
  });

  it('rejects it even if the counter-offer fails', () => {
    const after = market().play({ action_type: 'counter_offer', offer_id: 'o_2', payment: -1 });
    expect([after.code, after.state.offers[1]?.status]).toEqual(['negative_payment', 'rejected']);
  });

  it('needs an active offer', () => {
    expect(market().play({ action_type: 'counter_offer', payment: -1 }).code).toBe('inactive_offer');
  });
});

describe('rejecting an offer', () => {
  it('is for any active offer, once', () => {
    const at = market().next({ action_type: 'reject_offer', offer_id: 'o_3' });
    expect(at.state.offers[2]?.status).toBe('rejected');
    expect(at.play({ action_type: 'reject_offer', offer_id: 'o_3' }).code).toBe('inactive_offer');
    expect(at.play({ action_type: 'reject_offer' }).code).toBe('unknown_offer');
  });
});

describe('an offer that names a block twice', () => {
  it('moves it once', () => {
    const at = market().withOffer(0, { offered_blocks: ['b_1_0', 'b_1_0'] });
    const after = at.play({ action_type: 'accept_offer', offer_id: 'o_1' });
    expect(after.code).toBe('offer_accepted');
    expect(after.state.labs.flatMap((lab) => lab.block_ids).toSorted()).toEqual(at.state.blocks.map((block) => block.block_id));
  });
});

describe('deciding', () => {
  it('leaves the state as it was', () => {
    const { state } = market();
    const before = JSON.stringify(state);
    decide(state, { action_type: 'accept_offer', offer_id: 'o_1' });
    expect(JSON.stringify(state)).toBe(before);
  });
});

function waited(rounds: number): Market {
  let at = market();
  for (let i = 0; i < rounds; i++) at = at.next({ action_type: 'wait' });
  return at;
}
