import { formatMoney } from '~/kit/format';
import { OPEN_LABS } from '../../../screens/lab-names';
import type { WireCondition, WireConditions, WireOffer } from '../../shared/observation';

/** An open offer as a sentence. */
export function offerSentence(offer: WireOffer): string {
  const gives = list([...offer.offered_blocks, ...(offer.payment > 0 ? [formatMoney(offer.payment)] : [])]);
  const wants = list([...offer.requested_blocks, ...(offer.requested_payment > 0 ? [formatMoney(offer.requested_payment)] : [])]);
  const to = offer.to_lab_id === null ? 'everybody' : OPEN_LABS.nameOf(offer.to_lab_id);
  const from = offer.from_lab_id === 'operator' ? 'The operator' : OPEN_LABS.nameOf(offer.from_lab_id);
  return `${from} offers ${to} ${gives || 'nothing'}${wants === '' ? '' : ` for ${wants}`}${termsOf(offer.conditions)}`;
}

/** The conditions of an offer, as the end of its sentence. */
function termsOf(conditions: WireConditions | null): string {
  if (conditions === null) return '';
  const words = conditionWords(conditions);
  const penalty = conditions.penalty > 0 ? ` (else ${formatMoney(conditions.penalty)})` : '';
  return words.length === 0 ? '' : `, ${list(words)}${penalty}`;
}

export function conditionWords(condition: WireCondition): string[] {
  return [
    ...(condition.must_not_resell ? ['not to be resold'] : []),
    ...(condition.must_use_by_round === null ? [] : [`to be used by round ${condition.must_use_by_round}`]),
    ...(condition.coalition_only === null ? [] : [`only for coalition ${condition.coalition_only}`]),
  ];
}

export function list(things: readonly string[]): string {
  return things.length < 2 ? things.join('') : `${things.slice(0, -1).join(', ')} and ${things.at(-1)}`;
}
