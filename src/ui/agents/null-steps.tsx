'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '~/kit/button';
import { faultOf } from '../api-fault';
import { useLobby } from '../home/use-lobby';
import { UnlockDialog } from '../match/unlock-dialog';
import { isLive } from '../matches/card-words';
import { PlayerName } from '../players/player-name';
import { useTRPC } from '../trpc';
import { useOnce } from '../use-once';
import { rulesetWord } from './agent-words';
import type { NullGap } from './result-rows';

/** Results of a model that stand without the null models, said plainly, each with the step that mends it. */
export function NullSteps({ gaps }: { gaps: readonly NullGap[] }) {
  if (gaps.length === 0) return null;
  return (
    <ul aria-label="Without null models" className="mt-3 space-y-3">
      {gaps.map((gap) => (
        <NullStep key={`${gap.agent} ${gap.ruleset} ${gap.task}`} gap={gap} />
      ))}
    </ul>
  );
}

function NullStep({ gap: { agent, ruleset, task, toPlay, words } }: { gap: NullGap }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [locked, setLocked] = useState(false);
  const play = useMutation(
    trpc.agent.playNulls.mutationOptions({
      onSuccess: () => void queries.invalidateQueries(trpc.agent.get.pathFilter()),
      onError: (error) => setLocked(faultOf(error).code === 'operator_needed'),
    }),
  );
  const send = useOnce(play);
  const fault = play.error ? faultOf(play.error) : null;
  const ids = [...(play.data?.opened ?? []), ...(play.data?.underWay ?? [])];
  return (
    <li className="rounded-md border border-amber bg-amber-wash px-3 py-2 text-small">
      <p>
        <span className="font-medium">
          {task}, {rulesetWord(ruleset)}, <PlayerName name={agent} />:
        </span>{' '}
        {words}
      </p>
      {toPlay === 0 ? null : (
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button size="small" disabled={play.isPending || play.isSuccess} onClick={() => send({ ref: agent, ruleset, task })}>
            Play the null models here too
          </Button>
          {play.isSuccess ? (
            <UnderWay ids={ids} />
          ) : (
            <span className="text-ink-2">
              {toPlay === 1 ? 'One match' : `${toPlay} matches`} in the same worlds and seats; everybody else plays again as well.
            </span>
          )}
        </div>
      )}
      <UnlockDialog open={locked} onOpen={setLocked} onUnlocked={() => send({ ref: agent, ruleset, task })} />
      {fault && fault.code !== 'operator_needed' ? (
        <p role="alert" className="mt-2 text-red">
          {fault.message}
        </p>
      ) : null}
    </li>
  );
}

/** How many of these matches go on; the card is asked for again when the last of them has ended. */
function UnderWay({ ids }: { ids: readonly string[] }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { list, settled } = useLobby();
  const live = list.filter(({ card }) => ids.includes(card.id) && isLive(card)).length;
  const quiet = settled && live === 0;
  useEffect(() => {
    if (quiet) void queries.invalidateQueries(trpc.agent.get.pathFilter());
  }, [quiet, queries, trpc]);
  return (
    <span role="status" className="text-ink-2">
      {quiet ? 'They have been played.' : `${ids.length} matches are being played; the rows stand here when they are over.`}
    </span>
  );
}
