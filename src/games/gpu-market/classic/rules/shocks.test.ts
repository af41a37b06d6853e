import { describe, expect, it } from 'vitest';
import type { ShockStruck } from '../../events';
import { type Market, market, named } from '../market-for-tests';

function shockOf(at: Market, round: number): { shock: ShockStruck | undefined; before: Market; after: Market } {
  let before = at;
  while (before.state.round_index < round - 1) before = before.next({ action_type: 'wait' });
  const played = before.play({ action_type: 'wait' });
  return { shock: named(played.events, 'shock_struck')[0], before, after: before.next({ action_type: 'wait' }) };
}

describe('shocks', () => {
  it('fail one live block in round 3 and clear its reservation', () => {
    const { shock, after } = shockOf(market(), 3);
    expect(shock).toMatchObject({ kind: 'capacity_failure', history: `round_3: block ${shock?.failed_block_id} failed` });
    const failed = after.state.blocks.find((block) => block.block_id === shock?.failed_block_id);
    expect(failed).toMatchObject({ status: 'failed', reserved_by: null });
    expect(after.state.blocks.filter((block) => block.status === 'failed')).toHaveLength(1);
  });

  it('raise the energy of live blocks by a quarter in round 6', () => {
    const { shock, before, after } = shockOf(market(), 6);
    expect(shock?.block_ids).toHaveLength(before.state.blocks.length - 1);
    for (const [i, block] of before.state.blocks.entries()) {
      const cost = after.state.blocks[i]?.energy_cost ?? 0;
      expect(Math.abs(cost - block.energy_cost * (block.status === 'failed' ? 1 : 1.25))).toBeLessThanOrEqual(0.005 + 1e-9);
    }
  });

  it('degrade reliability in round 8 of even seeds, not below one half', () => {
    const worn = market({ seed: 4 }).withBlock('b_0_0', { reliability: 0.55 });
    const { shock, after } = shockOf(worn, 8);
    expect(shock?.kind).toBe('reliability_degradation');
    expect(after.state.blocks[0]?.reliability).toBe(0.5);
  });

  it('bring every lab an urgent job in round 8 of odd seeds', () => {
    const { shock, after } = shockOf(market(), 8);
    expect(shock?.jobs_added.map(({ job }) => job.job_id)).toEqual(after.state.labs.map((_, i) => `j_${i}_surge_8`));
    expect(after.state.labs[2]?.jobs.at(-1)).toMatchObject({
      deadline_round: 9,
      partial_credit_allowed: true,
      private_notes: 'shock_demand_surge',
    });
  });

  it('spare easy markets, and strike medium ones once', () => {
    expect(market({ difficulty: 'easy' }).state.schedule).toEqual([]);
    expect(market({ difficulty: 'medium' }).state.schedule).toEqual([{ round_index: 3, kind: 'capacity_failure' }]);
  });
});
