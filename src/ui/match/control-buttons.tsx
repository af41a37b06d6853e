'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, ButtonLink } from '~/kit/button';
import { ConfirmDialog } from '~/kit/confirm-dialog';
import type { MatchCard } from '~/live/protocol';
import { useTRPC } from '../trpc';
import { UnlockDialog } from '../unlock-dialog';
import { useOnce } from '../use-once';

type Command = 'pause' | 'resume' | 'step' | 'abort';

/** A match with a host is controlled by that host; others get a link to its table. */
export function ControlButtons({ card }: { card: MatchCard }) {
  if (card.status !== 'running' && card.status !== 'paused') return null;
  return card.hosted ? <HostedControls card={card} /> : <Controls card={card} />;
}

function HostedControls({ card }: { card: MatchCard }) {
  const trpc = useTRPC();
  const table = useQuery(trpc.table.get.queryOptions({ id: card.id }, { retry: false }));
  return (
    <div className="no-print flex flex-wrap items-center gap-1.5">
      {table.data?.me.host ? <Controls card={card} /> : null}
      <ButtonLink size="small" href={`/matches/${card.id}?panel=table`}>
        Table
      </ButtonLink>
    </div>
  );
}

/** Pause, resume, step, end. The effect arrives through the stream. */
function Controls({ card }: { card: MatchCard }) {
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
  const once = useOnce(control, ({ command }) => (command === 'resume' ? 'pause' : command)); // one button
  const send = (command: Command) => once({ id: card.id, command });
  const running = card.status === 'running';
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
      <ConfirmDialog
        open={ending}
        onOpen={setEnding}
        title="Abort this match"
        note="The match ends now and cannot be resumed. Everything so far stays and can be replayed."
        no="Let it run"
        yes="Abort the match"
        onYes={() => send('abort')}
      />
      <UnlockDialog
        open={locked !== null}
        onOpen={(open) => (open ? null : setLocked(null))}
        onUnlocked={() => (locked ? send(locked) : null)}
      />
    </div>
  );
}
