/**
 * What can be said in the classic market this turn. A reply names an action and an id; the blocks follow from it (all usable ones for a
 * job, the first spare one to give), so that replies are short and cannot name missing blocks.
 */

import type { Draws } from '~/lib/random/draws';
import type { LegalChoice, TextRange } from '../../legal-words';
import type { Action, ActionType, Observation } from '../../types';
import { legalActions } from '../legal';
import { isFree, jobFacts, offerFacts, spareBlock } from './facts';

export const ID_FIELDS = ['offer_id', 'target_lab_id', 'coalition_id', 'job_id'] as const;
export type IdField = (typeof ID_FIELDS)[number];

/** All replies of one action type: one of `ids`, if there are any, one of `payments`, and a text within `message`. */
export interface Phrase {
  action_type: ActionType;
  id: { field: IdField; from: string[] } | null;
  payments: number[] | null;
  message: TextRange | null;
  /** The complete action. */
  mean(said: Said): Action;
}

export interface Said {
  id: string;
  payment: number;
  message: string;
}

/** Payments that a small model can choose from. */
const PAYMENTS = [0, 2, 4, 8];
const MOST_OFFERS = 4;
const PITCH: TextRange = { min: 12, max: 80 };
const MESSAGE: TextRange = { min: 1, max: 80 };

/** In catalog order, which is not by value. Never empty before the end, because `wait` is always legal. */
export function phrasesOf(observation: Observation): Phrase[] {
  const legal = new Map(legalActions(observation).map((action) => [action.action_type, action.choices]));
  const of = (type: ActionType): LegalChoice[] => legal.get(type) ?? [];
  const found: (Phrase | null)[] = [
    sendOffer(observation, of('send_offer')),
    answer('accept_offer', sound(observation, of('accept_offer'))),
    answer('reject_offer', shown(observation)),
    counterOffer(observation, of('counter_offer')),
    { ...plain('make_pitch', ({ message }) => ({ message })), message: PITCH },
    blockPhrase('reserve_capacity', observation.owned_blocks.find((block) => block.status === 'available')?.block_id),
    blockPhrase('release_capacity', observation.owned_blocks.find((block) => block.status === 'reserved')?.block_id),
    withId('form_coalition', { field: 'target_lab_id', from: namesOf(of('form_coalition'), 'target_lab_id') }),
    commit(observation, of('commit_to_coalition')),
    allocate(observation, of('allocate_to_job')),
    { ...sendMessage(observation), message: MESSAGE },
    plain('wait'),
    plain('finish'),
  ];
  return observation.done ? [] : found.filter(isSayable);
}

/** Ids of the offers shown to the model: the oldest few to this lab. */
export function shown(observation: Observation): string[] {
  return offerFacts(observation)
    .slice(0, MOST_OFFERS)
    .map(({ offer }) => offer.offer_id);
}

/** A legal action that does not end the match, with meaningless words. */
export function anyAction(observation: Observation, draws: Draws): Action {
  const phrase = draws.choice(phrasesOf(observation).filter((one) => one.action_type !== 'finish'));
  const id = phrase.id === null ? '' : draws.choice(phrase.id.from);
  const payment = phrase.payments === null ? 0 : draws.choice(phrase.payments);
  return phrase.mean({ id, payment, message: 'We need GPU-hours soon.' });
}

function isSayable(phrase: Phrase | null): phrase is Phrase {
  return phrase !== null && phrase.id?.from.length !== 0;
}

function plain(type: ActionType, rest: (said: Said) => Partial<Action> = () => ({})): Phrase {
  return { action_type: type, id: null, payments: null, message: null, mean: (said) => ({ action_type: type, ...rest(said) }) };
}

function withId(type: ActionType, id: { field: IdField; from: string[] }, rest: (said: Said) => Partial<Action> = () => ({})): Phrase {
  const { field } = id;
  return { ...plain(type), id, mean: (said) => ({ action_type: type, [field]: said.id, ...rest(said) }) };
}

function answer(type: ActionType, from: string[]): Phrase {
  return withId(type, { field: 'offer_id', from });
}

/** Acceptable by the rules, and not void. */
function sound(observation: Observation, choices: readonly LegalChoice[]): string[] {
  const listed = namesOf(choices, 'offer_id');
  const facts = offerFacts(observation).filter(({ offer, verdict }) => verdict !== 'void' && listed.includes(offer.offer_id));
  return facts.map(({ offer }) => offer.offer_id).filter((id) => shown(observation).includes(id));
}

/** A swap of the first spare block for the other lab's first one, with some money. */
function sendOffer(observation: Observation, choices: readonly LegalChoice[]): Phrase | null {
  const spare = spareBlock(observation);
  if (spare === undefined) return null;
  const wanted = new Map(choices.flatMap((choice) => firstWanted(choice)));
  const phrase = withId('send_offer', { field: 'target_lab_id', from: [...wanted.keys()] }, ({ id, payment }) => ({
    block_ids: [spare.block_id],
    requested_block_ids: [wanted.get(id) ?? ''],
    payment,
  }));
  return { ...phrase, payments: affordable(choices) };
}

function firstWanted(choice: LegalChoice): [string, string][] {
  const first = choice.requested_block_ids?.from[0];
  return choice.target_lab_id === undefined || first === undefined ? [] : [[choice.target_lab_id, first]];
}

/** The same swap again, with our own payment. */
function counterOffer(observation: Observation, choices: readonly LegalChoice[]): Phrase {
  const offers = sound(observation, choices).filter((id) => isStillTheirs(observation, id));
  const phrase = withId('counter_offer', { field: 'offer_id', from: offers }, ({ id, payment }) => {
    const offer = observation.active_offers.find((one) => one.offer_id === id);
    return { block_ids: offer?.requested_blocks ?? [], requested_block_ids: offer?.offered_blocks ?? [], payment };
  });
  return { ...phrase, payments: affordable(choices) };
}

/** The offered block may have changed hands, so that asking for it again would be refused. */
function isStillTheirs(observation: Observation, offerId: string): boolean {
  const offer = observation.active_offers.find((one) => one.offer_id === offerId);
  const { available_blocks: blocks } = observation.public_market;
  return offer?.offered_blocks.every((id) => blocks.find((block) => block.block_id === id)?.owner_lab_id === offer.from_lab_id) ?? false;
}

function affordable(choices: readonly LegalChoice[]): number[] {
  const most = choices[0]?.payment?.max ?? 0;
  return PAYMENTS.filter((payment) => payment <= most);
}

function blockPhrase(type: ActionType, blockId: string | undefined): Phrase | null {
  return blockId === undefined ? null : plain(type, () => ({ block_ids: [blockId] }));
}

function commit(observation: Observation, choices: readonly LegalChoice[]): Phrase | null {
  const spare = spareBlock(observation);
  if (spare === undefined || !isFree(spare)) return null;
  return withId('commit_to_coalition', { field: 'coalition_id', from: namesOf(choices, 'coalition_id') }, () => ({
    block_ids: [spare.block_id],
  }));
}

function allocate(observation: Observation, choices: readonly LegalChoice[]): Phrase {
  const facts = jobFacts(observation, choices).filter(({ verdict }) => verdict !== 'short');
  const blocks = new Map(facts.map((fact) => [fact.job.job_id, fact.blocks]));
  return withId('allocate_to_job', { field: 'job_id', from: [...blocks.keys()] }, ({ id }) => ({ block_ids: blocks.get(id) ?? [] }));
}

function sendMessage(observation: Observation): Phrase {
  const labs = observation.visible_labs.map((lab) => lab.lab_id);
  return withId('send_message', { field: 'target_lab_id', from: labs }, ({ message }) => ({ message }));
}

function namesOf(choices: readonly LegalChoice[], field: IdField): string[] {
  return choices.flatMap((choice) => choice[field] ?? []);
}
