/** `open-4`: a turn is up to four lines of a menu in one reply. What the seat has stands above the menu, and what others said between. */
import { readFileSync } from 'node:fs';
import { actionsOfMove } from '~/contract/actions-of-move';
import type { Reading } from '~/contract/game';
import type { PromptFormat, PromptPart } from '~/contract/prompt-format';
import type { TakenAction } from '../../shared/actions';
import type { OwnBlock, WireProposal } from '../../shared/observation';
import { isFree } from '../../shared/observed';
import { nearestOption } from '../../shared/prompts/nearest';
import { fitting, heard } from '../../shared/prompts/user-text-2';
import { readAction2 } from '../actions';
import type { OpenObservation2 } from '../observation';
import { whyNotLegal2 } from './legality';
import { short, shortly } from './lines-trade-4';
import { planName } from './lines-venture-4';
import { jobLines, keyOf, type Menu, menuOf, schemaOfMenu, typeOfLine } from './menu-4';
import { saidWith } from './user-text-3';

type Turn = TakenAction | TakenAction[];

const VERSION = 'open-4';
/** Tokens. */
const FOR_JOBS = 90;
const FOR_BLOCKS = 80;
const FOR_STANDING = 60;
const MOST_CODES = 12;

/** What can be left out: money, time and the menu cannot. */
const PARTS: readonly PromptPart[] = [
  { name: 'jobs', summary: 'the seat’s jobs and what they pay', told: section('Jobs', '|\\nAll jobs are done\\.$') },
  { name: 'blocks', summary: 'free blocks that are not for sale in the menu', told: section('Other free blocks') },
  { name: 'standing', summary: 'promises and plans', told: section('Standing') },
  { name: 'words', summary: 'what others said', told: section('Others said') },
];

/** A heading with the lines below it, up to the next heading. */
function section(heading: string, or = ''): RegExp {
  return new RegExp(`\\n${heading}:$(?:\\n(?!(?:Jobs|Other free blocks|Standing|Others said|Menu):$).*)*${or}`, 'gm');
}

export const format4: PromptFormat<OpenObservation2, Turn> = {
  version: VERSION,
  safe: () => ({ action_type: 'wait' }),
  decide: {
    actions: 4,
    fixed: () => JSON.stringify([systemText(), 'open-format-4']),
    parts: PARTS,
    prompt(seen, _past, without = []) {
      const menu = menuOf(seen);
      const cut: string[] = [];
      const user = `${factsOf(seen, cut, without).join('\n')}\nMenu:\n${menu.text}`;
      return { system: systemText(), user, cut: [...cut, ...menu.cut] };
    },
    schema: (seen) => schemaOfMenu(menuOf(seen)),
    listed(seen, move) {
      const { options } = menuOf(seen);
      const said = actionsOfMove(move).flatMap((action) => {
        const read = readAction2(action);
        return read.ok ? (nearestOption(options, read.value) ?? []) : [];
      });
      return said.length === 0 ? null : turnOf(said);
    },
    say: (seen, move) => JSON.stringify({ do: sayAll(menuOf(seen), actionsOfMove(move) as TakenAction[]) }),
    types: typesOf,
    read: readTurn4,
  },
};

/** One action stands by itself. */
function turnOf(actions: readonly TakenAction[]): Turn {
  const [only] = actions;
  return actions.length === 1 && only !== undefined ? only : [...actions];
}

// What the seat knows, in few words.

function factsOf(seen: OpenObservation2, cut: string[], without: readonly string[]): string[] {
  const told = (part: string) => !without.includes(part);
  const jobs = jobLines(seen);
  const sold = new Set(menuOf(seen).options.flatMap(({ action }) => (action.action_type === 'send_offer' ? (action.block_ids ?? []) : [])));
  const free = seen.owned_blocks.filter((one) => one.hours_left > 0 && isFree(one) && !sold.has(one.block_id)).map(blockText);
  const lines = [...promised(seen), ...onTable(seen)];
  return [
    headOf(seen),
    ...(told('jobs') ? jobsOf(jobs, cut) : []),
    ...(free.length > 0 && told('blocks') ? ['Other free blocks:', ...fitting(free, { room: FOR_BLOCKS, what: 'blocks', cut })] : []),
    ...(lines.length > 0 && told('standing') ? ['Standing:', ...fitting(lines, { room: FOR_STANDING, what: 'things', cut })] : []),
    ...(told('words') ? heard(seen, saidWith(seen), cut) : []),
  ];
}

function jobsOf(jobs: readonly string[], cut: string[]): string[] {
  return jobs.length === 0 ? ['All jobs are done.'] : ['Jobs:', ...fitting(jobs, { room: FOR_JOBS, what: 'jobs', cut })];
}

function headOf({ round_index, max_rounds, controlled_lab_id, controlled_lab_budget, public_market }: OpenObservation2): string {
  const dear = public_market.energy_factor === 1 ? '' : ` energy=${public_market.energy_factor}`;
  return `Round ${round_index}/${max_rounds - 1} ${controlled_lab_id} money=${Math.round(controlled_lab_budget)}${dear}`;
}

function blockText({ block_id, hours_left, start_round, duration }: OwnBlock): string {
  return `${short(block_id)} ${hours_left}h r${start_round}${duration === 1 ? '' : `-${start_round + duration - 1}`}`;
}

function promised({ promises, controlled_lab_id: me }: OpenObservation2): string[] {
  const made = promises.filter(({ from_lab_id }) => from_lab_id === me);
  return made.map((one) => `you hold ${shortly(one.block_ids)} for ${one.to_lab_id} until r${one.until_round}`);
}

function onTable({ active_coalitions, controlled_lab_id: me }: OpenObservation2): string[] {
  return active_coalitions.flatMap(({ proposals }) => (proposals ?? []).map((one) => planLine(one, me)));
}

function planLine({ plan_id, lab_id, payouts, costs, vetoed_by }: WireProposal, me: string): string {
  const own = payouts?.[me] === undefined ? '' : ` get=${Math.round(payouts[me])} costs=${Math.round(costs?.[me] ?? 0)}`;
  return `${planName(plan_id)} by ${lab_id}${own}${vetoed_by.length > 0 ? ' vetoed' : ''}`;
}

// Replies.

type Said = string | { to: string; say: string };

function sayAll(menu: Menu, actions: readonly TakenAction[]): Said[] {
  const codes = new Map([...menu.picks].map(([said, action]) => [keyOf(action), said]));
  if (actions.length === 0) return sayAll(menu, [{ action_type: 'wait' }]);
  return [...new Set(actions.slice(0, menu.most).map((action) => sayOne(codes, action)))];
}

function sayOne(codes: ReadonlyMap<string, string>, action: TakenAction): Said {
  const said = codes.get(keyOf(action));
  if (said !== undefined) return said;
  if (action.action_type === 'send_message' && action.coalition_id === undefined)
    return { to: action.target_lab_id ?? 'all', say: action.message ?? '' };
  throw new Error(`${VERSION} has no words for ${keyOf(action)}`);
}

/** By the first letter of each line. */
function typesOf(value: unknown): string[] {
  const list = typeof value === 'object' && value !== null && 'do' in value && Array.isArray(value.do) ? (value.do as unknown[]) : [];
  return list.map((part) => (typeof part === 'string' ? (typeOfLine(part) ?? 'text') : isTalk(part) ? 'send_message' : 'text'));
}

/** A list of lines under `do`. Whoever knows the rules may write whole actions instead: all that is legal is read. */
function readTurn4(seen: OpenObservation2, value: unknown): Reading<Turn> {
  const menu = menuOf(seen);
  const list = typeof value === 'object' && value !== null && 'do' in value ? value.do : actionsOfMove(value);
  if (!Array.isArray(list)) return { ok: false, why: 'Write {"do": [...]} with codes of the menu.' };
  const parts = [...new Set(list as unknown[])];
  if (parts.length > menu.most) return { ok: false, why: `A turn has at most ${menu.most} lines, not ${parts.length}.` };
  const actions: TakenAction[] = [];
  const lines = new Set<unknown>();
  for (const part of parts) {
    const read = readPart(seen, menu, part);
    if (!read.ok) return read;
    // A line has one price, and stands once: the first that is named.
    const line = typeof part === 'string' ? part.split(' ')[0] : part;
    if (!lines.has(line)) actions.push(read.value);
    lines.add(line);
  }
  return { ok: true, value: actions.length === 0 ? { action_type: 'wait' } : turnOf(actions) };
}

function readPart(seen: OpenObservation2, { picks, readers }: Menu, part: unknown): Reading<TakenAction> {
  if (typeof part === 'string') {
    const action = picks.get(part.trim());
    return action === undefined ? { ok: false, why: whyNoLine([...picks.keys()], part.trim()) } : { ok: true, value: action };
  }
  const read = readAction2(isTalk(part) ? asMessage(part) : part);
  if (!read.ok) return isTalk(part) ? { ok: false, why: `"to" is one of ${readers.join(', ')}, and "say" a text.` } : read;
  const why = whyNotLegal2(read.value, seen.legal_actions);
  return why === null ? read : { ok: false, why };
}

function isTalk(part: unknown): part is { say: unknown; to?: unknown } {
  return typeof part === 'object' && part !== null && 'say' in part;
}

function asMessage({ to, say }: { say: unknown; to?: unknown }): object {
  return { action_type: 'send_message', ...(to !== undefined && to !== 'all' && { target_lab_id: to }), message: say };
}

function whyNoLine(known: readonly string[], said: string): string {
  const alike = known.filter((one) => one.startsWith(said.charAt(0)));
  const shown = (alike.length > 0 ? alike : known).slice(0, MOST_CODES);
  return `${JSON.stringify(said)} is no line of the menu; it has ${shown.map((one) => JSON.stringify(one)).join(', ')}${shown.length < known.length ? ', …' : ''}.`;
}

let system: string | null = null;

function systemText(): string {
  system ??= readFileSync(new URL('./open-4.txt', import.meta.url), 'utf8').trim();
  return system;
}
