import type { Policy } from '~/contract/policy';
import type { Action, Observation } from '../../types';
import { incomingOffers } from './classic-words';

const PLEA = 'We need GPU soon because our workload is important. Please consider sharing capacity.';

export const baseInstructNaive: Policy<Observation, Action> = {
  id: 'base_instruct_naive',
  title: 'Base instruct, naive',
  summary: 'Accepts the first offer made to it if the message sounds urgent; otherwise asks the first lab for capacity in general terms.',
  plays: ['gpu-market/classic'],
  choose(observation) {
    const [offer] = incomingOffers(observation);
    if (offer?.message?.toLowerCase().includes('urgent')) return { action_type: 'accept_offer', offer_id: offer.offer_id };
    const target = observation.visible_labs[0]?.lab_id;
    return { action_type: 'send_message', ...(target === undefined ? {} : { target_lab_id: target }), message: PLEA };
  },
};
