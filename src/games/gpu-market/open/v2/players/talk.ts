/**
 * Messages between labs, as scripted players read and write them. A direct question names blocks, or hours and rounds, and may name a
 * price.
 * The answer is an offer, a counter-offer or a refusal, with one true fact.
 */
import type { TakenAction } from '../../shared/actions';
import type { OpenObservation, PublicBlock, WireMessage } from '../../shared/observation';
import { Desk } from '../../shared/players/desk';
import { askFor, type Style } from '../../shared/players/planner';
import { hoursIn } from '../legal';
import type { OpenObservation2 } from '../observation';

/** Which fact a lab reveals: what a block is worth to it, what the block can do, or nothing of its own. */
export type Candour = 'open' | 'guarded';

const MOST_ANSWERS = 2;
const MOST_FACTS = 4;
const STANDS = 2;
/** A named price is accepted if it exceeds the lab's own loss by at least this much. */
const LEAST_MARGIN = 0.5;

interface Asked {
  from: string;
  /** The named blocks that are its own, and those of the lab that asks. */
  own: string[];
  theirs: string[];
  hours: number | null;
  window: { from_round: number; to_round: number };
  price: number | null;
}

export interface Manner {
  style: Style;
  candour: Candour;
  /** What it asks when the named price would be acceptable: this many times that price, and no less than it asks of all. */
  raise?: number;
}

/** Answers to direct questions of the last round, in order; `turn`: the lab's other actions. */
export function answers(seen: OpenObservation2, how: Manner, turn: readonly TakenAction[] = []): TakenAction[] {
  const questions = seen.message_history.filter((one) => isQuestion(seen, one)).map((one) => read(seen, one));
  if (questions.length === 0) return [];
  const desk = new Desk(seen as unknown as OpenObservation, 0);
  for (const { action_type, block_ids = [] } of turn)
    if (action_type !== 'send_offer') for (const id of block_ids) desk.holdings.delete(id);
  const heard = new Set<string>();
  const given: TakenAction[] = [];
  for (const asked of questions) {
    if (heard.has(asked.from) || given.length >= MOST_ANSWERS) continue;
    heard.add(asked.from);
    given.push(answer(desk, asked, how));
  }
  return given;
}

/** A bid in words: it commits nothing, and the receiver may answer with an offer. With `desk`, it also says what the blocks would add. */
export function asQuestion(bid: TakenAction, desk: Desk | null): TakenAction {
  const { target_lab_id, requested_block_ids: ids = [], payment = 0 } = bid;
  const question = `Would you sell ${and(ids)} for ${payment.toFixed(2)}?`;
  return {
    action_type: 'send_message',
    target_lab_id,
    message: desk === null ? question : `${question} ${addedWords(ids, desk.gainOf(ids))}`,
  };
}

/** An open ask for one block, with what doing without it costs. */
export function withCost(ask: TakenAction, desk: () => Desk): TakenAction {
  const [id, ...more] = ask.block_ids ?? [];
  const isAsk = ask.action_type === 'send_offer' && ask.target_lab_id === undefined && more.length === 0;
  return id === undefined || !isAsk ? ask : { ...ask, message: costWords(id, desk().lossOf([id])) };
}

export function isBid({ action_type, target_lab_id, requested_block_ids = [], block_ids = [] }: TakenAction): boolean {
  return action_type === 'send_offer' && target_lab_id !== undefined && requested_block_ids.length > 0 && block_ids.length === 0;
}

function isQuestion(seen: OpenObservation2, { to_lab_id, from_lab_id, round_index, message }: WireMessage): boolean {
  const me = seen.controlled_lab_id;
  return to_lab_id === me && from_lab_id !== me && round_index === seen.round_index - 1 && message.includes('?');
}

const BLOCK = /\bb_[a-z0-9_]+\b/g;
const NUMBER = '(\\d+(?:\\.\\d+)?)';
const HOURS = new RegExp(`${NUMBER}\\s*(?:gpu[- ]?)?(?:hours?|hrs?|h)\\b`);
const PRICE = new RegExp(
  `(?:for|at|pay|offer|give)\\s+(?:you\\s+)?${NUMBER}(?!\\s*(?:gpu|hours?|hrs?|h\\b|rounds?))\\b|${NUMBER}\\s*(?:cr|credits?)\\b`,
);
const SPAN = /rounds?\s+(\d+)\s*(?:to|-|–|until|through)\s*(?:round\s+)?(\d+)/;
const UNTIL = /(?:by|until|before|through)\s+(?:the end of\s+)?round\s+(\d+)/;

function read(seen: OpenObservation2, { from_lab_id: from, message }: WireMessage): Asked {
  const text = message.toLowerCase();
  const named = [...new Set(text.match(BLOCK) ?? [])];
  const ownedBy = (owner: string) =>
    named.filter((id) => seen.public_market.blocks.some((block) => block.block_id === id && block.owner_lab_id === owner));
  const span = SPAN.exec(text);
  const until = UNTIL.exec(text);
  const last = seen.max_rounds - 1;
  const price = PRICE.exec(text);
  return {
    from,
    own: ownedBy(seen.controlled_lab_id),
    theirs: ownedBy(from),
    hours: numberOf(HOURS.exec(text)?.[1]),
    window: {
      from_round: Math.max(seen.round_index + 1, Number(span?.[1] ?? 0)),
      to_round: Math.min(last, Number(span?.[2] ?? until?.[1] ?? last)),
    },
    price: numberOf(price?.[1] ?? price?.[2]),
  };
}

/** null for hundreds of digits too: an offer of that much is none that the rules know. */
function numberOf(text: string | undefined): number | null {
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}

function answer(desk: Desk, asked: Asked, how: Manner): TakenAction {
  const set = asked.own.length === 0 && asked.theirs.length > 0 ? null : wantedSet(desk, asked);
  if (set === null) return asked.theirs.length > 0 ? bidOn(desk, asked, how) : refusal(desk, asked);
  const loss = desk.lossOf(set);
  const least = loss + Math.max(LEAST_MARGIN, how.style.least_gain);
  const isFine = asked.price !== null && asked.price * (how.raise ?? 1) >= least;
  const usual = Math.max(least, askFor(desk, set, how.style));
  const raised = how.raise === undefined ? (asked.price ?? 0) : Math.max(usual, (asked.price ?? 0) * how.raise);
  const price = cents(isFine ? raised : usual);
  const opening = isFine && price === asked.price ? `Agreed at ${price.toFixed(2)}.` : `${price.toFixed(2)} for ${and(set)}.`;
  const fact = how.candour === 'open' ? set.map((id) => costWords(id, desk.lossOf([id]))).join(' ') : hoursWords(desk, set);
  const also = how.candour === 'open' ? asked.theirs.slice(0, MOST_FACTS).map((id) => worthWords(id, desk.gainOf([id]))) : [];
  return {
    action_type: 'send_offer',
    target_lab_id: asked.from,
    block_ids: set,
    requested_payment: price,
    expires_in: STANDS,
    message: [opening, fact, ...also].join(' '),
  };
}

/** The named blocks that can be sold, or the cheapest one or two that bring the hours. */
function wantedSet(desk: Desk, { own, hours, window }: Asked): string[] | null {
  const seen = desk.observation;
  const legal = seen.legal_actions.find((one) => one.action_type === 'send_offer');
  const free = legal?.action_type === 'send_offer' ? legal.block_ids.filter((id) => desk.holdings.has(id)) : [];
  if (own.length > 0) {
    const some = own.filter((id) => free.includes(id));
    return some.length > 0 ? some : null;
  }
  if (hours === null) return null;
  const blocks = free.flatMap((id): readonly PublicBlock[] | PublicBlock => desk.block(id) ?? []);
  let best: { ids: string[]; loss: number } | null = null;
  for (const [i, one] of blocks.entries()) {
    for (const other of [null, ...blocks.slice(i + 1)]) {
      const set = other === null ? [one] : [one, other];
      if (set.reduce((sum, block) => sum + hoursIn(seen as unknown as OpenObservation2, window, block), 0) < hours) continue;
      const ids = set.map((block) => block.block_id);
      const loss = desk.lossOf(ids);
      if (loss < (best?.loss ?? Number.POSITIVE_INFINITY)) best = { ids, loss };
    }
  }
  return best?.ids ?? null;
}

/** The answer when asked what another lab's block is worth to it: a bid, and the block's added value if it reveals that. */
function bidOn(desk: Desk, { from, theirs }: Asked, { style, candour }: Manner): TakenAction {
  const gains = theirs.map((id) => ({ id, gain: desk.gainOf([id]) }));
  const facts = gains
    .map(({ id, gain }) => (candour === 'open' ? worthWords(id, gain) : lackWords(desk)))
    .slice(0, candour === 'open' ? MOST_FACTS : 1);
  const best = gains.reduce((a, b) => (b.gain > a.gain ? b : a));
  const payment = cents(Math.min(desk.money, style.bid_share * best.gain));
  const legal = desk.observation.legal_actions.find((one) => one.action_type === 'send_offer');
  const mayAsk = legal?.action_type === 'send_offer' && legal.requested_block_ids[from]?.includes(best.id) === true;
  if (payment < 1 || !mayAsk) return { action_type: 'send_message', target_lab_id: from, message: `No, thank you. ${facts.join(' ')}` };
  const message = `${payment.toFixed(2)} for ${best.id}. ${facts.join(' ')}`;
  return { action_type: 'send_offer', target_lab_id: from, requested_block_ids: [best.id], payment, expires_in: STANDS, message };
}

function refusal(desk: Desk, { from }: Asked): TakenAction {
  return { action_type: 'send_message', target_lab_id: from, message: `No: we have nothing of the kind to sell. ${freeWords(desk)}` };
}

function costWords(id: string, loss: number): string {
  return `Doing without ${id} costs us ${Math.max(0, loss).toFixed(2)}.`;
}

function addedWords(ids: readonly string[], gain: number): string {
  return ids.length === 1 ? worthWords(ids[0] ?? '', gain) : `Together they would add ${Math.max(0, gain).toFixed(2)} to our plan.`;
}

function worthWords(id: string, gain: number): string {
  return `${id} would add ${Math.max(0, gain).toFixed(2)} to our plan.`;
}

const COST_TOLD = /doing without (b_[a-z0-9_]+) costs us (\d+\.\d\d)/gi;
const WORTH_TOLD = /(b_[a-z0-9_]+) would add (\d+\.\d\d) to our plan/gi;

/** What a lab has said of a block: an amount, and when. */
export interface Told {
  lab: string;
  block_id: string;
  amount: number;
  round: number;
}

/** What others have said that losing a block costs them, by their newest message. */
export function costsTold(seen: OpenObservation2): Map<string, Told> {
  return new Map(told(seen, COST_TOLD).map((one) => [one.block_id, one]));
}

/** What others have said that a block would add to their plans, the newest word of each. */
export function worthsTold(seen: OpenObservation2): Told[] {
  return [...new Map(told(seen, WORTH_TOLD).map((one) => [`${one.lab} ${one.block_id}`, one])).values()];
}

/** In order of time; what comes with an offer is known while the offer stands. */
function told(seen: OpenObservation2, words: RegExp): Told[] {
  const said = [
    ...seen.message_history.map((one) => ({ lab: one.from_lab_id, text: one.message, round: one.round_index })),
    ...seen.active_offers.map((one) => ({ lab: one.from_lab_id, text: one.message, round: one.round_created })),
  ].sort((a, b) => a.round - b.round);
  return said.flatMap(({ lab, text, round }) =>
    lab === seen.controlled_lab_id
      ? []
      : [...text.matchAll(words)].map(([, id = '', amount]) => ({ lab, block_id: id.toLowerCase(), amount: Number(amount), round })),
  );
}

function hoursWords(desk: Desk, ids: readonly string[]): string {
  const block = desk.block(ids[0] ?? '');
  if (block === undefined) return '';
  return `${block.block_id} runs from round ${block.start_round} with ${block.gpu_count} GPU${block.gpu_count === 1 ? '' : 's'}.`;
}

function freeWords(desk: Desk): string {
  const free = desk.holdings.size;
  return free === 0 ? 'All our blocks are at work or promised.' : `Of our blocks ${free} ${free === 1 ? 'is' : 'are'} free.`;
}

function lackWords(desk: Desk): string {
  const open = desk.observation.private_jobs.filter((job) => !job.settled && job.hours_by_deadline < job.gpu_hours_required).length;
  return open === 0 ? 'All our jobs have their hours.' : `${open} of our jobs still ${open === 1 ? 'lacks' : 'lack'} hours.`;
}

function and(ids: readonly string[]): string {
  return ids.length < 2 ? ids.join('') : `${ids.slice(0, -1).join(', ')} and ${ids.at(-1)}`;
}

function cents(amount: number): number {
  return Math.ceil(amount * 100 - 1e-6) / 100;
}
