/** Farmers as players of one seat: each upon a lab that does nothing, so that whatever it scores it has farmed. */

import type { Policy } from '~/contract/policy';
import type { OpenAction } from '../../actions';
import type { OpenObservation } from '../../observation';
import { graft } from './farmer';
import { FARMERS } from './registry';

const PREFIX = 'farmer_';

/** For one episode: a farmer may remember what it did. Those that need no partner in a second seat; docs/farming.md has the others. */
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
