import { useMutation, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useEffect, useState } from 'react';
import type { AgentSheet } from '~/api/agent/types';
import { Button, ButtonLink } from '~/kit/button';
import { formatCount, formatCounted, formatExact } from '~/kit/format';
import { Section } from '~/kit/panel';
import { PlayerName } from '~/kit/player-name';
import { Empty } from '~/kit/states';
import { type Column, Table } from '~/kit/table';
import { fallbackWords, isMostlyFallback, severalBuilds } from '~/lib/play/whose-play';
import { faultOf } from '../api-fault';
import { isLive, meanText } from '../matches/card-labels';
import { useLobby } from '../matches/use-lobby';
import { gameTitle, taskTitle } from '../task-title';
import { formatDuration } from '../thought/turn-labels';
import { TURN_WORDS, TurnsByOrigin, WHOSE_TURNS } from '../tournaments/whose-turns';
import { useTRPC } from '../trpc';
import { UnlockDialog } from '../unlock-dialog';
import { useOnce } from '../use-once';
import { botsAddress } from './agent-labels';
import { type NullGap, nullGaps, type ResultRow, resultRows, scaleOf } from './result-rows';

/** Results by task with intervals and turn counts. For a model, also baselines (null models) in the same worlds and seats. */
export function AgentResults({ sheet }: { sheet: AgentSheet }) {
  const { ref, agent } = sheet.card;
  const rows = resultRows(ref, sheet.results);
  const isPerson = agent.spec.kind === 'person';
  const start = isPerson ? `/play/people?person=${encodeURIComponent(ref)}` : botsAddress(ref, agent.plays);
  return (
    <Section
      title="Results"
      note={`Means over finished matches with 95% bootstrap confidence intervals, each in the unit of its game. Tournaments may score by the gain instead.${rows.some(({ counts }) => counts !== null) ? ` ${TURN_WORDS}` : ''}`}
    >
      {rows.length === 0 ? (
        <Empty
          title={isPerson ? 'They have not finished a match yet' : 'It has not finished a match yet'}
          action={<ButtonLink href={start}>{isPerson ? 'Host a table' : 'Start a match'}</ButtonLink>}
        >
          {isPerson
            ? 'Their results appear here by task. Seats that somebody else played for part of a match do not count.'
            : 'Its results appear here by task, with the share of turns that were its own.'}
        </Empty>
      ) : (
        <Table
          caption="Results by task"
          columns={columnsFor(rows)}
          rows={rows}
          rowKey={(row) => `${row.agent} ${row.ruleset} ${row.task} ${row.beside}`}
        />
      )}
      {sheet.demos.map(({ id, name }) => (
        <p key={id} className="mt-3 text-ink-2 text-small">
          Its matches in{' '}
          <Link href={`/rankings/tournaments/${id}`} className="text-accent underline underline-offset-2">
            {name}
          </Link>{' '}
          are included. Mandi played them automatically when it first started.
        </p>
      ))}
      {sheet.results.map(({ version, ruleset, task, builds }) =>
        builds ? (
          <p key={`${version} ${ruleset} ${task}`} className="mt-3 break-words text-ink-2 text-small">
            {taskTitle({ key: ruleset, task })}, {gameTitle(ruleset)}, version {version}: {severalBuilds(builds)}
          </p>
        ) : null,
      )}
      <NullSteps gaps={nullGaps(ref, sheet.results)} />
    </Section>
  );
}

function columnsFor(rows: readonly ResultRow[]): Column<ResultRow>[] {
  return [
    { key: 'task', head: 'Task', cell: (row) => <Task row={row} /> },
    { key: 'n', head: 'Matches', align: 'right', cell: ({ matches }) => formatCount(matches) },
    {
      key: 'score',
      head: 'Mean',
      align: 'right',
      cell: (row) => <ResultScore score={row.score} counts={row.counts} ruleset={row.ruleset} />,
    },
    {
      key: 'bar',
      head: <span className="sr-only">Interval</span>,
      cell: (row) => <IntervalBar row={row} rows={rows} />,
      className: 'w-32 max-sm:hidden',
    },
    ...(rows.some(({ counts }) => counts !== null) ? TURN_COLUMNS : []),
  ];
}

const NONE = <span className="text-ink-3">–</span>;

/** For agents that are asked: a script’s turns are all its own. */
const TURN_COLUMNS: readonly Column<ResultRow>[] = [
  { key: 'turns', head: WHOSE_TURNS, align: 'right', cell: ({ counts }) => (counts ? <TurnsByOrigin origins={counts} /> : NONE) },
  { key: 'reverted', head: 'Reverted', align: 'right', cell: ({ counts }) => (counts ? formatCount(counts.walkBacks) : NONE) },
  { key: 'latency', head: 'Median turn', align: 'right', cell: ({ counts }) => <Latency counts={counts} /> },
];

function Task({ row: { agent, beside, task, ruleset } }: { row: ResultRow }) {
  if (beside)
    return (
      <span className="pl-3 whitespace-nowrap text-ink-2">
        <span className="sr-only">baseline for comparison: </span>
        <PlayerName name={agent} />
      </span>
    );
  return (
    <>
      <span className="font-medium">{taskTitle({ key: ruleset, task })}</span>
      <span className="block whitespace-nowrap text-ink-2">
        {gameTitle(ruleset)}
        {agent.includes('@') ? `, version ${agent.split('@')[1]}` : ''}
      </span>
    </>
  );
}

export function ResultScore({ score, counts, ruleset = '' }: Pick<ResultRow, 'score' | 'counts'> & { ruleset?: string }) {
  if (score === null) return <span className="text-ink-3">one world</span>;
  const isFallbacks = counts !== null && isMostlyFallback(counts);
  const { mean, low, high, worlds } = score;
  if (low === null || high === null) {
    return (
      <span title={formatExact(mean)}>
        {meanText(ruleset, mean)}, <span className="text-ink-2">{formatCounted(worlds, 'world')}</span>
        {isFallbacks ? <span className="block text-red">{fallbackWords(counts)}</span> : null}
      </span>
    );
  }
  return (
    <span title={`${formatExact(mean)}, from ${formatExact(low)} to ${formatExact(high)}; ${formatCounted(worlds, 'world')}`}>
      {meanText(ruleset, mean, [low, high])}
      {isFallbacks ? <span className="block text-red">{fallbackWords(counts)}</span> : null}
    </span>
  );
}

function Latency({ counts }: Pick<ResultRow, 'counts'>) {
  if (!counts?.latency) return NONE;
  return <span title={`95% within ${formatDuration(counts.latency.p95)}`}>{formatDuration(counts.latency.p50)}</span>;
}

/** A mean with its interval on the ruleset's scale. The figures are next to it. */
function IntervalBar({ row, rows }: { row: ResultRow; rows: readonly ResultRow[] }) {
  const { score, ruleset } = row;
  if (score === null) return null;
  const { low, high } = scaleOf(rows, ruleset);
  const place = (value: number) => `${((value - low) / (high - low)) * 100}%`;
  return (
    <svg
      width="100%"
      height={14}
      aria-hidden
      className={row.beside ? 'block overflow-visible text-ink-3' : 'block overflow-visible text-ink'}
    >
      <line x1={place(0)} x2={place(0)} y1={-6} y2={20} stroke="var(--line-strong)" shapeRendering="crispEdges" />
      {score.low === null || score.high === null ? null : (
        <g stroke="currentColor" strokeWidth={1.25}>
          <line x1={place(score.low)} x2={place(score.high)} y1={7} y2={7} />
          <line x1={place(score.low)} x2={place(score.low)} y1={4} y2={10} />
          <line x1={place(score.high)} x2={place(score.high)} y1={4} y2={10} />
        </g>
      )}
      <circle cx={place(score.mean)} cy={7} r={3.5} fill="currentColor" />
    </svg>
  );
}

/** Results of a model without null models to compare, each with the action that fixes it. */
function NullSteps({ gaps }: { gaps: readonly NullGap[] }) {
  if (gaps.length === 0) return null;
  return (
    <ul aria-label="Without baselines" className="mt-3 space-y-3">
      {gaps.map((gap) => (
        <NullStep key={`${gap.agent} ${gap.ruleset} ${gap.task}`} gap={gap} />
      ))}
    </ul>
  );
}

function NullStep({ gap: { agent, ruleset, task, toPlay, words } }: { gap: NullGap }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [locked, setLocked] = useState(false);
  const play = useMutation(
    trpc.agent.playNulls.mutationOptions({
      onSuccess: () => void queries.invalidateQueries(trpc.agent.get.pathFilter()),
      onError: (error) => setLocked(faultOf(error).code === 'operator_needed'),
    }),
  );
  const send = useOnce(play);
  const fault = play.error ? faultOf(play.error) : null;
  const ids = [...(play.data?.opened ?? []), ...(play.data?.underWay ?? [])];
  return (
    <li className="rounded-md border border-amber bg-amber-wash px-3 py-2 text-small">
      <p>
        <span className="font-medium">
          {taskTitle({ key: ruleset, task })}, {gameTitle(ruleset)}, <PlayerName name={agent} />:
        </span>{' '}
        {words}
      </p>
      {toPlay === 0 ? null : (
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button size="small" disabled={play.isPending || play.isSuccess} onClick={() => send({ ref: agent, ruleset, task })}>
            Play the baselines here too
          </Button>
          {play.isSuccess ? (
            <UnderWay ids={ids} />
          ) : (
            <span className="text-ink-2">
              {toPlay === 1 ? 'One match' : `${toPlay} matches`} in the same worlds and seats; all other players play again too.
            </span>
          )}
        </div>
      )}
      <UnlockDialog open={locked} onOpen={setLocked} onUnlocked={() => send({ ref: agent, ruleset, task })} />
      {fault && fault.code !== 'operator_needed' ? (
        <p role="alert" className="mt-2 text-red">
          {fault.message}
        </p>
      ) : null}
    </li>
  );
}

/** Number of these matches in progress; refetches the card when the last has ended. */
function UnderWay({ ids }: { ids: readonly string[] }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { list, settled } = useLobby();
  const live = list.filter(({ card }) => ids.includes(card.id) && isLive(card)).length;
  const quiet = settled && live === 0;
  useEffect(() => {
    if (quiet) void queries.invalidateQueries(trpc.agent.get.pathFilter());
  }, [quiet, queries, trpc]);
  return (
    <span role="status" className="text-ink-2">
      {quiet
        ? 'These matches are over.'
        : `${formatCounted(ids.length, 'match is', 'matches are')} being played. Their rows appear here at the end.`}
    </span>
  );
}
