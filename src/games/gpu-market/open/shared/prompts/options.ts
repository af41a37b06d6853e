/**
 * The options that a model chooses from in one turn: for every legal action type the few that matter most to the seat, with all their
 * fields. They come from the observation's legal list alone and are ranked by the seat's own best plan.
 */

import type { LegalAction } from '../legal-action';
import type { OpenObservation } from '../observation';
import { Appraiser } from '../plans/appraise';
import { searchPlan } from '../plans/joint-plan';
import { claimable, previewPitch } from '../plans/pitch-preview';
import { type Desk, type OpenOption, option, signed } from './option';
import { dealings } from './options-coalitions';
import { answers, asks, bids, counters, withdrawals } from './options-offers';

/** More would slow the grammar down and drown the good options. */
const MOST = 40;
/** Allocations of blocks to jobs. */
const MOST_WORK = 6;

/** In the order of the legal list, best first within a type; at least one per legal type. `finish` only when nothing is left to do. */
export function openOptions(observation: OpenObservation): OpenOption[] {
  const desk: Desk = { observation, appraiser: new Appraiser(observation) };
  const found = observation.legal_actions.flatMap((legal) => optionsOf(desk, legal));
  return found.length === 0 ? [option({ action_type: 'wait' })] : withinMost(found);
}

/** Types that move blocks and money come first; the others seldom change a seat's profit. */
export const TELLING = ['accept_offer', 'allocate_to_job', 'send_offer', 'counter_offer'];

/** What a seat could have done: the best option of each type, at the lowest price that a model may name. */
export function dealsOf(options: readonly OpenOption[], telling: readonly string[] = TELLING): unknown[] {
  const best = new Map<string, OpenOption>();
  for (const option of options) if (!best.has(option.action.action_type)) best.set(option.action.action_type, option);
  const rank = (type: string) => (telling.includes(type) ? telling.indexOf(type) : telling.length);
  return [...best.entries()].toSorted(([a], [b]) => rank(a) - rank(b)).map(([, option]) => priced(option));
}

export function optionsOf(desk: Desk, legal: LegalAction): OpenOption[] {
  switch (legal.action_type) {
    case 'send_offer':
      return [...asks(desk, legal), ...bids(desk, legal)];
    case 'accept_offer':
      return answers(desk, legal);
    case 'reject_offer':
      return withdrawals(desk, legal);
    case 'counter_offer':
      return counters(desk, legal);
    case 'make_pitch':
      return pitches(desk, legal);
    case 'reserve_capacity':
    case 'release_capacity':
      return legal.block_ids.slice(0, 2).map((id) => option({ action_type: legal.action_type, block_ids: [id] }));
    case 'form_coalition':
    case 'join_coalition':
    case 'commit_to_coalition':
    case 'decline_coalition':
    case 'leave_coalition':
      return dealings(desk, legal);
    case 'allocate_to_job':
      return [...allocations(desk, legal), ...jointPlans(desk, legal)];
    case 'send_message':
      return messages(desk, legal);
    case 'wait':
      return [option({ action_type: 'wait' })];
    case 'finish':
      return isIdle(desk.observation) ? [option({ action_type: 'finish' })] : [];
  }
}

/** No job is open and no block is free, so leaving the market costs nothing. */
function isIdle({ private_jobs, owned_blocks, joint_jobs, deposits }: OpenObservation): boolean {
  const busy = private_jobs.some((job) => !job.settled) || joint_jobs.length + deposits.length > 0;
  return !busy && owned_blocks.every((block) => block.hours_left === 0 || block.allocated_to_job_id !== null);
}

/** Drops the worst option of the type with the most, and so on; never the last of a type. */
export function withinMost(found: readonly OpenOption[]): OpenOption[] {
  const kept = [...found];
  while (kept.length > MOST) {
    const counts = new Map<string, number>();
    for (const { action } of kept) counts.set(action.action_type, (counts.get(action.action_type) ?? 0) + 1);
    const [longest] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
    kept.splice(
      kept.findLastIndex(({ action }) => action.action_type === longest),
      1,
    );
  }
  return kept;
}

type Work = Extract<LegalAction, { action_type: 'allocate_to_job' }>;

/** For each job: what the best plan allocates to it, then single blocks that fit. */
function allocations({ appraiser }: Desk, legal: Work): OpenOption[] {
  const planned = appraiser.now().jobs;
  const found = Object.entries(legal.jobs).flatMap(([job_id, fit]) => {
    const best = planned.find((job) => job.job_id === job_id)?.block_ids.filter((id) => fit.includes(id)) ?? [];
    const sets = [best, ...fit.filter((id) => best.length !== 1 || best[0] !== id).map((id) => [id])].filter((ids) => ids.length > 0);
    return sets.map((block_ids, place) => ({ job_id, block_ids, isBest: place === 0 && best.length > 0 }));
  });
  const valued = found.map(({ job_id, block_ids, isBest }) => {
    const appraisal = appraiser.allocation(job_id, block_ids);
    const { end, hours, required, net } = appraisal?.served ?? { end: 'none', hours: 0, required: 0, net: 0 };
    const note = end === 'in_time' ? `done, ${signed(net)}` : `${hours} of ${required}h`;
    return option(
      { action_type: 'allocate_to_job', job_id, block_ids },
      { worth: (isBest ? 1000 : 0) + (appraisal?.value ?? 0) + net, note },
    );
  });
  valued.sort((a, b) => b.worth - a.worth);
  return valued.slice(0, MOST_WORK);
}

/** The best plan found for a coalition's pledges; none if no plan pays the members' reserves. */
function jointPlans({ observation }: Desk, legal: Work): OpenOption[] {
  return Object.keys(legal.plans).flatMap((coalition_id) => {
    const coalition = observation.active_coalitions.find((one) => one.coalition_id === coalition_id);
    const plan = coalition === undefined ? null : searchPlan(observation, coalition);
    if (plan === null) return [];
    const surplus = (plan.total - plan.reserves) / 100;
    return [
      option({ action_type: 'allocate_to_job', coalition_id, plan: plan.plan }, { worth: surplus, note: `joint plan, ${signed(surplus)}` }),
    ];
  });
}

function priced({ action, price }: OpenOption): unknown {
  return price === null ? action : { ...action, [price.field]: price.steps[0] };
}

type Legal<T extends LegalAction['action_type']> = Extract<LegalAction, { action_type: T }>;

const MOST_PITCHES = 2;
const MOST_READERS = 4;
/** Characters: a small model writes so many in a second or two. */
const WORDS = 120;

/** Two true claims for each job; the model writes the text that goes with them. */
function pitches({ observation }: Desk, legal: Legal<'make_pitch'>): OpenOption[] {
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

/** To everybody, and to the labs it last heard from. */
function messages({ observation }: Desk, legal: Legal<'send_message'>): OpenOption[] {
  const heard = [...observation.message_history, ...observation.active_offers].map((one) => one.from_lab_id).reverse();
  const readers = [...new Set([...heard, ...legal.target_lab_ids])].filter((id) => legal.target_lab_ids.includes(id));
  const toOne = readers
    .slice(0, MOST_READERS)
    .map((target_lab_id) => option({ action_type: 'send_message', target_lab_id }, { words: WORDS }));
  return [...toOne, option({ action_type: 'send_message' }, { words: WORDS })];
}
