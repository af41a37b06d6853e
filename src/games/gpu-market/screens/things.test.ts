import { describe, expect, it } from 'vitest';
import { piecesOf } from '~/kit/names';
import { CLASSIC_LABS } from './lab-names';
import { namesOf } from './things';

const view = {
  labs: [
    { lab_id: 'lab_0', public_name: 'You', jobs: null },
    { lab_id: 'lab_1', public_name: 'Lab A', jobs: [{ job_id: 'j_1_0' }] },
  ],
  blocks: [{ block_id: 'b_1_1' }],
  offers: [{ offer_id: 'o_3' }],
  coalitions: [],
};

describe('the things a sentence names', () => {
  it('finds labs by name and blocks, jobs and offers by id', () => {
    expect(piecesOf('Lab A sold b_1_1 by o_3 for j_1_0.', namesOf(view, CLASSIC_LABS.nameOf))).toEqual([
      { kind: 'seat', id: 'lab_1', text: 'Lab A' },
      ' sold ',
      { kind: 'block', id: 'b_1_1', text: 'b_1_1' },
      ' by ',
      { kind: 'offer', id: 'o_3', text: 'o_3' },
      ' for ',
      { kind: 'job', id: 'j_1_0', text: 'j_1_0' },
      '.',
    ]);
  });

  it('leaves words alone that name nothing on this floor', () => {
    expect(piecesOf('shared_capacity with Lab Q', namesOf(view, CLASSIC_LABS.nameOf))).toEqual(['shared_capacity with Lab Q']);
  });

  it('does not take a part of a longer id', () => {
    expect(piecesOf('b_1_10 is not b_1_1', namesOf(view, CLASSIC_LABS.nameOf)).filter((piece) => typeof piece !== 'string')).toHaveLength(
      1,
    );
  });
});
