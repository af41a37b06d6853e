'use client';
import { useQuery } from '@tanstack/react-query';
import type { HostAct } from '~/api/table/types';
import type { MatchCard } from '~/live/protocol';
import { useTRPC } from '../trpc';
import { useAgainWhen } from '../use-again-when';

/** The host's actions in this turn, so that players know why the clock is paused or a round was short. */
export function HostActs({ card, seat, turn }: { card: MatchCard; seat: string; turn: number }) {
  const trpc = useTRPC();
  const { data = [], refetch } = useQuery({
    ...trpc.seat.hostActs.queryOptions({ id: card.id, seat }),
    enabled: card.hosted,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useAgainWhen(`${card.status} ${card.clock?.deadline ?? ''}`, refetch);
  const told = actsToTell(data, turn);
  return (
    <div role="status" aria-label="The host" className="text-small text-ink-2 empty:hidden">
      {told.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}

/** Messages: all actions of this turn, an early end of the previous turn, and a current pause. Each is listed once. */
export function actsToTell(acts: readonly HostAct[], turn: number): string[] {
  const isPaused = acts.findLast(({ kind }) => kind === 'paused' || kind === 'resumed')?.kind === 'paused';
  const sentences = acts.flatMap((act) => {
    if (act.kind === 'stepped') return act.turn === turn - 1 ? ['The host closed the last turn early.'] : [];
    if (act.kind === 'paused' || (act.kind === 'resumed' && isPaused)) return [];
    return act.turn === turn ? [SENTENCES[act.kind](act.detail)] : [];
  });
  return [...new Set(isPaused ? [...sentences, PAUSED] : sentences)];
}

const PAUSED = 'The host has paused the match. What you submit now counts when it continues.';

const SENTENCES: Record<Exclude<HostAct['kind'], 'stepped' | 'paused'>, (detail: string | null) => string> = {
  resumed: () => 'The host paused the match. It continues now.',
  extended: (detail) => `The host gave this turn ${detail ?? 'more time'}${detail === null ? '' : ' more'}.`,
  aborted: () => 'The host has ended the match.',
};
