import { describe, expect, it } from 'vitest';
import { type Table, table } from '../shared/testing/table';
import { decide } from '../v1/decide';
import { openMarket } from '../v1/open';
import { roundsOf } from './accounts';
import { dealsOf } from './deals';
import type { RoundExplained } from './explanation';

function round(market: Table, seat: string, index: number): RoundExplained {
  const line = roundsOf(market.events)[seat]?.find((one) => one.round_index === index);
  if (line === undefined) throw new Error(`no round ${index} of ${seat}`);
  return line;
}

/** lab_0 sells a block of four hours, lab_1 has a job for it that pays 50. */
function market(): Table {
  return table({
    labs: [
      { blocks: [{ block_id: 'b_0_0', gpu_count: 2, start_round: 3 }] },
      { jobs: [{ job_id: 'j_1_0', gpu_hours_required: 4, value: 50 }] },
    ],
  });
}

describe('the best move that was missed', () => {
  it('is an offer that would have paid by the seat’s own plan, named with its worth', () => {
    const play = market();
    play.does('lab_0', { action_type: 'send_offer', block_ids: ['b_0_0'], requested_payment: 12 });
    play.toEnd();
    const line = round(play, 'lab_1', 1);
    expect(line.missed).toEqual({ kind: 'accept', worth_cents: 3700, text: 'taking o_1: b_0_0 from Lab A for 12 cr' });
    expect(line.planner).toEqual({ actions: ['take b_0_0 from Lab A for 12 cr'], worth_cents: 3700 });
    expect(line.own_cents).toBe(0);
  });

  it('is nothing for who took it, though another had it first', () => {
    const play = table({
      labs: [
        { blocks: [{ block_id: 'b_0_0', gpu_count: 2, start_round: 3 }] },
        { jobs: [{ job_id: 'j_1_0', gpu_hours_required: 4, value: 50 }] },
        { jobs: [{ job_id: 'j_2_0', gpu_hours_required: 4, value: 50 }] },
      ],
    });
    play.does('lab_0', { action_type: 'send_offer', block_ids: ['b_0_0'], requested_payment: 12 });
    const take = { action_type: 'accept_offer', offer_id: 'o_1' };
    play.play({ lab_1: take, lab_2: take });
    play.toEnd();
    for (const seat of ['lab_1', 'lab_2']) expect(round(play, seat, 1).missed).toBeNull();
  });

  it('is no offer that costs more than it brings, nor one beyond its purse', () => {
    const dear = market();
    dear.does('lab_0', { action_type: 'send_offer', block_ids: ['b_0_0'], requested_payment: 49.5 });
    dear.toEnd();
    expect(round(dear, 'lab_1', 1).offers).toEqual([]);
    const poor = table({
      labs: [
        { blocks: [{ block_id: 'b_0_0', gpu_count: 2, start_round: 3 }] },
        { budget: 5, jobs: [{ job_id: 'j_1_0', gpu_hours_required: 4, value: 50 }] },
      ],
    });
    poor.does('lab_0', { action_type: 'send_offer', block_ids: ['b_0_0'], requested_payment: 12 });
    poor.toEnd();
    expect(round(poor, 'lab_1', 1).missed).toBeNull();
  });

  it('is an allocation in the round in which its hours began to lapse, and no earlier', () => {
    const play = table({
      labs: [{ blocks: [{ block_id: 'b_0_0', start_round: 3 }], jobs: [{ job_id: 'j_0_0', value: 40 }] }, {}],
    });
    play.toEnd();
    expect(round(play, 'lab_0', 2).missed).toBeNull();
    const line = round(play, 'lab_0', 3);
    expect(line.missed).toEqual({ kind: 'allocate', worth_cents: 3900, text: 'putting b_0_0 to work for j_0_0' });
    expect([line.own_cents, line.planner.worth_cents]).toEqual([0, 3900]);
    expect(line.planner.actions[0]).toBe('put b_0_0 to work for j_0_0');
    // From then on the job is out of reach.
    expect(round(play, 'lab_0', 4).missed).toBeNull();
    expect(round(play, 'lab_0', 4).idle).toEqual([{ block_id: 'b_0_0', hours: 2 }]);
  });

  it('says that a job whose deadline has passed pays a part only', () => {
    const play = table({
      labs: [{ blocks: [{ block_id: 'b_0_0', start_round: 3 }], jobs: [{ job_id: 'j_0_0', value: 40, deadline_round: 2 }] }, {}],
    });
    play.toEnd();
    const line = round(play, 'lab_0', 3);
    expect(line.missed?.text).toBe('putting b_0_0 to work for j_0_0 (late, for 35% of its value)');
    expect(line.planner.actions[0]).toBe('put b_0_0 to work for j_0_0 (late, for 35% of its value)');
  });
});

describe('what the estimate starts from', () => {
  it('is waiting: what is put to work in time is worth what would else have lapsed', () => {
    const play = table({ labs: [{ blocks: [{ block_id: 'b_0_0', start_round: 3 }], jobs: [{ job_id: 'j_0_0', value: 40 }] }, {}] });
    play.until(3).does('lab_0', { action_type: 'allocate_to_job', job_id: 'j_0_0', block_ids: ['b_0_0'] });
    play.toEnd();
    const line = round(play, 'lab_0', 3);
    expect([line.own_cents, line.planner.worth_cents, line.missed]).toEqual([3900, 3900, null]);
    expect(line.idle).toEqual([]);
  });

  it('is gone through for every round in which the seat could act', () => {
    const play = market();
    play.until(2).does('lab_1', { action_type: 'finish' });
    play.toEnd();
    const rounds = roundsOf(play.events);
    expect(rounds.lab_0?.map((line) => line.round_index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(rounds.lab_1?.map((line) => line.round_index)).toEqual([0, 1, 2]);
  });

  it('counts a round once, with all its turns, when a shock is fired while they come in', () => {
    const play = market();
    play.does('lab_0', { action_type: 'send_offer', block_ids: ['b_0_0'], requested_payment: 12 });
    play.take(decide(play.state, 'lab_0', { action_type: 'wait' }));
    const shock = openMarket.interfere?.(play.state, { kind: 'demand_surge' });
    play.take(shock?.ok === true ? shock.value : []);
    play.take(decide(play.state, 'lab_1', { action_type: 'accept_offer', offer_id: 'o_1' }));
    play.toEnd();
    const types = play.events.map(({ type }) => type);
    expect(types.slice(types.indexOf('shock_scheduled') - 1).slice(0, 3)).toEqual(['turn_taken', 'shock_scheduled', 'turn_taken']);
    const rounds = roundsOf(play.events);
    for (const seat of ['lab_0', 'lab_1']) expect(rounds[seat]?.map((line) => line.round_index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(round(play, 'lab_1', 1)).toMatchObject({ own_cents: 3700, missed: null });
  });

  it('values a deal for both labs by their plans, not by its price', () => {
    const play = market();
    play.does('lab_0', { action_type: 'send_offer', block_ids: ['b_0_0'], requested_payment: 12 });
    play.take(decide(play.state, 'lab_0', { action_type: 'wait' }));
    play.take(decide(play.state, 'lab_1', { action_type: 'accept_offer', offer_id: 'o_1' }));
    play.toEnd();
    const [deal, ...more] = dealsOf(play.events);
    expect(more).toEqual([]);
    expect(play.events[(deal?.seq ?? 0) - 1]?.type).toBe('offer_accepted');
    expect(deal?.worth_cents).toEqual({ lab_0: 1200, lab_1: 3700 }); // 12 for a block without use; 49 for the job, less 12
  });
});
