'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TournamentSheet } from '~/api/tournament/types';
import { Button } from '~/kit/button';
import { SelectField } from '~/kit/field';
import { Section } from '~/kit/panel';
import { Loading, Skeleton } from '~/kit/states';
import { FailedQuery } from '../query-states';
import { useTRPC } from '../trpc';
import { MatchList } from './match-list';
import { stageWord } from './tournament-labels';

const PAGE = 20;
type Wanted = 'all' | 'playing' | 'scoring' | 'done' | 'failed';
const WANTED: Record<Wanted, string> = {
  all: 'all matches',
  playing: 'being played',
  scoring: 'being scored',
  done: 'played',
  failed: 'failed',
};

/** The schedule by stage. */
export function Schedule({ sheet: { card, plan, stages } }: { sheet: TournamentSheet }) {
  const [stage, setStage] = useState<number | null>(null);
  const [wanted, setWanted] = useState<Wanted>('all');
  const shown = stage ?? Math.max(0, stages - 1);
  return (
    <Section
      title="Schedule"
      aside={
        <div className="no-print flex gap-3">
          {stages > 1 ? (
            <SelectField label="Stage" value={shown} onChange={(event) => setStage(Number(event.target.value))}>
              {Array.from({ length: stages }, (_, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a stage is its number
                <option key={place} value={place}>
                  {stageWord(card.format, place)}
                </option>
              ))}
            </SelectField>
          ) : null}
          <SelectField label="Show" value={wanted} onChange={(event) => setWanted(event.target.value as Wanted)}>
            {Object.entries(WANTED).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </SelectField>
        </div>
      }
    >
      <Matches key={`${shown} ${wanted}`} id={card.id} stage={shown} wanted={wanted} withTask={plan.tasks.length > 1} />
    </Section>
  );
}

function Matches({ id, stage, wanted, withTask }: { id: string; stage: number; wanted: Wanted; withTask: boolean }) {
  const trpc = useTRPC();
  const list = useInfiniteQuery(
    trpc.tournament.fixtures.infiniteQueryOptions(
      { id, stage, limit: PAGE, ...(wanted !== 'all' && { status: [wanted] }) },
      { getNextPageParam: ({ next }) => next },
    ),
  );
  if (list.isPending) {
    return (
      <Loading what="the schedule">
        <Skeleton className="h-64 w-full" />
      </Loading>
    );
  }
  if (!list.data) return <FailedQuery what="the schedule" error={list.error} retry={list.refetch} />;
  const fixtures = list.data.pages.flatMap(({ items }) => items);
  if (fixtures.length === 0) return <p className="text-ink-2 text-small">No matches in this stage match the filter.</p>;
  return (
    <>
      <MatchList caption="Schedule" fixtures={fixtures} withTask={withTask} />
      {list.hasNextPage ? (
        <Button className="mt-3" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more matches
        </Button>
      ) : null}
    </>
  );
}
