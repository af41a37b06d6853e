'use client';
import Link from 'next/link';
import type { MatchCard } from '~/live/protocol';
import { formatAgo, formatExact, formatFixed } from '~/ui/kit/format';
import { StatusBadge } from '~/ui/kit/status-badge';
import { type Column, Table } from '~/ui/kit/table';
import { playersOf, scoreOf } from './card-words';

/** The columns that every list of matches shares. */
export function matchColumns(now: number): Column<MatchCard>[] {
  return [
    { key: 'match', head: 'Match', cell: (card) => <MatchLink card={card} /> },
    { key: 'seed', head: 'Seed', align: 'right', cell: (card) => card.seed ?? <span className="text-ink-2">private</span> },
    { key: 'status', head: 'Status', cell: (card) => <StatusBadge status={card.status} /> },
    { key: 'round', head: 'Round', align: 'right', cell: (card) => `${card.round}/${card.rounds}` },
    { key: 'score', head: 'Reward', align: 'right', cell: (card) => <Score card={card} /> },
    {
      key: 'when',
      head: 'Started',
      align: 'right',
      cell: (card) => (
        <time dateTime={card.createdAt} title={new Date(card.createdAt).toLocaleString('en-GB')}>
          {formatAgo(card.createdAt, now)}
        </time>
      ),
    },
  ];
}

export function MatchTable({ caption, cards, now }: { caption: string; cards: readonly MatchCard[]; now: number }) {
  return <Table caption={caption} columns={matchColumns(now)} rows={cards} rowKey={(card) => card.id} />;
}

function MatchLink({ card }: { card: MatchCard }) {
  return (
    <Link href={`/matches/${card.id}`} className="group block min-w-44">
      <span className="font-medium group-hover:text-accent group-hover:underline">{playersOf(card)}</span>
      <span className="block text-ink-2">{card.task}</span>
    </Link>
  );
}

function Score({ card }: { card: MatchCard }) {
  const score = scoreOf(card);
  if (score === null) return <span className="text-ink-2">–</span>;
  return <span title={formatExact(score)}>{formatFixed(score, 4)}</span>;
}
