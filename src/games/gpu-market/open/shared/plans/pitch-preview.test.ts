import { describe, expect, it } from 'vitest';
import type { PitchesJudged } from '../events';
import { table } from '../testing/table';
import { claimable, previewPitch } from './pitch-preview';

function pitchRound() {
  const block = { block_id: 'b_grant_3', start_round: 4, duration: 2, gpu_count: 2, reliability: 0.9, energy_cost: 1 };
  return table({
    judge: true,
    labs: [{ jobs: [{ job_id: 'j_0_0', gpu_hours_required: 8, value: 120, deadline_round: 6 }] }, {}],
    grants: [{ pitch_round: 3, block }],
  }).until(3);
}

const PITCHES = [
  'j_0_0 needs 8 hours by round 6 and is worth 120 credits.',
  'j_0_0 needs 9 hours by round 6 and is worth 120 credits.',
  'We are the best lab of all, give it to us.',
];

describe('a pitch before it is handed in', () => {
  it.each(PITCHES)('is read and scored as the judge then does: %s', (text) => {
    const market = pitchRound();
    const preview = previewPitch(market.sees('lab_0'), { text, claims: [] });
    market.does('lab_0', { action_type: 'make_pitch', message: text });
    const judged = market.events.find((event): event is PitchesJudged => event.type === 'pitches_judged');
    expect(judged?.verdict.pitches[0]).toEqual(preview);
  });

  it('counts claims from a picker as well, true ones for what they are', () => {
    const market = pitchRound();
    const [job] = market.sees('lab_0').private_jobs;
    if (job === undefined) throw new Error('no job');
    const facts = claimable(job);
    expect(facts).toEqual({ hours: 8, deadline: 6, value: 120, reliability: 0.7 });
    const claims = (['hours', 'value'] as const).map((field) => ({ job_id: 'j_0_0', field, value: facts[field] }));
    const preview = previewPitch(market.sees('lab_0'), { text: 'Give it to us.', claims });
    expect(preview?.claims.map((claim) => claim.verdict)).toEqual([true, true]);
    expect(preview?.score).toBeCloseTo(0.5 * (15 / 27) + 0.5 * (4 / 8), 9);
  });

  it('is nothing in a round without a block to win', () => {
    expect(previewPitch(pitchRound().until(4).sees('lab_0'), { text: PITCHES[0] ?? '', claims: [] })).toBeNull();
  });
});
