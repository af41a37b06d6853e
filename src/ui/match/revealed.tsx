'use client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AnyGameScreens } from '~/contract/screens';
import type { MatchCard } from '~/live/protocol';
import { useGameApi } from '../game-page/use-game-api';
import { useTRPC } from '../trpc';

interface Props {
  screens: AnyGameScreens;
  card: MatchCard;
  view: object;
  /** Whether the match can be explained. */
  isExplained: boolean;
}

/** Private data revealed at the end, below the result, for players and watchers. */
export function Revealed({ screens: { end }, card, view, isExplained }: Props) {
  const { explanation } = useExplanation(card.id, end.decided !== undefined && isExplained);
  const api = useGameApi(card.key);
  const { Reveal } = end;
  if (!Reveal || card.status !== 'finished') return null;
  return (
    <section aria-label="What was hidden" className="px-4 py-6 sm:px-6">
      <Reveal {...{ view, card, explanation, api }} />
    </section>
  );
}

/** Each seat's score, in games that score the gain; null: not known, or another game. */
export function useGains({ end }: AnyGameScreens, card: MatchCard, isExplained: boolean): Readonly<Record<string, number>> | null {
  const { explanation } = useExplanation(card.id, isExplained && end.gains !== undefined && end.decided !== undefined);
  return useMemo(() => (explanation === null ? null : (end.decided?.(explanation)?.gains ?? null)), [explanation, end]);
}

/** The explanation of a finished match; null while it is computed or if it cannot be. Computed once for everyone. */
export function useExplanation(matchId: string, enabled: boolean): { explanation: unknown; isComing: boolean } {
  const trpc = useTRPC();
  const { data, isPending } = useQuery(
    trpc.match.explain.queryOptions({ id: matchId }, { enabled, staleTime: Number.POSITIVE_INFINITY, retry: false }),
  );
  return { explanation: data ?? null, isComing: enabled && isPending };
}
