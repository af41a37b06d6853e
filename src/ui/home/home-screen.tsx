'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useCallback, useEffect, useState } from 'react';
import type { BoardCard, LeaderboardEntry } from '~/api/tournament/types';
import type { GameKey } from '~/contract/game-ref';
import type { GameFront } from '~/contract/screens';
import { entries } from '~/games/screens';
import { ButtonLink } from '~/kit/button';
import { formatFixed } from '~/kit/format';
import { Page } from '~/kit/page';
import { cardGrid, Panel, Section } from '~/kit/panel';
import { PlayerLink, PlayerName } from '~/kit/player-name';
import { Empty, Loading, Skeleton } from '~/kit/states';
import { type Column, Table } from '~/kit/table';
import { boardAddress } from '../leaderboard/chosen-board';
import { liveOnes } from '../matches/lobby-list';
import { ResultTable, rowsOf } from '../matches/match-table';
import { type Lobby, useLobby } from '../matches/use-lobby';
import { useNow } from '../matches/use-now';
import { PlayBot } from '../play/play-bot';
import { Stakes, useLateScreens, whenIdle } from '../play/stakes';
import { FailedQuery } from '../query-states';
import { scoreHead, taskTitle } from '../task-title';
import { useTRPC } from '../trpc';
import { chooseMatch, MATCH_HEIGHT, type Shown } from './story';

/** A match that plays by itself, three ways to start, then what is at stake in each game, the best replays and players, and the latest matches. */
export function HomeScreen() {
  const lobby = useLobby();
  return (
    <Page
      title="Watch AI agents negotiate, or take a seat yourself"
      lead="Models, programs, scripts and people play each other. Every match is recorded: watch it live, replay any moment, see why it ended the way it did."
      actions={<FirstSteps />}
    >
      <div className="space-y-8">
        <HomeMatch lobby={lobby} />
        <GameCards />
        <BestReplays />
        <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
          <TopAgents />
          <RecentMatches lobby={lobby} />
        </div>
      </div>
    </Page>
  );
}

/** Three ways to start: take a seat, host a table with a link, or bring an agent. */
function FirstSteps() {
  const [first] = entries();
  return (
    <div className="flex flex-wrap items-start gap-2">
      {first ? <PlayBot game={first.key} start={first.entry.start} label="Play a bot now" /> : null}
      <ButtonLink href="/play/people">Play with friends</ButtonLink>
      <ButtonLink href="/agents/new">Bring your model</ButtonLink>
    </div>
  );
}

/** The best match among this many of the newest finished ones is shown. */
const LOOKED_AT = 50;

const MatchPlayer = dynamic(() => import('./match-player').then((module) => module.MatchPlayer), {
  ssr: false,
  loading: () => <Waiting />,
});

/** A match always plays here. Its code loads after the first paint, in a reserved place. */
function HomeMatch({ lobby }: { lobby: Lobby }) {
  const trpc = useTRPC();
  const recent = useQuery(trpc.match.list.queryOptions({ limit: LOOKED_AT, status: ['finished'] }));
  const [isPainted, setPainted] = useState(false);
  useEffect(() => whenIdle(() => setPainted(true)), []);
  const isKnown = lobby.settled && !recent.isPending;
  const [still, setStill] = useState<readonly string[]>([]);
  const choice = isKnown
    ? chooseMatch(
        liveOnes(lobby.list).map(({ card }) => card),
        recent.data?.items ?? [],
        still,
      )
    : null;
  const [shown, setShown] = useState<Shown | null>(null);
  // A shown match plays to its end, even if another starts.
  if (shown === null && choice !== null) setShown(choice);
  const { refetch } = recent;
  const onOver = useCallback(() => {
    void refetch().then(() => setShown(null));
  }, [refetch]);
  const onStill = useCallback(() => {
    if (shown?.kind === 'match') setStill((before) => [...before, shown.id]);
    setShown(null);
  }, [shown]);
  return (
    <section aria-label="A match, playing" className="rounded-lg border bg-panel p-4 [--behind:var(--panel)]">
      {isPainted && shown !== null ? <MatchPlayer shown={shown} onOver={onOver} onStill={onStill} /> : <Waiting />}
    </section>
  );
}

/** Loaded after the first paint. */
const BestReplays = dynamic(() => import('./best-replays').then((module) => module.BestReplays), { ssr: false });

function Waiting() {
  return <div aria-busy="true" className={MATCH_HEIGHT} />;
}

/** A card for each game of this server in which a seat is one click away. */
function GameCards() {
  const trpc = useTRPC();
  const catalog = useQuery(trpc.catalog.overview.queryOptions());
  const offered = new Set(catalog.data?.rulesets.map(({ key }) => key));
  const shown = entries().filter(({ key }) => offered.has(key));
  if (shown.length === 0) return null;
  return (
    <Section title="Games and what is at stake">
      <ul className={cardGrid(shown.length)}>
        {shown.map(({ key, entry }) => (
          <li key={key} className="flex min-w-0">
            <GameCard game={key} entry={entry} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function GameCard({ game, entry }: { game: GameKey; entry: NonNullable<GameFront['entry']> }) {
  return (
    <Panel title={entry.title} className="flex w-full flex-col">
      {entry.stakes ? <Stakes game={game} /> : <EntryDrawing game={game} />}
      <p className="mb-4 text-ink-2 text-small">{entry.sentence}</p>
      <div className="mt-auto">
        <PlayBot game={game} start={entry.start} label={`Play now: ${entry.title}`} look="plain" />
      </div>
    </Panel>
  );
}

/** The game's own drawing if it has one. */
function EntryDrawing({ game }: { game: GameKey }) {
  const Drawing = useLateScreens(game)?.EntryDrawing;
  return Drawing ? (
    <div className="mb-3">
      <Drawing />
    </div>
  ) : null;
}

const SHOWN = 5;

/** The leaders of the first leaderboard. */
function TopAgents() {
  const trpc = useTRPC();
  const boards = useQuery(trpc.leaderboard.boards.queryOptions());
  const [board] = boards.data ?? [];
  return (
    <Section title="Leaderboard" aside={<WholeBoard board={board} />} className="min-w-0">
      {boards.isPending ? (
        <Loading what="the leaderboard">
          <Skeleton className="h-48 w-full" />
        </Loading>
      ) : boards.isError ? (
        <FailedQuery what="the leaderboard" error={boards.error} retry={boards.refetch} />
      ) : board === undefined ? (
        <NobodyRanked />
      ) : (
        <Top board={board} />
      )}
    </Section>
  );
}

/** Loaded only if there is a demo league, because it needs the code of standings. */
const DemoTop = dynamic(() => import('../leaderboard/demo-board').then((module) => module.DemoTop), {
  ssr: false,
  loading: () => <Skeleton className="h-48 w-full" />,
});

/** Shows a demo league until a rated match is over. */
function NobodyRanked() {
  const trpc = useTRPC();
  const demos = useQuery(trpc.tournament.demo.queryOptions());
  const demo = demos.data?.find(({ counts }) => counts.done > 0);
  if (demo) return <DemoTop card={demo} most={SHOWN} />;
  return (
    <Empty title="Nobody is ranked yet" action={<ButtonLink href="/rankings/tournaments/new">Start a tournament</ButtonLink>}>
      A rated tournament ranks agents here.
    </Empty>
  );
}

function WholeBoard({ board }: { board: BoardCard | undefined }) {
  return (
    <Link href={board ? boardAddress(board) : '/rankings'} className="text-accent underline underline-offset-2">
      All rankings
    </Link>
  );
}

function Top({ board: { ruleset, version, task, setting } }: { board: BoardCard }) {
  const trpc = useTRPC();
  const board = useQuery(trpc.leaderboard.get.queryOptions({ game: ruleset, version, task, setting }));
  const ranked = (board.data?.entries ?? []).filter(({ rank }) => rank !== null).slice(0, SHOWN);
  if (board.isError) return <FailedQuery what="the leaderboard" error={board.error} retry={board.refetch} />;
  if (board.isPending) {
    return (
      <Loading what="the leaderboard">
        <Skeleton className="h-48 w-full" />
      </Loading>
    );
  }
  if (ranked.length === 0) return <p className="text-ink-2 text-small">Nobody has enough rated matches for a rank yet.</p>;
  return (
    <>
      <p className="mb-2 text-ink-2 text-small">
        {taskTitle({ key: ruleset, task })}, {setting}.{board.data.method > 1 ? ' Ranked by the lower bound of the lead.' : null}
      </p>
      <Table caption="Top of the leaderboard" columns={columnsOf(ruleset)} rows={ranked} rowKey={({ pinHash }) => pinHash} />
    </>
  );
}

function columnsOf(game: string): Column<LeaderboardEntry>[] {
  return [
    { key: 'rank', head: '#', align: 'right', cell: ({ rank }) => rank, className: 'w-8' },
    {
      key: 'entry',
      head: 'Agent',
      cell: ({ player, entrant }) => (player === null ? <PlayerName name={entrant} /> : <PlayerLink name={player} />),
    },
    { key: 'score', head: scoreHead(game), align: 'right', cell: ({ score }) => formatFixed(score.mean, 2) },
  ];
}

const RECENT = 8;

function RecentMatches({ lobby }: { lobby: Lobby }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const options = trpc.match.list.queryOptions({ limit: RECENT, status: ['finished', 'aborted', 'failed'], fold: true });
  const recent = useQuery(options);
  const now = useNow();
  const ended = lobby.list.length - liveOnes(lobby.list).length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again whenever the stream tells of another end
  useEffect(() => {
    if (ended > 0) void queries.invalidateQueries({ queryKey: options.queryKey });
  }, [ended]);
  return (
    <Section title="Recent results" aside={<AllMatches />} className="min-w-0">
      {recent.isPending ? (
        <Loading what="recent results">
          <Skeleton className="h-96 w-full" />
        </Loading>
      ) : recent.isError ? (
        <FailedQuery what="recent results" error={recent.error} retry={recent.refetch} />
      ) : recent.data.items.length === 0 ? (
        <Empty title="No match has ended yet">Results appear here as matches end, each with its replay.</Empty>
      ) : (
        <ResultTable caption="Recent results" rows={rowsOf(recent.data)} now={now} />
      )}
    </Section>
  );
}

function AllMatches() {
  return (
    <Link href="/watch" className="text-accent underline underline-offset-2">
      All matches
    </Link>
  );
}
