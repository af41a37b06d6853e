'use client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '~/kit/button';
import { ConfirmDialog } from '~/kit/confirm-dialog';
import { Section } from '~/kit/panel';
import type { MatchCard } from '~/live/protocol';
import { faultOf } from '../api-fault';
import { useTRPC } from '../trpc';
import { useOnce } from '../use-once';
import { Countdown } from './countdown';
import { useLogAgain } from './use-log-again';

const EXTENSIONS = [30, 120] as const;

/** Hold the match, let it go on, play one round, give a round more time, end it. */
export function HostClock({ card }: { card: MatchCard }) {
  const trpc = useTRPC();
  const logged = useLogAgain(card.id);
  const control = useMutation(trpc.table.control.mutationOptions(logged));
  const extend = useMutation(trpc.table.extend.mutationOptions(logged));
  const steer = useOnce(control, ({ command }) => (command === 'resume' ? 'pause' : command)); // one button
  const lengthen = useOnce(extend);
  const [ending, setEnding] = useState(false);
  const running = card.status === 'running';
  const fault = control.error ?? extend.error;
  return (
    <Section title={`Round ${card.round} (the last is ${card.rounds - 1})`} aside={<Countdown matchId={card.id} clock={card.clock} />}>
      <div className="flex flex-wrap gap-1.5" role="toolbar" aria-label="The match’s clock">
        <Button size="small" disabled={control.isPending} onClick={() => steer({ id: card.id, command: running ? 'pause' : 'resume' })}>
          {running ? 'Pause' : 'Resume'}
        </Button>
        <Button size="small" disabled={running || control.isPending} onClick={() => steer({ id: card.id, command: 'step' })}>
          Close this round
        </Button>
        {card.clock
          ? EXTENSIONS.map((seconds) => (
              <Button key={seconds} size="small" disabled={extend.isPending} onClick={() => lengthen({ id: card.id, seconds })}>
                +{seconds} s
              </Button>
            ))
          : null}
        <Button size="small" look="danger" disabled={control.isPending} onClick={() => setEnding(true)}>
          End the match
        </Button>
      </div>
      {running ? <p className="mt-1.5 text-ink-2 text-small">To close this round at once, pause first.</p> : null}
      <ConfirmDialog
        open={ending}
        onOpen={setEnding}
        title="End this match"
        note="It ends where it stands, for everybody at the table, and cannot be taken up again. What has happened stays and can be replayed."
        no="Let it run"
        yes="End it for everybody"
        onYes={() => steer({ id: card.id, command: 'abort' })}
      />
      {fault ? (
        <p role="alert" className="mt-2 text-red text-small">
          {faultOf(fault).message}
        </p>
      ) : null}
    </Section>
  );
}
