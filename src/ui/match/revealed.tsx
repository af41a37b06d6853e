'use client';
import { useQuery } from '@tanstack/react-query';
import type { AnyGameScreens } from '~/contract/screens';
import type { MatchCard } from '~/live/protocol';
import { useGameApi } from '../game-page/use-game-api';
import { useTRPC } from '../trpc';

interface Props {
  screens: AnyGameScreens;
  card: MatchCard;
  view: object;
  /** It can be said why it ended this way. */
  isExplained: boolean;
}

/** What was private until the end, as the game tells it: below the result, for players and watchers. */
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

/** What a game's pack says of a finished match; null: it is still worked out, or nobody can. It is worked out once for everybody who asks. */
export function useExplanation(matchId: string, enabled: boolean): { explanation: unknown; isComing: boolean } {
  const trpc = useTRPC();
  const { data, isPending } = useQuery(
    trpc.match.explain.queryOptions({ id: matchId }, { enabled, staleTime: Number.POSITIVE_INFINITY, retry: false }),
  );
  return { explanation: data ?? null, isComing: enabled && isPending };
}
