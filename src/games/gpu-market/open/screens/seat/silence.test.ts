import { describe, expect, it } from 'vitest';
import { table } from '../../shared/testing/table';
import { blockStatus } from './block-line';
import { idleWords, silenceWords } from './silence';

const market = () =>
  table({
    labs: [
      {
        blocks: [
          { block_id: 'b_0_0', start_round: 1, gpu_count: 2 },
          { block_id: 'b_0_1', start_round: 4 },
        ],
        jobs: [{ job_id: 'j_0_0' }],
      },
      {},
    ],
  });

describe('staying silent', () => {
  it('costs the hours of the blocks that run and work for nobody', () => {
    expect(silenceWords(market().sees('lab_0'))).toBe('If time runs out first, you wait and none of this turn is played.');
    const seen = market().until(1).sees('lab_0');
    expect(silenceWords(seen)).toContain('b_0_0 loses the 2 GPU-hours of this round.');
    expect(idleWords(seen, new Set())).toBe('b_0_0 runs in this round, but this turn does not put it to work.');
    expect(idleWords(seen, new Set(['b_0_0']))).toBeNull();
  });

  it('costs nothing of what works already', () => {
    const played = market();
    played.play({ lab_0: [{ action_type: 'allocate_to_job', job_id: 'j_0_0', block_ids: ['b_0_0'] }] });
    expect(idleWords(played.sees('lab_0'), new Set())).toBeNull();
  });
});

it('a block is called idle while it runs, and not after the end', () => {
  const words = (seen: ReturnType<ReturnType<typeof market>['sees']>) => seen.owned_blocks.map((block) => blockStatus(block, seen).word);
  expect(words(market().sees('lab_0'))).toEqual(['free', 'free']);
  const seen = market().until(1).sees('lab_0');
  expect(words(seen)).toEqual(['runs now, idle', 'free']);
  expect(words({ ...seen, done: true })).toEqual(['not put to work', 'starts after the match ends']);
});
