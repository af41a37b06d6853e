/** Actions with something wrong with them, as programs hand them in. */
import type { OpenAction } from '~/games/gpu-market/open/actions';
import type { OpenObservation } from '~/games/gpu-market/open/observation';
import type { Step } from './program';

/** The action as the step wants it: as it is, twice, or wrong in one way. */
export function blamed(action: OpenAction, fault: Step['fault'], observation: OpenObservation): unknown[] {
  switch (fault) {
    case 'none':
      return [action];
    case 'twice':
      return [action, action];
    case 'negative':
      return [mapNumbers(action, (value, name) => (AMOUNTS.includes(name) ? -Math.max(1, value) : value))];
    case 'numbers as text':
      return [mapNumbers(action, (value) => String(value))];
    case 'no such id':
      return [mapIds(action, () => '__proto__')];
    case 'somebody else’s':
      return [mapIds(action, (name) => stranger(name, observation))];
  }
}

/** What may not be below zero, and is refused by a rule of its own: the rest of the action stays readable. */
const AMOUNTS = ['payment', 'requested_payment', 'reserve', 'bond', 'owner_share'];

function mapNumbers(action: OpenAction, change: (value: number, name: string) => unknown): object {
  return Object.fromEntries(Object.entries(action).map(([name, value]) => [name, typeof value === 'number' ? change(value, name) : value]));
}

function mapIds(action: OpenAction, other: (name: string) => string): object {
  const entries = Object.entries(action).map(([name, value]): [string, unknown] => {
    if (name.endsWith('_id')) return [name, other(name)];
    return name.endsWith('_ids') ? [name, [other(name)]] : [name, value];
  });
  return Object.fromEntries(entries);
}

/** Something of the kind that is not the seat's. */
function stranger(name: string, { public_market, controlled_lab_id: me, visible_labs }: OpenObservation): string {
  if (name.includes('block')) return public_market.blocks.find((block) => block.owner_lab_id !== me)?.block_id ?? 'b_9_9';
  if (name.includes('lab')) return visible_labs[0]?.lab_id ?? 'lab_9';
  return { offer_id: 'o_1', coalition_id: 'c_1' }[name] ?? 'j_0_0';
}
