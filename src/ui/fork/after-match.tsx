'use client';
import { GitBranch } from 'lucide-react';
import { useState } from 'react';
import { Button, ButtonLink } from '~/kit/button';
import type { MatchCard } from '~/live/protocol';
import { ForkDialog } from './fork-dialog';

interface Props {
  card: MatchCard;
  /** The instant that is shown. */
  at: number;
  round: number;
  explained: boolean;
}

/** What a finished match leads on to: why it ended so, and another end from the instant that is shown. */
export function AfterMatch({ card, at, round, explained }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <div className="no-print flex flex-wrap gap-2">
      {explained ? (
        <ButtonLink size="small" href={`/matches/${card.id}/explain`}>
          Why it ended so
        </ButtonLink>
      ) : null}
      <Button size="small" onClick={() => setOpen(true)}>
        <GitBranch size={14} aria-hidden />
        Play on from here
      </Button>
      <ForkDialog open={open} onOpen={setOpen} card={card} at={at} round={round} />
    </div>
  );
}
