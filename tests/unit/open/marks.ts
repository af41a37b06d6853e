/** What came to pass in a match, by name: play that never gets to a deal, a breach or a joint plan would prove little. */
import type { OpenEvent } from '~/games/gpu-market/open/events';

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

/** How often each came to pass over many matches. */
export class Tally {
  readonly counts = new Map<string, number>();

  add(marks: Iterable<string>): void {
    for (const mark of marks) this.counts.set(mark, (this.counts.get(mark) ?? 0) + 1);
  }
}
