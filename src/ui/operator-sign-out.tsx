'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { LogOut } from '~/kit/icons';
import { announceUnlocked } from '~/kit/until-unlocked';
import { reopenLiveSocket } from './live-socket';
import { useTRPC } from './trpc';

/** Ends this browser's operator session; renders nothing without one. */
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

/** Sends the operator's token to the server once, then refetches everything. */
export function useUnlock(onUnlocked?: () => void) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return useMutation(
    trpc.system.unlock.mutationOptions({
      onSuccess: (answer) => {
        queries.setQueryData(trpc.system.status.queryKey(), answer);
        noteUnlocked(true);
        void queries.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
        onUnlocked?.();
      },
    }),
  );
}

/**
 * Remembers that this browser was unlocked, so that other browsers need not ask the server on every page. Grants no rights; the session is
 * a cookie.
 */
const KEY = 'mandi-unlocked';
const listeners = new Set<() => void>();

function noteUnlocked(isUnlocked: boolean): void {
  try {
    if (isUnlocked) localStorage.setItem(KEY, '1');
    else localStorage.removeItem(KEY);
  } catch {
    // storage is disabled in this browser
  }
  for (const listener of listeners) listener();
  if (isUnlocked) announceUnlocked();
}

function useUnlocked(): boolean {
  return useSyncExternalStore(subscribe, read, () => false);
}

function read(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
