import { describe, expect, it } from 'vitest';
import { claimable, previewPitch } from '../../../shared/plans/pitch-preview';
import { table } from '../../../shared/testing/table';
import { CLAIM_FIELDS } from '../../../shared/types';
import { claimSentence } from './claim-sentence';

const block = { block_id: 'b_grant_3', start_round: 4, duration: 2, gpu_count: 2, reliability: 0.9, energy_cost: 1 };

describe('a fact put into a pitch', () => {
  it.each([8, 1])('is read by the rule judge as that claim, and found true, alone and with the others (%i GPU-hours)', (hours) => {
    const jobs = [{ job_id: 'j_0_0', gpu_hours_required: hours, value: 119.6, deadline_round: 6, min_reliability: 0.85 }];
    const seen = table({ judge: true, labs: [{ jobs }, {}], grants: [{ pitch_round: 3, block }] })
      .until(3)
      .sees('lab_0');
    const [job] = seen.private_jobs;
    if (job === undefined) throw new Error('no job');
    const facts = claimable(job);
    const sentences = CLAIM_FIELDS.map((field) => claimSentence(field, 'j_0_0', facts[field]));
    for (const text of [...sentences, sentences.join(' ')]) {
      const claims = previewPitch(seen, { text, claims: [] })?.claims ?? [];
      expect(claims.map((claim) => claim.verdict)).toEqual(claims.map(() => true));
      expect(claims.map((claim) => claim.field).toSorted()).toEqual(
        CLAIM_FIELDS.filter((field) => text.includes(claimSentence(field, 'j_0_0', facts[field]))).toSorted(),
      );
    }
  });
});
