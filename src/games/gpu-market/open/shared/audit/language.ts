/** The search space for ruleset `open`: every action with every field, including invalid input. */
import type { Field, Language, Program, Step } from '~/contract/audit';
import { HONEST, HONEST_WITH, stepOf } from '~/contract/audit';
import type { OpenAction } from '../actions';
import type { OpenObservation } from '../observation';

/** Fields of an honest action whose number may be changed. */
export const NUMBERS = ['reserve', 'payment', 'requested_payment', 'bond', 'owner_share', 'until_round', 'expires_in'] as const;

const COMMON: readonly Field[] = ['when', 'fault'];

/** By action type, the fields that matter in addition to timing and faults. */
const FIELDS_OF: Record<string, readonly Field[]> = {
  send_offer: ['pick', 'things', 'give', 'ask', 'wants', 'terms', 'deposit', 'until', 'words'],
  counter_offer: ['pick', 'things', 'give', 'ask', 'wants', 'terms', 'deposit', 'until'],
  accept_offer: ['pick', 'words'],
  reject_offer: ['pick', 'words'],
  make_pitch: ['pick', 'words'],
  counter_pitch: ['pick', 'words'],
  reserve_capacity: ['things'],
  release_capacity: ['things'],
  form_coalition: ['pick', 'things', 'give', 'ask', 'split', 'words'],
  join_coalition: ['pick', 'things', 'wants', 'ask', 'until'],
  commit_to_coalition: ['pick', 'things', 'wants', 'ask', 'until'],
  decline_coalition: ['pick'],
  leave_coalition: ['pick', 'words'],
  allocate_to_job: ['pick', 'things'],
  joint_plan: ['pick', 'things'],
  send_message: ['pick', 'words'],
  unreadable: ['pick'],
  too_many_actions: [],
  wait: [],
  finish: [],
};

const TYPES = Object.keys(FIELDS_OF);

function fieldsOf(type: string): readonly Field[] {
  if (type === HONEST) return [];
  return type.startsWith(HONEST_WITH) ? ['by', 'when'] : [...COMMON, ...(FIELDS_OF[type] ?? [])];
}

/** In addition to honest play, in one seat. */
export const OPEN_LANGUAGE: Language = {
  types: [HONEST, HONEST, ...NUMBERS.map((name) => `${HONEST_WITH}${name}`), ...TYPES],
  fieldsOf,
  longest: 6,
};

/** Without honest play, in one seat or two. */
export const QUICK_LANGUAGE: Language = {
  types: TYPES,
  fieldsOf: (type) => ['seat', ...fieldsOf(type)],
  longest: 10,
};

const second = { seat: 'second' } as const;

/** Examples of the mechanisms, in the order of the rules. */
export const IDIOMS: readonly Program[] = [
  [stepOf('allocate_to_job')],
  [stepOf('reserve_capacity', { things: 'all' }), stepOf('release_capacity', { things: 'all' })],
  [stepOf('send_offer', { things: 'one', ask: 'little' }), stepOf('reject_offer')],
  [
    stepOf('send_offer', { pick: 'partner', things: 'one', ask: 'little' }),
    stepOf('accept_offer', { ...second, pick: 'partner' }),
    stepOf('allocate_to_job'),
    stepOf('allocate_to_job', second),
  ],
  [
    stepOf('send_offer', { pick: 'partner', things: 'one', ask: 'cent', terms: 'use next round', deposit: 'little' }),
    stepOf('accept_offer', { ...second, pick: 'partner' }),
  ],
  [
    stepOf('send_offer', { pick: 'partner', things: 'one', ask: 'little', terms: 'use by the end', deposit: 'little' }),
    stepOf('accept_offer', { ...second, pick: 'partner' }),
    stepOf('allocate_to_job', second),
    stepOf('allocate_to_job'),
  ],
  [
    stepOf('send_offer', { pick: 'partner', give: 'little', wants: 'one' }),
    stepOf('counter_offer', { ...second, pick: 'partner', things: 'one', ask: 'half' }),
    stepOf('accept_offer', { pick: 'partner' }),
  ],
  [
    stepOf('form_coalition', { pick: 'partner', give: 'little', when: 'first round' }),
    stepOf('join_coalition', { ...second, pick: 'partner' }),
    stepOf('leave_coalition', { ...second, when: 'middle round' }),
  ],
  [
    stepOf('form_coalition', { pick: 'partner', give: 'little', when: 'first round' }),
    stepOf('join_coalition', { ...second, pick: 'partner' }),
    stepOf('commit_to_coalition', { things: 'all', wants: 'all' }),
    stepOf('commit_to_coalition', { ...second, things: 'all', wants: 'all' }),
    stepOf('joint_plan'),
  ],
  [
    stepOf('form_coalition', { pick: 'partner', give: 'half', split: 'contribution', when: 'first round' }),
    stepOf('join_coalition', { ...second, pick: 'partner', things: 'all' }),
    stepOf('commit_to_coalition', { wants: 'all', ask: 'cent' }),
    stepOf('joint_plan'),
    stepOf('release_capacity', { ...second, things: 'all', when: 'last two rounds' }),
  ],
  [stepOf('make_pitch', { words: 'facts' }), stepOf('allocate_to_job')],
  [stepOf('unreadable'), stepOf('too_many_actions'), stepOf('finish', { when: 'last round' })],
];

const LONG = 500;
const KEYWORDS = 'deadline value reliability hours fair coalition guarantee urgent';

/** The message of an action, if any. */
export function textOf({ words }: Step): { message?: string } {
  if (words === 'none') return {};
  if (words === 'long') return { message: 'x'.repeat(LONG) };
  return { message: words === 'plain' ? 'Hello.' : KEYWORDS };
}

/** For the first or last open job: true, false, as claims, or meaningless. */
export function pitchOf({ private_jobs }: OpenObservation, { words, pick }: Step): Pick<OpenAction, 'message' | 'claims'> {
  const open = private_jobs.filter((job) => !job.completed);
  const job = pick === 'last' ? open.at(-1) : open[0];
  if (words === 'long') return { message: 'x'.repeat(LONG) };
  if (words === 'plain') return { message: 'Hello.' };
  if (job === undefined || words === 'none' || words === 'keywords') return { message: KEYWORDS };
  const { job_id, gpu_hours_required, deadline_round, value } = job;
  const claims = [{ job_id, field: 'hours' as const, value: gpu_hours_required }];
  if (words === 'claims') return { message: KEYWORDS, claims };
  const claimed = words === 'facts' ? Math.round(value) : Math.round(value * 3);
  return { message: `Job ${job_id} needs ${gpu_hours_required} GPU-hours by round ${deadline_round} and is worth ${claimed}.` };
}
