/** The GPU market under ruleset `open`, version 2: costs are computed, prizes go by need, and words can be made to hold. */
import type { Game } from '~/contract/game';
import type { OpenEvent } from '../shared/events';
import type { Apply } from '../shared/proceedings';
import type { OpenState } from '../shared/state';
import type { OpenMarketView } from '../shared/told/view';
import { openMarket } from '../v1/open';
import { type OpenConfig2, openOptions2, parseOpenConfig2 } from './config';
import { branch, decide, decideWith, inPlace, lapse, open, rejudge, view } from './decide';
import { LAWS_2 } from './laws';
import type { OpenObservation2 } from './observation';
import { observe2, observeAll2 } from './observe';

type OpenMarket2 = Game<OpenConfig2, OpenState, OpenEvent, OpenObservation2, OpenMarketView>;

/** What both versions do alike is version 1's. */
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

/** The market as another `evolve` has it: a test plants a fault with it. */
export function openMarket2By(apply: Apply): OpenMarket2 {
  const { inPlace: _, ...market } = openMarket2; // which knows no other `evolve`
  return { ...market, evolve: apply, decide: (state, seat, move) => decideWith(apply, state, { seat, move }) };
}
