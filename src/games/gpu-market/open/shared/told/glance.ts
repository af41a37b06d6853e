/** The view after the two events that come by the dozen in a round and change hardly anything of it. */
import type { OpenEvent } from '../events';
import { awaited } from '../rules/rounds';
import type { OpenState } from '../state';
import type { OpenLabView, OpenMarketView } from './view';

/** A turn handed in, an action answered: made from the view before; null for every other event. */
export function glance(state: OpenState, view: OpenMarketView, event: OpenEvent): OpenMarketView | null {
  if (event.type === 'turn_taken') return { ...withLab(view, event.lab_id, { submitted: true }), awaited: awaited(state) };
  if (event.type !== 'action_resolved' || event.result.code === 'finished') return null;
  const lab = view.labs.find((one) => one.lab_id === event.lab_id);
  if (lab === undefined || lab.results === null) return view; // another's answers are not shown
  const results = [...lab.results];
  results[event.index] = { ...event.result };
  return withLab(view, event.lab_id, { results: Array.from(results, (result) => result ?? null) });
}

function withLab(view: OpenMarketView, labId: string, change: Partial<OpenLabView>): OpenMarketView {
  return { ...view, labs: view.labs.map((lab) => (lab.lab_id === labId ? { ...lab, ...change } : lab)) };
}
