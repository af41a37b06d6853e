import type { Policy } from '~/contract/policy';
import type { Action, Observation } from '../../types';
import { incomingOffers } from './classic-words';
import { allocateOrFinish } from './greedy-hoarder';

export const alwaysAccept: Policy<Observation, Action> = {
  id: 'always_accept',
  title: 'Always accept',
  summary: 'Accepts the first offer made to it, whatever it is worth; without one it plays the greedy hoarder.',
  plays: ['gpu-market/classic'],
  choose(observation) {
    const [offer] = incomingOffers(observation);
    return offer === undefined ? allocateOrFinish(observation) : { action_type: 'accept_offer', offer_id: offer.offer_id };
  },
};
