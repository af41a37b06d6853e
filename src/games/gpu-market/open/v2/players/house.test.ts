import { describe, expect, it } from 'vitest';
import { openMarket2 } from '../open';
import { sees2, table2 } from '../testing/table';
import { houseTurn2 } from './house';
import { negotiatorTurn } from './negotiator';
import { costsTold } from './talk';

/** Lab 0 has a job and no blocks; lab 2 has a block that it needs for 40, and an idle one. */
function market() {
  return table2({
    labs: [
      { jobs: [{ job_id: 'j_0_0', gpu_hours_required: 4, value: 90, deadline_round: 7 }] },
      {},
      {
        blocks: [
          { block_id: 'b_2_0', start_round: 5, gpu_count: 2, energy_cost: 0, reliability: 0.95 },
          { block_id: 'b_2_1', start_round: 5, gpu_count: 2, energy_cost: 0, reliability: 0.75 },
        ],
        jobs: [{ job_id: 'j_2_0', gpu_hours_required: 4, value: 40, deadline_round: 7, min_reliability: 0.9 }],
      },
    ],
  });
}

function asked(message: string) {
  const table = market();
  table.play({ lab_0: { action_type: 'send_message', target_lab_id: 'lab_2', message } });
  return table;
}

/** What lab 2 says to lab 0. */
function reply(message: string, archetype: 'cooperative' | 'selfish' = 'cooperative') {
  const turn = houseTurn2(sees2(asked(message), 'lab_2'), archetype);
  return turn.find((action) => action.target_lab_id === 'lab_0' && action.message !== undefined);
}

describe('a house lab answers a direct question', () => {
  it('with an offer, and what the block costs it', () => {
    const said = reply('What would you take for b_2_0?');
    expect(said).toMatchObject({ action_type: 'send_offer', target_lab_id: 'lab_0', block_ids: ['b_2_0'] });
    expect(said?.requested_payment).toBeGreaterThan(40);
    expect(said?.message).toContain('Doing without b_2_0 costs us 40.00.');
  });

  it('with agreement where the price that is named is above its own loss, and another price where it is not', () => {
    const agreed = reply('Would you sell b_2_0 for 45?');
    expect(agreed?.requested_payment).toBe(45);
    expect(agreed?.message).toContain('Agreed at 45.00.');
    expect(reply('Would you sell b_2_0 for 20?')?.requested_payment).toBeGreaterThan(40);
  });

  it('by hours and rounds too, with the block that it misses least', () => {
    expect(reply('Could you spare 4 hours by round 7? We would pay 12.')).toMatchObject({ block_ids: ['b_2_1'], requested_payment: 12 });
  });

  it('with a refusal where it has nothing of the kind, and a true word', () => {
    expect(reply('Could you spare 40 hours by round 7?')).toMatchObject({
      action_type: 'send_message',
      message: 'No: we have nothing of the kind to sell. Of our blocks 2 are free.',
    });
  });

  it('guarding what is its own where that is its way', () => {
    const said = reply('What would you take for b_2_0?', 'selfish');
    expect(said?.message).toContain('b_2_0 runs from round 5 with 2 GPUs.');
    expect(said?.message).not.toContain('costs us');
  });

  it('and nobody where nothing was asked', () => {
    expect(reply('We have b_2_0 in mind.')).toBeUndefined();
  });
});

it('a house lab turns down what it would lose by, and says why', () => {
  const table = market();
  table.play({ lab_0: { action_type: 'send_offer', target_lab_id: 'lab_2', requested_block_ids: ['b_2_0'], payment: 5 } });
  const turn = houseTurn2(sees2(table, 'lab_2'), 'cooperative');
  expect(turn).toContainEqual({ action_type: 'reject_offer', offer_id: 'o_1', message: 'No: by our own plan we would lose by that.' });
});

it('a house lab joins a venture with what it has no use for alone', () => {
  const table = market();
  table.play({ lab_0: { action_type: 'form_coalition', members: ['lab_1', 'lab_2'], job_ids: ['j_0_0'] } });
  const [join] = houseTurn2(sees2(table, 'lab_2'), 'cooperative');
  expect(join).toMatchObject({ action_type: 'join_coalition', block_ids: ['b_2_1'], job_ids: [], at_once: true });
});

it('one house lab in three plans ventures', () => {
  const founders = ['lab_0', 'lab_1', 'lab_2'].filter((lab) => {
    const turn = houseTurn2(sees2(market(), lab), 'cooperative');
    return turn.some(({ action_type }) => action_type === 'form_coalition');
  });
  expect(founders).toEqual(['lab_1']);
});

it('a negotiator asks, hears what a block costs, and bids just above that', () => {
  const table = market();
  const first = negotiatorTurn(sees2(table, 'lab_0'));
  const question = first.find(({ action_type }) => action_type === 'send_message');
  expect(question?.message).toMatch(/^What would you take for b_2_[01], b_2_[01]\?$/);
  table.play({ lab_0: first });
  table.play({ lab_2: houseTurn2(sees2(table, 'lab_2'), 'cooperative') });
  const seen = sees2(table, 'lab_0');
  expect(Object.fromEntries(costsTold(seen))).toMatchObject({ b_2_0: { lab: 'lab_2', amount: 40 }, b_2_1: { lab: 'lab_2', amount: 0 } });
  const bid = negotiatorTurn(seen).find(({ requested_block_ids }) => requested_block_ids?.includes('b_2_1'));
  expect(bid?.payment).toBeLessThan(2);
  expect(openMarket2.decide(table.state, 'lab_0', [bid]).some((event) => event.type === 'turn_taken')).toBe(true);
});
