'use client';
import { useQuery } from '@tanstack/react-query';
import { GitBranch } from 'lucide-react';
import { useState } from 'react';
import { Button } from '~/kit/button';
import type { MatchCard } from '~/live/protocol';
import { useTRPC } from '../trpc';
import { ForkDialog } from './fork-dialog';

/** A match that runs can be played on elsewhere as one's own seat knows it; where nothing is hidden, as any seat. */
export function WhileRunning({ card, round }: { card: MatchCard; round: number }) {
  const trpc = useTRPC();
  const [open, setOpen] = useState(false);
  const table = useQuery(trpc.table.get.queryOptions({ id: card.id }, { retry: false }));
  const seats = card.visibility === 'open' ? card.seats.map(({ seat }) => seat) : (table.data?.me.seats ?? []);
  if (seats.length === 0 || card.head === 0) return null;
  return (
    <div className="no-print">
      <Button size="small" onClick={() => setOpen(true)}>
        <GitBranch size={14} aria-hidden />
        Branch
      </Button>
      <ForkDialog open={open} onOpen={setOpen} card={card} at={card.head} round={round} knownTo={seats} />
    </div>
  );
}
