'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { faultOf } from '../api-fault';
import { useTRPC } from '../trpc';
import { type Stress, stressLabel, useTaskTitles } from './report';

interface Props {
  id: string;
  task: string;
  seed: number;
  policy: string;
  /** A cell of the robustness grid. */
  stress?: Stress | undefined;
  children: ReactNode;
}

/** Turns the episode into a match and opens it. */
export function ReplayLink({ id, task, seed, policy, stress, children }: Props) {
  const trpc = useTRPC();
  const titleOf = useTaskTitles();
  const router = useRouter();
  const replay = useMutation(trpc.report.replay.mutationOptions({ onSuccess: ({ matchId }) => router.push(`/matches/${matchId}`) }));
  return (
    <>
      <button
        type="button"
        disabled={replay.isPending}
        aria-label={`Replay ${policy}, ${titleOf(task)}, seed ${seed}${stress ? `, ${stressLabel(stress)}` : ''}`}
        className="num rounded-sm text-accent underline underline-offset-2 disabled:opacity-55"
        onClick={() => replay.mutate({ id, task, seed, policy, ...(stress && { stress }) })}
      >
        {children}
      </button>
      {replay.isError ? (
        <span role="alert" className="block text-micro text-red">
          {faultOf(replay.error).message}
        </span>
      ) : null}
    </>
  );
}
