import { expect, it } from 'vitest';
import type { OpenObservation } from '../../shared/observation';
import { Appraiser } from '../../shared/plans/appraise';
import type { Table } from '../../shared/testing/table';
import { table } from '../../shared/testing/table';
import { sees2, table2 } from '../../v2/testing/table';
import { agreementOf, foundingPlan, foundingThings, togetherWords } from './agreement';
import { loosened } from './bargain';
import { type DraftTurn, NO_DRAFT } from './draft-turn';

/** A's job pays 100 for 8 hours: 4 of its own, which alone would earn 30, and 2 each of B, which has no use for them, and of C, whose earn 20. */
function market(): Table {
  const block = { start_round: 4, duration: 2, energy_cost: 1 };
  return table2({
    labs: [
      {
        blocks: [{ ...block, block_id: 'b_0_0', gpu_count: 2, energy_cost: 2 }],
        jobs: [
          { job_id: 'j_0_0', gpu_hours_required: 8, value: 100, deadline_round: 7 },
          { job_id: 'j_0_1', gpu_hours_required: 4, value: 32, deadline_round: 7 },
        ],
      },
      { blocks: [{ ...block, block_id: 'b_1_0', gpu_count: 1 }] },
      {
        blocks: [{ ...block, block_id: 'b_2_0', gpu_count: 1 }],
        jobs: [{ job_id: 'j_2_0', gpu_hours_required: 2, value: 21, deadline_round: 7 }],
      },
    ],
  });
}

function seenBy(one: Table, seat: string): OpenObservation {
  return sees2(one, seat) as unknown as OpenObservation;
}

/** What the card of the only coalition does for this seat now. */
function agreed(one: Table, seat: string, draft: DraftTurn = NO_DRAFT) {
  const seen = seenBy(one, seat);
  const [coalition] = seen.active_coalitions;
  const agreement = coalition && agreementOf(seen, coalition, draft);
  if (!agreement) throw new Error(`${seat} can agree to nothing`);
  return agreement;
}

const found = (one: Table, terms: object = {}) => ({
  action_type: 'form_coalition',
  members: ['lab_1', 'lab_2'],
  split: 'equal',
  ...foundingThings(seenBy(one, 'lab_0'), NO_DRAFT),
  at_once: true,
  ...terms,
});

it('who starts a coalition pledges with it, the others agree in the next round, and the plan is carried out in the third', () => {
  const one = market();
  one.play({ lab_0: [found(one)] });
  const [ben, cleo] = [agreed(one, 'lab_1'), agreed(one, 'lab_2')];
  expect(ben.actions).toEqual([{ action_type: 'join_coalition', coalition_id: 'c_1', block_ids: ['b_1_0'], job_ids: [], at_once: true }]);
  expect(cleo.pledges).toEqual({ blocks: 1, jobs: 1 });
  one.play({ lab_1: ben.actions, lab_2: cleo.actions });
  const anna = agreed(one, 'lab_0');
  expect(anna.actions.map(({ action_type }) => action_type)).toEqual(['propose_plan']);
  expect(anna.isImmediate).toBe(true);
  one.play({ lab_0: anna.actions });
  const done = one.events.find((event) => event.type === 'plan_executed');
  expect(done).toMatchObject({ total_cents: 9600, reserves_cents: 5000 });
  // What the card said before is what the rules then pay beyond the costs.
  expect(anna.plan?.surplus).toBe(46);
  expect(anna.plan?.part?.share).toBeCloseTo(1 / 3, 9);
  expect(anna.plan?.part?.amount).toBeCloseTo(46 / 3, 9);
});

it('with a plan in the invitation, the others agree in the next round and it is carried out then', () => {
  const one = market();
  const plan = foundingPlan(seenBy(one, 'lab_0'), { members: ['lab_1', 'lab_2'], draft: NO_DRAFT });
  expect(plan?.entries.map(({ job_id }) => job_id)).toContain('j_0_0');
  one.play({ lab_0: [found(one, { plan: plan?.entries })] });
  expect(agreed(one, 'lab_1').actions).toHaveLength(1);
  one.play({ lab_1: agreed(one, 'lab_1').actions, lab_2: agreed(one, 'lab_2').actions });
  expect(one.state.round_index).toBe(2);
  expect(one.events.find((event) => event.type === 'plan_executed')).toMatchObject({ plan: plan?.entries });
  const alone = foundingPlan(seenBy(market(), 'lab_1'), { members: ['lab_0'], draft: NO_DRAFT });
  expect(alone).toBeNull(); // it has no job
});

it('a member pledges and proposes in the same turn', () => {
  const one = market();
  one.play({ lab_0: [found(one, { block_ids: undefined, job_ids: undefined })] });
  one.play({ lab_1: agreed(one, 'lab_1').actions, lab_2: agreed(one, 'lab_2').actions });
  const anna = agreed(one, 'lab_0');
  expect(anna.actions.map(({ action_type }) => action_type)).toEqual(['commit_to_coalition', 'propose_plan']);
  expect(anna.isImmediate).toBe(true);
  expect(one.codes({ lab_0: anna.actions })).toEqual({ lab_0: ['coalition_committed', 'plan_proposed'] });
  expect(one.events.some((event) => event.type === 'plan_executed')).toBe(true);
});

it('where somebody wants a round to look at plans, the card does not say that the plan is carried out now', () => {
  const one = market();
  one.play({ lab_0: [found(one)] });
  const slow = agreed(one, 'lab_1').actions.map((action) => ({ ...action, at_once: false }));
  one.play({ lab_1: slow, lab_2: agreed(one, 'lab_2').actions });
  const anna = agreed(one, 'lab_0');
  expect(anna.isImmediate).toBe(false);
  one.play({ lab_0: anna.actions });
  expect(one.events.some((event) => event.type === 'plan_executed')).toBe(false);
  expect(agreed(one, 'lab_0').actions).toEqual([]); // its plan is on the table
  one.play();
  expect(one.events.some((event) => event.type === 'plan_executed')).toBe(true);
});

it('what the turn or an open offer uses is not pledged, and under Shapley no share is named before the rules know it', () => {
  const one = market();
  const sale = { action_type: 'send_offer', block_ids: ['b_1_0'], requested_payment: 5 };
  one.play({ lab_0: [found(one, { split: 'shapley' })], lab_1: [sale] });
  expect(agreed(one, 'lab_1').actions).toEqual([{ action_type: 'join_coalition', coalition_id: 'c_1' }]);
  const work: DraftTurn = {
    actions: [{ id: 1, action: { action_type: 'allocate_to_job', job_id: 'j_2_0', block_ids: ['b_2_0'] } }],
    next: 2,
  };
  expect(agreed(one, 'lab_2', work).pledges).toEqual({ blocks: 0, jobs: 0 });
  one.play({ lab_2: agreed(one, 'lab_2').actions });
  const anna = agreed(one, 'lab_0');
  if (anna.plan !== null) expect(anna.plan.part).toBeNull();
});

it('what the own plan begins in this round is not pledged, unless the joint plan uses it; what is pledged still counts as its lab’s', () => {
  const one = table2({
    labs: [
      {
        blocks: [
          { block_id: 'b_0_0', start_round: 0, duration: 2, gpu_count: 1, energy_cost: 1 },
          { block_id: 'b_0_1', start_round: 4, duration: 2, gpu_count: 1, energy_cost: 1 },
        ],
        jobs: [
          { job_id: 'j_0_0', gpu_hours_required: 2, value: 40, deadline_round: 3 },
          { job_id: 'j_0_1', gpu_hours_required: 2, value: 30, deadline_round: 6 },
        ],
      },
      {},
    ],
  });
  const before = seenBy(one, 'lab_0');
  expect(foundingThings(before, NO_DRAFT)).toEqual({ block_ids: ['b_0_1'], job_ids: ['j_0_1'] });
  const worth = (seen: OpenObservation) => new Appraiser(loosened(seen)).now().worth;
  const found = { action_type: 'form_coalition', members: ['lab_1'], block_ids: ['b_0_1'], job_ids: ['j_0_1'] };
  one.play({ lab_0: [{ action_type: 'allocate_to_job', job_id: 'j_0_0', block_ids: ['b_0_0'] }, found] });
  expect(new Appraiser(seenBy(one, 'lab_0')).now().worth).toBe(0);
  expect(worth(seenBy(one, 'lab_0'))).toBe(29);
});

it('says what is pledged together, and leaves version 1 to its forms', () => {
  const one = market();
  one.play({ lab_0: [found(one)] });
  expect(togetherWords(seenBy(one, 'lab_0').active_coalitions[0]?.pledges ?? {})).toBe('Pledged together: 1 block and 2 jobs.');
  expect(togetherWords({})).toBe('Nothing is pledged yet.');
  const old = table({ labs: [{}, {}] });
  old.play({ lab_0: [{ action_type: 'form_coalition', members: ['lab_1'] }] });
  const seen = old.sees('lab_1');
  const [coalition] = seen.active_coalitions;
  expect(coalition && agreementOf(seen, coalition, NO_DRAFT)).toBeNull();
});
