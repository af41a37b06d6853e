'use client';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '~/kit/button';
import { TextField } from '~/kit/field';
import { faultOf } from '~/ui/api-fault';
import { useUnlock } from '~/ui/operator-sign-out';
import { useTRPC } from '~/ui/trpc';

/** Asks for the operator's token if changes on this server require it; otherwise renders nothing. */
export function OperatorGate({ what }: { what: string }) {
  const trpc = useTRPC();
  const status = useQuery(trpc.system.status.queryOptions());
  const unlock = useUnlock();
  const [token, setToken] = useState('');
  if (!status.data?.operatorNeeded || status.data.isOperator) return null;
  function submit(event: FormEvent) {
    event.preventDefault();
    unlock.mutate({ token: token.trim() });
  }
  return (
    <form onSubmit={submit} className="rounded-lg border border-line-strong bg-panel p-4">
      <TextField
        label="Operator’s token"
        type="password"
        autoComplete="off"
        required
        value={token}
        onChange={(event) => setToken(event.target.value)}
        hint={`On this server, ${what} needs the operator’s token. It is the value of MANDI_ADMIN_TOKEN or, if that is not set, the token that Mandi printed when it started. This browser stays unlocked for 30 days or until you sign out.`}
        error={unlock.isError ? faultOf(unlock.error).message : null}
      />
      <Button type="submit" className="mt-3" disabled={unlock.isPending}>
        Unlock this browser
      </Button>
    </form>
  );
}
