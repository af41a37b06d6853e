import { describe, expect, it } from 'vitest';
import { view } from '../../v1/decide';
import { openMarket } from '../../v1/open';
import { observe } from '../observe';
import { type Table, table } from '../testing/table';

function market(): Table {
  return table({
    labs: [
      {
        blocks: [{ block_id: 'b_0_0', start_round: 3 }],
        jobs: [{ job_id: 'j_0_0' }, { job_id: 'j_0_1', partial_credit_allowed: true, deadline_round: 3 }],
      },
      {
        blocks: [
          { block_id: 'b_1_0', start_round: 3 },
          { block_id: 'b_1_1', start_round: 4 },
        ],
        jobs: [{ job_id: 'j_1_0' }],
      },
      { budget: 5, blocks: [{ block_id: 'b_2_0' }], jobs: [] },
      { blocks: [{ block_id: 'b_3_0' }], jobs: [] },
    ],
    shocks: [{ kind: 'capacity_failure', round_index: 4, block_id: 'b_1_1' }],
  });
}

const form = (fields: object = {}) => ({ action_type: 'form_coalition', members: ['lab_1', 'lab_3'], ...fields });
const join = (fields: object = {}) => ({ action_type: 'join_coalition', coalition_id: 'c_1', ...fields });
const commit = (fields: object = {}) => ({ action_type: 'commit_to_coalition', coalition_id: 'c_1', ...fields });
const leave = { action_type: 'leave_coalition', coalition_id: 'c_1' };

/** Round 2; lab_0 and lab_1 have been members since round 1. */
function joined(): Table {
  const play = market();
  play.does('lab_0', form());
  play.does('lab_1', join());
  return play;
}

it('a bond that is held is no loss: score, screen and seat have one figure for the profit', () => {
  const play = market();
  play.does('lab_0', form({ bond: 5 }));
  const { state } = play;
  const seen = view(state, { kind: 'all' }).labs.find((lab) => lab.lab_id === 'lab_0');
  const { controlled_lab_budget, controlled_lab_escrow, controlled_lab_start_budget } = observe(state, 'lab_0');
  expect(controlled_lab_escrow).toBe(5);
  expect(controlled_lab_budget + controlled_lab_escrow - controlled_lab_start_budget).toBe(0);
  expect(openMarket.standing?.(state).lab_0).toBe(0);
  expect(seen).toMatchObject({ profit: 0, escrow: 5 });
});

describe('founding and joining', () => {
  it('holds the founder’s bond at once and a joiner’s on joining; with two it is active', () => {
    const play = market();
    expect(play.does('lab_0', form())).toEqual(['coalition_created']);
    expect([play.coalition().status, play.budget('lab_0')]).toEqual(['forming', 90]);
    expect(play.does('lab_1', join())).toEqual(['coalition_joined']);
    expect([play.coalition().status, play.budget('lab_1')]).toEqual(['active', 90]);
    play.toEnd();
    expect([play.budget('lab_0'), play.budget('lab_1'), play.coalition().status]).toEqual([100, 100, 'ended']);
  });

  it('by target_lab_id alone invites that one', () => {
    const play = market();
    play.does('lab_0', { action_type: 'form_coalition', target_lab_id: 'lab_3' });
    expect(play.coalition().invited).toEqual(['lab_3']);
  });

  it.each([
    ['invalid_coalition_target', { members: [] }],
    ['invalid_coalition_target', { members: ['lab_0'] }],
    ['invalid_coalition_target', { members: ['lab_1', 'operator'] }],
    ['bad_split', { split: 'mine' }],
    ['bad_split', { owner_share: 1.2 }],
    ['malformed_action', { bond: 51 }],
  ])('is refused with %s: %j', (code, fields) => {
    const play = market();
    expect(play.does('lab_0', form(fields))).toEqual([code]);
    expect(play.state.coalitions).toEqual({});
  });

  it('needs the bond, at most 16 members, and a match that has coalitions', () => {
    expect(market().does('lab_2', form())).toEqual(['budget_overspend']);
    const many = table({ labs: Array.from({ length: 18 }, () => ({})) });
    const labs = (n: number) => Array.from({ length: n }, (_, i) => `lab_${i + 1}`);
    expect(many.does('lab_0', form({ members: labs(16) }), form({ members: labs(15) }))).toEqual(['coalition_size', 'coalition_created']);
    const without = market();
    without.state.config = { ...without.state.config, coalitions: false };
    expect(without.does('lab_0', form())).toEqual(['coalitions_disabled']);
  });

  it('is for those invited, once, while the invitation lasts', () => {
    const play = market();
    play.does('lab_0', form());
    expect(play.codes({ lab_0: join(), lab_1: [join(), join()], lab_2: join() })).toEqual({
      lab_0: ['already_member'],
      lab_1: ['coalition_joined', 'already_member'],
      lab_2: ['not_invited'],
    });
    play.until(3);
    expect(play.does('lab_3', join())).toEqual(['not_invited']);
    expect(play.does('lab_3', { ...join(), coalition_id: 'c_7' })).toEqual(['unknown_coalition']);
  });

  it('ends, bonds back, when nobody is left to join', () => {
    const play = market();
    play.does('lab_0', form());
    const decline = { action_type: 'decline_coalition', coalition_id: 'c_1' };
    expect(play.codes({ lab_1: decline, lab_3: decline })).toEqual({ lab_1: ['coalition_declined'], lab_3: ['coalition_declined'] });
    expect([play.coalition().status, play.budget('lab_0')]).toEqual(['ended', 100]);
    const ignored = market();
    ignored.does('lab_0', form());
    expect([ignored.until(2).coalition().status, ignored.until(3).coalition().status]).toEqual(['forming', 'ended']);
  });

  it('with a pledge is all or nothing', () => {
    const play = market();
    play.does('lab_0', form());
    expect(play.does('lab_1', join({ block_ids: ['b_1_0', 'b_0_0'] }))).toEqual(['unowned_block']);
    expect([play.budget('lab_1'), play.status('b_1_0')]).toEqual([100, 'available']);
    expect(play.does('lab_1', join({ block_ids: ['b_1_0'], job_ids: ['j_1_0'] }))).toEqual(['coalition_joined']);
    expect([play.status('b_1_0'), play.job('j_1_0').pledged_to]).toEqual(['committed', 'c_1']);
  });
});

describe('a pledge', () => {
  it.each([
    ['unknown_coalition', { coalition_id: 'c_8', block_ids: ['b_0_0'] }],
    ['empty_block_list', {}],
    ['unknown_block', { block_ids: ['b_8_8'] }],
    ['unowned_block', { block_ids: ['b_1_0'] }],
    ['duplicate_allocation', { block_ids: ['b_0_0', 'b_0_0'] }],
    ['unknown_job', { job_ids: ['j_1_0'] }],
    ['negative_reserve', { block_ids: ['b_0_0'], reserve: -1 }],
    ['bad_round', { block_ids: ['b_0_0'], until_round: 1 }],
    ['bad_round', { block_ids: ['b_0_0'], until_round: 6 }],
  ])('is refused with %s: %j', (code, fields) => {
    const play = joined();
    expect(play.does('lab_0', commit(fields))).toEqual([code]);
    expect(play.coalition().pledges).toEqual({});
  });

  it('is for members of an active coalition, one at a time', () => {
    const play = market();
    play.does('lab_0', form());
    expect(play.codes({ lab_0: commit({ block_ids: ['b_0_0'] }), lab_2: commit({ block_ids: ['b_2_0'] }) })).toEqual({
      lab_0: ['inactive_coalition'],
      lab_2: ['not_coalition_member'],
    });
    play.does('lab_1', join());
    expect(play.does('lab_0', commit({ block_ids: ['b_0_0'] }), commit({ job_ids: ['j_0_0'] }))).toEqual([
      'coalition_committed',
      'already_pledged',
    ]);
  });

  it('takes no job that has blocks already', () => {
    const play = joined();
    play.does('lab_0', { action_type: 'allocate_to_job', job_id: 'j_0_0', block_ids: ['b_0_0'] });
    expect(play.does('lab_0', commit({ job_ids: ['j_0_0'] }))).toEqual(['job_started']);
  });

  it('locks what it holds, shows it to members only, and lapses before own allocations of its last round', () => {
    const play = joined();
    play.does('lab_0', commit({ block_ids: ['b_0_0'], job_ids: ['j_0_0'], until_round: 3 }));
    expect(play.sees('lab_1').active_coalitions[0]?.pledges).toHaveProperty('lab_0');
    expect(play.sees('lab_3').active_coalitions[0]?.pledges).toBeNull();
    const own = { action_type: 'allocate_to_job', job_id: 'j_0_0', block_ids: ['b_0_0'] };
    expect(play.sees('lab_0').legal_actions).toContainEqual({
      action_type: 'allocate_to_job',
      jobs: expect.objectContaining({ j_0_0: ['b_0_0'] }) as unknown,
      plans: expect.anything() as unknown,
    });
    expect(play.does('lab_0', { action_type: 'send_offer', block_ids: ['b_0_0'] }, own)).toEqual(['pledged_block', 'job_allocated']);
    play.until(5);
    expect(play.job('j_0_0').completed).toBe(true);
  });

  it('keeps a block from its owner before that', () => {
    const play = joined();
    play.does('lab_0', commit({ block_ids: ['b_0_0'], job_ids: ['j_0_0'], until_round: 5 }));
    const own = (job_id: string) => ({ action_type: 'allocate_to_job', job_id, block_ids: ['b_0_0'] });
    expect(play.does('lab_0', own('j_0_1'), own('j_0_0'))).toEqual(['pledged_block', 'pledged_job']);
  });

  it('loses without fault what a shock takes, and ends when nothing is left', () => {
    const play = joined();
    play.does('lab_1', commit({ block_ids: ['b_1_1'], until_round: 5 }));
    play.until(4);
    expect([play.coalition().pledges, play.status('b_1_1'), play.budget('lab_1')]).toEqual([{}, 'failed', 90]);
    expect(play.coalition().members).toEqual(['lab_0', 'lab_1']);
  });
});

describe('leaving', () => {
  it('without a pledge gives the bond back, and below two members the coalition ends', () => {
    const play = joined();
    expect(play.does('lab_1', leave)).toEqual(['coalition_left']);
    expect([play.budget('lab_0'), play.budget('lab_1'), play.coalition().status]).toEqual([100, 100, 'ended']);
  });

  it.each([
    ['leaving', leave],
    ['releasing', { action_type: 'release_capacity', block_ids: ['b_0_0'] }],
  ])('%s with a pledge breaks it: the bond goes to the others in equal parts, the rest to the first', (_, action) => {
    const play = market();
    play.does('lab_0', form({ bond: 10.01 }));
    play.codes({ lab_1: join(), lab_3: join() });
    play.does('lab_0', commit({ block_ids: ['b_0_0'] }));
    play.does('lab_0', action);
    expect([play.budget('lab_0'), play.budget('lab_1'), play.budget('lab_3')]).toEqual([89.99, 95, 94.99]);
    expect(play.status('b_0_0')).toBe('available');
    expect([play.coalition().members.toSorted(), play.coalition().status]).toEqual([['lab_1', 'lab_3'], 'active']);
    expect(play.sees('lab_1').visible_labs[0]?.reputation).toBe(0.38);
  });
});
