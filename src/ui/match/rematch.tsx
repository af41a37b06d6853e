'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '~/kit/button';
import { AgainSign } from '~/kit/signs';
import type { MatchCard } from '~/live/protocol';
import { useTRPC } from '../trpc';
import { UnlockDialog } from '../unlock-dialog';
import { useOnce } from '../use-once';

/** The same bots and settings on another seed. For matches with people, the page itself offers a rematch. */
export function Rematch({ card }: { card: MatchCard }) {
  const trpc = useTRPC();
  const router = useRouter();
  const [unlocking, setUnlocking] = useState(false);
  const again = useMutation(
    trpc.match.again.mutationOptions({
      onSuccess: (next) => router.push(`/matches/${next.id}`),
      onError: (error) => setUnlocking(error.data?.mandi.code === 'operator_needed'),
    }),
  );
  const once = useOnce(again);
  const problem = again.error && again.error.data?.mandi.code !== 'operator_needed' ? again.error.message : null;
  return (
    <>
      <Button onClick={() => once({ id: card.id })} disabled={again.isPending || again.isSuccess}>
        <AgainSign size={14} aria-hidden /> Rematch
      </Button>
      {problem ? (
        <span role="alert" className="basis-full text-red text-small">
          {problem}
        </span>
      ) : null}
      <UnlockDialog open={unlocking} onOpen={setUnlocking} onUnlocked={() => once({ id: card.id })} />
    </>
  );
}
