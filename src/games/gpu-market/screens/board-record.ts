/**
 * What the board takes from the record: who sold a block, and which labs were in a coalition when. Both rulesets use the same events for
 * this.
 */
import type { ShownFrame } from '~/contract/shown';

/** One lab in one coalition, from round to round. */
export interface Stay {
  coalitionId: string;
  labId: string;
  from: number;
  /** null: it is still in, as far as the record shows. */
  until: number | null;
}

export interface BoardRecord {
  /** By block: the previous owner of each sold block. */
  sellers: ReadonlyMap<string, string>;
  /** When each job arrived that was not there at the opening. */
  arrivals: ReadonlyMap<string, number>;
  /** In order of their start. */
  stays: readonly Stay[];
}

type BoardEvent =
  | { type: 'round_started'; round_index: number }
  | { type: 'offer_accepted'; transfers: readonly { block_id: string; from_lab_id: string }[] }
  | { type: 'coalition_formed'; coalition: { coalition_id: string; members: readonly string[]; expires_round?: number } }
  | { type: 'coalition_joined' | 'coalition_left'; coalition_id: string; lab_id: string }
  | { type: 'coalition_ended'; coalition_id: string }
  | { type: 'shock_struck'; jobs_added?: readonly { job: { job_id: string } }[] };

/** A coalition as it is now, for a viewer whose record lacks its start: a fork of a played match. */
interface Standing {
  coalition_id: string;
  members: readonly string[];
  round_created: number;
}

/** Up to an instant. Only coalitions that at least two labs were in. */
export function recordAt(frames: readonly ShownFrame[], at: number, standing: readonly Standing[] = []): BoardRecord {
  const sellers = new Map<string, string>();
  const arrivals = new Map<string, number>();
  const stays: Stay[] = [];
  let round = 0;
  const leave = (coalitionId: string, labId: string | null) => {
    for (const stay of stays) {
      const isIt = stay.coalitionId === coalitionId && (labId === null || stay.labId === labId);
      if (isIt && (stay.until === null || stay.until > round)) stay.until = round;
    }
  };
  for (const { seq, event } of frames) {
    if (seq > at) break;
    if (event === null) continue;
    const told = event as BoardEvent;
    switch (told.type) {
      case 'round_started':
        round = told.round_index;
        break;
      case 'offer_accepted':
        for (const { block_id, from_lab_id } of told.transfers) sellers.set(block_id, from_lab_id);
        break;
      case 'coalition_formed': {
        const { coalition_id: coalitionId, members, expires_round: until = null } = told.coalition;
        for (const labId of members) stays.push({ coalitionId, labId, from: round, until });
        break;
      }
      case 'coalition_joined':
        stays.push({ coalitionId: told.coalition_id, labId: told.lab_id, from: round, until: null });
        break;
      case 'coalition_left':
        leave(told.coalition_id, told.lab_id);
        break;
      case 'coalition_ended':
        leave(told.coalition_id, null);
        break;
      case 'shock_struck':
        for (const { job } of told.jobs_added ?? []) arrivals.set(job.job_id, round);
        break;
      default:
    }
  }
  const known = new Set(stays.map(({ coalitionId }) => coalitionId));
  for (const { coalition_id: coalitionId, members, round_created: from } of standing) {
    if (!known.has(coalitionId)) stays.push(...members.map((labId) => ({ coalitionId, labId, from, until: null })));
  }
  const labsIn = (id: string) => new Set(stays.filter(({ coalitionId }) => coalitionId === id).map(({ labId }) => labId)).size;
  return { sellers, arrivals, stays: stays.filter(({ coalitionId }) => labsIn(coalitionId) > 1) };
}
