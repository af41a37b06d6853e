import type { Policy } from '~/contract/policy';
import type { Action, Observation } from '../../types';
import { incomingOffers } from './classic-words';

/** The name is the published one; it draws nothing. */
export const randomValidish: Policy<Observation, Action> = {
  id: 'random_validish',
  title: 'Random validish',
  summary: 'Rejects the first offer made to it, else waits. Despite its published name it is not random.',
  plays: ['gpu-market/classic'],
  choose(observation) {
    const [offer] = incomingOffers(observation);
    return offer === undefined ? { action_type: 'wait' } : { action_type: 'reject_offer', offer_id: offer.offer_id };
  },
};
