'use client';
import Link from 'next/link';
import { roundText } from '~/games/screens';
import { formatAgo, formatExact, formatMoment } from '~/kit/format';
import { type Column, Table } from '~/kit/table';
import type { MatchCard } from '~/live/protocol';
import { StatusBadge } from '~/ui/status-badge';
import { taskTitle } from '../task-title';
import { bestOf, finishLabel, holderOf, playersOf, scoreOf, scoreText, taskLabel } from './card-labels';

/** The columns common to all lists of matches. */
export function matchColumns(now: number): Column<MatchCard>[] {
  return [
    { key: 'match', head: 'Players', cell: (card) => <MatchLink card={card} /> },
    { key: 'task', head: 'Task', cell: (card) => <TaskOf card={card} />, className: 'max-sm:hidden' },
    { key: 'seed', head: 'Seed', align: 'right', cell: (card) => <Seed card={card} />, className: 'max-sm:hidden' },
    { key: 'score', head: 'Best result', align: 'right', cell: (card) => <Score card={card} /> },
    { key: 'status', head: 'Status', cell: (card) => <Standing card={card} />, className: 'pl-4 sm:pl-6' },
    { key: 'when', head: 'Started', align: 'right', cell: (card) => <Started card={card} now={now} />, className: 'max-sm:hidden' },
  ];
}

export function MatchTable({ caption, cards, now }: { caption: string; cards: readonly MatchCard[]; now: number }) {
  return <Table caption={caption} columns={matchColumns(now)} rows={cards} rowKey={(card) => card.id} />;
}

function MatchLink({ card }: { card: MatchCard }) {
  return (
    <Link href={`/matches/${card.id}`} className="group block">
      <span className="font-medium group-hover:text-accent group-hover:underline">{playersOf(card)}</span>
      <span className="block text-ink-2 sm:hidden">
        <TaskOf card={card} />
        {card.seed === null ? '' : `, seed ${card.seed}`}
      </span>
    </Link>
  );
}

/** As `taskLabel`; the game's key is not broken at its hyphen. */
function TaskOf({ card }: { card: MatchCard }) {
  const [title, key] = [taskTitle(card), `(${card.key})`];
  if (!taskLabel(card).endsWith(key)) return title;
  return (
    <>
      {title} <span className="whitespace-nowrap">{key}</span>
    </>
  );
}

/** The status: plain for a normal end, highlighted otherwise. */
function Standing({ card }: { card: MatchCard }) {
  if (card.status === 'finished')
    return (
      <span className="text-ink-2" title={card.fault ?? undefined}>
        {finishLabel(card)}
      </span>
    );
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <StatusBadge status={card.status} />
      <span className="num text-ink-2 max-sm:hidden">{roundText(card.key, card.round, card.rounds)}</span>
    </span>
  );
}

function Seed({ card }: { card: MatchCard }) {
  return card.seed === null ? <span className="text-ink-2">private</span> : card.seed;
}

function Started({ card, now }: { card: MatchCard; now: number }) {
  return (
    <time dateTime={card.createdAt} title={formatMoment(card.createdAt)}>
      {formatAgo(card.createdAt, now)}
    </time>
  );
}

function Score({ card }: { card: MatchCard }) {
  const best = bestOf(card);
  if (best)
    return (
      <span title={`The most of ${card.seats.length}`}>
        <span className="block font-medium">{holderOf(card, best.seat)}</span>
        <span className="block text-ink-2">{scoreText(card, best.score)}</span>
      </span>
    );
  const score = scoreOf(card);
  if (score === null) return <span className="text-ink-2">–</span>;
  return <span title={formatExact(score)}>{scoreText(card, score)}</span>;
}
