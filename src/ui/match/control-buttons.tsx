'use client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { MatchCard } from '~/live/protocol';
import { Button } from '../kit/button';
import { Dialog } from '../kit/dialog';
import { useTRPC } from '../trpc';
import { UnlockDialog } from './unlock-dialog';

type Command = 'pause' | 'resume' | 'step' | 'abort';

/** For who runs the match: hold it, let it go, one move, end it. What comes of it arrives by the stream. */
export function ControlButtons({ card }: { card: MatchCard }) {
  const trpc = useTRPC();
  const [locked, setLocked] = useState<Command | null>(null);
  const [ending, setEnding] = useState(false);
  const control = useMutation(
    trpc.match.control.mutationOptions({
      onError: (error, input) => {
        if (error.data?.mandi.code === 'operator_needed') setLocked(input.command);
      },
    }),
  );
  const send = (command: Command) => control.mutate({ id: card.id, command });
  const running = card.status === 'running';
  if (!running && card.status !== 'paused') return null;
  const problem = control.error && control.error.data?.mandi.code !== 'operator_needed' ? control.error.message : null;
  return (
    <div className="no-print flex flex-wrap items-center gap-1.5" role="toolbar" aria-label="Run the match">
      <Button size="small" onClick={() => send(running ? 'pause' : 'resume')} disabled={control.isPending}>
        {running ? 'Pause match' : 'Resume match'}
      </Button>
      <Button
        size="small"
        onClick={() => send('step')}
        disabled={running || control.isPending}
        title={running ? 'Pause the match first' : 'Plays one move'}
      >
        Step
      </Button>
      <Button size="small" look="quiet" onClick={() => setEnding(true)} disabled={control.isPending}>
        Abort
      </Button>
      {problem ? (
        <span role="alert" className="basis-full text-red text-small">
          {problem}
        </span>
      ) : null}
      <AbortDialog open={ending} onOpen={setEnding} onAbort={() => send('abort')} />
      <UnlockDialog
        open={locked !== null}
        onOpen={(open) => (open ? null : setLocked(null))}
        onUnlocked={() => (locked ? send(locked) : null)}
      />
    </div>
  );
}

function AbortDialog({ open, onOpen, onAbort }: { open: boolean; onOpen: (open: boolean) => void; onAbort: () => void }) {
  return (
    <Dialog
      open={open}
      onOpen={onOpen}
      title="Abort this match"
      note="It ends where it stands and cannot be taken up again. What has happened stays and can be replayed."
    >
      <div className="flex justify-end gap-2">
        <Button onClick={() => onOpen(false)}>Let it run</Button>
        <Button
          look="danger"
          onClick={() => {
            onOpen(false);
            onAbort();
          }}
        >
          Abort the match
        </Button>
      </div>
    </Dialog>
  );
}
