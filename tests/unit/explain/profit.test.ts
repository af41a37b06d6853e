import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { playMatch } from '~/engine/memory-run';
import { PROFIT_PARTS } from '~/games/gpu-market/open/explain/explanation';
import { entriesOf, sumByPart } from '~/games/gpu-market/open/explain/profit';
import { planner } from '~/games/gpu-market/open/players/policies';
import { table } from '~/games/gpu-market/open/shared/testing/table';
import { openMarket } from '~/games/gpu-market/open/v1/open';
import { anyMatch, configOf, wildPlayer } from '../open/wild-play';

describe('a seat’s profit, taken apart', () => {
  it('adds up to the cent to money at the end less money at the start, whatever was played', { timeout: 900_000 }, () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(anyMatch, ({ config, players }) => {
        const { events, state } = playMatch(openMarket, config, { playerOf: (seat) => wildPlayer(players, seat) });
        for (const [seat, entries] of Object.entries(entriesOf(events))) {
          const lab = state.labs[seat];
          const sum = Object.values(sumByPart(entries)).reduce((total, cents) => total + cents, 0);
          expect(sum).toBe((lab?.budget_cents ?? 0) - (lab?.start_cents ?? 0));
          for (const { part, cents } of entries) {
            expect(Number.isInteger(cents)).toBe(true);
            seen.add(part);
          }
        }
      }),
      { numRuns: 60, seed: 23 },
    );
    // Wild play seldom says anything that wins a pitch.
    expect(PROFIT_PARTS.filter((part) => !seen.has(part) && part !== 'grants')).toEqual([]);
  });

  it('adds up among planners too, and what one pays another gets', () => {
    for (let seed = 0; seed < 4; seed++) {
      const { events, state } = playMatch(openMarket, configOf({ task_type: 'market_round', seed }), { playerOf: () => planner.choose });
      const accounts = Object.values(entriesOf(events));
      const trades = accounts.flat().filter((entry) => entry.part === 'trades');
      expect(trades.reduce((sum, entry) => sum + entry.cents, 0) + state.ledger.operator_cents).toBe(0);
      const all = accounts.flat().reduce((sum, entry) => sum + entry.cents, 0);
      const profits = Object.values(state.labs).reduce((sum, lab) => sum + lab.budget_cents - lab.start_cents, 0);
      expect(all).toBe(profits);
    }
  });
});

describe('each cent stands in the column of its cause', () => {
  it('a sale is the seller’s and the buyer’s trade, and energy is what the block costs as drawn', () => {
    const market = table({
      labs: [{ blocks: [{ block_id: 'b_0_0', gpu_count: 2 }] }, { jobs: [{ job_id: 'j_1_0', value: 40 }] }],
      shocks: [{ kind: 'energy_spike', round_index: 1 }],
    });
    market.does('lab_0', { action_type: 'send_offer', block_ids: ['b_0_0'], requested_payment: 12 });
    market.does('lab_1', { action_type: 'accept_offer', offer_id: 'o_1' });
    market.does('lab_1', { action_type: 'allocate_to_job', job_id: 'j_1_0', block_ids: ['b_0_0'] });
    market.toEnd();
    const accounts = entriesOf(market.events);
    expect(sumByPart(accounts.lab_0 ?? [])).toMatchObject({ trades: 1200, jobs: 0, energy: 0 });
    expect(sumByPart(accounts.lab_1 ?? [])).toMatchObject({ trades: -1200, jobs: 4000, energy: -100, shocks: -25 });
    expect(accounts.lab_1?.map((entry) => entry.text)).toEqual([
      'bought b_0_0 from Lab A',
      'energy for b_0_0, used by j_1_0',
      'extra energy cost of b_0_0 for j_1_0, from a price spike',
      'j_1_0 complete in time, paid in full',
    ]);
  });

  it('a bond that comes back is nothing; one that is broken is the breaker’s penalty and the others’ gain', () => {
    const market = table({ labs: [{ blocks: [{ block_id: 'b_0_0' }] }, {}, {}] });
    market.does('lab_0', { action_type: 'form_coalition', members: ['lab_1', 'lab_2'], bond: 9 });
    market.play({
      lab_1: [{ action_type: 'join_coalition', coalition_id: 'c_1' }],
      lab_2: [{ action_type: 'join_coalition', coalition_id: 'c_1' }],
    });
    market.does('lab_0', { action_type: 'commit_to_coalition', coalition_id: 'c_1', block_ids: ['b_0_0'], until_round: 4 });
    market.does('lab_0', { action_type: 'leave_coalition', coalition_id: 'c_1' });
    market.toEnd();
    const sums = Object.values(entriesOf(market.events)).map((entries) => sumByPart(entries).penalties);
    expect(sums).toEqual([-900, 450, 450]);
  });

  it('what a won block’s hours earned is the grant’s, by the hours', () => {
    const market = table({
      judge: true,
      labs: [{ blocks: [{ block_id: 'b_0_0', start_round: 4 }], jobs: [{ job_id: 'j_0_0', gpu_hours_required: 6, value: 90 }] }, {}],
      grants: [
        { pitch_round: 3, block: { block_id: 'b_grant_3', start_round: 5, duration: 2, gpu_count: 2, reliability: 0.8, energy_cost: 1 } },
      ],
    });
    market.until(3).does('lab_0', { action_type: 'make_pitch', message: 'Job j_0_0 needs 6 hours by round 6.' });
    market.does('lab_0', { action_type: 'allocate_to_job', job_id: 'j_0_0', block_ids: ['b_0_0', 'b_grant_3'] });
    market.toEnd();
    expect(sumByPart(entriesOf(market.events).lab_0 ?? [])).toMatchObject({ jobs: 3000, grants: 6000, energy: -200 });
  });

  it('what a surge’s job pays is the shock’s', () => {
    const surge = { lab_id: 'lab_0', job: jobOf('j_0_surge_1') };
    const market = table({
      labs: [{ blocks: [{ block_id: 'b_0_0', gpu_count: 2 }] }, {}],
      shocks: [{ kind: 'demand_surge', round_index: 1, jobs: [surge] }],
    });
    market.until(1);
    market.does('lab_0', { action_type: 'allocate_to_job', job_id: 'j_0_surge_1', block_ids: ['b_0_0'] });
    market.toEnd();
    expect(sumByPart(entriesOf(market.events).lab_0 ?? [])).toMatchObject({ shocks: 3000, jobs: 0, energy: -100 });
  });
});

function jobOf(job_id: string) {
  return {
    job_id,
    arrival_round: 1,
    gpu_hours_required: 2,
    deadline_round: 4,
    base_value: 30,
    urgency_multiplier: 1,
    min_reliability: 0.7,
    partial_credit_allowed: false,
    private_notes: 'shock_demand_surge',
  };
}
