/** The GPU market under ruleset `open`, version 2: costs are computed, prizes go by need, and commitments can be made binding. */

import type { Game, Judgement, Viewer } from '~/contract/game';
import { branchOf } from '../shared/branch';
import { decidingBy } from '../shared/decide';
import type { OpenEvent } from '../shared/events';
import { rejudgeBy } from '../shared/hearing';
import type { Apply } from '../shared/proceedings';
import type { OpenState } from '../shared/state';
import { type OpenMarketView, viewBy } from '../shared/told/view';
import { openMarket } from '../v1/open';
import { type OpenConfig2, openOptions2, parseOpenConfig2 } from './config';
import { LAWS_2 } from './laws';
import type { OpenObservation2 } from './observation';
import { observe2, observeAll2, wirePromise, wireWant, withProposals } from './observe';

// The decisions of version 2.

const { open, decide, decideWith, lapse, inPlace } = decidingBy(LAWS_2);

function rejudge(state: OpenState, events: readonly OpenEvent[], judgement: Judgement): OpenEvent[] {
  return rejudgeBy(LAWS_2, state, { events, judgement });
}

function branch(state: OpenState, seat: string, freshSeed: number): OpenEvent[] {
  return branchOf(LAWS_2.version, state, { seat, freshSeed });
}

function view(state: OpenState, viewer: Viewer): OpenMarketView {
  const shown = viewBy(LAWS_2.version, state, viewer);
  const seat = viewer.kind === 'seat' ? viewer.seat : viewer.kind === 'all' ? null : '';
  return {
    ...shown,
    coalitions: shown.coalitions.map((one) => withProposals(state, one, seat)),
    wants: Object.values(state.wants ?? {}).map(wireWant),
    promises: Object.values(state.promises ?? {})
      .filter((one) => seat === null || one.from_lab_id === seat || one.to_lab_id === seat)
      .map(wirePromise),
  };
}

type OpenMarket2 = Game<OpenConfig2, OpenState, OpenEvent, OpenObservation2, OpenMarketView>;

/** Everything that both versions share comes from version 1. */
export const openMarket2: OpenMarket2 = {
  ...openMarket,
  ref: { key: openMarket.ref.key, version: LAWS_2.version },
  can: { ...openMarket.can, wideSeeds: true },
  options: openOptions2,
  parseConfig: parseOpenConfig2,
  open,
  decide,
  lapse,
  inPlace,
  rejudge,
  branch,
  observe: observe2,
  observeAll: observeAll2,
  view,
};

/** The market with another `evolve`, so that a test can plant a fault. */
export function openMarket2By(apply: Apply): OpenMarket2 {
  const { inPlace: _, ...market } = openMarket2; // which uses the original `evolve`
  return { ...market, evolve: apply, decide: (state, seat, move) => decideWith(apply, state, { seat, move }) };
}
