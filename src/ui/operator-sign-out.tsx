'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useEffect } from 'react';
import { reopenLiveSocket } from './live-socket';
import { useTRPC } from './trpc';
import { noteUnlocked, useUnlocked } from './unlocked';

/** Ends this browser's session as the operator; nothing where it has none. */
export function OperatorSignOut() {
  return useUnlocked() ? <SignOut /> : null;
}

function SignOut() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { data } = useQuery(trpc.system.status.queryOptions());
  const hasEnded = data !== undefined && !(data.operatorNeeded && data.isOperator);
  useEffect(() => {
    if (hasEnded) noteUnlocked(false);
  }, [hasEnded]);
  const lock = useMutation(
    trpc.system.lock.mutationOptions({
      onSuccess: () => {
        noteUnlocked(false);
        reopenLiveSocket();
        void queries.resetQueries();
      },
    }),
  );
  if (data === undefined || hasEnded) return null;
  return (
    <button
      type="button"
      title="This browser has the operator’s rights. Sign out to end that."
      disabled={lock.isPending}
      className="flex h-8 items-center gap-1.5 whitespace-nowrap rounded-md px-2 text-ink-2 text-small hover:bg-sunk hover:text-ink"
      onClick={() => lock.mutate()}
    >
      <LogOut size={16} aria-hidden />
      {lock.isError ? 'Try to sign out again' : 'Sign out'}
    </button>
  );
}
