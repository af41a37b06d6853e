'use client';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PlanPreview } from '~/api/tournament-words';
import { useTRPC } from '../trpc';

/** So long after the last key. */
const PAUSE_MS = 350;

/** What the text of a tournament comes to, asked anew when it has changed; null until the newest text was read. */
export function usePreview(text: string): { preview: PlanPreview | null; isSettled: boolean; error: unknown } {
  const trpc = useTRPC();
  const [read, setRead] = useState<{ text: string; preview: PlanPreview } | null>(null);
  const ask = useMutation(trpc.tournament.preview.mutationOptions());
  const { mutate } = ask;
  useEffect(() => {
    if (text.trim() === '') return;
    const timer = setTimeout(() => mutate({ text }, { onSuccess: (preview) => setRead({ text, preview }) }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, mutate]);
  return { preview: read?.preview ?? null, isSettled: read?.text === text, error: ask.error };
}
