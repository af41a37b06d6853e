/** Events as a viewer may see them: unchanged for `all`, otherwise without private data of other labs. */
import { unreachable, type Viewer } from '~/contract/game';
import type { ActionTaken, JobAllocated, MarketEvent, MatchOpened, OfferAccepted, ShockStruck } from '../events';
import type { ToldAllocation, ToldDeal, ToldEvent, ToldOpening } from '../told-events';
import type { ClassicState } from './state';
import { hears, isParty, mayKnow, verdictFor } from './view';

/** `null`: hidden from that viewer. `state`: after the event. */
export function publish(event: MarketEvent, viewer: Viewer, state: ClassicState): ToldEvent | null {
  if (viewer.kind === 'all') return event;
  const sees = mayKnow(viewer);
  switch (event.type) {
    case 'match_opened':
      return openingFor(event, viewer);
    case 'action_taken':
      return sees(event.lab_id) ? event : publicAction(event);
    case 'action_resolved':
    case 'rewarded':
      return sees(event.lab_id) ? event : null;
    case 'offer_made':
      return isParty(event.offer, viewer) ? event : null;
    case 'offer_accepted':
      return isParty(event, viewer) ? event : dealWithoutPrice(event);
    case 'offer_closed':
      return isParty(event, viewer) ? event : null;
    case 'message_posted':
      return hears(event.message, viewer) ? event : null;
    case 'block_marked':
      return sees(event.lab_id) ? event : { ...event, reserved_by: null };
    case 'job_allocated':
      return sees(event.lab_id) ? event : allocationWithoutJob(event);
    case 'pitches_judged':
      return { ...event, decision: verdictFor(event.decision, viewer, state) };
    case 'round_started':
    case 'match_ended':
      return { ...event, draws: null };
    case 'shock_struck':
      return shockFor(event, viewer);
    case 'coalition_formed':
    case 'coalition_committed':
    case 'coalition_broken':
    case 'reputation_changed':
      return event;
    default:
      return unreachable(event);
  }
}

function openingFor(event: MatchOpened, viewer: Viewer): ToldOpening {
  const sees = mayKnow(viewer);
  const labs = event.labs.map((lab) => (sees(lab.lab_id) ? lab : { ...lab, archetype: null, budget: null, jobs: null }));
  return { ...event, seed: null, draws: null, shocks: [], labs };
}

/** The effects of a lab's action on others are in later events; the public sees only its kind. */
function publicAction(event: ActionTaken): ActionTaken | null {
  if (event.action === null) return null;
  return { ...event, action: { action_type: event.action.action_type }, repeats: null };
}

function dealWithoutPrice(event: OfferAccepted): ToldDeal {
  return { ...event, payment: null };
}

function allocationWithoutJob(event: JobAllocated): ToldAllocation {
  return { ...event, job_id: null, value: null, completed: null };
}

function shockFor(event: ShockStruck, viewer: Viewer): ToldEvent {
  const sees = mayKnow(viewer);
  return { ...event, draws: null, jobs_added: event.jobs_added.filter((added) => sees(added.lab_id)) };
}
