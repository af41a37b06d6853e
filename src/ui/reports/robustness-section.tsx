import { ChartFrame } from '~/kit/charts/chart-frame';
import { LineChart } from '~/kit/charts/line-chart';
import { formatFixed } from '~/kit/format';
import { Section } from '~/kit/panel';
import { seatColor } from '~/kit/seat-hue';
import { seedWords } from '../benchmark/seed-words';
import { CodeBlock } from '../doors/code-block';
import type { Robustness } from './report';
import { StruckEpisodes } from './struck-episodes';

type Panel = Robustness['panels'][number];

/** How scores fall as shocks strike the same worlds more often. */
export function RobustnessSection({ id, robustness }: { id: string; robustness: Robustness }) {
  const { panels, seeds, splits, command } = robustness;
  const domain = domainOf(panels);
  return (
    <Section
      title="Robustness"
      note={`The same worlds (seeds ${seedWords(seeds)}, ${splits.join(' and ')}) without their own shocks, then with one kind striking more and more often. Bars: 95% intervals of the mean; one scale for all panels.`}
    >
      <div className="mb-6 grid gap-x-10 gap-y-8 md:grid-cols-2 lg:grid-cols-3">
        {panels.map((panel) => (
          <OnePanel key={`${panel.task} ${panel.kind}`} panel={panel} domain={domain} />
        ))}
      </div>
      <StruckEpisodes id={id} robustness={robustness} />
      <CodeBlock label="Command of the grid" code={command} wrap />
    </Section>
  );
}

function OnePanel({ panel: { task, kind, curves }, domain }: { panel: Panel; domain: readonly [number, number] }) {
  const most = Math.max(...curves.flatMap(({ points }) => points.map(({ strikes }) => strikes)));
  return (
    <ChartFrame
      title={kind.replaceAll('_', ' ')}
      note={`${task}: mean score`}
      file={`mandi-robustness-${task}-${kind}`}
      table={behind({ task, kind, curves })}
    >
      <LineChart
        series={curves.map(({ policy, points }, at) => ({
          id: policy,
          label: policy,
          colour: seatColor(String(at)),
          dashed: at % 2 === 1,
          points: points.map(({ strikes, mean, ci95 }) => ({ x: strikes, y: mean, interval: ci95 })),
        }))}
        xLabel="strikes"
        xDomain={[0, most]}
        yDomain={domain}
        summary={curves.map(({ policy, points }) => `${policy}: ${points.map(({ mean }) => formatFixed(mean, 3)).join(', ')}`).join('; ')}
      />
    </ChartFrame>
  );
}

/** One scale for all panels, zero within it. */
function domainOf(panels: readonly Panel[]): [number, number] {
  const values = panels.flatMap(({ curves }) =>
    curves.flatMap(({ points }) => points.flatMap(({ mean, ci95 }) => [mean, ...(ci95 ?? [])])),
  );
  return [Math.min(0, ...values), Math.max(0, ...values)];
}

function behind({ task, kind, curves }: Panel) {
  return {
    columns: ['policy', 'task', 'shock', 'strikes', 'n', 'mean', 'ci95_low', 'ci95_high', 'change', 'change_low', 'change_high'],
    rows: curves.flatMap(({ policy, points }) =>
      points.map(({ strikes, n, mean, ci95, change }) => [
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
      ]),
    ),
  };
}
