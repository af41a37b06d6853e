/** The prompt of the open market, first version: what the seat has, heard, did and can do. About 450 tokens at most. */

import { actionsOfMove } from '~/contract/actions-of-move';
import type { OwnTurn } from '~/contract/guard';
import { quoted } from '~/lib/text/hostile-text';
import type { TakenAction } from '../actions';
import type { OpenFacts, OwnBlock, WireJob } from '../observation';
import { FIELDS, type OpenOption } from './option';

/** Tokens of the whole text, by `tokensOf`. */
const MOST_TOKENS = 350;
const REMEMBERED = 2;
const HEARD = 3;
/** Lines of one form. */
const MOST_LINES = 6;
const HEARD_CHARACTERS = 100;

export function userText(observation: OpenFacts, options: readonly OpenOption[], past: readonly OwnTurn[]): string {
  const facts = [
    standing(observation),
    ...jobs(observation),
    ...blocks(observation),
    ...heard(observation),
    ...done(observation, past),
  ].join('\n');
  return `${facts}\nActions:\n${choices(options, MOST_TOKENS - tokensOf(facts))}`;
}

export function standing({ round_index, max_rounds, controlled_lab_id, controlled_lab_budget, public_market }: OpenFacts): string {
  const dear = public_market.energy_factor === 1 ? '' : ` Energy x${public_market.energy_factor}.`;
  return `Round ${round_index} of 0-${max_rounds - 1}. You are ${controlled_lab_id}, money ${Math.round(controlled_lab_budget)}.${dear}`;
}

function jobs({ private_jobs }: OpenFacts): string[] {
  const open = private_jobs.filter((job) => !job.settled);
  return open.length === 0 ? ['Your jobs are done.'] : ['Your jobs:', ...open.map(jobLine)];
}

export function jobLine(job: WireJob): string {
  const has = job.hours_by_deadline > 0 ? `, has ${job.hours_by_deadline}h` : '';
  return `${job.job_id} ${job.gpu_hours_required}h by round ${job.deadline_round} pays ${Math.round(job.value)}${has}`;
}

function blocks({ owned_blocks }: OpenFacts): string[] {
  const free = owned_blocks.filter((block) => block.hours_left > 0 && block.allocated_to_job_id === null);
  return free.length === 0 ? ['You have no free blocks.'] : ['Your free blocks:', ...free.map(blockLine)];
}

export function blockLine(block: OwnBlock): string {
  const last = block.start_round + block.duration - 1;
  const when = last === block.start_round ? `${last}` : `${block.start_round}-${last}`;
  return `${block.block_id} ${block.hours_left}h round ${when}${block.pledged_to === null ? '' : ` pledged ${block.pledged_to}`}`;
}

/** The newest words of others. They are quoted so that they cannot end the quote; the speaker is named outside it. */
function heard(observation: OpenFacts): string[] {
  const { message_history, active_offers, active_coalitions, public_market, controlled_lab_id: me, round_index } = observation;
  const verdicts = public_market.verdicts.filter((verdict) => verdict.round_index >= round_index - 1);
  const said = [
    ...message_history.map((one) => ({ from: one.from_lab_id, round: one.round_index, text: one.message })),
    ...active_offers.map((one) => ({ from: one.from_lab_id, round: one.round_created, text: one.message })),
    ...active_coalitions.map((one) => ({ from: one.founder, round: one.round_created, text: one.message ?? '' })),
    ...verdicts.flatMap(({ round_index: round, pitches }) => pitches.map((one) => ({ from: one.lab_id, round, text: one.pitch }))),
  ].filter((one) => one.from !== me && one.text !== '' && one.round >= round_index - 2);
  const newest = said.sort((a, b) => a.round - b.round).slice(-HEARD);
  const lines = new Set(newest.map((one) => `${one.from} ${quoted(one.text, HEARD_CHARACTERS)}`));
  return lines.size === 0 ? [] : ['Others said:', ...lines];
}

/** The seat's last turns, with the results of the last one. */
export function done(observation: OpenFacts, past: readonly OwnTurn[]): string[] {
  const last = past.slice(-REMEMBERED);
  const lines = last.map((turn) => {
    const actions = actionsOfMove(turn.move) as TakenAction[];
    const results = turn.round === observation.round_index - 1 ? observation.last_action_results : [];
    const told = actions.map((action, i) => `${brief(action)}${results[i] === undefined ? '' : `: ${results[i].code}`}`);
    return `${turn.round} ${told.join('; ')}`;
  });
  return lines.length === 0 ? [] : ['You did:', ...lines];
}

function brief(action: TakenAction): string {
  const price = action.payment ?? action.requested_payment;
  return [action.action_type, ...valuesOf(action), ...(price === undefined ? [] : [`${price}`])].join(' ');
}

/** Types that are shown with their terms. All others are named in one line, so that the model knows every type. */
export const TOLD = ['allocate_to_job', 'accept_offer', 'send_offer', 'join_coalition', 'commit_to_coalition', 'make_pitch'];

/** Groups options under a heading with their form: the best of each group, then the second best, while there is room. */
function choices(options: readonly OpenOption[], room: number): string {
  const also = `Also: ${othersOf(options)}`;
  const groups = new Map<string, { lines: string[]; shown: number }>();
  for (const type of TOLD) {
    for (const one of options.filter(({ action }) => action.action_type === type)) {
      const group = groups.get(headingOf(one)) ?? { lines: [], shown: 0 };
      group.lines.push(lineOf(one));
      groups.set(headingOf(one), group);
    }
  }
  let left = [...groups.keys(), also].reduce((sum, heading) => sum - tokensOf(heading) - 2, room);
  for (let place = 0; left > 0 && place < MOST_LINES; place++) {
    for (const group of groups.values()) {
      const line = group.lines[place];
      if (line === undefined || group.shown < place || left < tokensOf(line) + 1) continue;
      left -= tokensOf(line) + 1;
      group.shown = place + 1;
    }
  }
  return [...[...groups].map(([heading, { lines, shown }]) => [`${heading}:`, ...lines.slice(0, shown)].join('\n')), also].join('\n');
}

export function othersOf(options: readonly OpenOption[], told: readonly string[] = TOLD): string {
  const others = new Map<string, string>();
  for (const one of options) {
    const type = one.action.action_type;
    if (!told.includes(type) && !others.has(type)) others.set(type, headingOf(one).replace(/, .*\}/u, ', …}'));
  }
  return [...others.values()].join(', ');
}

export function headingOf({ action, price, words }: OpenOption): string {
  const fields = FIELDS.filter((field) => field !== 'action_type' && (action[field] !== undefined || field === price?.field));
  const all = [...fields, ...(words === null ? [] : ['message'])];
  return all.length === 0 ? action.action_type : `${action.action_type} {${all.join(', ')}}`;
}

export function lineOf({ action, price, note }: OpenOption): string {
  const values = [...valuesOf(action), ...(price === null ? [] : [price.steps.join('|')])].join(' ');
  return note === '' ? values : `${values} (${note})`;
}

/** The ids and numbers of an action's fields, in the order of a reply; without prices, claims and message. */
function valuesOf(action: TakenAction): string[] {
  return FIELDS.flatMap((field) => {
    const value = action[field];
    if (value === undefined || ['action_type', 'payment', 'requested_payment', 'claims', 'message'].includes(field)) return [];
    if (field === 'plan') return [(action.plan ?? []).map((part) => `${part.job_id} [${part.block_ids.join(' ')}]`).join(' ')];
    return [Array.isArray(value) ? `[${value.map(String).join(' ')}]` : `${value}`];
  });
}

/** An estimate of SmolLM2's tokens: up to seven letters, a digit, or a run of signs each count as one. */
export function tokensOf(text: string): number {
  return text.match(/ ?[A-Za-z]{1,7}|\d|[^\sA-Za-z\d]+|\n/gu)?.length ?? 0;
}
