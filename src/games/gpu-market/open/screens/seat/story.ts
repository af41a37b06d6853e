import { narrate } from '../../shared/told/narrate';
import type { ToldOpenEvent } from '../../shared/told/told';
import type { OpenMarketView } from '../../shared/told/view';
import type { OpenResult, Share } from '../../shared/types';
import { withoutIds } from './bargain';
import { labWord } from './words';

/** The topic of a line. */
export type StoryTopic = 'deal' | 'coalition' | 'work' | 'paid' | 'pitch' | 'shock' | 'news' | 'talk';

export interface StoryLine {
  seq: number;
  topic: StoryTopic;
  text: string;
}

/** The result of an action of the seat's own turn. */
export interface StoryResult extends OpenResult {
  action_type: string | null;
}

/** A job that paid by a joint plan's split, as far as this seat may know. */
export interface StoryPayout {
  job_id: string;
  owner: string;
  parts: { lab_id: string; share: number | null; amount: number | null }[];
}

/** A closed round from one seat's perspective. */
export interface RoundStory {
  round: number;
  silent: boolean;
  results: StoryResult[];
  /** Events that concerned this seat, in order. */
  own: StoryLine[];
  /** Other visible events. */
  others: StoryLine[];
  payouts: StoryPayout[];
  /** Money before and after, in units. */
  budget: { before: number; after: number } | null;
}

/** One frame with the view after it. */
export interface SeenFrame {
  seq: number;
  event: ToldOpenEvent | null;
  view: OpenMarketView;
  /** The view is from a later frame, because this one had none; so its money is not of this instant. */
  borrowed?: boolean;
}

/** The last closed round, from the seat's own frames; null before the first. */
export function tellRound(frames: readonly SeenFrame[], seat: string): RoundStory | null {
  const from = frames.findLastIndex((frame) => frame.event?.type === 'round_closed');
  const closed = frames[from]?.event;
  if (closed?.type !== 'round_closed') return null;
  const names = namesFor(frames[from]?.view, seat);
  const told = frames.slice(from + 1).filter((frame) => frame.event !== null && frame.event.type !== 'turn_taken');
  const own: StoryLine[] = [];
  const others: StoryLine[] = [];
  for (const { seq, event, view } of told) {
    const topic = event === null ? null : topicOf(event, seat);
    if (event === null || topic === null) continue;
    (isOwn(event, seat) || isOfPartners(event, view, seat) ? own : others).push({
      seq,
      topic,
      text: withoutIds(narrate(event, names).text),
    });
  }
  return {
    round: closed.round_index,
    silent: closed.silent.includes(seat),
    results: told
      .flatMap(({ event }) =>
        event?.type === 'action_resolved' && event.lab_id === seat
          ? [{ index: event.index, action_type: event.action_type, ...event.result }]
          : [],
      )
      .toSorted((a, b) => a.index - b.index),
    own,
    others,
    payouts: told.flatMap(({ event }) => (event === null ? [] : payoutOf(event, sharesSigned(frames)))),
    budget: budgetOver(frames, from, seat),
  };
}

/** The seat's own lab is called You. */
export function namesFor(view: Pick<OpenMarketView, 'labs'> | undefined, seat: string): Record<string, string> {
  const labs = view?.labs ?? [];
  return { ...Object.fromEntries(labs.map((lab) => [lab.lab_id, lab.public_name])), [seat]: 'You' };
}

function budgetOver(frames: readonly SeenFrame[], closed: number, seat: string): RoundStory['budget'] {
  const at = (place: number) => {
    const frame = frames[place];
    if (frame === undefined || frame.borrowed) return null;
    return frame.view.labs.find((lab) => lab.lab_id === seat)?.budget ?? null;
  };
  const [before, after] = [at(closed), at(frames.length - 1)];
  return before === null || after === null ? null : { before, after };
}

/** null: bookkeeping that another line already shows. */
function topicOf(event: ToldOpenEvent, seat: string): StoryTopic | null {
  switch (event.type) {
    case 'offer_closed':
      return isOwn(event, seat) ? 'deal' : null;
    case 'offer_made':
    case 'offer_accepted':
    case 'want_posted':
    case 'want_closed':
    case 'promise_made':
    case 'promise_ended':
      return 'deal';
    case 'coalition_formed':
    case 'coalition_joined':
    case 'coalition_declined':
    case 'coalition_left':
    case 'coalition_ended':
    case 'coalition_pledged':
    case 'pledge_ended':
    case 'pledge_shrunk':
    case 'plan_executed':
    case 'plan_proposed':
    case 'plan_vetoed':
    case 'plan_dropped':
      return 'coalition';
    case 'job_allocated':
    case 'capacity_delivered':
      return 'work';
    case 'job_settled':
    case 'deposit_settled':
      return 'paid';
    case 'pitches_judged':
    case 'grant_offered':
    case 'grant_given':
      return 'pitch';
    case 'shock_struck':
      return 'shock';
    case 'message_posted':
      return 'talk';
    case 'round_started':
      return event.arrived.length > 0 || event.spent_block_ids.length > 0 ? 'news' : null;
    case 'match_ended':
      return 'news';
    default:
      return null;
  }
}

/** Whether it concerns this seat: its things, money or partners, or everyone. */
function isOwn(event: ToldOpenEvent, seat: string): boolean {
  switch (event.type) {
    case 'offer_made':
      return event.offer !== undefined && [event.offer.from_lab_id, event.offer.to_lab_id].includes(seat);
    case 'offer_closed':
    case 'deposit_settled':
    case 'promise_ended':
      return event.from_lab_id === seat || event.to_lab_id === seat;
    case 'promise_made':
      return [event.promise.from_lab_id, event.promise.to_lab_id].includes(seat);
    case 'want_posted':
      return event.want.lab_id === seat;
    case 'offer_accepted':
      return (
        event.from_lab_id === seat ||
        event.to_lab_id === seat ||
        event.transfers.some((one) => [one.from_lab_id, one.to_lab_id].includes(seat))
      );
    case 'coalition_formed':
      return event.coalition.founder === seat || event.coalition.invited?.includes(seat) === true;
    case 'coalition_joined':
    case 'coalition_declined':
    case 'coalition_left':
    case 'coalition_pledged':
    case 'pledge_ended':
    case 'pledge_shrunk':
    case 'job_allocated':
    case 'capacity_delivered':
    case 'want_closed':
    case 'plan_vetoed':
    case 'plan_dropped':
      return event.lab_id === seat || (event.type === 'coalition_left' && event.forfeits.some((one) => one.lab_id === seat));
    case 'coalition_ended':
      return event.refunds.some((one) => one.lab_id === seat);
    case 'plan_executed':
      return event.participants.includes(seat);
    case 'job_settled':
      return event.lab_id === seat || event.payouts.some((one) => one.lab_id === seat);
    case 'message_posted':
      return event.message.to_lab_id === seat || event.message.coalition_id !== null;
    case 'grant_given':
      return event.lab_id === seat;
    case 'pitches_judged':
    case 'grant_offered':
    case 'shock_struck':
    case 'round_started':
    case 'match_ended':
      return true;
    default:
      return false;
  }
}

/** Another member's action in a coalition of this seat. */
function isOfPartners(event: ToldOpenEvent, view: OpenMarketView, seat: string): boolean {
  if (!('coalition_id' in event)) return false;
  const coalition = view.coalitions.find((one) => one.coalition_id === event.coalition_id);
  return coalition?.members.includes(seat) === true || coalition?.founder === seat;
}

/** The agreed shares by job, as far as this seat knows them. */
function sharesSigned(frames: readonly SeenFrame[]): Map<string, readonly Share[]> {
  const signed = new Map<string, readonly Share[]>();
  for (const { event } of frames) {
    if (event?.type !== 'plan_executed' || event.shares === undefined) continue;
    for (const { job_id } of event.plan ?? []) signed.set(job_id, event.shares);
  }
  return signed;
}

function payoutOf(event: ToldOpenEvent, signed: Map<string, readonly Share[]>): StoryPayout[] {
  if (event.type !== 'job_settled' || event.payouts.length === 0) return [];
  const shares = signed.get(event.job_id) ?? [];
  const labs = [...new Set([event.lab_id, ...shares.map((one) => one.lab_id), ...event.payouts.map((one) => one.lab_id)])];
  const parts = labs.map((lab_id) => {
    const cents = event.payouts.find((one) => one.lab_id === lab_id)?.amount_cents;
    return { lab_id, share: shares.find((one) => one.lab_id === lab_id)?.share ?? null, amount: cents === undefined ? null : cents / 100 };
  });
  return [{ job_id: event.job_id, owner: event.lab_id, parts }];
}

/** One sentence per payout, for screen readers. */
export function payoutSentence({ job_id, parts }: StoryPayout, seat: string): string {
  const told = parts.filter((part) => part.amount !== null || part.share !== null);
  const words = told.map(({ lab_id, share, amount }) => {
    const who = lab_id === seat ? 'you' : labWord(lab_id);
    const part = share === null ? '' : ` ${Math.round(share * 1000) / 10}%`;
    return `${who}${part}${amount === null ? '' : ` (${amount.toFixed(2)} cr)`}`;
  });
  return `${job_id} pays by its split: ${words.join(', ')}.`;
}
