'use client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { MatchCard } from '~/live/protocol';
import { playerOf } from '~/store/match-words';
import { useTRPC } from '../trpc';
import { seatsThen } from './players-then';

/** The card with whoever played at event `at`; null: now, which the card itself tells. */
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
