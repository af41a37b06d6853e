'use client';
import { ChartFrame } from '~/kit/charts/chart-frame';
import { LineChart } from '~/kit/charts/line-chart';
import { leftOutWords, type PanelView, panelsOf, type ShownRun } from './panel-charts';
import { formatStep } from './training-labels';

const ALONE = 190;
const ONE_OF_TWO = 130;

/** Up to six panels; each says what the log lacks, and a sentence below says which are left out, and why. */
export function RunPanels({ runs }: { runs: readonly ShownRun[] }) {
  const file = runs.map(({ run }) => run.name.replaceAll(/[^\w-]+/g, '-').toLowerCase()).join('-and-');
  const leftOut = leftOutWords(runs);
  return (
    <>
      <div className="grid gap-x-10 gap-y-8 min-[900px]:grid-cols-2">
        {panelsOf(runs).map((panel) => (
          <OnePanel key={panel.key} panel={panel} file={`${file}-${panel.key}`} />
        ))}
      </div>
      {leftOut === null ? null : <p className="mt-4 text-ink-2 text-small">{leftOut}</p>}
    </>
  );
}

function OnePanel({ panel: { title, note, charts, lacking, table }, file }: { panel: PanelView; file: string }) {
  return (
    <ChartFrame title={title} note={note === '' ? undefined : note} file={file} table={table}>
      {charts.map(({ key, label, ...chart }) => (
        <div key={key}>
          {label === null ? null : <p className="mt-1 text-ink-2 text-micro">{label}</p>}
          <LineChart {...chart} xLabel="step" formatX={formatStep} height={charts.length === 1 ? ALONE : ONE_OF_TWO} />
        </div>
      ))}
      {lacking.map((sentence) => (
        <p key={sentence} className="mt-1 text-ink-2 text-small">
          {sentence}
        </p>
      ))}
    </ChartFrame>
  );
}

/** Which line is which run's; read next to the letters at the lines' ends. */
export function RunKey({ runs }: { runs: readonly ShownRun[] }) {
  return (
    <ul aria-label="Runs in the panels" className="mb-4 flex flex-wrap gap-x-6 gap-y-1 text-small">
      {runs.map(({ run, letter, colour, dashed }) => (
        <li key={run.id} className="flex min-w-0 items-center gap-2">
          <svg width={28} height={8} aria-hidden className="shrink-0">
            <line x1={0} x2={28} y1={4} y2={4} stroke={colour} strokeWidth={2} {...(dashed ? { strokeDasharray: '4 3' } : {})} />
          </svg>
          <span className="min-w-0 break-words">
            <span className="font-medium">{letter}</span>: {run.name}
          </span>
        </li>
      ))}
    </ul>
  );
}
