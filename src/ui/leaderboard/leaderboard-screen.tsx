'use client';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import type { BoardCard } from '~/api/tournament/types';
import { refText } from '~/contract/game-ref';
import { ButtonLink } from '~/kit/button';
import { SelectField } from '~/kit/field';
import { Page } from '~/kit/page';
import { Empty, Loading, Skeleton } from '~/kit/states';
import { BenchmarkGlance } from '../benchmark/benchmark-glance';
import { FailedQuery } from '../query-states';
import { gameTitle, taskTitle } from '../task-title';
import { useTRPC } from '../trpc';
import { boardAddress, chosenBoard } from './chosen-board';
import { DemoBoard } from './demo-board';
import { LeaderboardTable } from './leaderboard-table';

/** Rankings on a task of a ruleset, from rated matches only. */
export function LeaderboardScreen() {
  const trpc = useTRPC();
  const asked = useSearchParams();
  const boards = useQuery({ ...trpc.leaderboard.boards.queryOptions(), staleTime: 0 });
  return (
    <Page
      title="Leaderboard"
      lead="Only rated tournaments count: their worlds are secret, their players are pinned, and agents of one owner never share a table. A new version of an agent shares a row with its earlier versions until it has played as many worlds as they have together. Open an entry to see its matches."
      // Not a tab, because a phone's row has no room for a fifth.
      actions={<ButtonLink href="/rankings/why">Who is best, and why</ButtonLink>}
    >
      {boards.isPending ? (
        <Loading what="the leaderboard">
          <Skeleton className="h-96 w-full" />
        </Loading>
      ) : null}
      {boards.isError ? <FailedQuery what="the leaderboard" error={boards.error} retry={boards.refetch} /> : null}
      {boards.data?.length === 0 ? <NoRatedMatches /> : null}
      {boards.data && boards.data.length > 0 ? <Boards boards={boards.data} wish={new Map(asked.entries())} /> : null}
      <div className="mt-10">
        <BenchmarkGlance />
      </div>
    </Page>
  );
}

/** Shows a demo league, if there is one, as an example of a table. */
function NoRatedMatches() {
  const trpc = useTRPC();
  const demos = useQuery({ ...trpc.tournament.demo.queryOptions(), staleTime: 0 });
  return (
    <div className="space-y-10">
      <Empty title="No rated match has been played" action={<ButtonLink href="/rankings/tournaments/new">Start a tournament</ButtonLink>}>
        Start a rated tournament: its worlds come from a season that nobody knows beforehand. Its entrants appear here when its matches end.
      </Empty>
      {(demos.data ?? []).map((card) => (
        <DemoBoard key={card.id} card={card} />
      ))}
    </div>
  );
}

function Boards({ boards, wish }: { boards: readonly BoardCard[]; wish: ReadonlyMap<string, string> }) {
  const board = chosenBoard(boards, wish);
  if (board === null) return null;
  const games = boards.filter((one, place) => boards.findIndex((other) => isSameGame(one, other)) === place);
  const ofRuleset = boards.filter((one) => isSameGame(one, board));
  const ofTask = ofRuleset.filter(({ task }) => task === board.task);
  const go = (wish: Parameters<typeof boardAddress>[0]) => window.history.replaceState(null, '', boardAddress(wish));
  return (
    <>
      <div className="mb-6 grid max-w-4xl gap-3 sm:grid-cols-[5fr_3fr_5fr]">
        <SelectField
          label="Game"
          value={gameText(board)}
          onChange={(event) => go(games.find((one) => gameText(one) === event.target.value) ?? board)}
        >
          {games.map((one) => (
            <option key={gameText(one)} value={gameText(one)}>
              {gameTitle(gameText(one))}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Task"
          value={board.task}
          onChange={(event) => go({ ruleset: board.ruleset, version: board.version, task: event.target.value })}
        >
          {[...new Set(ofRuleset.map(({ task }) => task))].map((task) => (
            <option key={task} value={task}>
              {taskTitle({ key: board.ruleset, task })}
            </option>
          ))}
        </SelectField>
        <SelectField label="Setting" value={board.setting} onChange={(event) => go({ ...board, setting: event.target.value })}>
          {ofTask.map(({ setting }) => (
            <option key={setting} value={setting}>
              {setting}
            </option>
          ))}
        </SelectField>
      </div>
      <LeaderboardTable key={boardAddress(board)} {...board} />
    </>
  );
}

function isSameGame(a: BoardCard, b: BoardCard): boolean {
  return gameText(a) === gameText(b);
}

function gameText({ ruleset, version }: BoardCard): string {
  return refText({ key: ruleset, version });
}
