import { expect, it } from 'vitest';
import type { TakenAction } from '../../../shared/actions';
import { Appraiser } from '../../../shared/plans/appraise';
import { type Table, table } from '../../../shared/testing/table';
import type { DraftAction } from '../draft-turn';
import { expectedOf } from './expected';

/** Lab 0 has one running block, one that starts later, and two jobs. Lab 1 sells it a block that both jobs could use. */
function market(): Table {
  const play = table({
    labs: [
      {
        blocks: [
          { block_id: 'b_0_0', start_round: 0, duration: 4, energy_cost: 2 },
          { block_id: 'b_0_1', start_round: 4, duration: 2, energy_cost: 1 },
        ],
        jobs: [
          { job_id: 'j_0_0', gpu_hours_required: 3, value: 60, deadline_round: 5 },
          { job_id: 'j_0_1', gpu_hours_required: 4, value: 40, deadline_round: 6, partial_credit_allowed: true },
        ],
      },
      { blocks: [{ block_id: 'b_1_0', start_round: 2, duration: 2, energy_cost: 1 }] },
    ],
  });
  play.play({ lab_1: [{ action_type: 'send_offer', target_lab_id: 'lab_0', block_ids: ['b_1_0'], requested_payment: 5 }] });
  return play;
}

const draft = (...actions: TakenAction[]): DraftAction[] => actions.map((action, place) => ({ id: place + 1, action }));

const ACCEPT: TakenAction = { action_type: 'accept_offer', offer_id: 'o_1' };
const WORK: TakenAction = { action_type: 'allocate_to_job', job_id: 'j_0_0', block_ids: ['b_0_0'] };

it.each([
  ['passing', []],
  ['a block put to work', [WORK]],
  ['a deal', [ACCEPT]],
  ['both, and the bought block put to work', [WORK, ACCEPT, { action_type: 'allocate_to_job', job_id: 'j_0_1', block_ids: ['b_1_0'] }]],
  ['a bad allocation', [{ action_type: 'allocate_to_job', job_id: 'j_0_1', block_ids: ['b_0_0'] }]],
  ['the end of its own moves', [WORK, { action_type: 'finish' }]],
] satisfies [string, TakenAction[]][])('what is expected of %s is what the seat can expect in the next round', (_, actions) => {
  const play = market();
  const { pass, turn, parts } = expectedOf(play.sees('lab_0'), draft(...actions));
  expect([...parts.values()].reduce((sum, part) => sum + part, pass)).toBeCloseTo(turn, 2);
  play.play({ lab_0: actions });
  const seen = play.sees('lab_0');
  expect(seen.last_action_results.map(({ ok }) => ok)).toEqual(actions.map(() => true));
  expect(new Appraiser(seen).expected(seen.round_index, seen.finished)).toBeCloseTo(turn, 2);
});

it('and of a whole match it is the profit at the end, if the own plan is all that happens', () => {
  const play = market();
  const { turn, best, pass } = expectedOf(play.sees('lab_0'), draft(WORK));
  expect([best, pass < best]).toEqual([turn, true]); // it is what the own plan would do
  play.does('lab_0', WORK);
  play.does('lab_0', { action_type: 'allocate_to_job', job_id: 'j_0_1', block_ids: ['b_0_1'] });
  play.toEnd();
  const { controlled_lab_budget: budget, controlled_lab_start_budget: start } = play.sees('lab_0');
  expect(budget - start).toBeCloseTo(turn, 2);
});

it('a block that is used twice counts once, and own offers and messages do not count', () => {
  const seen = market().sees('lab_0');
  const alone = expectedOf(seen, draft(WORK));
  const twice = expectedOf(seen, draft(WORK, { action_type: 'allocate_to_job', job_id: 'j_0_1', block_ids: ['b_0_0'] }));
  expect([twice.turn, twice.parts.get(2)]).toEqual([alone.turn, 0]);
  const said = expectedOf(
    seen,
    draft({ action_type: 'send_message', message: 'Hello.' }, { action_type: 'send_offer', block_ids: ['b_0_1'], requested_payment: 9 }),
  );
  expect([said.turn, said.parts.size]).toEqual([said.pass, 0]);
});
