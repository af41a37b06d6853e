import { describe, expect, it } from 'vitest';
import { type Market, market, named } from '../market-for-tests';

const FORM = { action_type: 'form_coalition', target_lab_id: 'lab_1' };

function committed(): Market {
  return market()
    .next(FORM)
    .next({ action_type: 'commit_to_coalition', coalition_id: 'c_1', block_ids: ['b_0_1'] });
}

describe('forming a coalition', () => {
  it('joins lab_0 and the target to the end, with the mean of their reputations as trust', () => {
    const at = market().withLab(1, { reputation: 0.35 });
    const after = at.play({ ...FORM, message: '' });
    expect(after.code).toBe('coalition_created');
    expect(after.state.coalitions[0]).toEqual({
      coalition_id: 'c_1',
      members: ['lab_0', 'lab_1'],
      purpose: 'shared_capacity',
      commitments: {},
      trust_score: 0.5,
      round_created: 0,
      expires_round: 9,
      breach_status: 'none',
    });
    expect(after.state.last_step?.breakdown.coalition_reliability_score).toBe(0.8);
  });

  it.each([{}, { target_lab_id: 'lab_0' }, { target_lab_id: 'lab_9' }, { target_lab_id: '' }])('needs another lab: %j', (fields) => {
    expect(market().play({ action_type: 'form_coalition', ...fields }).code).toBe('invalid_coalition_target');
  });

  it('is disabled on easy, whatever the task', () => {
    expect(market({ difficulty: 'easy' }).play({ action_type: 'form_coalition', target_lab_id: 'lab_9' }).code).toBe('coalitions_disabled');
    expect(market({ task_type: 'single_trade', difficulty: 'medium' }).play(FORM).code).toBe('coalition_created');
  });
});

describe('committing', () => {
  it('replaces the list, and takes used blocks too', () => {
    const at = committed().withBlock('b_0_2', { status: 'used', allocated_to_job_id: 'j_0_0', reserved_by: 'x' });
    const after = at.play({ action_type: 'commit_to_coalition', coalition_id: 'c_1', block_ids: ['b_0_2'] });
    expect(after.code).toBe('coalition_committed');
    expect(after.state.coalitions[0]?.commitments).toEqual({ lab_0: ['b_0_2'] });
    expect(after.state.blocks[2]).toMatchObject({ status: 'committed', allocated_to_job_id: 'j_0_0', reserved_by: 'x' });
  });

  it('keeps blocks before the failing one, but not the list', () => {
    const at = market().next(FORM).withBlock('b_0_1', { status: 'failed' });
    const after = at.play({ action_type: 'commit_to_coalition', coalition_id: 'c_1', block_ids: ['b_0_0', 'b_0_1'] });
    expect([after.code, after.state.blocks[0]?.status]).toEqual(['failed_block', 'committed']);
    expect(after.state.coalitions[0]?.commitments).toEqual({});
  });

  it.each([
    ['unknown_coalition', { coalition_id: 'c_9' }],
    ['unknown_coalition', {}],
    ['unowned_block', { coalition_id: 'c_1', block_ids: ['b_1_0'] }],
    ['unowned_block', { coalition_id: 'c_1', block_ids: ['nothing'] }],
    ['coalition_committed', { coalition_id: 'c_1' }],
  ])('answers %s to %j', (code, fields) => {
    expect(
      market()
        .next(FORM)
        .play({ action_type: 'commit_to_coalition', ...fields }).code,
    ).toBe(code);
  });

  it('is for members', () => {
    const at = market().next(FORM);
    const [own] = at.state.coalitions;
    if (own === undefined) throw new Error('no coalition');
    const others = at.withCoalition({ ...own, coalition_id: 'c_2', members: ['lab_1', 'lab_2'] });
    expect(others.play({ action_type: 'commit_to_coalition', coalition_id: 'c_2' }).code).toBe('not_coalition_member');
  });
});

describe('a committed block', () => {
  it('that belongs to another lab is a breach: -.12 reputation for each, and a penalty in every step', () => {
    const at = committed();
    const before = at.state.labs[0]?.reputation ?? 0;
    const after = at.withBlock('b_0_1', { owner_lab_id: 'lab_2' }).play({ action_type: 'wait' });
    expect(named(after.events, 'coalition_broken')[0]).toMatchObject({ status: 'breached', lab_id: 'lab_0', block_id: 'b_0_1' });
    expect(after.state.labs[0]?.reputation).toBeCloseTo(before - 0.12, 9);
    expect(after.state.last_step?.breakdown.breach_penalty).toBe(0);
  });

  it('that failed excuses', () => {
    const after = committed().withBlock('b_0_1', { status: 'failed', owner_lab_id: 'lab_2' }).play({ action_type: 'wait' });
    expect(after.state.coalitions[0]?.breach_status).toBe('excused');
    expect(named(after.events, 'reputation_changed')).toEqual([]);
  });

  it('is looked at once more only while the coalition stands', () => {
    const broken = committed().withBlock('b_0_1', { owner_lab_id: 'lab_2' }).next({ action_type: 'wait' });
    const after = broken.play({ action_type: 'wait' });
    expect(named(after.events, 'coalition_broken')).toEqual([]);
    expect(after.state.last_step?.breakdown).toMatchObject({ breach_penalty: -0.2, normalized_reward: -0.2 });
  });
});
