import Link from 'next/link';
import type { FixtureCard } from '~/api/tournament/types';
import { policyWords } from '~/contract/player';
import { Badge } from '~/kit/badge';
import { formatCounted, formatFixed } from '~/kit/format';
import { PlayerName } from '~/kit/player-name';
import { SeatChip } from '~/kit/seat-chip';
import { type Column, Table } from '~/kit/table';
import { OriginsLine } from './whose-turns';

interface Props {
  caption: string;
  fixtures: readonly FixtureCard[];
  withTask: boolean;
  /** Two entrants, the one with the better figure first: marks the matches in which it was the other way round. */
  versus?: Versus | null;
}

interface Versus {
  leader: string;
  other: string;
}

/** Matches of a schedule with seats and scores, each with a link to its replay. */
export function MatchList({ caption, fixtures, withTask, versus = null }: Props) {
  const columns = [
    ...START,
    ...(withTask ? [TASK] : []),
    WORLD,
    seatsColumn(versus),
    // A list of played matches usually has nothing to say here.
    ...(fixtures.every(isPlain) ? [] : [STATUS]),
  ];
  return <Table caption={caption} columns={columns} rows={fixtures} rowKey={keyOf} />;
}

/** Played, counted, and nothing to add. */
function isPlain({ status, matchStatus, attempts, unrated, sealed }: FixtureCard): boolean {
  return status === 'done' && matchStatus !== 'finished' && attempts === 0 && !unrated && !sealed;
}

/** Whether the other entrant ended ahead of the leader at a table that both shared. By the mean of their seats. */
export function isUpset({ seats, scores }: Pick<FixtureCard, 'seats' | 'scores'>, { leader, other }: Versus): boolean {
  const meanOf = (name: string) => {
    const own = seats.flatMap(({ seat, entrant }) => (entrant === name ? (scores?.[seat] ?? []) : []));
    return own.length === 0 ? null : own.reduce((sum, score) => sum + score, 0) / own.length;
  };
  const [first, second] = [meanOf(leader), meanOf(other)];
  return first !== null && second !== null && second > first;
}

function keyOf({ order }: FixtureCard): string {
  return String(order);
}

const START: Column<FixtureCard>[] = [
  { key: 'order', head: 'Match', align: 'right', cell: (fixture) => <Order fixture={fixture} />, className: 'w-16' },
];
const TASK: Column<FixtureCard> = { key: 'task', head: 'Task', cell: ({ task }) => task };
const WORLD: Column<FixtureCard> = { key: 'world', head: 'World', align: 'right', cell: ({ world }) => world + 1, className: 'w-14' };
const STATUS: Column<FixtureCard> = { key: 'status', head: 'Status', cell: (fixture) => <Status fixture={fixture} /> };

function seatsColumn(versus: Versus | null): Column<FixtureCard> {
  return {
    key: 'seats',
    head: 'Who sat where, and the score',
    cell: (fixture) => (
      <>
        <Seats fixture={fixture} />
        {versus !== null && isUpset(fixture, versus) ? (
          <span className="mt-1 block">
            <Badge tone="amber">upset: {policyWords(versus.other)} ahead</Badge>
          </span>
        ) : null}
      </>
    ),
  };
}

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
          <span className="inline-flex flex-wrap items-center gap-x-1.5">
            <SeatChip seat={seat} />
            <PlayerName name={entrant ?? ''} className="[overflow-wrap:anywhere]" />
            {typeof scores?.[seat] === 'number' ? <span className="num text-ink-2">{formatFixed(scores[seat] ?? 0, 3)}</span> : null}
          </span>
          <OriginsLine origins={origins[seat]} />
        </span>
      ))}
      {others > 0 ? <span className="text-ink-2">and {formatCounted(others, 'other seat')}</span> : null}
    </span>
  );
}

function Status({ fixture: { status, matchStatus, fault, attempts, unrated, sealed } }: { fixture: FixtureCard }) {
  if (status === 'failed') return <span className="text-red">failed: {fault ?? 'no reason was given'}</span>;
  if (matchStatus === 'finished') {
    return (
      <span>
        <Badge>{status}</Badge> <span className="text-ink-2">played to the end, but does not count</span>
      </span>
    );
  }
  return (
    <span>
      <Badge tone={status === 'playing' ? 'accent' : 'plain'}>{status}</Badge>
      {status === 'scoring' ? <span className="ml-1.5 text-ink-2">played; computing the best possible result of its world</span> : null}
      {sealed && status === 'done' ? <span className="ml-1.5 text-ink-2">score shown when the season closes</span> : null}
      {attempts > 0 ? <span className="ml-1.5 text-ink-2">after {attempts === 1 ? 'a failure' : `${attempts} failures`}</span> : null}
      {unrated ? <span className="ml-1.5 text-ink-2">unrated: the optimum is not known exactly</span> : null}
    </span>
  );
}
