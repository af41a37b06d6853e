'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { policyWords } from '~/contract/player';
import { benchmarkGame } from '~/games/screens';
import { Button } from '~/kit/button';
import { Empty } from '~/kit/states';
import { faultOf } from '../api-fault';
import { useTRPC } from '../trpc';
import { UnlockDialog } from '../unlock-dialog';

const {
  key: GAME,
  pair: { task: TASK, seed: SEED, policies: POLICIES },
} = benchmarkGame();

/** The default pair, from the finished matches or played now. */
export function PublishedPair() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const router = useRouter();
  const [locked, setLocked] = useState(false);
  const create = useMutation(trpc.match.create.mutationOptions());
  const pair = useMutation({
    mutationFn: async () => {
      const ids: string[] = [];
      for (const policy of POLICIES) {
        const filter = { task: TASK, seed: SEED, policy, game: GAME, status: ['finished' as const], limit: 20 };
        const found = await queries.fetchQuery({ ...trpc.match.list.queryOptions(filter), staleTime: 0 });
        const plain = found.items.find((card) => card.judgeMode === 'off');
        const card = plain ?? (await create.mutateAsync({ game: GAME, task: TASK, seed: SEED, policy, pace: 0 }));
        ids.push(card.id);
      }
      return ids;
    },
    onSuccess: ([left, right]) => router.push(`/watch/compare?left=${left}&right=${right}`),
    onError: () => {
      if (create.error?.data?.mandi.code === 'operator_needed') setLocked(true);
    },
  });
  const locks = create.error?.data?.mandi.code === 'operator_needed';
  return (
    <>
      <Empty
        title="Begin with the published pair"
        action={
          <Button look="primary" onClick={() => pair.mutate()} disabled={pair.isPending}>
            {pair.isPending ? 'Playing both' : `Compare ${POLICIES.map(policyWords).join(' with ')}`}
          </Button>
        }
      >
        Both play coalition market from seed {SEED}. If these two matches do not exist yet, they are played now. To compare any other two,
        tick them under Watch, or use “Compare with another” on a match.
      </Empty>
      {pair.error && !locks ? (
        <p role="alert" className="mt-3 text-red text-small">
          {faultOf(pair.error).message}
        </p>
      ) : null}
      <UnlockDialog open={locked} onOpen={setLocked} onUnlocked={() => pair.mutate()} />
    </>
  );
}
