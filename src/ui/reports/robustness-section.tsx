import { useState } from 'react';
import { policyWords } from '~/contract/player';
import { ChartFrame } from '~/kit/charts/chart-frame';
import { LineChart } from '~/kit/charts/line-chart';
import { CodeBlock } from '~/kit/code-block';
import { SelectField } from '~/kit/field';
import { formatFixed } from '~/kit/format';
import { Section } from '~/kit/panel';
import { seatColor } from '~/kit/seat-hue';
import { seedLabel } from '~/kit/seed-labels';
import { isMostlyFallback, ownTurnsWords } from '~/lib/play/whose-play';
import { EpisodesTable } from './episodes-table';
import { type Robustness, type Stress, stressLabel, useTaskTitles } from './report';

type Panel = Robustness['panels'][number];

/** How scores fall as shocks strike the same worlds more often. */
export function RobustnessSection({ id, robustness }: { id: string; robustness: Robustness }) {
  const { panels, seeds, splits, command } = robustness;
  const domain = domainOf(panels);
  return (
    <Section
      title="Robustness"
      note={`The same worlds (seeds ${seedLabel(seeds)}, ${splits.join(' and ')}) first without shocks, then with more and more shocks of one kind. Bars: 95% confidence intervals of the mean, on the same scale in all panels.`}
    >
      <div className="mb-6 grid gap-x-10 gap-y-8 md:grid-cols-2 lg:grid-cols-3">
        {panels.map((panel) => (
          <OnePanel key={`${panel.task} ${panel.kind}`} panel={panel} domain={domain} />
        ))}
      </div>
      <StruckEpisodes id={id} robustness={robustness} />
      <CodeBlock label="Command for the grid" code={command} wrap />
    </Section>
  );
}

function OnePanel({ panel: { task, kind, curves }, domain }: { panel: Panel; domain: readonly [number, number] }) {
  const titleOf = useTaskTitles();
  const most = Math.max(...curves.flatMap(({ points }) => points.map(({ strikes }) => strikes)));
  return (
    <ChartFrame
      title={policyWords(kind)}
      note={`${titleOf(task)}: mean score`}
      file={`mandi-robustness-${task}-${kind}`}
      table={behind({ task, kind, curves })}
    >
      <LineChart
        series={curves.map(({ policy, points }, at) => ({
          id: policy,
          label: labelOf({ policy, points }),
          colour: seatColor(String(at)),
          dashed: at % 2 === 1,
          points: points.map(({ strikes, mean, ci95 }) => ({ x: strikes, y: mean, interval: ci95 })),
        }))}
        xLabel="strikes"
        xDomain={[0, most]}
        yDomain={domain}
        summary={curves
          .map(({ policy, points }) => `${labelOf({ policy, points })}: ${points.map(({ mean }) => formatFixed(mean, 3)).join(', ')}`)
          .join('; ')}
      />
    </ChartFrame>
  );
}

/** Marks a curve if the fallback played most turns at any strength. */
function labelOf({ policy, points }: Pick<Panel['curves'][number], 'policy' | 'points'>): string {
  return points.some(({ played }) => played && isMostlyFallback(played)) ? `${policy} (its fallback)` : policy;
}

/** A common scale for all panels, including zero. */
function domainOf(panels: readonly Panel[]): [number, number] {
  const values = panels.flatMap(({ curves }) =>
    curves.flatMap(({ points }) => points.flatMap(({ mean, ci95 }) => [mean, ...(ci95 ?? [])])),
  );
  return [Math.min(0, ...values), Math.max(0, ...values)];
}

function behind({ task, kind, curves }: Panel) {
  return {
    columns: [
      'policy',
      'task',
      'shock',
      'strikes',
      'n',
      'mean',
      'ci95_low',
      'ci95_high',
      'change',
      'change_low',
      'change_high',
      'own_turns',
    ],
    rows: curves.flatMap(({ policy, points }) =>
      points.map(({ strikes, n, mean, ci95, change, played }) => [
        policy,
        task,
        kind,
        strikes,
        n,
        mean,
        ci95?.[0] ?? null,
        ci95?.[1] ?? null,
        change?.mean ?? null,
        change?.ci95?.[0] ?? null,
        change?.ci95?.[1] ?? null,
        played ? ownTurnsWords(played) : null,
      ]),
    ),
  };
}

interface Cell {
  task: string;
  stress: Stress;
}

/** The episodes of one cell of the grid. */
function StruckEpisodes({ id, robustness: { panels, seeds } }: { id: string; robustness: Robustness }) {
  const titleOf = useTaskTitles();
  const cells = cellsOf(panels);
  const [chosen, setChosen] = useState(Math.min(1, cells.length - 1));
  const cell = cells[chosen];
  if (!cell) return null;
  const titled = (one: Cell) => ({ ...one, task: titleOf(one.task) });
  const { task, stress } = cell;
  const rows = panels
    .filter((panel) => panel.task === task && panel.kind === stress.kind)
    .flatMap(({ curves }) => curves)
    .flatMap(({ policy, points }) =>
      points.filter(({ strikes }) => strikes === stress.strikes).map(({ scores, played }) => ({ policy, scores, counts: played })),
    );
  return (
    <div className="mb-6">
      <h3 className="font-semibold text-small">Every episode of the grid</h3>
      <p className="mb-3 text-small text-ink-2">Select a score to open its episode as a match, with its shocks.</p>
      <SelectField
        label="Task and shocks"
        className="mb-4 max-w-sm"
        value={chosen}
        onChange={(event) => setChosen(Number(event.target.value))}
      >
        {cells.map((one, at) => (
          <option key={cellLabel(one)} value={at}>
            {cellLabel(titled(one))}
          </option>
        ))}
      </SelectField>
      <EpisodesTable
        id={id}
        caption={`Episodes of the grid: ${cellLabel(titled(cell))}`}
        task={task}
        seeds={seeds}
        rows={rows}
        stress={stress}
      />
    </div>
  );
}

/** Without shocks all kinds are the same. */
function cellsOf(panels: Robustness['panels']): Cell[] {
  const cells = panels.flatMap(({ task, kind, curves }) =>
    (curves[0]?.points ?? []).map(({ strikes }) => ({ task, stress: { kind, strikes } })),
  );
  const words = cells.map(cellLabel);
  return cells.filter((_, at) => words.indexOf(words[at] ?? '') === at);
}

function cellLabel({ task, stress }: Cell): string {
  return `${task}, ${stressLabel(stress)}`;
}
