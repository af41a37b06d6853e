/** Offers and deals in sentences. */
import type { Names } from '../../../describe';
import type { OpenOffer } from '../types';
import type { ToldDeal, ToldOffer } from './told';
import { and, headOf, money, ownerOf, toOf } from './words';

export function describeOffer({ offer }: ToldOffer, names: Names): string {
  if (offer === undefined) return 'Two labs are talking: a private offer was made.';
  const from = headOf(offer.from_lab_id, names);
  const gives = and([...offer.offered_blocks, ...(offer.payment_cents > 0 ? [money(offer.payment_cents)] : [])]);
  const wants = and([...offer.requested_blocks, ...(offer.requested_payment_cents > 0 ? [money(offer.requested_payment_cents)] : [])]);
  const terms = termsOf(offer);
  if (offer.to_lab_id === null) {
    const price = wants === '' ? 'for nothing' : `for ${wants}`;
    return `${from} offered all labs ${gives || 'nothing'} ${price}${terms}.`;
  }
  const verb = offer.linked_offer_id === null ? 'offered' : `countered ${offer.linked_offer_id} and offered`;
  const to = toOf(offer.to_lab_id, names);
  if (gives === '') return `${from} asked ${to} for ${wants}${terms}.`;
  return `${from} ${verb} ${to} ${gives}${wants === '' ? '' : ` for ${wants}`}${terms}.`;
}

/** The sender's side first: what it gave, then what it got. */
export function describeDeal(deal: ToldDeal, names: Names): string {
  const known = deal.from_lab_id !== undefined;
  const sender = deal.from_lab_id ?? deal.transfers[0]?.from_lab_id;
  const other = deal.to_lab_id ?? deal.transfers[0]?.to_lab_id;
  if (sender === undefined || other === undefined) return 'Two labs made a private deal.';
  const gives = deal.transfers.filter((one) => one.from_lab_id === sender).map((one) => one.block_id);
  const gets = deal.transfers.filter((one) => one.from_lab_id === other).map((one) => one.block_id);
  const tail = `${boundBy(deal)}${known ? '' : ' in a private deal'}`;
  const [pays, asks] = [deal.payment_cents ?? 0, deal.requested_payment_cents ?? 0];
  if (gives.length > 0 && gets.length === 0 && pays === 0)
    return sold({ by: sender, to: other, blocks: gives, cents: asks, tail, known }, names);
  if (gets.length > 0 && gives.length === 0 && asks === 0)
    return sold({ by: other, to: sender, blocks: gets, cents: pays, tail, known }, names);
  const left = and([...gives, ...(pays > 0 ? [money(pays)] : [])]) || 'nothing';
  const right = and([...gets, ...(asks > 0 ? [money(asks)] : [])]);
  if (right === '') return `${headOf(sender, names)} gave ${toOf(other, names)} ${left}${tail}.`;
  return `${headOf(sender, names)} gave ${left} for ${ownerOf(other, names)} ${right}${tail}.`;
}

interface Sale {
  by: string;
  to: string;
  blocks: readonly string[];
  cents: number;
  tail: string;
  /** Whether the viewer may see the price. */
  known: boolean;
}

function sold({ by, to, blocks, cents, tail, known }: Sale, names: Names): string {
  const [seller, buyer] = [headOf(by, names), toOf(to, names)];
  if (cents > 0) return `${seller} sold ${and(blocks)} to ${buyer} for ${money(cents)}${tail}.`;
  return `${seller} ${known ? 'gave' : 'passed'} ${and(blocks)} to ${buyer}${tail}.`;
}

/** What will bind the blocks of an offer. */
function termsOf({ conditions }: OpenOffer): string {
  if (conditions === null) return '';
  const penalty = conditions.penalty_cents > 0 ? ` or lose ${money(conditions.penalty_cents)}` : '';
  return bound(conditions, penalty);
}

function boundBy({ condition, deposit }: ToldDeal): string {
  if (condition === null) return '';
  return bound(condition, deposit ? ` or lose ${money(deposit.amount_cents)}` : '');
}

function bound(
  conditions: { must_not_resell: boolean; must_use_by_round: number | null; coalition_only: string | null },
  penalty: string,
): string {
  const parts = [
    ...(conditions.must_not_resell ? ['not to be resold'] : []),
    ...(conditions.must_use_by_round === null ? [] : [`to be used by round ${conditions.must_use_by_round}${penalty}`]),
    ...(conditions.coalition_only === null ? [] : [`only for coalition ${conditions.coalition_only}`]),
  ];
  return parts.length === 0 ? '' : `, ${parts.join(', ')}`;
}
