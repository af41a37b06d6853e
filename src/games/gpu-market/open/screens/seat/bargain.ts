/** Version 2's additions to a seat's view: wants, promises, proposed plans; null in version 1. */
import type { Thing } from '~/contract/shown';
import { blockOrId } from '../../../screens/labels';
import type { OpenObservation, OwnBlock, WireCoalition, WirePromise, WireProposal, WireWant } from '../../shared/observation';
import type { NewLegalAction, OpenObservation2 } from '../../v2/observation';
import type { EntryOf } from './forms/legal-ids';
import { and, capital, cr, labOrYou, labWord, plural } from './words';

/** The same observation, if its rules have wants. */
export function bargainOf(observation: OpenObservation): OpenObservation2 | null {
  return 'wants' in observation ? (observation as unknown as OpenObservation2) : null;
}

/**
 * The same observation with own pledged blocks as free ones where the rules let their lab put them to work: in version 2, unless a plan on
 * the table uses them. For values and warnings, so that a pledge does not make a seat look poorer than it is.
 */
export function loosened<Seen extends OpenObservation>(observation: Seen): Seen {
  if (bargainOf(observation) === null) return observation;
  const tabled = new Set(
    observation.active_coalitions.flatMap(({ proposals }) => (proposals ?? []).flatMap(({ plan }) => plan.flatMap((one) => one.block_ids))),
  );
  const isLoose = (block: OwnBlock) =>
    block.status === 'committed' &&
    block.pledged_to !== null &&
    !tabled.has(block.block_id) &&
    observation.active_coalitions.some((one) => one.coalition_id === block.pledged_to);
  const owned_blocks = observation.owned_blocks.map((block) =>
    isLoose(block) ? { ...block, status: 'available' as const, pledged_to: null } : block,
  );
  return { ...observation, owned_blocks };
}

/** The legal list's entry for an action type of version 2; null: not legal now. */
export function newLegal<Type extends NewLegalAction['action_type']>(
  { legal_actions }: OpenObservation,
  type: Type,
): EntryOf<NewLegalAction, Type> | null {
  const list = legal_actions as readonly { action_type: string }[];
  return (list.find((one) => one.action_type === type) as EntryOf<NewLegalAction, Type> | undefined) ?? null;
}

/** Lab B wants 4 GPU-hours in rounds 3 to 5, reliability .8 or better, and pays 30.00 cr. */
export function wantSentence(want: WireWant, me: string): string {
  const { lab_id, hours, from_round, to_round, min_reliability, payment } = want;
  const when = from_round === to_round ? `in round ${from_round}` : `in rounds ${from_round} to ${to_round}`;
  const sure = min_reliability > 0 ? `, reliability ${min_reliability} or better` : '';
  const [who, verb] = lab_id === me ? ['You', ['want', 'pay']] : [labWord(lab_id), ['wants', 'pays']];
  return `${capital(who ?? '')} ${verb?.[0]} ${plural(hours, 'GPU-hour')} ${when}${sure}, and ${verb?.[1]} ${cr(payment)}.`;
}

/** Lab B holds b_1_0 for you until round 6 at 30.00 cr; a bond of 10.00 cr stands for it. */
export function promiseSentence({ from_lab_id, to_lab_id, block_ids, price, until_round, bond }: WirePromise, me: string): string {
  const mine = { controlled_lab_id: me };
  const holds = from_lab_id === me ? 'You hold' : `${capital(labWord(from_lab_id))} holds`;
  const whose = from_lab_id === me ? 'Your bond' : 'A bond';
  const stands = bond > 0 ? ` ${whose} of ${cr(bond)} backs it.` : '';
  return `${holds} ${and(block_ids)} for ${labOrYou(to_lab_id, mine)} until round ${until_round}, at ${cr(price)}.${stands}`;
}

/** What a plan does: b_1_0 for j_0_1. */
export function planSentence({ plan }: Pick<WireProposal, 'plan'>): string {
  return `${and(plan.map((entry) => `${and(entry.block_ids)} for ${entry.job_id}`))}.`;
}

/** When it is carried out, or why it is not. */
export function planStands(
  { vetoed_by, until_round }: WireProposal,
  { pledges, me, round }: { pledges: WireCoalition['pledges']; me: string; round: number },
): string {
  if (vetoed_by.length > 0) return `${capital(and(vetoed_by.map((lab) => labOrYou(lab, { controlled_lab_id: me }))))} vetoed it.`;
  if (pledges === null) return 'The coalition was founded for this plan.';
  return round >= until_round
    ? 'It is carried out when this round closes, unless somebody vetoes it or proposes a better one.'
    : `It stays open through round ${until_round}.`;
}

/** Costs and payouts of the participants, one per line. */
export function planParts({ participants, costs, payouts }: WireProposal): { lab: string; cost: number; gets: number }[] {
  if (costs === null || payouts === null) return [];
  return participants.map((lab) => ({ lab, cost: costs[lab] ?? 0, gets: payouts[lab] ?? 0 }));
}

export interface Bargains {
  wants?: readonly WireWant[];
  promises?: readonly WirePromise[];
  coalitions: readonly { proposals?: readonly WireProposal[] | null }[];
}

type Blocks = Parameters<typeof blockOrId>[0];

/** All of them, by name. */
export function bargainThings({ wants = [], promises = [], coalitions }: Bargains): [string, Thing][] {
  const plans = coalitions.flatMap(({ proposals }) => proposals ?? []);
  return [
    ...wants.map(({ want_id: id }): [string, Thing] => [id, { kind: 'want', id }]),
    ...promises.map(({ promise_id: id }): [string, Thing] => [id, { kind: 'promise', id }]),
    ...plans.map(({ plan_id: id }): [string, Thing] => [id, { kind: 'plan', id }]),
  ];
}

/** `of 4 GPU-hours in rounds 3 to 5` for w_1, `of 2× GPU (rounds 7 and 8)` for h_1, `2` for c_1_plan_2; null: use its id. */
export function bargainLabel(view: Bargains & Blocks, { kind, id }: Thing): string | null {
  switch (kind) {
    case 'want': {
      const want = view.wants?.find((one) => one.want_id === id);
      return want ? `of ${hoursOf(want)}` : null;
    }
    case 'promise': {
      const promise = view.promises?.find((one) => one.promise_id === id);
      return promise ? `of ${and(promise.block_ids.map((block) => blockOrId(view, block)))}` : null;
    }
    case 'plan':
      return planNumber(id);
    default:
      return null;
  }
}

/** `wants 4 GPU-hours in rounds 3 to 5 for 30.00 cr` */
export function wantWords(want: WireWant): string {
  return `wants ${hoursOf(want)} for ${cr(want.payment)}`;
}

function hoursOf({ hours, from_round, to_round }: WireWant): string {
  return `${plural(hours, 'GPU-hour')} ${from_round === to_round ? `in round ${from_round}` : `in rounds ${from_round} to ${to_round}`}`;
}

function planNumber(id: string): string {
  return id.replace(/^.*_/, '');
}

/** Removes redundant ids from a record: the id of a posted want, and all but the number of plans. */
export function withoutIds(text: string): string {
  return text.replace(/ \(w_\d+\)/, '').replaceAll(/\b\w+_plan_\d+\b/g, planNumber);
}
