import { describe, expect, it } from 'vitest';
import type { Table } from '../../shared/testing/table';
import { sees2, table2 } from '../testing/table';

/** A's job pays 100 for 8 hours. A brings 4 hours that alone would earn 30 (less 2 for energy), B 2 idle ones, C 2 that alone would earn 20 (less 1). */
function example() {
  return table2({
    labs: [
      {
        blocks: [{ block_id: 'b_0_0', start_round: 4, duration: 2, gpu_count: 2, energy_cost: 2 }],
        jobs: [
          { job_id: 'j_0_0', gpu_hours_required: 8, value: 100, deadline_round: 7 },
          { job_id: 'j_0_1', gpu_hours_required: 4, value: 32, deadline_round: 7 },
        ],
      },
      { blocks: [{ block_id: 'b_1_0', start_round: 4, duration: 2, gpu_count: 1, energy_cost: 1 }] },
      {
        blocks: [{ block_id: 'b_2_0', start_round: 4, duration: 2, gpu_count: 1, energy_cost: 1 }],
        jobs: [{ job_id: 'j_2_0', gpu_hours_required: 2, value: 21, deadline_round: 7 }],
      },
    ],
  });
}

const plan = { action_type: 'propose_plan', coalition_id: 'c_1', plan: [{ job_id: 'j_0_0', block_ids: ['b_0_0', 'b_1_0', 'b_2_0'] }] };

/** Round 2: all is pledged. `reserves` are stated. */
function pledged(reserves: Record<string, number> = {}, terms: object = {}): Table {
  const market = example();
  const own = { block_ids: ['b_0_0'], job_ids: ['j_0_0'], ...stated(reserves.lab_0) };
  market.play({ lab_0: { action_type: 'form_coalition', members: ['lab_1', 'lab_2'], ...own, ...terms } });
  market.play({
    lab_1: { action_type: 'join_coalition', coalition_id: 'c_1', block_ids: ['b_1_0'], ...stated(reserves.lab_1) },
    lab_2: { action_type: 'join_coalition', coalition_id: 'c_1', block_ids: ['b_2_0'], ...stated(reserves.lab_2) },
  });
  return market;
}

function stated(reserve: number | undefined): object {
  return reserve === undefined ? {} : { reserve };
}

function profits(market: Table): number[] {
  market.toEnd();
  return ['lab_0', 'lab_1', 'lab_2'].map((lab) => Math.round(market.budget(lab) * 100 - 10_000) / 100);
}

describe('what a plan costs is computed, never stated', () => {
  it.each([
    ['equal', [45.34, 15.33, 35.33]],
    ['shapley', [45.34, 15.33, 35.33]],
    ['contribution', [64.5, 5.75, 25.75]],
  ])('split %s pays everybody what the plan costs it, and its part of the surplus', (split, gains) => {
    const market = pledged({}, { split });
    expect(market.does('lab_0', plan)).toEqual(['plan_proposed']);
    market.play();
    expect(market.events.find((event) => event.type === 'plan_executed')).toMatchObject({
      total_cents: 9600,
      reserves_cents: 5000,
      costs: [
        { lab_id: 'lab_0', amount_cents: 3000 },
        { lab_id: 'lab_1', amount_cents: 0 },
        { lab_id: 'lab_2', amount_cents: 2000 },
      ],
    });
    expect(profits(market)).toEqual(gains);
  });

  it('gives a lab that asks for more than the plan costs it nothing more', () => {
    const plain = pledged();
    const greedy = pledged({ lab_2: 35 });
    for (const market of [plain, greedy]) {
      market.does('lab_0', plan);
      market.play();
    }
    expect(profits(greedy)).toEqual(profits(plain));
  });

  it('is refused where a lab would get less than it asks for at least', () => {
    const market = pledged({ lab_2: 35.34 });
    expect(market.does('lab_0', plan)).toEqual(['below_reserve']);
  });

  it('is refused where it makes less than it costs', () => {
    const market = table2({
      labs: [
        { blocks: [], jobs: [{ job_id: 'j_0_0', value: 20 }] },
        { blocks: [{ block_id: 'b_1_0', start_round: 4 }], jobs: [{ job_id: 'j_1_0', value: 50 }] },
      ],
    });
    market.play({ lab_0: { action_type: 'form_coalition', members: ['lab_1'], job_ids: ['j_0_0'] } });
    market.play({ lab_1: { action_type: 'join_coalition', coalition_id: 'c_1', block_ids: ['b_1_0'] } });
    const poor = { action_type: 'propose_plan', coalition_id: 'c_1', plan: [{ job_id: 'j_0_0', block_ids: ['b_1_0'] }] };
    expect(market.does('lab_0', poor)).toEqual(['below_cost']);
  });
});

describe('a plan is open for a round', () => {
  it('is seen with its costs and shares by those who take part, and carried out at the end of the next round', () => {
    const market = pledged();
    market.does('lab_0', plan);
    expect(market.status('b_1_0')).toBe('committed');
    expect(sees2(market, 'lab_2').active_coalitions[0]?.proposals).toMatchObject([
      {
        plan_id: 'c_1_plan_1',
        surplus: 46,
        costs: { lab_0: 30, lab_1: 0, lab_2: 20 },
        payouts: { lab_0: 45.33, lab_1: 15.33, lab_2: 35.33 },
      },
    ]);
    market.play();
    expect(market.status('b_1_0')).toBe('used');
    expect(market.coalition().proposals).toEqual([]);
  });

  it('falls by the veto of one who takes part', () => {
    const market = pledged();
    market.does('lab_0', plan);
    expect(market.does('lab_2', { action_type: 'veto_plan', coalition_id: 'c_1', plan_id: 'c_1_plan_1' })).toEqual(['plan_vetoed']);
    expect(market.status('b_2_0')).toBe('committed');
    expect(market.coalition().proposals).toEqual([]);
    expect(market.events.find((event) => event.type === 'plan_dropped')).toMatchObject({ plan_id: 'c_1_plan_1', why: 'vetoed' });
  });

  it('gives way to a plan of larger surplus, which is carried out in the same round', () => {
    const market = pledged();
    const small = { ...plan, plan: [{ job_id: 'j_0_1', block_ids: ['b_0_0'] }] };
    market.does('lab_0', { action_type: 'commit_to_coalition', coalition_id: 'c_1', job_ids: ['j_0_1'] });
    expect(market.does('lab_0', small)).toEqual(['plan_proposed']);
    expect(market.does('lab_1', plan)).toEqual(['plan_proposed']);
    expect(market.events.find((event) => event.type === 'plan_executed')).toMatchObject({ plan_id: 'c_1_plan_2', lab_id: 'lab_1' });
  });

  it('stays where a counter-plan is worth no more', () => {
    const market = pledged();
    market.does('lab_0', plan);
    expect(market.does('lab_1', plan)).toEqual(['smaller_surplus']);
  });

  it('lets nobody walk away with what it uses, but with everything else', () => {
    const market = pledged();
    market.does('lab_0', plan);
    const back = { action_type: 'withdraw_pledge', coalition_id: 'c_1' };
    expect(
      market.codes({ lab_0: { ...back, job_ids: ['j_0_0'] }, lab_1: { action_type: 'leave_coalition', coalition_id: 'c_1' } }),
    ).toEqual({
      lab_0: ['plan_open'],
      lab_1: ['coalition_left'],
    });
    expect(market.events.find((event) => event.type === 'coalition_left')).toMatchObject({ breach: true });
  });
});

describe('what is pledged at once needs no round', () => {
  /** As `pledged`, with these saying so. */
  function agreed(labs: readonly string[]): Table {
    const market = pledged();
    market.play(
      Object.fromEntries(
        labs.map((lab) => {
          const [block] = sees2(market, lab).owned_blocks;
          return [lab, { action_type: 'withdraw_pledge', coalition_id: 'c_1', block_ids: [block?.block_id] }];
        }),
      ),
    );
    const again = { action_type: 'commit_to_coalition', coalition_id: 'c_1', at_once: true };
    market.play(Object.fromEntries(labs.map((lab) => [lab, { ...again, block_ids: [`b_${lab.slice(4)}_0`] }])));
    return market;
  }

  it('where all whose things a plan uses have agreed to it', () => {
    const market = agreed(['lab_0', 'lab_1', 'lab_2']);
    market.does('lab_0', plan);
    expect(market.status('b_2_0')).toBe('used');
    expect(profits(market)).toEqual([45.34, 15.33, 35.33]);
  });

  it('and not where one of them has not', () => {
    const market = agreed(['lab_0', 'lab_1']);
    market.does('lab_0', plan);
    expect(market.status('b_2_0')).toBe('committed');
  });
});

describe('a lab may use alone what it has pledged', () => {
  const alone = { action_type: 'allocate_to_job', job_id: 'j_2_0', block_ids: ['b_2_0'] };

  it('and takes it out of its pledge by that', () => {
    const market = pledged();
    expect(market.does('lab_2', alone)).toEqual(['job_allocated']);
    expect(market.coalition().pledges.lab_2).toBeUndefined();
    expect(market.status('b_2_0')).toBe('used');
  });

  it('and what a plan used that was vetoed, in the same round', () => {
    const market = pledged();
    market.does('lab_0', plan);
    expect(market.codes({ lab_1: { action_type: 'veto_plan', coalition_id: 'c_1', plan_id: 'c_1_plan_1' }, lab_2: alone })).toEqual({
      lab_1: ['plan_vetoed'],
      lab_2: ['job_allocated'],
    });
  });

  it('but not what a plan uses that stays on the table', () => {
    const market = example();
    const first = { action_type: 'form_coalition', members: ['lab_1', 'lab_2'], block_ids: ['b_0_0'], job_ids: ['j_0_0'], plan: plan.plan };
    market.does('lab_0', first);
    expect(market.does('lab_0', { action_type: 'allocate_to_job', job_id: 'j_0_0', block_ids: ['b_0_0'] })).toEqual(['plan_open']);
  });
});

describe('a pledge lasts', () => {
  it('until it is withdrawn, and the bond is never touched', () => {
    const market = pledged();
    market.until(3);
    expect(market.status('b_1_0')).toBe('committed');
    expect(market.does('lab_1', { action_type: 'withdraw_pledge', coalition_id: 'c_1' })).toEqual(['pledge_withdrawn']);
    expect(market.status('b_1_0')).toBe('available');
    expect(profits(market)).toEqual([0, 0, 0]);
  });

  it('is added to', () => {
    const market = pledged();
    expect(market.does('lab_0', { action_type: 'commit_to_coalition', coalition_id: 'c_1', job_ids: ['j_0_1'] })).toEqual([
      'coalition_committed',
    ]);
    expect(market.coalition().pledges.lab_0).toMatchObject({ block_ids: ['b_0_0'], job_ids: ['j_0_0', 'j_0_1'] });
  });
});

describe('founding carries pledge and plan', () => {
  it('so that a venture executes as soon as those asked have joined with what it needs', () => {
    const market = example();
    const first = { action_type: 'form_coalition', members: ['lab_1', 'lab_2'], block_ids: ['b_0_0'], job_ids: ['j_0_0'], plan: plan.plan };
    expect(market.does('lab_0', first)).toEqual(['coalition_created']);
    expect(sees2(market, 'lab_1').active_coalitions[0]?.proposals).toMatchObject([
      { surplus: null, participants: ['lab_0', 'lab_1', 'lab_2'] },
    ]);
    const join = (id: string) => ({ action_type: 'join_coalition', coalition_id: 'c_1', block_ids: [id] });
    market.play({ lab_1: join('b_1_0'), lab_2: join('b_2_0') });
    expect(market.state.round_index).toBe(2);
    expect(market.status('b_2_0')).toBe('used');
    expect(profits(market)).toEqual([45.34, 15.33, 35.33]);
  });

  it('and names no job but the founder’s own, and no block of outsiders', () => {
    const form = (job_id: string, block_ids: string[]) => ({
      action_type: 'form_coalition',
      members: ['lab_1'],
      plan: [{ job_id, block_ids }],
    });
    expect(example().does('lab_0', form('j_2_0', ['b_1_0']), form('j_0_0', ['b_2_0']))).toEqual(['unknown_job', 'unowned_block']);
  });
});
