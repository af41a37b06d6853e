import type { Thing } from '~/contract/shown';
import type { NamedThings } from '~/kit/names';
import { OPEN_LABS } from '../../../screens/lab-names';
import { labelOf } from '../../../screens/labels';
import { namesOf } from '../../../screens/things';
import type { OpenObservation } from '../../shared/observation';
import type { OpenMarketView } from '../../shared/told/view';
import { bargainLabel, bargainOf, bargainThings } from './bargain';
import { cr } from './words';

/** Everything a seat sees, with the watchers' names: `2× GPU (rounds 7 and 8)` for b_2_0. */
export function namesSeen(seen: OpenObservation): NamedThings {
  const own = new Set(seen.owned_blocks.map(({ block_id }) => block_id));
  const view = {
    labs: [{ lab_id: seen.controlled_lab_id, jobs: seen.private_jobs }, ...seen.visible_labs.map(({ lab_id }) => ({ lab_id, jobs: null }))],
    blocks: [...seen.owned_blocks, ...seen.public_market.blocks.filter(({ block_id }) => !own.has(block_id))],
    offers: seen.active_offers,
    coalitions: seen.active_coalitions,
  };
  const named = new Map(
    [...namesOf(view, OPEN_LABS.nameOf)].map(([word, thing]) => {
      const label = thing.kind === 'seat' ? OPEN_LABS.nameOf(thing.id) : labelOf(view, thing, OPEN_LABS);
      return [word, label === null ? thing : { ...thing, label }] as const;
    }),
  );
  for (const { job_id, lab_id, value } of jobsOfOthers(seen))
    named.set(job_id, { kind: 'job', id: job_id, label: `${OPEN_LABS.nameOf(lab_id)}’s job (${cr(value)})` });
  const bargains = { ...bargainOf(seen), coalitions: seen.active_coalitions, blocks: view.blocks };
  for (const [word, thing] of bargainThings(bargains)) named.set(word, { ...thing, label: bargainLabel(bargains, thing) ?? word });
  return named;
}

/** The same from a view, for texts about earlier rounds. */
export function namesIn(view: OpenMarketView): NamedThings {
  return new Map(
    [...thingsIn(view)].map(([word, thing]) => {
      const label = labelIn(view, thing);
      return [word, label === null ? thing : { ...thing, label }] as const;
    }),
  );
}

/** The same with the jobs of others that were pledged to this seat's coalitions, which no view shows. */
export function namesTold(view: OpenMarketView, seen: OpenObservation): NamedThings {
  return new Map([...namesSeen(seen), ...namesIn(view)]);
}

/** Everything that a sentence of this market may name. */
export function thingsIn(view: OpenMarketView): Map<string, Thing> {
  return new Map([...namesOf(view, OPEN_LABS.nameOf), ...bargainThings(view)]);
}

/** The display name of a thing; null: use its id. */
export function labelIn(view: OpenMarketView, thing: Thing): string | null {
  return labelOf(view, thing, OPEN_LABS) ?? bargainLabel(view, thing);
}

function jobsOfOthers({ joint_jobs, active_coalitions, controlled_lab_id: me }: OpenObservation) {
  const pledged = active_coalitions.flatMap(({ pledges }) => Object.values(pledges ?? {}).flatMap(({ jobs }) => jobs));
  return [...joint_jobs, ...pledged].filter(({ lab_id }) => lab_id !== me);
}
