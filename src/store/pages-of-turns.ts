/** What is asked about a match's turns, computed from all of them: they are in memory, or were read from the archive. */
import { countTurns } from '~/agents/count-turns';
import type { AgentTurn, SeatTurnCounts, TurnPage } from './agent-store';

export function pageOfTurns(all: readonly AgentTurn[], { seats, before, limit, mostBytes }: TurnPage): AgentTurn[] {
  const turns = all.filter(({ seat }) => seats.includes(seat));
  const newest = turns.filter((turn) => before === null || isBefore(turn, before)).slice(-limit);
  let bytes = 0;
  const page = newest.toReversed().filter((turn, place) => {
    bytes += Buffer.byteLength(JSON.stringify(turn));
    return place === 0 || bytes <= mostBytes;
  });
  return page.reverse();
}

export function countsBySeat(turns: readonly AgentTurn[]): SeatTurnCounts[] {
  const seats = [...new Set(turns.map(({ seat }) => seat))].sort();
  const of = (seat: string) => turns.filter((turn) => turn.seat === seat);
  return seats.map((seat) => ({ seat, oldest: of(seat)[0]?.turn ?? 0, counts: countTurns(of(seat)) }));
}

function isBefore(one: Pick<AgentTurn, 'turn' | 'seat'>, other: Pick<AgentTurn, 'turn' | 'seat'>): boolean {
  return one.turn < other.turn || (one.turn === other.turn && one.seat < other.seat);
}
