import { RULESET } from './config';
import type { OpenEvent } from './events';
import { redraw } from './redraw';
import { labOf, type OpenState } from './state';

/** The one event with which a market begins that is branched from a running one, as `seat` knew it when the round began. */
export function branchOf(version: number, state: OpenState, { seat, freshSeed }: { seat: string; freshSeed: number }): OpenEvent[] {
  labOf(state, seat);
  return [
    {
      type: 'match_branched',
      ruleset: RULESET,
      version,
      lab_id: seat,
      round_index: state.round_index,
      labs: Object.values(state.labs).map(({ lab_id, public_name }) => ({ lab_id, public_name })),
      state: redraw(state, seat, freshSeed),
    },
  ];
}
