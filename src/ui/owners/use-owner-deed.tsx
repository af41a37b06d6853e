'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { faultOf } from '../api-fault';
import { useTRPC } from '../trpc';

/** Something the operator changes about owners; the lists are read again afterwards. */
export type OwnerDeed =
  | { kind: 'add'; name: string }
  | { kind: 'confirm'; owner: string; agents: string[] }
  | { kind: 'release'; agent: string }
  | { kind: 'remove'; owner: string };

export function useOwnerDeed(onDone?: () => void) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [locked, setLocked] = useState(false);
  const [last, setLast] = useState<OwnerDeed | null>(null);
  const options = {
    onSuccess: () => {
      void queries.invalidateQueries(trpc.owner.pathFilter());
      onDone?.();
    },
    onError: (error: unknown) => setLocked(faultOf(error).code === 'operator_needed'),
  };
  const add = useMutation(trpc.owner.add.mutationOptions(options));
  const confirm = useMutation(trpc.owner.confirm.mutationOptions(options));
  const release = useMutation(trpc.owner.release.mutationOptions(options));
  const remove = useMutation(trpc.owner.remove.mutationOptions(options));
  const all = [add, confirm, release, remove];
  const fault = all.map(({ error }) => (error ? faultOf(error) : null)).find((one) => one !== null) ?? null;

  function send(deed: OwnerDeed): void {
    for (const one of all) one.reset();
    setLast(deed);
    if (deed.kind === 'add') add.mutate({ name: deed.name });
    else if (deed.kind === 'confirm') confirm.mutate({ owner: deed.owner, agents: deed.agents });
    else if (deed.kind === 'release') release.mutate({ agent: deed.agent });
    else remove.mutate({ owner: deed.owner });
  }

  return {
    send,
    isPending: all.some((one) => one.isPending),
    fault: fault?.code === 'operator_needed' ? null : fault,
    lock: {
      open: locked,
      onOpen: setLocked,
      onUnlocked: () => {
        if (last !== null) send(last);
      },
    },
  };
}
