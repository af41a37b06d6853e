import { describe, expect, it } from 'vitest';
import { drawsOf } from '~/lib/random/draws';
import { type Market, market, named } from '../market-for-tests';

const GENEROUS = { action_type: 'send_offer', target_lab_id: 'lab_1', requested_block_ids: ['b_1_1'], payment: 20 };
const GREEDY = { action_type: 'send_offer', target_lab_id: 'lab_1', block_ids: ['b_0_0', 'b_0_1'], requested_block_ids: [] };

describe('a house lab', () => {
  it('accepts an offer whose value suffices, without a draw', () => {
    const after = odd().play(GENEROUS);
    expect(named(after.events, 'offer_accepted')).toHaveLength(1);
    expect(after.state.draws).toBe(odd().state.draws);
  });

  it('draws once for one that does not suffice', () => {
    const after = odd().play(GREEDY);
    const draws = drawsOf(after.state.seed, odd().state.draws);
    const lucky = draws.random() < 0.02;
    expect(named(after.events, 'offer_accepted')).toHaveLength(lucky ? 1 : 0);
    expect(after.state.draws).toBe(draws.drawn);
  });

  it('that is retaliatory rejects a lab of ill repute, others let the offer stand', () => {
    const infamous = odd().withLab(0, { reputation: 0.4 });
    const stands = infamous.play(GREEDY).state.offers.find((offer) => offer.from_lab_id === 'lab_0');
    expect(stands?.status).toBe('active');
    const rejected = infamous
      .withLab(1, { archetype: 'retaliatory' })
      .play(GREEDY)
      .state.offers.find((offer) => offer.from_lab_id === 'lab_0');
    expect(rejected?.status).toBe('rejected');
  });

  it('proposes on even rounds only, and nothing when it has no free block', () => {
    const proposals = (at: Market): number =>
      named(at.play({ action_type: 'wait' }).events, 'offer_made').filter((made) => made.offer.to_lab_id === 'lab_0').length;
    expect(proposals(odd())).toBe(0);
    const counts = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => proposals(market({ seed })));
    expect(Math.max(...counts)).toBeGreaterThan(0);
    for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
      let bare = market({ seed });
      for (const block of bare.state.blocks.filter((one) => one.owner_lab_id !== 'lab_0'))
        bare = bare.withBlock(block.block_id, { status: 'used' });
      expect(proposals(bare)).toBe(0);
    }
  });
});

/** Round 1: nobody proposes, so that only answers draw. */
function odd(): Market {
  return market().next({ action_type: 'wait' });
}
