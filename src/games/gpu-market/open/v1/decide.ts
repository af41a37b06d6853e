/** The decisions of version 1. */

import type { Judgement, Viewer } from '~/contract/game';
import { branchOf } from '../shared/branch';
import { decidingBy } from '../shared/decide';
import type { OpenEvent } from '../shared/events';
import { rejudgeBy } from '../shared/hearing';
import type { OpenState } from '../shared/state';
import { type OpenMarketView, viewBy } from '../shared/told/view';
import { LAWS_1 } from './laws';

export const { open, decide, decideWith, lapse, inPlace } = decidingBy(LAWS_1);

export function rejudge(state: OpenState, events: readonly OpenEvent[], judgement: Judgement): OpenEvent[] {
  return rejudgeBy(LAWS_1, state, { events, judgement });
}

export function branch(state: OpenState, seat: string, freshSeed: number): OpenEvent[] {
  return branchOf(LAWS_1.version, state, { seat, freshSeed });
}

export function view(state: OpenState, viewer: Viewer): OpenMarketView {
  return viewBy(LAWS_1.version, state, viewer);
}
