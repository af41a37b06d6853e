/** Words: pitches, whose claims are the seat's own facts, and messages. */
import type { LegalAction } from '../legal-action';
import { claimable, previewPitch } from '../plans/pitch-preview';
import { type Desk, type OpenOption, option } from './option';

type Legal<T extends LegalAction['action_type']> = Extract<LegalAction, { action_type: T }>;

const MOST_PITCHES = 2;
const MOST_READERS = 4;
/** Characters: what a small model writes in a second or two. */
const WORDS = 120;

/** For each job two true claims; what is written beside them is the model's own. */
export function pitches({ observation }: Desk, legal: Legal<'make_pitch'>): OpenOption[] {
  const valued = observation.private_jobs
    .filter((job) => legal.job_ids.includes(job.job_id))
    .map((job) => {
      const facts = claimable(job);
      const claims = (['hours', 'deadline'] as const).map((field) => ({ job_id: job.job_id, field, value: facts[field] }));
      const score = previewPitch(observation, { text: '', claims })?.score ?? 0;
      return option({ action_type: 'make_pitch', claims }, { words: WORDS, worth: score, note: `for ${legal.block_id}, ${job.job_id}` });
    });
  valued.sort((a, b) => b.worth - a.worth);
  return valued.slice(0, MOST_PITCHES);
}

/** To all, and to those of whom it last heard. */
export function messages({ observation }: Desk, legal: Legal<'send_message'>): OpenOption[] {
  const heard = [...observation.message_history, ...observation.active_offers].map((one) => one.from_lab_id).reverse();
  const readers = [...new Set([...heard, ...legal.target_lab_ids])].filter((id) => legal.target_lab_ids.includes(id));
  const toOne = readers
    .slice(0, MOST_READERS)
    .map((target_lab_id) => option({ action_type: 'send_message', target_lab_id }, { words: WORDS }));
  return [...toOne, option({ action_type: 'send_message' }, { words: WORDS })];
}
