/** An event as a viewer may see it. What concerns one seat is private to that seat until the match is over. */
import { type GameEvent, unreachable, type Viewer } from '~/contract/game';
import type { JobSettled, MatchEnded, MatchOpened, OfferAccepted, OpenEvent, PitchesJudged, TurnTaken } from '../events';
import type { OpenState } from '../state';
import { wireVerdict } from '../wire';

/** `null`: not visible. `all` sees every event unchanged. */
export function publish(event: OpenEvent, viewer: Viewer, state: OpenState): GameEvent | null {
  if (viewer.kind === 'all') return event;
  const seat = viewer.kind === 'seat' ? viewer.seat : null;
  switch (event.type) {
    case 'match_opened':
      return publicOpening(event, seat);
    case 'match_branched':
      return pick(event, ['type', 'ruleset', 'version', 'lab_id', 'round_index', 'labs']);
    case 'turn_taken':
      return event.lab_id === seat ? ownTurn(event) : { ...pick(event, ['type', 'lab_id', 'round_index']) };
    case 'round_closed':
      return pick(event, ['type', 'round_index', 'order', 'silent']);
    case 'offer_made':
      return event.offer.to_lab_id === null || [event.offer.to_lab_id, event.offer.from_lab_id].includes(seat ?? '')
        ? event
        : { ...pick(event, ['type']), ...pick(event.offer, ['offer_id']) };
    case 'offer_accepted':
      return publicDeal(event, seat);
    case 'offer_closed':
      return event.to_lab_id === null || event.to_lab_id === seat || event.from_lab_id === seat ? event : null;
    case 'message_posted':
      return event.message.readers === null || event.message.readers.includes(seat ?? '') ? event : null;
    case 'blocks_marked':
      return event.lab_id === seat ? event : pick(event, ['type', 'lab_id', 'block_ids', 'status']);
    case 'job_allocated':
      return event.lab_id === seat ? event : pick(event, ['type', 'lab_id', 'block_ids']);
    case 'action_resolved':
    case 'capacity_delivered':
      return event.lab_id === seat ? event : null;
    case 'job_settled':
      return publicSettlement(event, seat);
    case 'deposit_settled':
      return event.from_lab_id === seat || event.to_lab_id === seat ? event : null;
    case 'pitches_judged':
      return publicJudgement(event, seat);
    case 'shock_struck':
      return { ...event, shock: { ...event.shock, jobs: event.shock.jobs.filter((job) => job.lab_id === seat) } } as GameEvent;
    case 'shock_scheduled':
    case 'judgement_heard':
      return null;
    case 'round_started':
      return {
        ...pick(event, ['type', 'round_index', 'spent_block_ids']),
        arrived: event.arrived.filter((job) => job.lab_id === seat),
      } as GameEvent;
    case 'promise_made':
      return [event.promise.from_lab_id, event.promise.to_lab_id].includes(seat ?? '') ? event : null;
    case 'promise_ended':
      return [event.from_lab_id, event.to_lab_id].includes(seat ?? '') ? event : null;
    case 'want_posted':
    case 'want_closed':
    case 'grant_offered':
    case 'grant_given':
    case 'reputation_changed':
      return event;
    case 'match_ended':
      return publicEnd(event, seat);
    default:
      return publishCoalition(event, seat, state);
  }
}

/** What the seat submitted, without what its policy drew for it. */
function ownTurn(event: TurnTaken): GameEvent {
  const { house_drawn: _, ...turn } = event;
  return turn;
}

type CoalitionEvent = Extract<
  OpenEvent,
  {
    type:
      | 'coalition_formed'
      | 'coalition_joined'
      | 'coalition_declined'
      | 'coalition_left'
      | 'coalition_ended'
      | 'coalition_pledged'
      | 'pledge_ended'
      | 'pledge_shrunk'
      | 'plan_executed'
      | 'plan_proposed'
      | 'plan_vetoed'
      | 'plan_dropped';
  }
>;

/** Terms and members are public, pledges are visible to members, and a plan's terms to its coalition. */
function publishCoalition(event: CoalitionEvent, seat: string | null, state: OpenState): GameEvent | null {
  switch (event.type) {
    case 'coalition_formed': {
      const { coalition } = event;
      const asked = seat !== null && [...coalition.members, ...coalition.invited].includes(seat);
      return asked ? event : ({ ...event, coalition: { ...coalition, message: null, invited: null, pledges: null } } as GameEvent);
    }
    case 'coalition_joined':
    case 'coalition_left':
    case 'coalition_ended':
      return event;
    case 'coalition_declined':
      return event.lab_id === seat || isMember(state, event.coalition_id, seat) ? event : null;
    case 'coalition_pledged':
    case 'pledge_ended':
    case 'pledge_shrunk':
      return event.lab_id === seat || isMember(state, event.coalition_id, seat) ? event : null;
    case 'plan_proposed': {
      const asked = event.proposal.costs === null && isAsked(state, event.coalition_id, seat);
      return asked || isMember(state, event.coalition_id, seat) ? event : null;
    }
    case 'plan_vetoed':
    case 'plan_dropped':
      return isMember(state, event.coalition_id, seat) ? event : null;
    case 'plan_executed':
      return event.participants.includes(seat ?? '') || isMember(state, event.coalition_id, seat)
        ? event
        : pick(event, ['type', 'coalition_id', 'lab_id', 'participants']);
    default:
      return unreachable(event);
  }
}

function isMember(state: OpenState, coalitionId: string, seat: string | null): boolean {
  return seat !== null && state.coalitions[coalitionId]?.members.includes(seat) === true;
}

/** An invited lab sees what a coalition was founded for. */
function isAsked(state: OpenState, coalitionId: string, seat: string | null): boolean {
  return seat !== null && state.coalitions[coalitionId]?.invited.includes(seat) === true;
}

/** The public part of the world: no seed, no future, and no other lab's money or jobs. */
function publicOpening(event: MatchOpened, seat: string | null): GameEvent {
  const { seed: _, seed_hex: _hex, ...config } = event.config;
  const labs = event.labs.map((lab) => {
    const known = pick(lab, ['lab_id', 'public_name', 'blocks']);
    const own = { budget_cents: lab.budget_cents, jobs: lab.jobs.filter((job) => job.arrival_round === 0) };
    return lab.lab_id === seat ? { ...known, ...own } : known;
  });
  return { ...pick(event, ['type', 'ruleset', 'version']), config, labs } as GameEvent;
}

/** Who owns which block is public; the price of a private deal is not. */
function publicDeal(event: OfferAccepted, seat: string | null): GameEvent {
  if (event.from_lab_id === seat || event.to_lab_id === seat) return event;
  if (event.open) return { ...event, deposit: null } as GameEvent;
  return pick(event, ['type', 'offer_id', 'transfers', 'condition']);
}

/** The owner sees everything; a lab with a share sees that job and its own payment. */
function publicSettlement(event: JobSettled, seat: string | null): GameEvent | null {
  if (event.lab_id === seat) return event;
  const payouts = event.payouts.filter((payout) => payout.lab_id === seat);
  return payouts.length === 0 ? null : ({ ...pick(event, ['type', 'lab_id', 'job_id', 'round_index']), payouts } as GameEvent);
}

/** Others may still play the world of a finished match, so a lab's profit stays private until `all` may see it. */
function publicEnd({ profits_cents, ...event }: MatchEnded, seat: string | null): GameEvent {
  const own = Object.entries(profits_cents).filter(([lab]) => lab === seat);
  return (own.length === 0 ? event : { ...event, profits_cents: Object.fromEntries(own) }) as GameEvent;
}

function publicJudgement(event: PitchesJudged, seat: string | null): GameEvent {
  return { ...pick(event, ['type']), verdict: wireVerdict(event.verdict, seat ?? '') } as GameEvent;
}

function pick<T extends object, K extends keyof T>(thing: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, thing[key]])) as Pick<T, K>;
}
