'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { TournamentCard } from '~/api/tournament/types';
import { Button } from '~/kit/button';
import { ConfirmDialog } from '~/kit/confirm-dialog';
import { goesOn } from '~/store/tournaments/tournament';
import { faultOf } from '../api-fault';
import { useTRPC } from '../trpc';
import { UnlockDialog } from '../unlock-dialog';
import { useOnce } from '../use-once';

type Command = 'pause' | 'resume' | 'cancel' | 'retry';

/** The operator's controls of a tournament, with refusals shown next to them. */
export function SteerButtons({ card: { id, status, counts } }: { card: TournamentCard }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [locked, setLocked] = useState<Command | null>(null);
  const steer = useMutation(
    trpc.tournament.control.mutationOptions({
      onSettled: () => queries.invalidateQueries(trpc.tournament.pathFilter()),
      onError: (error, { command }) => {
        if (faultOf(error).code === 'operator_needed') setLocked(command);
      },
    }),
  );
  const once = useOnce(steer);
  const isGoing = goesOn(status);
  const give = (command: Command) => once({ id, command });
  return (
    <div className="no-print flex flex-wrap items-center gap-2 empty:hidden">
      {steer.isError && faultOf(steer.error).code !== 'operator_needed' ? (
        <p role="alert" className="text-red text-small">
          {faultOf(steer.error).message}
        </p>
      ) : null}
      {status === 'running' ? <Button onClick={() => give('pause')}>Pause</Button> : null}
      {status === 'paused' ? (
        <Button look="primary" onClick={() => give('resume')}>
          Resume
        </Button>
      ) : null}
      {counts.failed > 0 && status !== 'cancelled' ? <Button onClick={() => give('retry')}>Retry failed</Button> : null}
      {isGoing ? (
        <Button look="danger" onClick={() => setAsking(true)}>
          Cancel
        </Button>
      ) : null}
      <ConfirmDialog
        open={asking}
        onOpen={setAsking}
        title="Cancel this tournament?"
        note="No more matches start, and the tournament cannot be resumed. Finished matches stay, with their replays and the standings so far."
        yes="Cancel the tournament"
        no="Keep it running"
        onYes={() => give('cancel')}
      />
      <UnlockDialog open={locked !== null} onOpen={() => setLocked(null)} onUnlocked={() => (locked === null ? undefined : give(locked))} />
    </div>
  );
}
