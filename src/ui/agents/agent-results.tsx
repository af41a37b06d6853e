import type { AgentSheet } from '~/api/agent-words';
import { ButtonLink } from '~/kit/button';
import { formatCount, formatExact, formatFixed, formatPercent } from '~/kit/format';
import { Section } from '~/kit/panel';
import { Empty } from '~/kit/states';
import { type Column, Table } from '~/kit/table';
import { fallbackWords, isMostlyFallback } from '~/lib/play/whose-play';
import { PlayerName } from '../players/player-name';
import { formatDuration } from '../thought/turn-words';
import { rulesetWord } from './agent-words';
import { IntervalBar } from './interval-bar';
import { NullSteps } from './null-steps';
import { nullGaps, type ResultRow, resultRows, shareOf } from './result-rows';

/** Results by task with their intervals, how the turns came about, and beside a model what null models got in the same worlds and seats. */
export function AgentResults({ sheet }: { sheet: AgentSheet }) {
  const { ref, agent } = sheet.card;
  const rows = resultRows(ref, sheet.results);
  const isPerson = agent.spec.kind === 'person';
  const start = isPerson ? `/table/new?person=${encodeURIComponent(ref)}` : `/new?policy=${encodeURIComponent(ref)}`;
  return (
    <Section title="Results" note="Finished matches, mean score with a 95% bootstrap interval. Classic scores reward, open scores profit.">
      {rows.length === 0 ? (
        <Empty
          title={isPerson ? 'They have not finished a match yet' : 'It has not finished a match yet'}
          action={<ButtonLink href={start}>{isPerson ? 'Set a table' : 'Start a match'}</ButtonLink>}
        >
          {isPerson
            ? 'Results stand here by task as soon as they have. A seat that somebody else played for a time does not count.'
            : 'Results stand here by task as soon as it has, each with how many turns were its own.'}
        </Empty>
      ) : (
        <Table
          caption="Results by task"
          columns={columnsFor(rows)}
          rows={rows}
          rowKey={(row) => `${row.agent} ${row.ruleset} ${row.task} ${row.beside}`}
        />
      )}
      <NullSteps gaps={nullGaps(ref, sheet.results)} />
    </Section>
  );
}

function columnsFor(rows: readonly ResultRow[]): Column<ResultRow>[] {
  return [
    { key: 'task', head: 'Task', cell: (row) => <Task row={row} /> },
    { key: 'n', head: 'n', align: 'right', cell: ({ matches }) => formatCount(matches) },
    { key: 'score', head: 'Score', align: 'right', cell: (row) => <ResultScore score={row.score} counts={row.counts} /> },
    {
      key: 'bar',
      head: <span className="sr-only">Interval</span>,
      cell: (row) => <IntervalBar row={row} rows={rows} />,
      className: 'w-32 max-sm:hidden',
    },
    { key: 'own', head: 'own', align: 'right', cell: ({ counts }) => <Share counts={counts} part="own" /> },
    { key: 'repaired', head: 'repaired', align: 'right', cell: ({ counts }) => <Share counts={counts} part="repaired" /> },
    { key: 'guarded', head: 'guarded', align: 'right', cell: ({ counts }) => <Share counts={counts} part="guarded" /> },
    { key: 'fallback', head: 'fell back', align: 'right', cell: ({ counts }) => <Share counts={counts} part="fallback" /> },
    {
      key: 'walked',
      head: 'walked back',
      align: 'right',
      cell: ({ counts }) => (counts === null ? '–' : formatCount(counts.walkBacks)),
    },
    { key: 'latency', head: 'median turn', align: 'right', cell: ({ counts }) => <Latency counts={counts} /> },
  ];
}

function Task({ row: { agent, beside, task, ruleset } }: { row: ResultRow }) {
  if (beside)
    return (
      <span className="pl-3 whitespace-nowrap text-ink-2">
        <span className="sr-only">beside it </span>
        <PlayerName name={agent} />
      </span>
    );
  return (
    <>
      <span className="font-medium">{task}</span>
      <span className="block whitespace-nowrap text-ink-2">
        {rulesetWord(ruleset)}
        {agent.includes('@') ? `, version ${agent.split('@')[1]}` : ''}
      </span>
    </>
  );
}

export function ResultScore({ score, counts }: Pick<ResultRow, 'score' | 'counts'>) {
  if (score === null) return <span className="text-ink-3">one world</span>;
  const isFallbacks = counts !== null && isMostlyFallback(counts);
  const { mean, low, high, worlds } = score;
  if (low === null || high === null) {
    return (
      <span title={formatExact(mean)}>
        {formatFixed(mean, 4)} <span className="text-ink-2">{worlds} worlds</span>
        {isFallbacks ? <span className="block text-red">{fallbackWords(counts)}</span> : null}
      </span>
    );
  }
  return (
    <span title={`${formatExact(mean)}, from ${formatExact(low)} to ${formatExact(high)}; ${worlds} worlds`}>
      {formatFixed(mean, 4)}{' '}
      <span className="text-ink-2">
        [{formatFixed(low, 2)}, {formatFixed(high, 2)}]
      </span>
      {isFallbacks ? <span className="block text-red">{fallbackWords(counts)}</span> : null}
    </span>
  );
}

function Share({ counts, part }: Pick<ResultRow, 'counts'> & { part: 'own' | 'repaired' | 'guarded' | 'fallback' }) {
  if (counts === null) return <span className="text-ink-3">–</span>;
  return <span title={`${formatCount(counts[part])} of ${formatCount(counts.turns)} turns`}>{formatPercent(shareOf(counts, part))}</span>;
}

function Latency({ counts }: Pick<ResultRow, 'counts'>) {
  if (!counts?.latency) return <span className="text-ink-3">–</span>;
  return <span title={`95% within ${formatDuration(counts.latency.p95)}`}>{formatDuration(counts.latency.p50)}</span>;
}
