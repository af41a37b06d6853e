'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { reopenLiveSocket } from './live-socket';
import { useTRPC } from './trpc';

/** Ends this browser's session as the operator; nothing where nobody has to show a token, or this browser has shown none. */
export function OperatorSignOut() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const status = useQuery(trpc.system.status.queryOptions());
  const lock = useMutation(
    trpc.system.lock.mutationOptions({
      onSuccess: () => {
        reopenLiveSocket();
        void queries.resetQueries();
      },
    }),
  );
  if (!status.data?.operatorNeeded || !status.data.isOperator) return null;
  return (
    <button
      type="button"
      title="This browser has the operator's rights. Sign out ends that."
      disabled={lock.isPending}
      className="flex h-8 items-center gap-1.5 whitespace-nowrap rounded-md px-2 text-ink-2 text-small hover:bg-sunk hover:text-ink"
      onClick={() => lock.mutate()}
    >
      <LogOut size={16} aria-hidden />
      {lock.isError ? 'Try to sign out again' : 'Sign out'}
    </button>
  );
}
