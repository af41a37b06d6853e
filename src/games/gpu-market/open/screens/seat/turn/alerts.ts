/** What needs a seat's answer in this round, most urgent first. */

import type { ToldOpenEvent } from '~/games/gpu-market/open/shared/told/told';
import type { TakenAction } from '../../../shared/actions';
import type { OpenObservation, WireCoalition, WireOffer } from '../../../shared/observation';
import type { Appraiser } from '../../../shared/plans/appraise';
import { offerSentence } from '../action-words';
import { agreementOf } from '../agreement';
import type { FormWish } from '../desk-context';
import { answerTo, type DraftTurn } from '../draft-turn';
import { dealOf } from '../draft-worth';
import { whyImpossible, whyNoAccept, whyNoEntry, whyNoMove } from '../forms/choices';
import { labWord, signedCr } from '../words';

export interface Alert {
  /** The same as long as it is about the same thing. */
  key: string;
  kind: 'shock' | 'prize' | 'invitation' | 'offer';
  text: string;
  /** The answer: an action for the turn, or the form for one. null: there is nothing to answer. */
  answer: { word: string; add: TakenAction } | { word: string; open: FormWish } | null;
}

interface Position {
  /** Values after the drafted turn. */
  done: Appraiser;
  draft: DraftTurn;
  /** Blocks that the draft uses. */
  spoken: ReadonlySet<string>;
  /** A lab's name, with its player's. Default: its own alone. */
  called?: (lab: string) => string;
  /** Texts of shocks that the host sent. */
  fromHost?: ReadonlySet<string>;
}

/** Smaller values are not worth an alert. */
const TELLING = 0.25;
/** More offers than this are left to their list. */
const MOST_OFFERS = 5;

/** Shocks of this round, the prize to pitch for, invitations, and offers that pay, best first. Without what the draft answers already. */
export function alertsOf(observation: OpenObservation, position: Position): Alert[] {
  if (observation.done || observation.finished) return [];
  return [
    ...shocks(observation, position),
    ...prize(observation, position),
    ...invitations(observation, position),
    ...offers(observation, position),
  ];
}

/** The host's own are called so; all others were drawn with the match. */
function shocks({ public_market, round_index }: OpenObservation, { fromHost }: Position): Alert[] {
  return public_market.shock_history
    .filter((shock) => shock.round_index === round_index)
    .map(({ kind, text }, place) => ({
      key: `shock ${kind} ${place}`,
      kind: 'shock',
      text: `Shock from ${fromHost?.has(text) ? 'the host' : 'the market'}: ${text}`,
      answer: null,
    }));
}

/** The shocks among these events that the host sent, by their texts. */
export function hostShocks(events: readonly ToldOpenEvent[]): Set<string> {
  return new Set(events.flatMap((event) => (event.type === 'shock_struck' && event.shock.live ? event.text : [])));
}

function prize(observation: OpenObservation, { done, draft }: Position): Alert[] {
  const block = observation.public_market.pitch_for_block_id;
  const isPitched = draft.actions.some(({ action }) => action.action_type === 'make_pitch' || action.action_type === 'counter_pitch');
  if (block === null || isPitched || whyNoMove(observation, 'pitch') !== null) return [];
  const { value } = done.deal({ gets: [block], gives: [], money: 0, from: observation.round_index + 1 });
  const worth = value < TELLING ? '' : `, worth ${signedCr(value)} to you`;
  return [
    {
      key: `prize ${block}`,
      kind: 'prize',
      text: `Prize: the best pitch of this round wins ${block}${worth}.`,
      answer: { word: 'Make a pitch', open: { kind: 'pitch' } },
    },
  ];
}

function invitations(observation: OpenObservation, { draft, called = labWord }: Position): Alert[] {
  const { controlled_lab_id: seat, active_coalitions } = observation;
  return active_coalitions
    .filter(({ members, invited }) => !members.includes(seat) && invited?.includes(seat) === true)
    .filter(({ coalition_id: id }) => answerTo(draft, id) === null && whyNoEntry(observation, id, 'join_coalition') === null)
    .map((one) => ({
      key: `invitation ${one.coalition_id}`,
      kind: 'invitation',
      text: `${called(one.founder)} invites you to coalition ${one.coalition_id}${planned(one, seat)}.`,
      answer: entry(observation, one, draft),
    }));
}

/** To agree as the coalition's card does; under version 1, its form. */
function entry(observation: OpenObservation, coalition: WireCoalition, draft: DraftTurn): Alert['answer'] {
  const join = agreementOf(observation, coalition, draft)?.actions[0];
  return join === undefined ? { word: 'Join', open: { kind: 'join', coalitionId: coalition.coalition_id } } : { word: 'Agree', add: join };
}

/** What a plan that is proposed already would bring. */
function planned({ proposals }: WireCoalition, seat: string): string {
  const pays = (proposals ?? []).flatMap(({ payouts, costs }) => {
    const gain = payouts?.[seat] === undefined ? null : payouts[seat] - (costs?.[seat] ?? 0);
    return gain === null || gain < TELLING ? [] : [gain];
  });
  return pays.length === 0 ? '' : `. Its plan makes you ${signedCr(Math.max(...pays))}`;
}

function offers(observation: OpenObservation, { done, draft, spoken }: Position): Alert[] {
  const seat = observation.controlled_lab_id;
  return observation.active_offers
    .filter((offer) => offer.from_lab_id !== seat && answerTo(draft, offer.offer_id) === null && isOpen(observation, offer, spoken))
    .map((offer) => ({ offer, value: done.deal(dealOf(offer, seat)).value }))
    .filter(({ value }) => value >= TELLING)
    .toSorted((a, b) => b.value - a.value)
    .slice(0, MOST_OFFERS)
    .map(({ offer, value }) => ({
      key: `offer ${offer.offer_id}`,
      kind: 'offer',
      text: `${offerSentence(offer, observation)}.`,
      answer: { word: `Accept, ${signedCr(value)}`, add: { action_type: 'accept_offer', offer_id: offer.offer_id } },
    }));
}

function isOpen(observation: OpenObservation, offer: WireOffer, spoken: ReadonlySet<string>): boolean {
  if (whyNoAccept(observation, offer) !== null || whyImpossible(observation, offer) !== null) return false;
  return !offer.requested_blocks.some((id) => spoken.has(id));
}
