/** What came to pass in a match, by name: play that never gets to a deal, a breach or a joint plan would prove little. */
import type { OpenEvent } from '~/games/gpu-market/open/shared/events';

export function marksOf(events: readonly OpenEvent[]): Set<string> {
  const marks = new Set<string>();
  const splits = new Map<string, string>();
  for (const event of events) {
    marks.add(event.type);
    if (event.type === 'coalition_formed') splits.set(event.coalition.coalition_id, event.coalition.split);
    if (event.type === 'plan_executed') marks.add(`plan split ${splits.get(event.coalition_id)}`);
    for (const mark of finer(event)) marks.add(mark);
  }
  return marks;
}

function finer(event: OpenEvent): string[] {
  switch (event.type) {
    case 'action_resolved':
      return event.result.ok ? [`${event.action_type} done`] : [`refused ${event.result.code}`];
    case 'plan_executed':
      return event.participants.length > 1 ? ['plan of several'] : ['plan of one'];
    case 'offer_accepted':
      return [
        ...(event.open ? ['open offer accepted'] : ['private offer accepted']),
        ...(event.from_lab_id === 'operator' ? ['spot block bought'] : []),
        ...(event.deposit === null ? [] : ['deposit paid in']),
        ...(event.condition?.must_not_resell ? ['must_not_resell'] : []),
        ...(event.condition?.coalition_only ? ['coalition_only'] : []),
      ];
    case 'coalition_left':
      return event.breach ? ['breach'] : ['left without breach'];
    case 'job_settled':
      return [event.late ? 'late' : event.completed ? 'in time' : 'in part', ...(event.payouts.length > 0 ? ['shares paid'] : [])];
    case 'capacity_delivered':
      return event.deliveries.some((delivery) => delivery.brownout) ? ['brownout'] : [];
    case 'deposit_settled':
      return [event.kept_word ? 'deposit back' : 'deposit lost'];
    case 'pitches_judged':
      return event.verdict.pitches.length > 0 ? ['pitch scored'] : [];
    case 'grant_given':
      return event.lab_id === null ? ['grant gone'] : ['grant won'];
    case 'shock_struck':
      return [event.shock.kind, ...(event.shock.live ? ['live shock'] : [])];
    default:
      return [];
  }
}

/** All that a random match must come to often enough: in how many of a thousand at least. */
const OFTEN: Record<string, number> = {
  offer_accepted: 500,
  'open offer accepted': 400,
  'private offer accepted': 200,
  'counter_offer done': 150,
  coalition_joined: 500,
  coalition_pledged: 400,
  plan_executed: 60,
  'plan of several': 20,
  'plan split equal': 15,
  'plan split contribution': 15,
  'plan split shapley': 15,
  'shares paid': 15,
  breach: 80,
  'left without breach': 70,
  pledge_shrunk: 100,
  must_not_resell: 30,
  coalition_only: 1,
  'deposit paid in': 15,
  'deposit lost': 10,
  'deposit back': 2,
  'pitch scored': 50,
  'grant won': 5,
  'grant gone': 100,
  capacity_failure: 200,
  energy_spike: 200,
  demand_surge: 80,
  reliability_degradation: 80,
  supply_release: 80,
  'spot block bought': 50,
  'live shock': 40,
  late: 80,
  'in time': 500,
  'in part': 500,
  brownout: 4,
  'finish done': 80,
  'refused too_many_actions': 500,
  'refused malformed_action': 500,
  'refused inactive_offer': 300,
  'refused invalid_offered_block': 15,
  'refused pledged_block': 100,
  'refused already_pledged': 100,
  'refused insufficient_capacity': 30,
  'refused idle_block': 5,
};

/** How often each came to pass over many matches. */
export class Tally {
  readonly counts = new Map<string, number>();

  add(marks: Iterable<string>): void {
    for (const mark of marks) this.counts.set(mark, (this.counts.get(mark) ?? 0) + 1);
  }

  /** What came up too seldom, with how often it did. Of a hundred matches, what is rare may be absent by chance; a thousand must have everything. */
  seldom(matches: number): Record<string, number> {
    const due = Object.entries(OFTEN).map(([mark, often]) => ({ mark, times: (often * matches) / 1000, came: this.counts.get(mark) ?? 0 }));
    const seldom = due.filter(({ times, came }) => came < times && (times >= 5 || matches >= 1000));
    return Object.fromEntries(seldom.map(({ mark, came }) => [mark, came]));
  }
}
