/** Events as one viewer may see them: for all as they are; else without what is private to labs that the viewer is not. */
import { type GameEvent, unreachable, type Viewer } from '../../game';
import type { ActionTaken, JobAllocated, MarketEvent, MatchOpened, OfferAccepted, ShockStruck } from '../events';
import type { Action } from '../types';
import type { ClassicState } from './state';
import { hears, isParty, mayKnow, verdictFor } from './view';

/** `null`: that viewer is not told at all. `state` is the one after the event. */
export function publish(event: MarketEvent, viewer: Viewer, state: ClassicState): GameEvent | null {
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
      return sees(event.lab_id) ? event : told({ ...event, reserved_by: null });
    case 'job_allocated':
      return sees(event.lab_id) ? event : allocationWithoutJob(event);
    case 'pitches_judged':
      return told({ ...event, decision: verdictFor(event.decision, viewer, state) });
    case 'round_started':
    case 'match_ended':
      return told({ ...event, draws: null });
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

/** A redacted event is another shape of the same kind. */
function told<Shown extends GameEvent>(event: Shown): GameEvent {
  return event;
}

/** What is taken out of an event for those who may not know it. */
type Without<Event, Hidden extends keyof Event> = Omit<Event, Hidden> & { [key in Hidden]: null };

function openingFor(event: MatchOpened, viewer: Viewer): GameEvent {
  const sees = mayKnow(viewer);
  const labs = event.labs.map((lab) => (sees(lab.lab_id) ? lab : { ...lab, archetype: null, budget: null, jobs: null }));
  return told({ ...event, seed: null, draws: null, shocks: [], labs });
}

/** What a lab does in public: its words to everybody, its coalitions, and the marks on its blocks. */
function publicAction(event: ActionTaken): Without<ActionTaken, 'fingerprint'> {
  return { ...event, action: event.action === null ? null : publicPart(event.action), fingerprint: null };
}

function publicPart(action: Action): Action {
  const { action_type, target_lab_id, coalition_id, block_ids, message } = action;
  switch (action_type) {
    case 'form_coalition':
      return given({ action_type, target_lab_id, message });
    case 'commit_to_coalition':
      return given({ action_type, coalition_id, block_ids });
    case 'reserve_capacity':
    case 'release_capacity':
    case 'allocate_to_job':
      return given({ action_type, block_ids });
    case 'make_pitch':
    case 'counter_pitch':
    case 'send_message':
      return target_lab_id === undefined ? given({ action_type, message }) : { action_type };
    default:
      return { action_type };
  }
}

/** Without the fields that were not set. */
function given(action: { [field in keyof Action]: Action[field] | undefined } & { action_type: Action['action_type'] }): Action {
  return Object.fromEntries(Object.entries(action).filter(([, value]) => value !== undefined)) as unknown as Action;
}

function dealWithoutPrice(event: OfferAccepted): Without<OfferAccepted, 'payment'> {
  return { ...event, payment: null };
}

function allocationWithoutJob(event: JobAllocated): Without<JobAllocated, 'job_id' | 'value' | 'completed'> {
  return { ...event, job_id: null, value: null, completed: null };
}

function shockFor(event: ShockStruck, viewer: Viewer): GameEvent {
  const sees = mayKnow(viewer);
  return told({ ...event, draws: null, jobs_added: event.jobs_added.filter((added) => sees(added.lab_id)) });
}
