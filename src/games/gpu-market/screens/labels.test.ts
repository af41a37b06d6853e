import { describe, expect, it } from 'vitest';
import { OPEN_LABS } from './lab-names';
import { blockLabel, labelOf, roundsWords } from './labels';

const block = { block_id: 'b_1_0', start_round: 7, duration: 2, gpu_count: 2 };
const view = {
  labs: [
    { lab_id: 'lab_0', jobs: [{ job_id: 'j_0_0', base_value: 40, urgency_multiplier: 1.5 }] },
    { lab_id: 'lab_1', jobs: null },
  ],
  blocks: [block],
  offers: [{ offer_id: 'o_1', offered_blocks: ['b_1_0'], requested_blocks: [], payment: 0, requested_payment: 4.5 }],
  coalitions: [
    { coalition_id: 'c_1', founder: 'lab_0', members: ['lab_0', 'lab_1'] },
    { coalition_id: 'c_2', founder: 'lab_1', members: [] },
  ],
};
const called = (kind: string, id: string) => labelOf(view, { kind, id }, OPEN_LABS);

describe('what things of the market are called', () => {
  it('calls a block by its size and its rounds: short on the board, in words in sentences', () => {
    expect(blockLabel(block)).toBe('2× GPU r7–8');
    expect(blockLabel({ ...block, duration: 1 })).toBe('2× GPU r7');
    expect([1, 2, 3].map((duration) => roundsWords({ start_round: 7, duration }))).toEqual(['round 7', 'rounds 7 and 8', 'rounds 7 to 9']);
    expect(called('block', 'b_1_0')).toBe('2× GPU (rounds 7 and 8)');
  });

  it('calls a job by its lab, its number and its worth; of a private one it says nothing', () => {
    expect(called('job', 'j_0_0')).toBe('A1 (60 cr)');
    expect(called('job', 'j_1_0')).toBeNull();
    const job = { base_value: 10, urgency_multiplier: 1 };
    const jobs = ['j_0_3', 'j_0_surge_5', 'j_0_1'].map((job_id) => ({ job_id, ...job }));
    const later = { ...view, labs: [{ lab_id: 'lab_0', jobs }] };
    const names = jobs.map(({ job_id }) => labelOf(later, { kind: 'job', id: job_id }, OPEN_LABS));
    expect(names).toEqual(['A4 (10 cr)', 'A surge r5 (10 cr)', 'A2 (10 cr)']); // whatever their places
  });

  it('calls an offer by what it gives for what, a coalition by its labs', () => {
    expect(called('offer', 'o_1')).toBe('(2× GPU, rounds 7 and 8, for 4.5 cr)');
    expect(called('coalition', 'c_1')).toBe('A + B');
    expect(called('coalition', 'c_2')).toBe('of B');
  });

  it('tells apart two offers with the same words', () => {
    const [offer] = view.offers;
    const two = { ...view, offers: [...view.offers, { ...offer, offer_id: 'o_2' } as (typeof view.offers)[number]] };
    const names = ['o_1', 'o_2'].map((id) => labelOf(two, { kind: 'offer', id }, OPEN_LABS));
    expect(names).toEqual(['(2× GPU, rounds 7 and 8, for 4.5 cr; 1 of 2 alike)', '(2× GPU, rounds 7 and 8, for 4.5 cr; 2 of 2 alike)']);
  });

  it('leaves what is not there to its own name', () => {
    expect(called('block', 'b_9_9')).toBeNull();
    expect(called('seat', 'lab_0')).toBeNull();
  });
});
