import type { OpenMarketView } from '../../shared/told/view';

/** A lab's profit at the end of a round, including bonds and deposits. */
export interface ProfitPoint {
  /** Number of finished rounds. */
  rounds: number;
  profit: number;
}

/** By lab; empty if the viewer may not see its money. The current round's point is the present. */
export function profitCurves(views: readonly OpenMarketView[], at: number): Record<string, ProfitPoint[]> {
  const curves: Record<string, ProfitPoint[]> = {};
  for (const view of roundEnds(views, at)) {
    for (const lab of view.labs) {
      if (lab.profit === null) continue;
      curves[lab.lab_id] ??= [{ rounds: 0, profit: 0 }];
      curves[lab.lab_id]?.push({ rounds: view.round_index + 1, profit: lab.profit });
    }
  }
  return curves;
}

/** The last view of each round up to an instant; of the current round, only once it is being resolved. */
function roundEnds(views: readonly OpenMarketView[], at: number): OpenMarketView[] {
  const ends: OpenMarketView[] = [];
  const shown = views.slice(0, at);
  for (const [place, view] of shown.entries()) {
    const next = shown[place + 1];
    if (next !== undefined ? next.round_index !== view.round_index : view.finished) ends.push(view);
  }
  return ends;
}
