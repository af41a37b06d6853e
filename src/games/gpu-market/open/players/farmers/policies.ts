/** Farmers as players of one seat: each upon a lab that does nothing, so that whatever it scores it has farmed. */

import type { Policy } from '~/contract/policy';
import type { OpenAction } from '../../actions';
import type { OpenObservation } from '../../observation';
import { graft } from './farmer';
import { FARMERS } from './registry';

const PREFIX = 'farmer_';

/** Those that need no partner in a second seat; docs/farming.md has the others. */
export const FARMER_IDS: readonly string[] = FARMERS.filter(({ seats }) => seats === 1).map(({ id }) => `${PREFIX}${id}`);

/** One for one episode: a farmer may remember what it did. null: there is none of that name. */
export function farmerPolicy(id: string): Policy<OpenObservation, readonly OpenAction[]> | null {
  const farmer = FARMERS.find((one) => one.seats === 1 && `${PREFIX}${one.id}` === id);
  if (farmer === undefined) return null;
  return {
    id,
    title: `Farmer: ${farmer.id.replaceAll('_', ' ')}`,
    summary: `A farmer: ${farmer.summary}; else it waits.`,
    plays: ['gpu-market/open'],
    control: 'farmer',
    choose: graft(() => [], farmer.start()),
  };
}
