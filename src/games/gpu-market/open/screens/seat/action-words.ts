import type { TakenAction } from '../../shared/actions';
import type { OpenObservation, WireConditions, WireOffer } from '../../shared/observation';
import { bargainOf } from './bargain';
import { and, cr, labOrYou, labWord, plural } from './words';

/** The effect of an action, as a sentence. */
export function actionSentence(action: TakenAction, observation: OpenObservation): string {
  switch (action.action_type) {
    case 'accept_offer':
      return `Take ${offered(action, observation, acceptWords)}.`;
    case 'reject_offer':
      return `${offered(action, observation, rejectWords)}.`;
    case 'counter_offer':
      return `Counter ${action.offer_id ?? 'an offer'}: ${termsWords(action)}.`;
    case 'send_offer':
      return action.target_lab_id === undefined
        ? `Offer to all: ${termsWords(action)}.`
        : `Offer to ${labWord(action.target_lab_id)}: ${termsWords(action)}.`;
    case 'make_pitch':
    case 'counter_pitch':
      return `Pitch: “${action.message ?? ''}”`;
    case 'reserve_capacity':
      return `Reserve ${and(action.block_ids ?? [])}.`;
    case 'release_capacity':
      return `Release ${and(action.block_ids ?? [])}.`;
    case 'form_coalition':
      return foundWords(action);
    case 'join_coalition':
      return `Join coalition ${action.coalition_id ?? ''}${pledgeWords(action, ' and pledge')}.`;
    case 'decline_coalition':
      return `Decline to join coalition ${action.coalition_id ?? ''}.`;
    case 'leave_coalition':
      return `Leave coalition ${action.coalition_id ?? ''}.`;
    case 'commit_to_coalition':
      return `Pledge to coalition ${action.coalition_id ?? ''}${pledgeWords(action, '')}.`;
    case 'allocate_to_job':
      return action.plan === undefined && action.coalition_id === undefined
        ? `Put ${and(action.block_ids ?? [])} to work for ${action.job_id ?? ''}.`
        : `Joint plan of ${action.coalition_id ?? ''}: ${planWords(action)}.`;
    case 'send_message':
      return `Say to ${addresseeWord(action)}: “${action.message ?? ''}”`;
    case 'post_want':
      return `Post a want: ${plural(action.hours ?? 0, 'GPU-hour')} for ${cr(action.payment ?? 0)}.`;
    case 'fill_want':
      return `Fill ${ownersWant(action, observation)} with ${and(action.block_ids ?? [])}.`;
    case 'withdraw_want':
      return `Withdraw your want ${action.want_id ?? ''}.`;
    case 'make_promise':
      return `Promise ${labWord(action.target_lab_id ?? '')} ${and(action.block_ids ?? [])} for ${cr(action.requested_payment ?? 0)}.`;
    case 'take_promise':
      return `Accept ${giversPromise(action, observation)}.`;
    case 'decline_promise':
      return `Decline ${giversPromise(action, observation)}.`;
    case 'propose_plan':
      return `Propose a plan to coalition ${action.coalition_id ?? ''}: ${planWords(action)}.`;
    case 'veto_plan':
      return `Veto plan ${action.plan_id ?? ''} of coalition ${action.coalition_id ?? ''}.`;
    case 'withdraw_pledge':
      return `Take back ${and([...(action.block_ids ?? []), ...(action.job_ids ?? [])]) || 'all that you pledged'} from coalition ${action.coalition_id ?? ''}.`;
    case 'wait':
      return 'Wait.';
    case 'finish':
      return 'Finish: wait in every later round.';
  }
}

function addresseeWord({ target_lab_id, coalition_id }: TakenAction): string {
  if (coalition_id !== undefined) return `coalition ${coalition_id}`;
  return target_lab_id === undefined ? 'all' : labWord(target_lab_id);
}

/** What one side of an offer gives: blocks, money, or both. */
export function bundle(blocks: readonly string[], money: number): string {
  return and([...blocks, ...(money > 0 ? [cr(money)] : [])]) || 'nothing';
}

/** An open offer from this seat's perspective: who gives what for what. */
export function offerSentence(offer: WireOffer, observation: OpenObservation): string {
  const gives = bundle(offer.offered_blocks, offer.payment);
  const wants = bundle(offer.requested_blocks, offer.requested_payment);
  const from = offer.from_lab_id === observation.controlled_lab_id ? 'You offer' : `${capitalLab(offer.from_lab_id)} offers`;
  const to = offer.to_lab_id === null ? 'everyone' : labOrYou(offer.to_lab_id, observation);
  return `${from} ${to} ${gives} for ${wants}`;
}

export function conditionWords(conditions: WireConditions | null): string[] {
  if (conditions === null) return [];
  const { must_not_resell, must_use_by_round, penalty, coalition_only } = conditions;
  const deposit = penalty > 0 ? `, or lose a deposit of ${cr(penalty)}` : '';
  return [
    ...(must_not_resell ? ['Not to be resold.'] : []),
    ...(must_use_by_round === null ? [] : [`To be put to work by round ${must_use_by_round}${deposit}.`]),
    ...(coalition_only === null ? [] : [`For use in coalition ${coalition_only} only.`]),
  ];
}

/** Lab B’s want w_1. */
function ownersWant({ want_id = '' }: TakenAction, observation: OpenObservation): string {
  const want = bargainOf(observation)?.wants.find((one) => one.want_id === want_id);
  return want === undefined ? `the want ${want_id}` : `${labWord(want.lab_id)}’s want ${want_id}`;
}

/** Lab B’s promise h_1. */
function giversPromise({ promise_id = '' }: TakenAction, observation: OpenObservation): string {
  const promise = bargainOf(observation)?.promises.find((one) => one.promise_id === promise_id);
  return promise === undefined ? `the promise ${promise_id}` : `${labWord(promise.from_lab_id)}’s promise ${promise_id}`;
}

function capitalLab(labId: string): string {
  const word = labWord(labId);
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function offered(action: TakenAction, observation: OpenObservation, say: (offer: WireOffer, me: string) => string): string {
  const offer = observation.active_offers.find((one) => one.offer_id === action.offer_id);
  return offer === undefined ? `${action.offer_id ?? 'an offer'} that is no longer open` : say(offer, observation.controlled_lab_id);
}

function acceptWords(offer: WireOffer): string {
  const gets = bundle(offer.offered_blocks, offer.payment);
  const gives = bundle(offer.requested_blocks, offer.requested_payment);
  return `${gets} from ${labWord(offer.from_lab_id)} for ${gives}`;
}

function rejectWords(offer: WireOffer, me: string): string {
  if (offer.from_lab_id === me) return `Withdraw the offer ${offer.offer_id}`;
  return `Reject ${labWord(offer.from_lab_id)}’s offer ${offer.offer_id}`;
}

function termsWords(action: TakenAction): string {
  const gives = bundle(action.block_ids ?? [], action.payment ?? 0);
  const wants = bundle(action.requested_block_ids ?? [], action.requested_payment ?? 0);
  return `${gives} for ${wants}${action.conditions === undefined ? '' : ', on conditions'}`;
}

function foundWords(action: TakenAction): string {
  const split = action.split ?? 'equal';
  const share = split === 'contribution' ? ` (owners ${Math.round((action.owner_share ?? 0.5) * 100)}%)` : '';
  return `Start a coalition with ${and((action.members ?? []).map(labWord))}: split ${split}${share}, bond ${cr(action.bond ?? 10)}${pledgeWords(action, '; pledge')}${action.plan === undefined ? '' : `; plan ${planWords(action)}`}.`;
}

function pledgeWords(action: TakenAction, lead: string): string {
  const things = [...(action.block_ids ?? []), ...(action.job_ids ?? [])];
  if (things.length === 0) return '';
  const least = (action.reserve ?? 0) > 0 ? `, for at least ${cr(action.reserve ?? 0)}` : '';
  const until = action.until_round === undefined ? '' : `, through round ${action.until_round}`;
  const soon = action.at_once === true ? ', also for plans in this round' : '';
  return `${lead}${lead === '' ? ':' : ''} ${and(things)}${least}${until}${soon}`;
}

function planWords(action: TakenAction): string {
  const plan = action.plan ?? [{ job_id: action.job_id ?? '', block_ids: action.block_ids ?? [] }];
  return and(plan.map((entry) => `${and(entry.block_ids)} for ${entry.job_id}`));
}
