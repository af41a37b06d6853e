import Link from 'next/link';
import type { FixtureCard } from '~/api/tournament/types';
import { Badge } from '~/kit/badge';
import { formatFixed } from '~/kit/format';
import { SeatChip } from '~/kit/seat-chip';
import { type Column, Table } from '~/kit/table';
import { OriginsLine } from './whose-turns';

/** Matches of a schedule with seats and scores, each with a link to its replay. */
export function MatchList({ caption, fixtures, withTask }: { caption: string; fixtures: readonly FixtureCard[]; withTask: boolean }) {
  return <Table caption={caption} columns={withTask ? [...START, TASK, ...END] : [...START, ...END]} rows={fixtures} rowKey={keyOf} />;
}

function keyOf({ order }: FixtureCard): string {
  return String(order);
}

const START: Column<FixtureCard>[] = [
  { key: 'order', head: 'Match', align: 'right', cell: (fixture) => <Order fixture={fixture} />, className: 'w-16' },
];
const TASK: Column<FixtureCard> = { key: 'task', head: 'Task', cell: ({ task }) => task };
const END: Column<FixtureCard>[] = [
  { key: 'world', head: 'World', align: 'right', cell: ({ world }) => world + 1, className: 'w-14' },
  { key: 'seats', head: 'Who sat where, and the score', cell: (fixture) => <Seats fixture={fixture} /> },
  { key: 'status', head: 'Status', cell: (fixture) => <Status fixture={fixture} /> },
];

function Order({ fixture: { order, matchId, isSeries, status, matchStatus } }: { fixture: FixtureCard }) {
  if (status === 'cancelled' && matchStatus === null) return <span className="text-ink-2">{order + 1}</span>;
  return (
    <Link
      href={isSeries ? `/series/${matchId}` : `/matches/${matchId}`}
      className="-my-1 -mr-2 inline-block min-w-8 px-2 py-1 text-accent underline underline-offset-2"
      aria-label={`${isSeries ? 'Series' : 'Match'} ${order + 1}: open it`}
    >
      {order + 1}
    </Link>
  );
}

/** Entrants first, because the players that fill the table are less important. */
function Seats({ fixture: { seats, scores, origins } }: { fixture: FixtureCard }) {
  const playing = seats.filter(({ entrant }) => entrant !== null);
  const others = seats.length - playing.length;
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1">
      {playing.map(({ seat, entrant }) => (
        <span key={seat}>
          <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
            <SeatChip seat={seat} />
            <span className="code">{entrant}</span>
            {typeof scores?.[seat] === 'number' ? <span className="num text-ink-2">{formatFixed(scores[seat] ?? 0, 3)}</span> : null}
          </span>
          <OriginsLine origins={origins[seat]} />
        </span>
      ))}
      {others > 0 ? <span className="text-ink-2">and {others} filled</span> : null}
    </span>
  );
}

function Status({ fixture: { status, matchStatus, fault, attempts, unrated, sealed } }: { fixture: FixtureCard }) {
  if (status === 'failed') return <span className="text-red">failed: {fault ?? 'no reason was given'}</span>;
  if (matchStatus === 'finished') {
    return (
      <span>
        <Badge>{status}</Badge> <span className="text-ink-2">its match was played to its end, but does not count</span>
      </span>
    );
  }
  return (
    <span className="whitespace-nowrap">
      <Badge tone={status === 'playing' ? 'accent' : 'plain'}>{status}</Badge>
      {status === 'scoring' ? <span className="ml-1.5 text-ink-2">played; computing the best possible result of its world</span> : null}
      {sealed && status === 'done' ? <span className="ml-1.5 text-ink-2">score shown when the season closes</span> : null}
      {attempts > 0 ? <span className="ml-1.5 text-ink-2">after {attempts === 1 ? 'a failure' : `${attempts} failures`}</span> : null}
      {unrated ? <span className="ml-1.5 text-ink-2">unrated: the optimum is not known exactly</span> : null}
    </span>
  );
}
