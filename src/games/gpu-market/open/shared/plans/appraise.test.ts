import { describe, expect, it } from 'vitest';
import { playMatch } from '~/engine/memory-run';
import { openMarket } from '../../v1/open';
import { parseOpenConfig } from '../config';
import type { OpenFacts } from '../observation';
import { observe } from '../observe';
import { Desk } from '../players/desk';
import { plannerTurn } from '../players/planner';
import { table } from '../testing/table';
import { Appraiser } from './appraise';
import { potentialCents } from './potential';

/** Lab 0 lacks two hours for its job worth 50. Lab 1 has a block with these two hours, and a job that this block could do alone. */
function twoLabs() {
  return table({
    labs: [
      {
        blocks: [{ block_id: 'b_0_0', start_round: 1, duration: 2, energy_cost: 1 }],
        jobs: [{ job_id: 'j_0_0', gpu_hours_required: 4, value: 50, deadline_round: 5 }],
      },
      {
        blocks: [
          { block_id: 'b_1_0', start_round: 2, duration: 2, energy_cost: 2 },
          { block_id: 'b_1_1', start_round: 2, duration: 2, energy_cost: 3 },
        ],
        jobs: [{ job_id: 'j_1_0', gpu_hours_required: 2, value: 20, deadline_round: 5 }],
      },
    ],
  });
}

describe('what a deal is worth', () => {
  it('counts the job that a bought block completes, less energy and price', () => {
    const appraiser = new Appraiser(twoLabs().sees('lab_0'));
    const deal = appraiser.deal({ gets: ['b_1_0'], gives: [], money: -12 });
    expect(deal.value).toBe(50 - 1 - 2 - 12);
    expect(deal.changes).toEqual([
      {
        job_id: 'j_0_0',
        before: { job_id: 'j_0_0', end: 'none', block_ids: [], hours: 0, required: 4, net: 0 },
        after: { job_id: 'j_0_0', end: 'in_time', block_ids: ['b_0_0', 'b_1_0'], hours: 4, required: 4, net: 47 },
      },
    ]);
  });

  it('counts what the seller loses, and nothing for a block that it can spare', () => {
    const appraiser = new Appraiser(twoLabs().sees('lab_1'));
    expect(appraiser.lossOf('b_1_0')).toBe(1);
    expect(appraiser.deal({ gets: [], gives: ['b_1_1'], money: 9 }).value).toBe(9);
    expect(appraiser.deal({ gets: [], gives: ['b_1_0', 'b_1_1'], money: 9 }).value).toBe(9 - 18);
  });

  it('knows that what is offered now comes a round later', () => {
    const market = twoLabs().until(2);
    const appraiser = new Appraiser(market.sees('lab_1'));
    const now = appraiser.deal({ gets: ['b_1_0'], gives: ['b_1_0'], money: 0 });
    expect(now.value).toBe(0);
    const later = new Appraiser(market.sees('lab_0')).deal({ gets: ['b_1_0'], gives: [], money: 0, from: 3 });
    expect(later.value).toBe(0); // one hour of it and one of its own are too few
  });
});

describe('a deal that the seat is about to make', () => {
  it('leaves nothing for a second one of the same use', () => {
    const facts = twoLabs().sees('lab_0');
    const second = { gets: ['b_1_1'], gives: [], money: -12 };
    expect(new Appraiser(facts).deal(second).value).toBe(50 - 1 - 3 - 12);
    expect(new Appraiser(facts, [{ gets: ['b_1_0'], gives: [] }]).deal(second).value).toBe(-12);
    expect(new Appraiser(facts, [{ gets: [], gives: ['b_0_0'] }]).now().worth).toBe(0);
  });
});

describe('what an allocation is worth', () => {
  it('is nothing lost where the best plan would do the same, and says what the job becomes', () => {
    const appraisal = new Appraiser(twoLabs().sees('lab_1')).allocation('j_1_0', ['b_1_0']);
    expect(appraisal?.value).toBe(0);
    expect(appraisal?.changes).toEqual([]);
    expect(appraisal?.served).toMatchObject({ end: 'in_time', hours: 2, required: 2, net: 18 });
  });

  it('is a loss where the blocks are idle or not the best', () => {
    const appraiser = new Appraiser(twoLabs().sees('lab_1'));
    expect(appraiser.allocation('j_1_0', ['b_1_1'])?.value).toBe(-1);
    expect(appraiser.allocation('j_1_0', ['b_1_0', 'b_1_1'])?.value).toBe(-3);
    expect(new Appraiser(twoLabs().sees('lab_0')).allocation('j_0_0', ['b_0_0'])?.value).toBe(-1);
    expect(appraiser.allocation('j_0_0', ['b_1_0'])).toBeNull();
  });
});

describe('what a pledge is worth', () => {
  it('is what the seat would make of it alone', () => {
    const appraiser = new Appraiser(twoLabs().sees('lab_1'));
    expect(appraiser.pledge(['b_1_0', 'b_1_1'], ['j_1_0'])).toBe(18);
    expect(appraiser.pledge(['b_1_1'], [])).toBe(0);
    expect(appraiser.pledge([], ['j_1_0'])).toBe(18);
    expect(appraiser.energyAhead()).toBe(2);
  });
});

describe('the sums of a whole match', () => {
  it('are those of the planner’s desk for every offer that it could take', () => {
    const config = parseOpenConfig({ task_type: 'market_round', seed: 11 });
    if (!config.ok) throw new Error(config.why);
    let compared = 0;
    playMatch(openMarket, config.value, {
      playerOf: () => plannerTurn,
      watch: ({ state }) => {
        for (const seat of Object.keys(state.labs)) {
          const observation = observe(state, seat);
          const [desk, appraiser] = [new Desk(observation), new Appraiser(observation)];
          for (const offer of observation.active_offers.filter((one) => one.from_lab_id !== seat)) {
            const deal = { gets: offer.offered_blocks, gives: offer.requested_blocks, money: offer.payment - offer.requested_payment };
            expect(appraiser.deal(deal).value).toBeCloseTo(desk.valueOf(offer), 2);
            compared += 1;
          }
          expect(appraiser.energyAhead()).toBeCloseTo(desk.energyAhead(), 2);
          expect(appraiser.expected()).toBeCloseTo(potentialCents(observation) / 100, 2);
        }
      },
    });
    expect(compared).toBeGreaterThan(100);
  });

  it('need nothing but the facts', () => {
    const { legal_actions: _, ...facts } = twoLabs().sees('lab_0');
    const plain: OpenFacts = structuredClone(facts);
    expect(new Appraiser(plain).now().worth).toBe(0);
  });
});
