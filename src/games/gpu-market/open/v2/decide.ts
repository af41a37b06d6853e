/** What decides under version 2. */
import type { Judgement, Viewer } from '~/contract/game';
import { branchOf } from '../shared/branch';
import { decidingBy } from '../shared/decide';
import type { OpenEvent } from '../shared/events';
import { rejudgeBy } from '../shared/hearing';
import type { OpenState } from '../shared/state';
import { type OpenMarketView, viewBy } from '../shared/told/view';
import { LAWS_2 } from './laws';
import { wirePromise, wireWant, withProposals } from './observe';

export const { open, decide, decideWith, lapse, inPlace } = decidingBy(LAWS_2);

export function rejudge(state: OpenState, events: readonly OpenEvent[], judgement: Judgement): OpenEvent[] {
  return rejudgeBy(LAWS_2, state, { events, judgement });
}

export function branch(state: OpenState, seat: string, freshSeed: number): OpenEvent[] {
  return branchOf(LAWS_2.version, state, { seat, freshSeed });
}

export function view(state: OpenState, viewer: Viewer): OpenMarketView {
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
