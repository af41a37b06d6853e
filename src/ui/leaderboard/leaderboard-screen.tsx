'use client';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { ButtonLink } from '../kit/button';
import { SelectField } from '../kit/field';
import { Page } from '../kit/page';
import { Empty, Loading, Skeleton } from '../kit/states';
import { FailedQuery } from '../query-states';
import { useTRPC } from '../trpc';
import { boardAddress, chosenBoard } from './chosen-board';
import { LeaderboardTable } from './leaderboard-table';

/** Who is how good on a task of a ruleset, from rated matches alone. */
export function LeaderboardScreen() {
  const trpc = useTRPC();
  const asked = useSearchParams();
  const tasks = useQuery({ ...trpc.leaderboard.tasks.queryOptions(), staleTime: 0 });
  return (
    <Page
      title="Leaderboard"
      lead="From rated tournaments alone: secret worlds, pinned players, one owner’s agents never at one table. A new version is a new entry; every entry opens its matches."
      actions={<ButtonLink href="/tournaments">Tournaments</ButtonLink>}
    >
      {tasks.isPending ? (
        <Loading what="the leaderboard">
          <Skeleton className="h-96 w-full" />
        </Loading>
      ) : null}
      {tasks.isError ? <FailedQuery what="the leaderboard" error={tasks.error} retry={tasks.refetch} /> : null}
      {tasks.data?.length === 0 ? <NoRatedMatches /> : null}
      {tasks.data && tasks.data.length > 0 ? <Boards boards={tasks.data} wish={new Map(asked.entries())} /> : null}
    </Page>
  );
}

function NoRatedMatches() {
  return (
    <Empty title="No rated match has been played" action={<ButtonLink href="/tournaments/new">Start a tournament</ButtonLink>}>
      Start a tournament of kind <em>rated</em>: its worlds come from a season that nobody knows beforehand, and whoever plays it appears
      here once its matches end.
    </Empty>
  );
}

function Boards({ boards, wish }: { boards: readonly { ruleset: string; task: string }[]; wish: ReadonlyMap<string, string> }) {
  const board = chosenBoard(boards, wish);
  const rulesets = [...new Set(boards.map(({ ruleset }) => ruleset))];
  const go = (ruleset: string, task: string) => window.history.replaceState(null, '', boardAddress(ruleset, task));
  return (
    <>
      <div className="mb-6 grid max-w-xl grid-cols-2 gap-3">
        <SelectField label="Ruleset" value={board.ruleset} onChange={(event) => go(event.target.value, '')}>
          {rulesets.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </SelectField>
        <SelectField label="Task" value={board.task} onChange={(event) => go(board.ruleset, event.target.value)}>
          {boards
            .filter(({ ruleset }) => ruleset === board.ruleset)
            .map(({ task }) => (
              <option key={task} value={task}>
                {task}
              </option>
            ))}
        </SelectField>
      </div>
      <LeaderboardTable key={`${board.ruleset} ${board.task}`} {...board} />
    </>
  );
}
