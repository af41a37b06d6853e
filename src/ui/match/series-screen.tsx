'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import type { SeriesAnswer } from '~/api/series-desk';
import { Button } from '~/kit/button';
import { formatFixed } from '~/kit/format';
import { Page } from '~/kit/page';
import { Section } from '~/kit/panel';
import { Loading } from '~/kit/states';
import { type Column, Table } from '~/kit/table';
import type { MatchCard } from '~/live/protocol';
import { playerOf } from '~/store/match-words';
import { faultOf } from '../api-fault';
import { NothingHere } from '../nothing-here';
import { StatusBadge } from '../status-badge';
import { useTRPC } from '../trpc';

const LOOK_MS = 2_000;

/** Several matches that count as one: who takes part, the matches in their order, and the scores once they are told. */
export function SeriesScreen({ id }: { id: string }) {
  const trpc = useTRPC();
  const { data, error } = useQuery({
    ...trpc.series.get.queryOptions({ id }),
    retry: false,
    refetchInterval: (query) => (query.state.data?.status === 'running' ? LOOK_MS : false),
  });
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

/** Of which series this match is a part; nothing where it is of none. */
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

function leadOf({ game, status, scores }: SeriesAnswer): string {
  const how = status === 'running' ? 'It is under way.' : status === 'failed' ? 'It failed.' : 'It is over.';
  const kept = status === 'running' && scores === null ? ' Scores are told at its end.' : '';
  return `A series of matches of ${game} that count as one. ${how}${kept}`;
}

/** For who sat in the match before: the next one waits at its table. */
function TakeSeat({ id }: { id: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const sit = useMutation(trpc.series.sit.mutationOptions({ onSuccess: ({ matchId }) => router.push(`/table/${matchId}`) }));
  return (
    <>
      <Button look="primary" disabled={sit.isPending} onClick={() => sit.mutate({ id })}>
        Take your seat
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

/** Who took an open place, as the newest match names them. */
function sitterOf(place: number, { matches, seatings }: Pick<SeriesAnswer, 'matches' | 'seatings'>): string {
  const card = matches.at(-1)?.seats.find(({ seat }) => seatings.at(-1)?.[seat] === place);
  return card ? playerOf(card) : 'open seat';
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
    cell: ({ id, status, series }) => (
      <Link href={status === 'lobby' ? `/table/${id}` : `/matches/${id}`} className="text-accent underline underline-offset-2">
        Match {(series?.place ?? 0) + 1}
      </Link>
    ),
    className: 'w-24',
  },
  { key: 'seats', head: 'Who sat where', cell: ({ seats }) => seats.map((card) => `${card.seat}: ${playerOf(card)}`).join(', ') },
  { key: 'scores', head: 'Scores', cell: ScoresCell },
  { key: 'status', head: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
];

function ScoresCell({ seats, scores, status }: MatchCard) {
  if (scores === null) return status === 'finished' ? 'told when the series ends' : '–';
  return seats.map(({ seat }) => `${seat} ${formatFixed(scores[seat] ?? 0, 3)}`).join(', ');
}
