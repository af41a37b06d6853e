'use client';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { MeetingCard } from '~/api/tournament/types';
import { formatFixed } from '~/kit/format';
import { Section } from '~/kit/panel';
import { PlayerName } from '~/kit/player-name';
import { Loading, Skeleton } from '~/kit/states';
import type { TournamentFormat } from '~/store/tournaments/tournament';
import { FailedQuery } from '../query-states';
import { useTRPC } from '../trpc';
import { None } from './standings-table';
import { stageWord } from './tournament-labels';

/** One column per round: meetings, mean scores, winners. */
export function Bracket({ id, format }: { id: string; format: TournamentFormat }) {
  const trpc = useTRPC();
  const meetings = useQuery(trpc.tournament.meetings.queryOptions({ id }, { placeholderData: (before) => before }));
  return (
    <Section
      title="Pairings"
      note={
        format === 'knockout'
          ? 'Mean scores in the same worlds and seatings. The higher score advances.'
          : 'Mean scores in the same worlds and seatings.'
      }
    >
      {meetings.isPending ? (
        <Loading what="the pairings">
          <Skeleton className="h-40 w-full" />
        </Loading>
      ) : null}
      {meetings.isError ? <FailedQuery what="the pairings" error={meetings.error} retry={meetings.refetch} /> : null}
      {meetings.data ? <Rounds format={format} meetings={meetings.data} /> : null}
    </Section>
  );
}

function Rounds({ format, meetings }: { format: TournamentFormat; meetings: readonly MeetingCard[] }) {
  const stages = [...new Set(meetings.map(({ stage }) => stage))];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section aria-label="Pairings by round" tabIndex={0} className="overflow-x-auto">
      <ol className="flex min-w-max gap-6">
        {stages.map((stage) => (
          <li key={stage} className="flex w-52 flex-col">
            <h3 className="mb-2 font-medium text-small">{stageWord(format, stage)}</h3>
            <ul className={clsx('flex flex-1 flex-col gap-3', format === 'knockout' && 'justify-around')}>
              {meetings
                .filter((meeting) => meeting.stage === stage)
                .map((meeting) => (
                  <li key={meeting.sides.map(({ entrant }) => entrant).join('\n')}>
                    <Meeting meeting={meeting} />
                  </li>
                ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Meeting({ meeting: { sides, ended, winner } }: { meeting: MeetingCard }) {
  const isTie = sides.every(({ score }) => score === sides[0]?.score);
  return (
    <div className="rounded-md border bg-panel text-small">
      {sides.map(({ entrant, score }) => (
        <p key={entrant} className="flex items-baseline justify-between gap-3 border-b px-2.5 py-1 last:border-0">
          <span className={clsx('min-w-0 [overflow-wrap:anywhere]', winner === entrant ? 'font-semibold' : ended && 'text-ink-2')}>
            <PlayerName name={entrant} />
          </span>
          <span className="num text-ink-2">
            {winner === entrant ? <span className="mr-1.5 text-ink">{isTie ? 'wins the tie' : 'ahead'}</span> : null}
            {score === null ? <None /> : formatFixed(score, 3)}
          </span>
        </p>
      ))}
      {ended ? null : <p className="border-t px-2.5 py-0.5 text-ink-2 text-micro">not over</p>}
    </div>
  );
}
