import { describe, expect, it } from 'vitest';
import { openMarket2 } from '../open';
import { sees2, table2 } from '../testing/table';
import { houseTurn2 } from './house';
import { negotiatorTurn } from './negotiator';
import { costsTold } from './talk';

/** Lab 0 has a job of this value and no blocks; lab 2 has a block that it needs for 40, and an idle one. */
function market(value = 90) {
  return table2({
    labs: [
      { jobs: [{ job_id: 'j_0_0', gpu_hours_required: 4, value, deadline_round: 7 }] },
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

/** A lab with an idle block, and a job that lacks four hours of another's. */
const MISSING = {
  blocks: [{ block_id: 'b_2_0', start_round: 5, gpu_count: 2, energy_cost: 0, reliability: 0.7 }],
  jobs: [{ job_id: 'j_2_0', gpu_hours_required: 4, value: 50, deadline_round: 7, min_reliability: 0.9 }],
};

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

  it('with a price of its own where the one that is named has more digits than a number can have', () => {
    const said = reply(`Would you sell b_2_0 for ${'9'.repeat(340)}?`);
    expect(said?.requested_payment).toBeGreaterThan(40);
    expect(said?.requested_payment).toBeLessThan(1000);
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

it('an open-hearted house lab says with its ask what the block costs it, a selfish one does not', () => {
  const asks = (archetype: 'cooperative' | 'selfish') =>
    houseTurn2(sees2(market(), 'lab_2'), archetype).filter((one) => one.block_ids?.length === 1);
  const said = asks('cooperative').map(({ block_ids, message }) => [block_ids?.[0], message]);
  expect(Object.fromEntries(said)).toEqual({ b_2_0: 'Doing without b_2_0 costs us 40.00.', b_2_1: 'Doing without b_2_1 costs us 0.00.' });
  expect(asks('selfish').map(({ message }) => message)).toEqual([undefined, undefined]);
});

it('a house lab that is asked for its blocks and about those of the asker answers both', () => {
  const table = table2({
    labs: [{ blocks: [{ block_id: 'b_0_0', start_round: 5, gpu_count: 2, energy_cost: 0, reliability: 0.95 }] }, {}, MISSING],
  });
  table.play({
    lab_0: { action_type: 'send_message', target_lab_id: 'lab_2', message: 'What would you take for b_2_0, or pay for b_0_0?' },
  });
  const said = houseTurn2(sees2(table, 'lab_2'), 'cooperative').find(({ target_lab_id }) => target_lab_id === 'lab_0');
  expect(said).toMatchObject({ action_type: 'send_offer', block_ids: ['b_2_0'] });
  expect(said?.message).toContain('b_0_0 would add 50.00 to our plan.');
});

describe('a negotiator', () => {
  it('asks what a block would cost and what its own would add', () => {
    const question = negotiatorTurn(sees2(market(), 'lab_0')).find(({ action_type }) => action_type === 'send_message');
    expect(question?.message).toMatch(/^What would you take for b_2_[01], b_2_[01]\?$/);
  });

  it('bids just above what an owner says a block costs it, and deaf it does not', () => {
    const table = market(40);
    table.play({ lab_2: houseTurn2(sees2(table, 'lab_2'), 'cooperative') });
    const seen = sees2(table, 'lab_0');
    expect(Object.fromEntries(costsTold(seen))).toMatchObject({ b_2_0: { lab: 'lab_2', amount: 40 }, b_2_1: { lab: 'lab_2', amount: 0 } });
    const bids = (turn: ReturnType<typeof negotiatorTurn>) =>
      turn.filter(({ requested_block_ids }) => requested_block_ids?.includes('b_2_1'));
    const [bid] = bids(negotiatorTurn(seen));
    expect(bid?.payment).toBe(0.75);
    expect(openMarket2.decide(table.state, 'lab_0', [bid]).some((event) => event.type === 'turn_taken')).toBe(true);
    const deaf = { ...seen, message_history: [], active_offers: seen.active_offers.map((offer) => ({ ...offer, message: '' })) };
    expect(bids(negotiatorTurn(deaf)).map(({ payment }) => payment)).not.toContain(0.75);
  });

  it('does not bid where another may pay the asking price and much is at stake', () => {
    const table = market(140);
    table.play({ lab_2: houseTurn2(sees2(table, 'lab_2'), 'cooperative') });
    const turn = negotiatorTurn(sees2(table, 'lab_0'));
    expect(turn.filter(({ requested_block_ids }) => requested_block_ids?.includes('b_2_1'))).toEqual([]);
    expect(turn.some(({ action_type }) => action_type === 'accept_offer')).toBe(true);
  });

  it('bids for a block of each of two labs where one alone adds nothing', () => {
    const block = { start_round: 5, gpu_count: 2, energy_cost: 0, reliability: 0.95 } as const;
    const table = table2({
      labs: [
        { jobs: [{ job_id: 'j_0_0', gpu_hours_required: 8, value: 120, deadline_round: 7 }] },
        {},
        { blocks: [{ block_id: 'b_2_0', ...block }] },
        { blocks: [{ block_id: 'b_3_0', ...block }] },
      ],
    });
    const said = (lab: string) =>
      houseTurn2(sees2(table, lab), 'deadline_panicked').filter(({ action_type }) => action_type === 'send_offer');
    table.play({ lab_2: said('lab_2'), lab_3: said('lab_3') });
    const bids = negotiatorTurn(sees2(table, 'lab_0')).filter(({ message }) => message?.startsWith('You said'));
    expect(bids.map((bid) => [bid.target_lab_id, bid.payment])).toEqual([
      ['lab_2', 0.75],
      ['lab_3', 0.75],
    ]);
  });

  it('offers a block to the lab that says what it would add, below that', () => {
    const table = table2({
      labs: [{ blocks: [{ block_id: 'b_0_0', start_round: 5, gpu_count: 2, energy_cost: 0, reliability: 0.95 }] }, {}, MISSING],
    });
    const said = houseTurn2(sees2(table, 'lab_2'), 'cooperative').filter(({ action_type }) => action_type === 'send_message');
    expect(said[0]?.message).toBe('Would you sell b_0_0 for 30.00? b_0_0 would add 50.00 to our plan.');
    table.play({ lab_2: said });
    const sale = negotiatorTurn(sees2(table, 'lab_0')).find(({ target_lab_id }) => target_lab_id === 'lab_2');
    expect(sale).toMatchObject({ block_ids: ['b_0_0'], requested_payment: 45 });
  });
});
