import type { Told } from '~/contract/game';
import type { Gain, Line, Names } from '~/contract/narrator';
import { describe, namesOf } from '../describe';
import type { MarketEvent, Rewarded } from '../events';
import { toldVerdict } from '../hearings';
import { labsOf, withNames } from '../named-labs';
import type { ToldEvent } from '../told-events';
import type { CurvePoint } from '../view';

export function narrate(event: ToldEvent, names: Names): Line {
  const text = describe(event, names);
  switch (event.type) {
    case 'match_opened':
      return { text, opens: 0, seats: [], names: namesOf(event) };
    case 'round_started':
      return { text, opens: event.round_index, minor: true, seats: [] };
    case 'match_ended':
      return { text, seats: [] };
    case 'action_taken':
      return { text, isMove: true, seats: [event.lab_id] };
    case 'action_resolved':
      return { text: withNames(text, names), seats: [event.lab_id], ...(event.result.ok && { minor: true }) };
    case 'reputation_changed':
      return { text, minor: true, seats: [event.lab_id] };
    case 'rewarded':
      return { text, seats: [event.lab_id], gain: gainOf(event) };
    case 'shock_struck':
      return { text };
    default:
      return { text, seats: labsOf(event) };
  }
}

function gainOf({ lab_id: seat, result, breakdown, cumulative: total }: Rewarded): Gain {
  return { seat, why: result.code, by: breakdown.normalized_reward, total, parts: { ...breakdown } };
}

export function told(event: MarketEvent): Told | null {
  switch (event.type) {
    case 'action_taken':
      return { begins: true, move: { seat: event.lab_id, actions: [event.action] } };
    case 'action_resolved':
      return { result: { seat: event.lab_id, ok: event.result.ok, code: event.result.code } };
    case 'pitches_judged':
      return { verdict: toldVerdict(event.decision) };
    case 'shock_struck':
      return { shock: 'struck' };
    default:
      return null;
  }
}

/** The cumulative reward at the end of each round. */
export function lastOfRounds(points: readonly CurvePoint[]): number[] {
  return [...new Map(points.map(({ round_index, cumulative }) => [round_index, cumulative])).values()];
}
