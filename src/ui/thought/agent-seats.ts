/** The seats of a match that agents play: models and programs elsewhere, named `name@version`. */
import { isAgentRef } from '~/kit/player-name';
import type { SeatCard } from '~/live/protocol';
import { playedBy } from '~/store/match-types';

export interface AgentSeat {
  seat: string;
  /** `name@version` */
  agent: string;
}

/** Those that an agent plays now, in the order of the seats. */
export function agentSeats(seats: readonly SeatCard[]): AgentSeat[] {
  return seats.flatMap((card) => {
    const policy = playedBy(card);
    return policy !== null && isAgentRef(policy) ? [{ seat: card.seat, agent: policy }] : [];
  });
}
