import type { OpenMarketView } from '../../shared/told/view';

/** What a lab had made by the end of a round, what is held in bonds and deposits included. */
export interface ProfitPoint {
  /** How many rounds were over. */
  rounds: number;
  profit: number;
}

/** By lab; empty for labs whose money the viewer may not know. The running round's point is how it stands now. */
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

/** The last view of each round up to an instant; of the running round only once something of it has been resolved. */
function roundEnds(views: readonly OpenMarketView[], at: number): OpenMarketView[] {
  const ends: OpenMarketView[] = [];
  const shown = views.slice(0, at);
  for (const [place, view] of shown.entries()) {
    const next = shown[place + 1];
    if (next !== undefined ? next.round_index !== view.round_index : view.finished) ends.push(view);
  }
  return ends;
}
