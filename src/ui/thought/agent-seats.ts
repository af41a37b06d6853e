/** Seats that agents play: models and remote programs, named `name@version`. */
import { isAgentRef } from '~/kit/player-name';
import type { SeatCard } from '~/live/protocol';
import { playedBy } from '~/store/match-types';

export interface AgentSeat {
  seat: string;
  /** `name@version` */
  agent: string;
}

/** Seats that an agent plays now, in seat order. */
export function agentSeats(seats: readonly SeatCard[]): AgentSeat[] {
  return seats.flatMap((card) => {
    const policy = playedBy(card);
    return policy !== null && isAgentRef(policy) ? [{ seat: card.seat, agent: policy }] : [];
  });
}
