'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import type { PanelAnswer } from '~/api/judge-words';
import { Button } from '~/kit/button';
import { TextField } from '~/kit/field';
import { Panel } from '~/kit/panel';
import { faultOf } from '../api-fault';
import { useTRPC } from '../trpc';
import { useOnce } from '../use-once';

interface Props {
  matchId: string;
  code: string;
  onAnswer: (answer: PanelAnswer) => void;
}

/** Takes an invitation up. The code leaves the address as soon as it is spent. */
export function AcceptForm({ matchId, code, onAnswer }: Props) {
  const trpc = useTRPC();
  const router = useRouter();
  const [name, setName] = useState('');
  const accept = useMutation(
    trpc.judge.accept.mutationOptions({
      onSuccess: (answer) => {
        onAnswer(answer);
        router.replace(`/matches/${matchId}/judge`);
      },
    }),
  );
  const acceptOnce = useOnce(accept);
  function submit(event: FormEvent) {
    event.preventDefault();
    acceptOnce({ id: matchId, code, name: name.trim() });
  }
  return (
    <Panel
      title="You are invited to judge"
      note="The link works once; this browser then keeps your place on the panel."
      className="max-w-xl"
    >
      <form onSubmit={submit} className="space-y-4">
        <TextField
          label="Your name"
          hint="Shown to the host, and to everybody once the panel is closed. Your marks are told without it."
          autoComplete="name"
          maxLength={40}
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={accept.isError ? faultOf(accept.error).message : null}
        />
        <Button type="submit" look="primary" disabled={accept.isPending || name.trim() === ''}>
          Join the panel
        </Button>
      </form>
    </Panel>
  );
}
