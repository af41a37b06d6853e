import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, ButtonLink } from '~/kit/button';
import { GitBranch } from '~/kit/icons';
import type { MatchCard } from '~/live/protocol';
import { isRedrawn } from '../compare/parting';
import { isLive } from '../matches/card-labels';
import type { Reel } from '../replay/reel';
import { useTRPC } from '../trpc';
import { ForkDialog } from './fork-dialog';

interface Props {
  card: MatchCard;
  /** The instant that is shown. */
  at: number;
  round: number;
  reel: Reel;
}

/** It can be said why it ended this way: what happened before it began was its own, and its result is no secret any more. */
export function isExplained(card: Pick<MatchCard, 'status' | 'scores'>, reel: Reel): boolean {
  return card.status === 'finished' && card.scores !== null && !isRedrawn(reel);
}

/** What a match leads on to; one that waits in its lobby, to nothing yet. */
export function Onward({ card, at, round, reel }: Props) {
  if (!isLive(card)) return <AfterMatch card={card} at={at} round={round} explained={isExplained(card, reel)} />;
  return card.status === 'lobby' ? null : <WhileRunning card={card} round={round} />;
}

interface AfterMatchProps {
  card: MatchCard;
  /** The instant that is shown. */
  at: number;
  round: number;
  explained: boolean;
}

/** What a finished match leads on to: why it ended this way, and another end from the instant that is shown. */
function AfterMatch({ card, at, round, explained }: AfterMatchProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className="no-print flex flex-wrap gap-2">
      {explained ? (
        <ButtonLink size="small" href={`/matches/${card.id}/explain`}>
          Analysis
        </ButtonLink>
      ) : null}
      <Button size="small" onClick={() => setOpen(true)}>
        <GitBranch size={14} aria-hidden />
        Fork from here
      </Button>
      <ForkDialog open={open} onOpen={setOpen} card={card} at={at} round={round} />
    </div>
  );
}

/** A match that runs can be played on elsewhere as one's own seat knows it; where nothing is hidden, as any seat. */
function WhileRunning({ card, round }: { card: MatchCard; round: number }) {
  const trpc = useTRPC();
  const [open, setOpen] = useState(false);
  const table = useQuery(trpc.table.get.queryOptions({ id: card.id }, { retry: false }));
  const seats = card.visibility === 'open' ? card.seats.map(({ seat }) => seat) : (table.data?.me.seats ?? []);
  if (seats.length === 0 || card.head === 0) return null;
  return (
    <div className="no-print">
      <Button size="small" onClick={() => setOpen(true)}>
        <GitBranch size={14} aria-hidden />
        Fork from here
      </Button>
      <ForkDialog open={open} onOpen={setOpen} card={card} at={card.head} round={round} knownTo={seats} />
    </div>
  );
}
