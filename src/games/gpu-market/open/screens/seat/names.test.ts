import { expect, it } from 'vitest';
import { labelled } from '~/kit/names';
import { table } from '../../shared/testing/table';
import { actionSentence } from './action-words';
import { namesSeen } from './names';

it('a seat reads the names that watchers read, not ids', () => {
  const seen = table({
    labs: [
      {
        blocks: [{ block_id: 'b_0_0', start_round: 1, duration: 2, gpu_count: 2 }],
        jobs: [{ job_id: 'j_0_0', base_value: 50, urgency_multiplier: 1 }],
      },
      { blocks: [{ block_id: 'b_1_0', start_round: 2, duration: 1, gpu_count: 1 }] },
    ],
  }).sees('lab_0');
  const names = namesSeen(seen);
  const put = actionSentence({ action_type: 'allocate_to_job', job_id: 'j_0_0', block_ids: ['b_0_0'] }, seen);
  expect(labelled(put, names)).toBe('Put 2× GPU (rounds 1 and 2) to work for A1 (50 cr).');
  expect(labelled('It asks b_1_0 of lab_1.', names)).toBe('It asks 1× GPU (round 2) of Lab B.');
});
