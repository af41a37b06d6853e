'use client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { playerOf } from '~/contract/player';
import { isAgentRef } from '~/kit/player-name';
import type { MatchCard } from '~/live/protocol';
import type { ShownSeat } from '~/store/match-types';
import { useTRPC } from '../trpc';

/** The card with the players at event `at`; null: now. */
export function useCardThen(card: MatchCard, at: number | null): MatchCard {
  const trpc = useTRPC();
  const { data } = useQuery({
    ...trpc.match.players.queryOptions({ id: card.id }),
    enabled: card.hosted && at !== null,
    staleTime: card.finishedAt === null ? 5_000 : Number.POSITIVE_INFINITY,
  });
  const players = card.seats.map(playerOf).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a card is renewed with every round, its seats seldom
  const seats = useMemo(() => (at === null || !data ? card.seats : seatsThen(card.seats, data, at)), [data, at, players]);
  return useMemo(() => (seats === card.seats ? card : { ...card, seats }), [card, seats]);
}

/** Who played a seat, from which event on. */
interface SeatSpan {
  seat: string;
  from: number;
  player: string;
}

/** The seats at the time of that event; a seat that never changed hands is as on its card. */
export function seatsThen(seats: readonly ShownSeat[], spans: readonly SeatSpan[], at: number): ShownSeat[] {
  return seats.map((card) => {
    const span = spans.findLast((one) => one.seat === card.seat && one.from <= at);
    return span === undefined || span.player === playerOf(card)
      ? card
      : { seat: card.seat, kind: isAgentRef(span.player) ? 'agent' : 'script', policy: span.player };
  });
}
