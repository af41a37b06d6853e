import { expect, test } from 'vitest';
import type { OpenAction } from '../actions';
import { nearestOption } from './nearest';
import { option } from './option';

const SELL = option({ action_type: 'send_offer', block_ids: ['b_0_1'] }, { price: { field: 'requested_payment', steps: [11, 14, 18] } });
const BUY = option(
  { action_type: 'send_offer', target_lab_id: 'lab_1', requested_block_ids: ['b_1_1'] },
  { price: { field: 'payment', steps: [4, 6] } },
);
const WORK = [['b_0_1', 'b_0_2'], ['b_0_1']].map((block_ids) => option({ action_type: 'allocate_to_job', job_id: 'j_0_1', block_ids }));
const SAY = option({ action_type: 'send_message', target_lab_id: 'lab_1' }, { words: 20 });
const LISTED = [SELL, BUY, ...WORK, SAY, option({ action_type: 'wait' })];

test.each<[string, OpenAction, OpenAction | null]>([
  [
    'the nearest price that is listed',
    { action_type: 'send_offer', block_ids: ['b_0_1'], requested_payment: 11.63, expires_in: 2 },
    { action_type: 'send_offer', block_ids: ['b_0_1'], requested_payment: 11 },
  ],
  [
    'money for a block of somebody’s',
    { action_type: 'send_offer', target_lab_id: 'lab_1', requested_block_ids: ['b_1_1'], payment: 5.4 },
    { action_type: 'send_offer', target_lab_id: 'lab_1', requested_block_ids: ['b_1_1'], payment: 6 },
  ],
  ['a price far off is another offer', { action_type: 'send_offer', block_ids: ['b_0_1'], requested_payment: 40 }, null],
  ['a gift is no sale', { action_type: 'send_offer', block_ids: ['b_0_1'], payment: 3 }, null],
  ['another block is another offer', { action_type: 'send_offer', block_ids: ['b_0_9'], requested_payment: 11 }, null],
  ['another lab is another offer', { action_type: 'send_offer', target_lab_id: 'lab_2', requested_block_ids: ['b_1_1'], payment: 6 }, null],
  [
    'of sets of blocks the one that shares most',
    { action_type: 'allocate_to_job', job_id: 'j_0_1', block_ids: ['b_0_2', 'b_0_1', 'b_0_3'] },
    { action_type: 'allocate_to_job', job_id: 'j_0_1', block_ids: ['b_0_1', 'b_0_2'] },
  ],
  [
    'words are said as they are',
    { action_type: 'send_message', target_lab_id: 'lab_1', message: 'Sell me b_1_1?' },
    { action_type: 'send_message', target_lab_id: 'lab_1', message: 'Sell me b_1_1?' },
  ],
  ['or not at all where they are too long', { action_type: 'send_message', target_lab_id: 'lab_1', message: 'x'.repeat(21) }, null],
  ['what is not on the list', { action_type: 'finish' }, null],
  ['doing nothing', { action_type: 'wait' }, { action_type: 'wait' }],
])('%s', (_, action, said) => {
  expect(nearestOption(LISTED, action)).toEqual(said);
});

test('what is listed stands for itself', () => {
  for (const { action, price } of LISTED.filter(({ words }) => words === null)) {
    for (const step of price?.steps ?? [null]) {
      const said = price === null || step === null ? action : { ...action, [price.field]: step };
      expect(nearestOption(LISTED, said)).toEqual(said);
    }
  }
});
