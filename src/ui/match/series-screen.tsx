'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import type { SeriesAnswer } from '~/api/series/service';
import { playerWords } from '~/contract/player';
import { seatNamesOf } from '~/games/screens';
import { Button, ButtonLink } from '~/kit/button';
import { formatFixed } from '~/kit/format';
import { Page } from '~/kit/page';
import { Section } from '~/kit/panel';
import { Loading } from '~/kit/states';
import { type Column, Table } from '~/kit/table';
import type { MatchCard } from '~/live/protocol';
import { faultOf } from '../api-fault';
import { useTabTitle } from '../frame/use-tab-title';
import { NothingHere } from '../nothing-here';
import { StatusBadge } from '../status-badge';
import { taskTitle } from '../task-title';
import { useTRPC } from '../trpc';

const LOOK_MS = 2_000;

/** A series: its players, matches in order, and scores once they are public. */
export function SeriesScreen({ id }: { id: string }) {
  const trpc = useTRPC();
  const { data, error } = useQuery({
    ...trpc.series.get.queryOptions({ id }),
    retry: false,
    refetchInterval: (query) => (query.state.data?.status === 'running' ? LOOK_MS : false),
  });
  useTabTitle(
    data
      ? `${data.title}: ${playersOf(data)
          .map(({ name }) => name)
          .join(' vs ')}`
      : null,
  );
  if (error && !data) return <NothingHere title="Series" fault={faultOf(error)} />;
  if (!data) return <Loading what="the series" />;
  return (
    <Page title={data.title} lead={leadOf(data)} actions={data.yours ? <TakeSeat id={id} /> : null}>
      {data.fault === null ? null : <p className="pb-4 text-small">{data.fault}</p>}
      <Section title="Players">
        <Table caption="Players and their scores" columns={PLAYER_COLUMNS} rows={playersOf(data)} rowKey={({ place }) => String(place)} />
      </Section>
      <Section title="Matches">
        <Table caption="Matches of this series" columns={MATCH_COLUMNS} rows={data.matches} rowKey={({ id: match }) => match} />
      </Section>
    </Page>
  );
}

/** The match's series; nothing if it has none. */
export function SeriesLine({ card: { series } }: { card: MatchCard }) {
  if (!series) return null;
  return (
    <p className="text-small">
      <Link href={`/series/${series.id}`} className="text-accent underline underline-offset-2">
        Match {series.place + 1} of a series
      </Link>
    </p>
  );
}

/** For a finished match of a series: a link to the next match or to the series' result. */
export function SeriesBar({ card: { series } }: { card: MatchCard }) {
  const trpc = useTRPC();
  const { data } = useQuery({
    ...trpc.series.get.queryOptions({ id: series?.id ?? '' }, { enabled: series !== null && series !== undefined }),
    retry: false,
    refetchInterval: (query) => (query.state.data?.status === 'running' ? LOOK_MS : false),
  });
  if (!series || !data) return null;
  const isNext = data.matches.length > series.place + 1 && data.yours;
  return (
    <aside
      aria-label={data.title}
      className="no-print flex flex-wrap items-center gap-x-4 gap-y-2 border-b bg-accent-wash px-4 py-2 sm:px-6"
    >
      <p className="min-w-0 flex-1 basis-56 text-small">
        {data.title}, match {series.place + 1}. {standOf(data)}
      </p>
      {isNext ? <TakeSeat id={data.id} label="Go to the next match" /> : <ButtonLink href={`/series/${data.id}`}>Whole series</ButtonLink>}
    </aside>
  );
}

function standOf(series: SeriesAnswer): string {
  if (series.status === 'failed') return series.fault ?? 'It failed.';
  if (series.status === 'running') return series.scores === null ? 'What both sides keep private is shown when all matches are over.' : '';
  const rows = playersOf(series);
  return `All matches are over: ${rows.map(({ name, score }) => `${name} ${score === null ? 'without a score' : formatFixed(score, 3)}`).join(', ')}.`;
}

function leadOf({ matches: [first], status, scores }: SeriesAnswer): string {
  const how = status === 'running' ? 'It is in progress.' : status === 'failed' ? 'It failed.' : 'It is over.';
  const kept = status === 'running' && scores === null ? ' Scores are shown at the end.' : '';
  return `Several matches${first ? ` of “${taskTitle(first)}”` : ''} that count as one. ${how}${kept}`;
}

/** For a holder of the previous match: a link to their seat in the next. */
function TakeSeat({ id, label = 'Take your seat' }: { id: string; label?: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const sit = useMutation(trpc.series.sit.mutationOptions({ onSuccess: ({ matchId }) => router.push(`/matches/${matchId}`) }));
  return (
    <>
      <Button look="primary" disabled={sit.isPending} onClick={() => sit.mutate({ id })}>
        {label}
      </Button>
      {sit.error ? (
        <p role="alert" className="text-small">
          {faultOf(sit.error).message}
        </p>
      ) : null}
    </>
  );
}

interface PlayerRow {
  place: number;
  name: string;
  score: number | null;
}

function playersOf({ players, matches, seatings, scores }: SeriesAnswer): PlayerRow[] {
  return players.map((player, place) => ({
    place,
    name: player === 'open' ? sitterOf(place, { matches, seatings }) : player,
    score: scores?.[place] ?? null,
  }));
}

/** Who claimed an open place, from the newest match. */
function sitterOf(place: number, { matches, seatings }: Pick<SeriesAnswer, 'matches' | 'seatings'>): string {
  const card = matches.at(-1)?.seats.find(({ seat }) => seatings.at(-1)?.[seat] === place);
  return card ? playerWords(card) : 'open seat';
}

const PLAYER_COLUMNS: Column<PlayerRow>[] = [
  { key: 'place', head: 'Player', cell: ({ place }) => place + 1, className: 'w-16' },
  { key: 'name', head: 'Played by', cell: ({ name }) => name },
  { key: 'score', head: 'Score', align: 'right', cell: ({ score }) => (score === null ? '–' : formatFixed(score, 3)) },
];

const MATCH_COLUMNS: Column<MatchCard>[] = [
  {
    key: 'match',
    head: 'Match',
    cell: ({ id, series }) => (
      <Link href={`/matches/${id}`} className="text-accent underline underline-offset-2">
        Match {(series?.place ?? 0) + 1}
      </Link>
    ),
    className: 'w-24',
  },
  {
    key: 'seats',
    head: 'Who sat where',
    cell: ({ key, seats }) => seats.map((card) => `${seatNamesOf(key).nameOf(card.seat)}: ${playerWords(card)}`).join(', '),
  },
  { key: 'scores', head: 'Scores', cell: ScoresCell },
  { key: 'status', head: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
];

function ScoresCell({ key, seats, scores, status }: MatchCard) {
  if (scores === null) return status === 'finished' ? 'shown when the series ends' : '–';
  return seats.map(({ seat }) => `${seatNamesOf(key).nameOf(seat)} ${formatFixed(scores[seat] ?? 0, 3)}`).join(', ');
}
