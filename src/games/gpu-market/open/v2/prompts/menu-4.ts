/**
 * The menu of `open-4`: every line has a code, its first letter says what kind of action it is, and a reply names up to four of them. Which
 * lines are there is decided by what they may be worth; where they stand is decided by names alone, so that no place is a hint.
 */
import type { JsonSchema } from '~/contract/prompt-format';
import { withinSteps } from '~/lib/play/step-budget';
import type { TakenAction } from '../../shared/actions';
import { FIELDS, type OpenOption, option } from '../../shared/prompts/option';
import type { OpenObservation2 } from '../observation';
import { type Found, type GroupLetter, ownJob, tradeLines } from './lines-trade-4';
import { ventureLines } from './lines-venture-4';

/** In the order of the prompt. A letter is a type of action. */
const GROUPS = [
  { letter: 'u', type: 'allocate_to_job', heading: 'Use' },
  { letter: 't', type: 'accept_offer', heading: 'Take' },
  { letter: 'f', type: 'fill_want', heading: 'Fill a want' },
  { letter: 's', type: 'send_offer', heading: 'Sell at' },
  { letter: 'b', type: 'send_offer', heading: 'Bid' },
  { letter: 'w', type: 'post_want', heading: 'Want hours at' },
  { letter: 'x', type: 'withdraw_want', heading: 'Withdraw your want' },
  { letter: 'j', type: 'join_coalition', heading: 'Join' },
  { letter: 'e', type: 'form_coalition', heading: 'Found' },
  { letter: 'm', type: 'commit_to_coalition', heading: 'Pledge more' },
  { letter: 'p', type: 'propose_plan', heading: 'Plan' },
  { letter: 'q', type: 'make_pitch', heading: 'Pitch for' },
  { letter: 'v', type: 'veto_plan', heading: 'Veto' },
  { letter: 'y', type: 'withdraw_pledge', heading: 'Withdraw' },
  { letter: 'k', type: 'take_promise', heading: 'Take a promise' },
  { letter: 'h', type: 'make_promise', heading: 'Promise' },
  { letter: 'c', type: 'counter_offer', heading: 'Counter' },
  { letter: 'r', type: 'reject_offer', heading: 'Reject' },
  { letter: 'd', type: 'decline_coalition', heading: 'Decline' },
  { letter: 'g', type: 'decline_promise', heading: 'Decline' },
  { letter: 'l', type: 'leave_coalition', heading: 'Leave' },
] as const satisfies readonly { letter: GroupLetter; type: TakenAction['action_type']; heading: string }[];
const HEADINGS = Object.fromEntries(GROUPS.map(({ letter, heading }) => [letter, heading])) as Record<GroupLetter, string>;

/** Where there is no room for all: what a strong player may do comes before what it weighs and leaves, and that before what few ever do. */
const WEIGHTS = { spare: 4, rare: 1 };
const USUAL = 10;
/** What is lost if it isn't done now, and what can be done again. */
const STRONG: Partial<Record<GroupLetter, number>> = { u: 12, t: 12, b: 8, w: 8, x: 8 };
/** Each place in a group, by what matters, takes so much off. */
const PLACE = 0.8;

/** Of a line as a reply names it; null: no line begins like that. */
export function typeOfLine(said: string): string | null {
  if (said.startsWith(WAIT)) return 'wait';
  return GROUPS.find(({ letter }) => said.startsWith(letter))?.type ?? null;
}

export interface Menu {
  /** As it stands in the prompt. */
  text: string;
  cut: string[];
  /** By what a reply says of a line: with its price, where it has prices. */
  picks: ReadonlyMap<string, TakenAction>;
  options: readonly OpenOption[];
  /** How many lines a reply may name. */
  most: number;
  /** Who can be talked to. */
  readers: readonly string[];
}

const MOST_PICKS = 4;
/** Digits follow the letter, and one is enough. */
const MOST_IN_GROUP = 9;
/** Tokens (`tokensIn`) of facts and menu: between two labs there is less to tell. */
const ROOM = { two: 212, more: 560 };
/** Whatever the facts take. */
const LEAST_ROOM = 120;
const WORDS = 120;
const MOST_READERS = 16;
const WAIT = 'n';

const kept = new WeakMap<OpenObservation2, Menu>();

/** Made once for prompt, schema, replies and samples. */
export function menuOf(seen: OpenObservation2): Menu {
  const menu = kept.get(seen) ?? withinSteps(() => makeMenu(seen));
  kept.set(seen, menu);
  return menu;
}

function makeMenu(seen: OpenObservation2): Menu {
  const all = unique([...tradeLines(seen), ...ventureLines(seen)]);
  const shown = fitting(
    all,
    Math.max(LEAST_ROOM, (seen.visible_labs.length < 2 ? ROOM.two : ROOM.more) - tokensIn(jobLines(seen).join(' '))),
  );
  const picks = new Map<string, TakenAction>();
  const lines: string[] = [];
  for (const { letter, heading } of GROUPS) {
    const own = shown.filter(({ group }) => group === letter).sort(byName);
    if (own.length > 0) lines.push(`${heading}:`);
    for (const [place, { option: one, text }] of own.entries()) {
      const code = `${letter}${place + 1}`;
      lines.push(`${code} ${text}${pricesOf(one)}`);
      for (const [said, action] of saidOf(code, one)) picks.set(said, action);
    }
  }
  picks.set(WAIT, { action_type: 'wait' });
  lines.push(`${WAIT} wait`);
  const more = all.length - shown.length;
  const talks = seen.legal_actions.find((legal) => legal.action_type === 'send_message');
  return {
    text: [...lines, ...(more === 0 ? [] : [`… ${more} more`])].join('\n'),
    cut: more === 0 ? [] : [`${more} options`],
    picks,
    options: [...shown.map((one) => one.option), option({ action_type: 'wait' })],
    most: Math.min(MOST_PICKS, seen.actions_per_round),
    readers: talks?.action_type === 'send_message' ? [...talks.target_lab_ids.slice(0, MOST_READERS), 'all'] : [],
  };
}

/** Those that still lack hours. */
export function jobLines({ private_jobs }: OpenObservation2): string[] {
  return private_jobs
    .filter((job) => !job.settled && job.hours_by_deadline < job.gpu_hours_required)
    .map((job) => {
      const has = job.hours_by_deadline > 0 ? ` has=${job.hours_by_deadline}h` : '';
      return `${ownJob(job.job_id)} ${job.gpu_hours_required}h by=${job.deadline_round} pays=${Math.round(job.value)}${has}`;
    });
}

function unique(found: readonly Found[]): Found[] {
  const seen = new Set<string>();
  const counts = new Map<GroupLetter, number>();
  return found.filter(({ group, option: { action } }) => {
    const [key, count] = [keyOf(action), counts.get(group) ?? 0];
    if (seen.has(key) || count === MOST_IN_GROUP) return false;
    seen.add(key);
    counts.set(group, count + 1);
    return true;
  });
}

/** Without those that matter least, until the rest fits. */
function fitting(all: readonly Found[], room: number): Found[] {
  const places = new Map<GroupLetter, number>();
  const ranked = all.map((one) => {
    const place = places.get(one.group) ?? 0;
    places.set(one.group, place + 1);
    return { one, weight: (one.weight === undefined ? (STRONG[one.group] ?? USUAL) : WEIGHTS[one.weight]) - place * PLACE };
  });
  ranked.sort((a, b) => b.weight - a.weight);
  const kept: Found[] = [];
  const groups = new Set<GroupLetter>();
  let left = room;
  for (const { one } of ranked) {
    const heading = groups.has(one.group) ? 0 : tokensIn(HEADINGS[one.group]) + 2;
    const cost = heading + tokensIn(`${one.text}${pricesOf(one.option)}`) + 3;
    if (cost > left && kept.length > 0) continue;
    left -= cost;
    kept.push(one);
    groups.add(one.group);
  }
  return kept;
}

function byName(a: Found, b: Found): number {
  const [one, other] = [a, b].map(({ option: { action } }) => keyOf(action).replace(/\d+/gu, (digits) => digits.padStart(4, '0')));
  return (one ?? '') < (other ?? '') ? -1 : 1;
}

function pricesOf({ price }: OpenOption): string {
  return price === null ? '' : `:${price.steps.join('|')}`;
}

function saidOf(code: string, { action, price }: OpenOption): [string, TakenAction][] {
  if (price === null) return [[code, action]];
  return price.steps.map((step) => [`${code} ${step}`, { ...action, [price.field]: step }]);
}

/** About what SmolLM2's tokenizer makes of it: a word of some letters, each digit, a blank before a digit, each sign. */
export function tokensIn(text: string): number {
  return text.match(/ ?[A-Za-z]{1,7}| (?=\d)|\d|[^\sA-Za-z\d]+|\n/gu)?.length ?? 0;
}

/** The same for the same action, whatever the order of its fields. */
export function keyOf(action: TakenAction): string {
  return JSON.stringify(FIELDS.flatMap((field) => (action[field] === undefined ? [] : [[field, action[field]]])));
}

/** Kinds of actions are the first choice, so that none is likelier for having more lines. */
export function schemaOfMenu({ picks, most, readers }: Menu): JsonSchema {
  const groups = new Map<string, string[]>();
  for (const said of picks.keys()) groups.set(said.charAt(0), [...(groups.get(said.charAt(0)) ?? []), said]);
  const talk = {
    type: 'object',
    properties: { to: { enum: readers }, say: { type: 'string', minLength: 1, maxLength: WORDS } },
    required: ['to', 'say'],
    additionalProperties: false,
  };
  const items = { oneOf: [...[...groups.values()].map((said) => ({ enum: said })), ...(readers.length > 0 ? [talk] : [])] };
  const turn = { type: 'array', minItems: 1, maxItems: most, items };
  return { type: 'object', properties: { do: turn }, required: ['do'], additionalProperties: false };
}
