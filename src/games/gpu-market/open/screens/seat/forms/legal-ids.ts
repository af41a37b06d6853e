import type { LegalAction } from '../../../shared/legal-action';
import type { OpenObservation } from '../../../shared/observation';

/** The entry of a legal list that covers this type. */
export type EntryOf<Action, Type> = Action extends { action_type: infer Own } ? (Type extends Own ? Action : never) : never;

/** The legal list's entry for an action type; null: not legal now. */
export function legalOf<Type extends LegalAction['action_type']>(
  { legal_actions }: OpenObservation,
  type: Type,
): EntryOf<LegalAction, Type> | null {
  return (legal_actions.find((one) => one.action_type === type) as EntryOf<LegalAction, Type> | undefined) ?? null;
}

/** The offers for which this kind of answer is legal. */
export function offersFor(observation: OpenObservation, type: 'accept_offer' | 'reject_offer' | 'counter_offer'): readonly string[] {
  return legalOf(observation, type)?.offer_ids ?? [];
}

export function coalitionsFor(
  observation: OpenObservation,
  type: 'join_coalition' | 'commit_to_coalition' | 'decline_coalition' | 'leave_coalition',
): readonly string[] {
  return legalOf(observation, type)?.coalition_ids ?? [];
}
