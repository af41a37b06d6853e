'use client';
import { useQuery } from '@tanstack/react-query';
import type { AgentResult, AgentSheet } from '~/api/agent-words';
import { ButtonLink } from '../kit/button';
import { formatCount, formatExact, formatFixed, formatPercent } from '../kit/format';
import { Section } from '../kit/panel';
import { Empty } from '../kit/states';
import { type Column, Table } from '../kit/table';
import { PlayerName } from '../players/player-name';
import { formatDuration } from '../thought/turn-words';
import { useTRPC } from '../trpc';
import { rulesetWord } from './agent-words';
import { IntervalBar } from './interval-bar';
import { type ResultRow, resultRows, shareOf } from './result-rows';

/** The same wrapper around models that know nothing: what it scores by itself. */
const NULL_AGENTS = ['null-random', 'null-constant'] as const;

/** Results by task with their intervals, how the turns came about, and beside a model what null models got in the same wrapper. */
export function AgentResults({ sheet }: { sheet: AgentSheet }) {
  const isModel = sheet.card.agent.spec.kind === 'model';
  const nulls = useNullResults(isModel && !NULL_AGENTS.some((name) => name === sheet.card.agent.name));
  const rows = resultRows(sheet.card.ref, sheet.results, nulls);
  return (
    <Section title="Results" note="Finished matches, mean score with a 95 % bootstrap interval. Classic scores reward, open scores profit.">
      {rows.length === 0 ? (
        <Empty
          title="It has not finished a match yet"
          action={<ButtonLink href={`/new?policy=${encodeURIComponent(sheet.card.ref)}`}>Start a match</ButtonLink>}
        >
          Results stand here by task as soon as it has, each with how many turns were its own.
        </Empty>
      ) : (
        <Table
          caption="Results by task"
          columns={columnsFor(rows)}
          rows={rows}
          rowKey={({ agent, result }) => `${agent} ${result.version} ${result.ruleset} ${result.task}`}
        />
      )}
    </Section>
  );
}

function useNullResults(enabled: boolean): { agent: string; results: readonly AgentResult[] }[] {
  const trpc = useTRPC();
  const agents = useQuery(trpc.agent.list.queryOptions({}, { enabled }));
  const [random, constant] = NULL_AGENTS.map((name) => agents.data?.find(({ agent }) => agent.name === name)?.ref ?? '');
  const first = useQuery({ ...trpc.agent.get.queryOptions({ ref: random ?? '' }), enabled: enabled && random !== '' });
  const second = useQuery({ ...trpc.agent.get.queryOptions({ ref: constant ?? '' }), enabled: enabled && constant !== '' });
  return [first.data, second.data].flatMap((one) => (one ? [{ agent: one.card.ref, results: one.results }] : []));
}

function columnsFor(rows: readonly ResultRow[]): Column<ResultRow>[] {
  return [
    { key: 'task', head: 'Task', cell: (row) => <Task row={row} /> },
    { key: 'n', head: 'n', align: 'right', cell: ({ result }) => formatCount(result.matches) },
    { key: 'score', head: 'Score', align: 'right', cell: (row) => <Score result={row.result} /> },
    {
      key: 'bar',
      head: <span className="sr-only">Interval</span>,
      cell: (row) => <IntervalBar row={row} rows={rows} />,
      className: 'w-32 max-sm:hidden',
    },
    { key: 'own', head: 'own', align: 'right', cell: ({ result }) => <Share result={result} part="own" /> },
    { key: 'repaired', head: 'repaired', align: 'right', cell: ({ result }) => <Share result={result} part="repaired" /> },
    { key: 'guarded', head: 'guarded', align: 'right', cell: ({ result }) => <Share result={result} part="guarded" /> },
    { key: 'fallback', head: 'fell back', align: 'right', cell: ({ result }) => <Share result={result} part="fallback" /> },
    {
      key: 'walked',
      head: 'walked back',
      align: 'right',
      cell: ({ result: { counts } }) => (counts === null ? '–' : formatCount(counts.walkBacks)),
    },
    { key: 'latency', head: 'median turn', align: 'right', cell: ({ result }) => <Latency result={result} /> },
  ];
}

function Task({ row: { agent, beside, result } }: { row: ResultRow }) {
  if (beside)
    return (
      <span className="pl-3 whitespace-nowrap text-ink-2">
        <span className="sr-only">beside it </span>
        <PlayerName name={agent} />
      </span>
    );
  return (
    <>
      <span className="font-medium">{result.task}</span>
      <span className="block whitespace-nowrap text-ink-2">
        {rulesetWord(result.ruleset)}, version {result.version}
      </span>
    </>
  );
}

function Score({ result: { score } }: { result: AgentResult }) {
  if (score === null) return <span className="text-ink-3">one match</span>;
  return (
    <span title={`${formatExact(score.mean)}, from ${formatExact(score.low)} to ${formatExact(score.high)}`}>
      {formatFixed(score.mean, 4)}{' '}
      <span className="text-ink-2">
        [{formatFixed(score.low, 2)}, {formatFixed(score.high, 2)}]
      </span>
    </span>
  );
}

function Share({ result: { counts }, part }: { result: AgentResult; part: 'own' | 'repaired' | 'guarded' | 'fallback' }) {
  if (counts === null) return <span className="text-ink-3">–</span>;
  return <span title={`${formatCount(counts[part])} of ${formatCount(counts.turns)} turns`}>{formatPercent(shareOf(counts, part))}</span>;
}

function Latency({ result: { counts } }: { result: AgentResult }) {
  if (!counts?.latency) return <span className="text-ink-3">–</span>;
  return <span title={`95 % within ${formatDuration(counts.latency.p95)}`}>{formatDuration(counts.latency.p50)}</span>;
}
