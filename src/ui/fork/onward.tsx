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
  /** The shown instant. */
  at: number;
  round: number;
  reel: Reel;
}

/** Whether an explanation is possible: the match did not begin as a branch of a running one, and its result is public. */
export function isExplained(card: Pick<MatchCard, 'status' | 'scores'>, reel: Reel): boolean {
  return card.status === 'finished' && card.scores !== null && !isRedrawn(reel);
}

/** What can be done next with a match; nothing for one in its lobby. */
export function Onward({ card, at, round, reel }: Props) {
  if (!isLive(card)) return <AfterMatch card={card} at={at} round={round} explained={isExplained(card, reel)} />;
  return card.status === 'lobby' ? null : <WhileRunning card={card} round={round} />;
}

interface AfterMatchProps {
  card: MatchCard;
  /** The shown instant. */
  at: number;
  round: number;
  explained: boolean;
}

/** After a match: its explanation, and a fork from the shown instant. */
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

/** A running match can be forked with the knowledge of your own seat or, if nothing is hidden, of any seat. */
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
