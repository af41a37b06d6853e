'use client';
import { useMutation } from '@tanstack/react-query';
import { Button } from '~/kit/button';
import { Panel } from '~/kit/panel';
import type { MatchCard } from '~/live/protocol';
import { faultOf } from '../api-fault';
import { useTRPC } from '../trpc';
import { useOnce } from '../use-once';
import { startWords } from './table-words';

/** The host begins the match; open seats go to house labs. */
export function StartPanel({ card }: { card: MatchCard }) {
  const trpc = useTRPC();
  const start = useMutation(trpc.table.start.mutationOptions());
  const startOnce = useOnce(start);
  return (
    <Panel title="Start">
      <p className="text-small">{startWords(card.seats)}</p>
      <Button look="primary" className="mt-3 w-full" disabled={start.isPending} onClick={() => startOnce({ id: card.id })}>
        Start the match
      </Button>
      {start.isError ? (
        <p role="alert" className="mt-2 text-red text-small">
          {faultOf(start.error).message}
        </p>
      ) : null}
    </Panel>
  );
}
