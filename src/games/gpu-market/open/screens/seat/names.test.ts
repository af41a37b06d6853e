import { expect, it } from 'vitest';
import { labelled } from '~/kit/names';
import { table } from '../../shared/testing/table';
import { openMarket2 } from '../../v2/open';
import { table2 } from '../../v2/testing/table';
import { actionSentence } from './action-words';
import { namesSeen, namesTold } from './names';

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

it('a story names the jobs that others have pledged, which no view shows', () => {
  const market = table2({ labs: [{}, { jobs: [{ job_id: 'j_1_0', base_value: 50, urgency_multiplier: 1 }] }] });
  market.does('lab_0', { action_type: 'form_coalition', members: ['lab_1'] });
  market.does('lab_1', { action_type: 'join_coalition', coalition_id: 'c_1' });
  market.does('lab_1', { action_type: 'commit_to_coalition', coalition_id: 'c_1', job_ids: ['j_1_0'] });
  const view = openMarket2.view(market.state, { kind: 'seat', seat: 'lab_0' });
  expect(labelled('It pledged j_1_0.', namesTold(view, market.sees('lab_0')))).toBe('It pledged Lab B’s job (50.00 cr).');
});
