import { expect, it } from 'vitest';
import { table } from '~/games/gpu-market/open/shared/testing/table';
import { addWork, blocksSpokenFor, type DraftTurn, NO_DRAFT } from '../draft-turn';
import { drafted } from '../draft-worth';
import { bestWork, whyNoWork } from './put-to-work';

const block = { gpu_count: 1, duration: 2, reliability: 0.9, energy_cost: 1 };

/** Two jobs, a block for each that runs now, one that starts later, and one that serves nothing. */
function seen(now = 0) {
  const play = table({
    labs: [
      {
        jobs: [
          { job_id: 'j_0_0', gpu_hours_required: 2, value: 50, deadline_round: now + 1 },
          { job_id: 'j_0_1', gpu_hours_required: 4, value: 80, deadline_round: 5 },
        ],
        blocks: [
          { ...block, block_id: 'b_0_0', start_round: now },
          { ...block, block_id: 'b_0_1', start_round: now },
          { ...block, block_id: 'b_0_2', start_round: 3 },
          { ...block, block_id: 'b_0_3', start_round: now, reliability: 0.1 },
        ],
      },
      { blocks: [{ ...block, block_id: 'b_1_0', start_round: 0 }] },
    ],
  });
  return play.sees('lab_0');
}

function position(observation: ReturnType<typeof seen>, draft: DraftTurn = NO_DRAFT) {
  return {
    done: drafted(
      observation,
      draft.actions.map(({ action }) => action),
    ),
    spoken: blocksSpokenFor(draft),
  };
}

it('takes what the best plan starts now for each job, and leaves later and useless blocks', () => {
  const observation = seen();
  const works = bestWork(observation, position(observation));
  expect(works.map(({ jobId }) => jobId).toSorted()).toEqual(['j_0_0', 'j_0_1']);
  expect(works.flatMap(({ blockIds }) => blockIds).toSorted()).toEqual(['b_0_0', 'b_0_1']);
});

it('leaves what the turn uses already, and says so when nothing is left', () => {
  const observation = seen();
  const works = bestWork(observation, position(observation));
  const each = works.flatMap(({ jobId, blockIds }) => blockIds.map((blockId) => ({ jobId, blockId, most: 4 })));
  const [first] = each;
  if (first === undefined) throw new Error('nothing to put to work');
  const one = addWork(NO_DRAFT, first);
  expect(bestWork(observation, position(observation, one)).flatMap(({ blockIds }) => blockIds)).not.toContain(first.blockId);
  const all = position(observation, each.reduce(addWork, NO_DRAFT));
  expect(bestWork(observation, all)).toEqual([]);
  expect(whyNoWork(observation, all)).toBe('Your best plan uses 1 block that starts in round 3. Until then you can still sell or swap it.');
});

it('before the first block starts there is nothing to put to work, with the round in which there is', () => {
  const observation = seen(2);
  expect(bestWork(observation, position(observation))).toEqual([]);
  expect(whyNoWork(observation, position(observation))).toMatch(/^Your best plan uses 3 blocks that start in round 2 or later\./);
});
