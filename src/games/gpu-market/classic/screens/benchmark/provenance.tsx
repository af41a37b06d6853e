import { CodeBlock } from '~/kit/code-block';
import { Section } from '~/kit/panel';
import { seedLabel } from '~/kit/seed-labels';
import type { Report, Reports } from './reports';

/** Where every figure comes from: seeds, versions, and what to type to get it again. */
export function Provenance({ reports }: { reports: Reports }) {
  return (
    <Section title="Where the figures come from">
      <ul className="grid gap-x-12 gap-y-4 lg:grid-cols-2">
        {reports.map((report) => (
          <OneReport key={report.meta.command} report={report} />
        ))}
      </ul>
    </Section>
  );
}

function OneReport({ report: { rows, meta } }: { report: Report }) {
  const [row] = rows;
  return (
    <li className="min-w-0 text-small">
      <p>
        Ruleset <span className="code">{meta.ruleset}</span> version {meta.version}, judge {meta.judge_mode}, seeds{' '}
        {seedLabel(row?.seeds ?? '')} ({meta.splits.join(', ')} range), n = {row?.n} a row, {meta.episodes} episodes.
      </p>
      <p className="text-ink-2">
        Standard deviation: {meta.std}. Interval: {meta.ci95.method} bootstrap, {meta.ci95.resamples.toLocaleString('en-GB')} resamples.
        Code: <span className="code break-words">{meta.code}</span>
      </p>
      <div className="mt-2">
        <CodeBlock label={`Command for ${meta.splits.join(', ')}`} code={commandWithMethod(meta)} wrap />
      </div>
    </li>
  );
}

/** A report that was made before methods had names was made by the first one, which the command has to name today. */
function commandWithMethod({ command, ci95 }: Report['meta']): string {
  return ci95.method === 'percentile' && !command.includes('--statistics') ? `${command} --statistics percentile-1` : command;
}
