/** The seats of a match that agents play: models and programs elsewhere, named `name@version`. */
import type { SeatCard } from '~/live/protocol';
import { playedBy } from '~/store/match-words';

export interface AgentSeat {
  seat: string;
  /** `name@version` */
  agent: string;
}

/** A model's or a remote program's reference; a scripted policy's is its bare id. */
export function isAgentRef(policy: string): boolean {
  return /^[a-z0-9-]+@\d+$/.test(policy);
}

/** Those that an agent plays now, in the order of the seats. */
export function agentSeats(seats: readonly SeatCard[]): AgentSeat[] {
  return seats.flatMap((card) => {
    const policy = playedBy(card);
    return policy !== null && isAgentRef(policy) ? [{ seat: card.seat, agent: policy }] : [];
  });
}
