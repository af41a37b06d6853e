import { RULESET } from './config';
import type { OpenEvent } from './events';
import { redraw } from './redraw';
import { labOf, type OpenState } from './state';

/** The first event of a branch of a running match, with the knowledge of `seat` at the start of the round. */
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
