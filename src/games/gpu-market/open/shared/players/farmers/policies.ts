/** Farmers as policies of one seat. The base does nothing, so everything it scores is farmed. */

import type { Policy } from '~/contract/policy';
import type { OpenAction } from '../../actions';
import type { OpenObservation } from '../../observation';
import { graft } from './farmer';
import { FARMERS } from './registry';

const PREFIX = 'farmer_';

/** One set per episode, because a farmer may remember. Without those that need two seats; docs/farming.md has them. */
export function farmerPolicies(): Policy<OpenObservation, readonly OpenAction[]>[] {
  return FARMERS.filter(({ seats }) => seats === 1).map((farmer) => ({
    id: `${PREFIX}${farmer.id}`,
    title: `Farmer: ${farmer.id.replaceAll('_', ' ')}`,
    summary: `A farmer: ${farmer.summary}; else it waits.`,
    plays: ['gpu-market/open'],
    control: 'farmer',
    choose: graft(() => [], farmer.start()),
  }));
}
