import { describe, expect, it } from 'vitest';
import type { OpenEvent } from '../shared/events';
import { rewardsOf } from '../shared/rewards';
import { openMarket2 } from '../v2/open';
import { venturePlannerTurn2 } from '../v2/players/venture';
import { type Player2, playMatch2 } from '../v2/testing/play';
import { table2 } from '../v2/testing/table';
import { trial2 } from '../v2/trial';
import { plansOf } from './plans';
import { entriesOf, sumByPart } from './profit';
import { spokenOf } from './spoken';

function played(seed: number, player: Player2): ReturnType<typeof playMatch2> {
  const config = openMarket2.parseConfig({ task_type: 'coalition_market', labs: 4, rounds: 8, seed, judge_mode: 'rule' });
  if (!config.ok) throw new Error(config.why);
  return playMatch2(config.value, () => player);
}

const byChance: Player2 = (seen, chance) => trial2.play(seen, chance);

describe('the accounts of a match of version 2', () => {
  it('add up to the cent, promises that were kept and broken among them', { timeout: 300_000 }, () => {
    const ends = new Set<string>();
    for (const { events, state } of [1, 2, 3, 4, 5, 6].map((seed) => played(seed, byChance))) {
      for (const event of events) if (event.type === 'promise_ended') ends.add(event.why);
      for (const [seat, entries] of Object.entries(entriesOf(events))) {
        const lab = state.labs[seat];
        const sum = Object.values(sumByPart(entries)).reduce((all, one) => all + one, 0);
        expect([seat, sum]).toEqual([seat, (lab?.budget_cents ?? 0) - (lab?.start_cents ?? 0)]);
        const columns = rewardsOf(events, seat).flatMap((round) => Object.values(round.columns));
        const total = rewardsOf(events, seat).reduce((all, round) => all + round.total, 0);
        expect(columns.reduce((all, one) => all + one, 0)).toBeCloseTo(total, 6);
      }
    }
    expect([...ends]).toEqual(expect.arrayContaining(['broken', 'lapsed', 'declined']));
  });

  it('say of a joint plan what it cost each, and what each added beyond that', () => {
    const plans = [1, 2].flatMap((seed) => plansOf(played(seed, (seen) => venturePlannerTurn2(seen)).events));
    expect(plans.length).toBeGreaterThan(0);
    for (const { members, total_cents, reserves_cents } of plans) {
      expect(members.reduce((sum, one) => sum + one.reserve_cents, 0)).toBe(reserves_cents);
      expect(members.reduce((sum, one) => sum + one.signed_cents, 0)).toBe(total_cents);
      expect(members.reduce((sum, one) => sum + one.shapley_cents, 0)).toBeCloseTo(total_cents, 3);
    }
  });
});

describe('what was said and held', () => {
  function told(events: readonly OpenEvent[]): string[] {
    return spokenOf(events).map(({ text }) => text);
  }

  const market = () =>
    table2({
      labs: [{ jobs: [{ job_id: 'j_0_0', value: 40, gpu_hours_required: 1 }] }, { blocks: [{ block_id: 'b_1_0', start_round: 3 }] }],
      rounds: 6,
    });

  it('who promised, who relied on it, and what that paid', () => {
    const one = market();
    one.does('lab_1', { action_type: 'make_promise', target_lab_id: 'lab_0', block_ids: ['b_1_0'], requested_payment: 12, until_round: 3 });
    one.does('lab_0', { action_type: 'take_promise', promise_id: 'h_1' });
    one.does('lab_0', { action_type: 'allocate_to_job', job_id: 'j_0_0', block_ids: ['b_1_0'] });
    one.toEnd();
    expect(told(one.events)).toEqual([
      'Lab B promised Lab A to hold b_1_0 until round 3, at 12 cr. Lab A bought them in round 1 for j_0_0, which paid 40 cr.',
    ]);
  });

  it('who broke a word, and what the other got', () => {
    const one = market();
    one.does('lab_1', { action_type: 'make_promise', target_lab_id: 'lab_0', block_ids: ['b_1_0'], requested_payment: 12, until_round: 4 });
    one.does('lab_1', { action_type: 'release_capacity', block_ids: ['b_1_0'] });
    one.toEnd();
    expect(told(one.events)).toEqual([
      'Lab B promised Lab A to hold b_1_0 until round 4, at 12 cr. Lab B broke the promise; Lab A got the bond of 10 cr.',
    ]);
  });

  it('whose want was filled by whom', () => {
    const one = market();
    one.does('lab_0', { action_type: 'post_want', hours: 1, payment: 9 });
    one.does('lab_1', { action_type: 'fill_want', want_id: 'w_1', block_ids: ['b_1_0'] });
    one.toEnd();
    expect(told(one.events)).toEqual(['Lab A asked all labs for 1 GPU-hours for 9 cr; Lab B filled it with b_1_0.']);
  });
});
