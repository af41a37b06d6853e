import type { Told } from '~/contract/game';
import type { Line, Names } from '~/contract/narrator';
import { toldVerdict } from '../../../hearings';
import { labsOf, withNames } from '../../../named-labs';
import type { OpenEvent } from '../events';
import { describeOpen, openNamesOf } from './describe';
import type { ToldOpenEvent } from './told';

export function narrate(event: ToldOpenEvent, names: Names): Line {
  switch (event.type) {
    case 'match_opened':
      return { text: describeOpen(event, names), opens: 0, seats: [], names: openNamesOf(event.labs) };
    case 'match_branched': {
      const own = openNamesOf(event.labs);
      return { text: describeOpen(event, own), opens: event.round_index, seats: [event.lab_id], names: own };
    }
    case 'round_started':
      return { text: describeOpen(event, names), opens: event.round_index, minor: true, seats: [] };
    case 'round_closed':
    case 'match_ended':
      return { text: describeOpen(event, names), seats: [] };
    case 'turn_taken':
    case 'reputation_changed':
      return { text: describeOpen(event, names), minor: true, seats: [event.lab_id] };
    case 'action_resolved':
      return { text: withNames(describeOpen(event, names), names), seats: [event.lab_id], ...(event.result.ok && { minor: true }) };
    case 'shock_struck':
    case 'grant_offered':
    case 'grant_given':
      return { text: describeOpen(event, names) };
    default:
      return { text: describeOpen(event, names), seats: labsOf(event) };
  }
}

export function told(event: OpenEvent): Told | null {
  switch (event.type) {
    case 'turn_taken':
      return { begins: true, move: { seat: event.lab_id, actions: event.turn.actions.map(({ action }) => action) } };
    case 'action_resolved':
      return { result: { seat: event.lab_id, ok: event.result.ok, code: event.result.code } };
    case 'plan_executed':
      return { together: event.participants };
    case 'round_closed':
      return { begins: true, lapsed: event.silent };
    case 'pitches_judged':
      return { verdict: toldVerdict(event.verdict) };
    case 'shock_scheduled':
      return { shock: 'set' };
    case 'shock_struck':
      return { shock: 'struck' };
    default:
      return null;
  }
}
