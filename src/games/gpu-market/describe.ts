/** One sentence per event, for transcripts and feeds. */
import { unreachable } from '~/contract/game';
import type { ActionTaken, BlockMarked, CoalitionBroken, MarketEvent, MessagePosted, OfferMade, PitchesJudged, Rewarded } from './events';
import type { ToldAllocation, ToldDeal, ToldEvent, ToldOpening } from './told-events';

/** Display names of labs, by id. */
export type Names = Readonly<Record<string, string>>;

/** Describes an event without hidden data. */
export function describe(event: MarketEvent | ToldEvent, names: Names): string {
  switch (event.type) {
    case 'match_opened':
      return opening(event);
    case 'action_taken':
      return taken(event, names);
    case 'action_resolved':
      return event.result.ok ? `Accepted: ${event.result.message}` : `Refused (${event.result.code}): ${event.result.message}`;
    case 'offer_made':
      return offered(event, names);
    case 'offer_accepted':
      return dealt(event, names);
    case 'offer_closed':
      return `Offer ${event.offer_id} from ${nameOf(event.from_lab_id, names)} to ${nameOf(event.to_lab_id, names)} ${CLOSED[event.status]}.`;
    case 'message_posted':
      return said(event, names);
    case 'block_marked':
      return marked(event, names);
    case 'coalition_formed':
      return `${and(event.coalition.members.map((id) => nameOf(id, names)))} formed coalition ${event.coalition.coalition_id}.`;
    case 'coalition_committed':
      return `${nameOf(event.lab_id, names)} committed ${things(event.block_ids)} to coalition ${event.coalition_id}.`;
    case 'coalition_broken':
      return broken(event, names);
    case 'job_allocated':
      return allocated(event, names);
    case 'pitches_judged':
      return judged(event, names);
    case 'reputation_changed':
      return `${possessive(nameOf(event.lab_id, names))} reputation is now ${plain(event.reputation)}, ${WHY[event.why]}.`;
    case 'rewarded':
      return rewarded(event, names);
    case 'round_started':
      return `Round ${event.round_index} begins.`;
    case 'shock_struck':
      return `Shock: ${afterColon(event.history)}.`;
    case 'match_ended':
      return `The match ended in round ${event.round_index}.`;
    default:
      return unreachable(event);
  }
}

/** The labs' names from the opening event, published or not. */
export function namesOf(opened: ToldOpening): Names {
  return Object.fromEntries(opened.labs.map((lab) => [lab.lab_id, lab.public_name]));
}

/** An amount in the market's money with at most two decimals: `12.4 cr`. */
export function credits(amount: number): string {
  return `${plain(Math.round(amount * 100) / 100)} cr`;
}

const CLOSED = { rejected: 'was rejected', expired: 'expired', invalid: 'became void' } as const;
const WHY = { deal: 'after a deal', refused: 'after a refused action', breach: 'after a breach' } as const;

function opening(event: ToldOpening): string {
  const task = event.task_type.replaceAll('_', ' ');
  return `A ${task} opened: ${event.labs.length} labs, ${event.max_rounds} rounds${event.seed === null ? '' : `, seed ${event.seed}`}.`;
}

function taken(event: ActionTaken, names: Names): string {
  const lab = nameOf(event.lab_id, names);
  if (event.action === null) return `${lab} sent something that is not an action.`;
  const { action_type, target_lab_id, offer_id, coalition_id, job_id, block_ids } = event.action;
  const about = [
    ...(target_lab_id === undefined ? [] : [nameOf(target_lab_id, names)]),
    ...[offer_id, coalition_id, job_id].filter((id) => id !== undefined),
    ...(block_ids ?? []),
  ];
  return `${lab} chose ${action_type}${about.length === 0 ? '' : ` (${about.join(', ')})`}.`;
}

function offered({ offer }: OfferMade, names: Names): string {
  const from = nameOf(offer.from_lab_id, names);
  const gives = things([...offer.offered_blocks, ...(offer.payment > 0 ? [credits(offer.payment)] : [])]);
  return `${from} offered ${nameOf(offer.to_lab_id, names)} ${gives} for ${things(offer.requested_blocks)} (${offer.offer_id}).`;
}

/** The sender of an offer pays; what it gives and receives follows from the transfers. */
function dealt(event: ToldDeal, names: Names): string {
  const sender = nameOf(event.from_lab_id, names);
  const recipient = nameOf(event.to_lab_id, names);
  const gives = event.transfers.filter((one) => one.from_lab_id === event.from_lab_id).map((one) => one.block_id);
  const gets = event.transfers.filter((one) => one.from_lab_id === event.to_lab_id).map((one) => one.block_id);
  const paid = event.payment !== null && event.payment > 0 ? credits(event.payment) : null;
  if (gives.length === 0 && gets.length > 0 && paid !== null) return `${recipient} sold ${things(gets)} to ${sender} for ${paid}.`;
  if (gives.length === 0 && gets.length > 0) return `${recipient} gave ${things(gets)} to ${sender}.`;
  if (gets.length === 0) return `${sender} gave ${things([...gives, ...(paid === null ? [] : [paid])])} to ${recipient}.`;
  const owner = possessive(recipient);
  return `${sender} swapped ${things(gives)} for ${owner === 'Your' ? 'your' : owner} ${things(gets)}${paid === null ? '' : ` and paid ${paid}`}.`;
}

function said({ message }: MessagePosted, names: Names): string {
  const to = message.to_lab_id === null || message.to_lab_id === '' ? 'all' : nameOf(message.to_lab_id, names);
  return `${nameOf(message.from_lab_id, names)} to ${to}: “${message.message}”`;
}

function marked(event: BlockMarked, names: Names): string {
  const lab = nameOf(event.lab_id, names);
  if (event.status === 'available') return `${lab} released ${event.block_id}.`;
  if (event.status !== 'reserved') return `${lab} marked ${event.block_id} as ${event.status}.`;
  const purpose = event.reserved_by === null || event.reserved_by === event.lab_id ? '' : ` for ${event.reserved_by}`;
  return `${lab} reserved ${event.block_id}${purpose}.`;
}

function broken(event: CoalitionBroken, names: Names): string {
  if (event.status === 'excused') return `Coalition ${event.coalition_id} is excused: committed block ${event.block_id} failed.`;
  return `${nameOf(event.lab_id, names)} broke coalition ${event.coalition_id}: committed block ${event.block_id} belongs to another lab.`;
}

function allocated(event: ToldAllocation, names: Names): string {
  const lab = nameOf(event.lab_id, names);
  if (event.job_id === null || event.value === null) return `${lab} put ${things(event.block_ids)} to work.`;
  const end = event.completed ? 'and completed it' : 'and served it in part';
  return `${lab} put ${things(event.block_ids)} on ${event.job_id} ${end}, worth ${signed(event.value, 2)} cr.`;
}

function judged({ decision }: PitchesJudged, names: Names): string {
  const scores = decision.pitches
    .toSorted((a, b) => b.score - a.score)
    .map((pitch) => `${nameOf(pitch.lab_id, names)} ${plain(pitch.score)}`)
    .join(', ');
  const winner = nameOf(decision.winner_lab_id, names);
  return `The judge finds ${winner === 'You' ? 'your' : possessive(winner)} pitch the strongest: ${scores}.`;
}

function rewarded(event: Rewarded, names: Names): string {
  const what = event.result.code === 'final_settlement' ? ' in the final settlement' : ` for ${event.result.code}`;
  const reward = signed(event.breakdown.normalized_reward, 4);
  return `${nameOf(event.lab_id, names)} earned ${reward}${what}; ${signed(event.cumulative, 4)} so far.`;
}

function nameOf(labId: string, names: Names): string {
  return Object.hasOwn(names, labId) ? (names[labId] ?? labId) : labId;
}

function possessive(name: string): string {
  return name === 'You' ? 'Your' : `${name}'s`;
}

function things(list: readonly string[]): string {
  return list.length === 0 ? 'nothing' : and(list);
}

function and(list: readonly string[]): string {
  if (list.length < 2) return list.join('');
  return `${list.slice(0, -1).join(', ')} and ${list.at(-1)}`;
}

/** A shock's line in the history is `round_3: …`. */
function afterColon(history: string): string {
  return history.slice(history.indexOf(':') + 1).trim();
}

function plain(value: number): string {
  return String(value).replace('-', '−');
}

function signed(value: number, places: number): string {
  const text = Math.abs(value)
    .toFixed(places)
    .replace(/\.?0+$/, '');
  return value < 0 ? `−${text}` : `+${text}`;
}
