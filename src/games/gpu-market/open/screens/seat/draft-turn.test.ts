import { describe, expect, it } from 'vitest';
import type { OpenAction } from '../../shared/actions';
import {
  actionsOf,
  addAction,
  addWork,
  answerTo,
  blocksSpokenFor,
  type DraftTurn,
  moveAction,
  NO_DRAFT,
  offersTaken,
  removeAction,
} from './draft-turn';

const accept: OpenAction = { action_type: 'accept_offer', offer_id: 'o_1' };
const allocate: OpenAction = { action_type: 'allocate_to_job', job_id: 'j_0_0', block_ids: ['b_0_0'] };
const say: OpenAction = { action_type: 'send_message', message: 'Hello' };

function drafted(...actions: OpenAction[]): DraftTurn {
  return actions.reduce((draft, action) => addAction(draft, action, 4), NO_DRAFT);
}

describe('the turn that is being composed', () => {
  it('keeps the order in which actions were added, up to as many as a turn holds', () => {
    expect(actionsOf(drafted(accept, allocate, say))).toEqual([accept, allocate, say]);
    const full = drafted(accept, allocate, say, { action_type: 'finish' }, { action_type: 'wait' });
    expect(full.actions).toHaveLength(4);
  });

  it('does not take the same action twice', () => {
    expect(actionsOf(drafted(accept, { ...accept }, say))).toEqual([accept, say]);
  });

  it('a block put to work joins the action that works for the same job, and never works twice', () => {
    const more = addWork(drafted(say, allocate), { jobId: 'j_0_0', blockId: 'b_0_1', most: 4 });
    expect(actionsOf(more)).toEqual([say, { ...allocate, block_ids: ['b_0_0', 'b_0_1'] }]);
    expect(addWork(more, { jobId: 'j_0_1', blockId: 'b_0_1', most: 4 })).toBe(more);
    const other = addWork(more, { jobId: 'j_0_1', blockId: 'b_0_2', most: 4 });
    expect(actionsOf(other).at(-1)).toEqual({ action_type: 'allocate_to_job', job_id: 'j_0_1', block_ids: ['b_0_2'] });
  });

  it('removes and moves by id, and nothing moves beyond the ends', () => {
    const draft = drafted(accept, allocate, say);
    expect(actionsOf(removeAction(draft, 2))).toEqual([accept, say]);
    expect(actionsOf(moveAction(draft, 3, -1))).toEqual([accept, say, allocate]);
    expect(actionsOf(moveAction(draft, 1, 1))).toEqual([allocate, accept, say]);
    expect(moveAction(draft, 1, -1)).toBe(draft);
    expect(moveAction(draft, 3, 1)).toBe(draft);
    expect(moveAction(draft, 9, 1)).toBe(draft);
  });

  it('gives a new action an id of its own after one was removed', () => {
    const draft = addAction(removeAction(drafted(accept, allocate), 2), say, 4);
    expect(draft.actions.map((one) => one.id)).toEqual([1, 3]);
  });

  it('knows which blocks and which offers it has spoken for', () => {
    const plan: OpenAction = { action_type: 'allocate_to_job', coalition_id: 'c_1', plan: [{ job_id: 'j_1_0', block_ids: ['b_1_0'] }] };
    const draft = drafted(accept, allocate, plan, { action_type: 'send_offer', block_ids: ['b_0_1'], requested_payment: 3 });
    expect([...blocksSpokenFor(draft)]).toEqual(['b_0_0', 'b_1_0']);
    expect([...blocksSpokenFor(draft, 2)]).toEqual(['b_1_0']);
    expect(answerTo(draft, 'o_1')?.id).toBe(1);
    expect(offersTaken(draft)).toEqual(['o_1']);
    expect(answerTo(draft, 'o_2')).toBeNull();
    expect(answerTo(draft, 'c_1')).toBeNull();
  });
});
