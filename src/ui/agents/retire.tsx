'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '~/kit/button';
import { ConfirmDialog } from '~/kit/confirm-dialog';
import { faultOf } from '../api-fault';
import { UnlockDialog } from '../match/unlock-dialog';
import { useTRPC } from '../trpc';
import { useOnce } from '../use-once';

/** Takes an agent off the lists; for the operator. */
export function Retire({ agentRef, title }: { agentRef: string; title: string }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [locked, setLocked] = useState(false);
  const retire = useMutation(
    trpc.agent.retire.mutationOptions({
      onSuccess: () => void queries.invalidateQueries(trpc.agent.pathFilter()),
      onError: (error) => setLocked(faultOf(error).code === 'operator_needed'),
    }),
  );
  const send = useOnce(retire);
  const fault = retire.error ? faultOf(retire.error) : null;
  return (
    <div>
      <Button look="danger" disabled={retire.isPending} onClick={() => setAsking(true)}>
        Retire
      </Button>
      <ConfirmDialog
        open={asking}
        onOpen={setAsking}
        title={`Retire ${title}`}
        note="It takes no new seat from here on. Matches that it plays go on; what it played stays, with its card."
        no="Keep it"
        yes="Retire it"
        onYes={() => send({ ref: agentRef })}
      />
      <UnlockDialog open={locked} onOpen={setLocked} onUnlocked={() => send({ ref: agentRef })} />
      {fault && fault.code !== 'operator_needed' ? (
        <p role="alert" className="mt-2 text-red text-small">
          {fault.message}
        </p>
      ) : null}
    </div>
  );
}
