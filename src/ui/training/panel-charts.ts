/** What each of the six panels draws of one run, or of two in one chart. Panels that no kind of run here can fill are left out. */
import type { Curve, CurvePoint, Metric, RunSheet } from '~/api/training/types';
import type { ChartTable } from '~/kit/charts/csv';
import type { ChartPoint, LineSeries } from '~/kit/charts/line-chart';
import { formatCount, formatNumber } from '~/kit/format';
import { formatRate } from './training-labels';

export interface PanelChart {
  key: string;
  /** Above the chart; null: the panel's title says it. */
  label: string | null;
  series: readonly LineSeries[];
  xDomain: readonly [number, number];
  yDomain?: readonly [number, number];
  format?: (value: number) => string;
  summary: string;
}

export interface PanelView {
  key: string;
  title: string;
  note: string;
  charts: readonly PanelChart[];
  /** What the logs have not, a sentence each. */
  lacking: readonly string[];
  table: ChartTable;
}

/** A run as the panels name it: A or B where there are two. */
export interface ShownRun {
  run: RunSheet;
  letter: 'A' | 'B' | null;
  colour: string;
  dashed: boolean;
}

interface ChartPlan {
  label: string;
  metrics: readonly Metric[];
  /** Said where a log has none of `needs` (else of `metrics`); null: nobody misses it. */
  lacks: string | null;
  needs?: readonly Metric[];
  isShare?: boolean;
  format?: (value: number) => string;
  /** Are the two figures of one kind? Otherwise each run has an axis of its own. */
  fits?: (one: RunSheet, other: RunSheet) => boolean;
}

interface PanelPlan {
  key: string;
  title: string;
  charts: readonly ChartPlan[];
  whyApart?: string;
  /** Kinds of training in which these figures do not exist. */
  not?: readonly string[];
}

/** These learn from given replies: nothing is rewarded, and there is no policy to stay close to. */
const BY_EXAMPLE = ['sft'];

const ofOneKind = (one: RunSheet, other: RunSheet) => one.kind !== null && one.kind === other.kind;
const ofOneReward = (one: RunSheet, other: RunSheet) => ofOneKind(one, other) && one.game !== null && one.game === other.game;

const PANELS: readonly PanelPlan[] = [
  {
    key: 'loss',
    title: 'Loss',
    charts: [{ label: 'Loss', metrics: ['loss', 'validation_loss'], lacks: 'loss', fits: ofOneKind }],
    whyApart: 'The runs minimize different losses, so each has its own axis.',
  },
  {
    key: 'reward',
    title: 'Reward',
    charts: [
      { label: 'Reward', metrics: ['reward'], lacks: 'reward', fits: ofOneReward },
      { label: 'Spread of rewards within a group', metrics: ['reward_std'], lacks: null, fits: ofOneReward },
    ],
    whyApart: 'The logs do not say that their rewards are on one scale, so each run has its own axis.',
    not: BY_EXAMPLE,
  },
  {
    key: 'kl-entropy',
    title: 'KL and entropy',
    charts: [
      { label: 'KL', metrics: ['kl'], lacks: 'KL' },
      { label: 'Entropy', metrics: ['entropy'], lacks: 'entropy' },
    ],
    not: BY_EXAMPLE,
  },
  {
    key: 'gradient',
    title: 'Gradient norm and learning rate',
    charts: [
      { label: 'Gradient norm', metrics: ['grad_norm'], lacks: 'gradient norm' },
      { label: 'Learning rate', metrics: ['learning_rate'], lacks: 'learning rate', format: formatRate },
    ],
  },
  {
    key: 'actions',
    title: 'Valid and own actions',
    charts: [
      {
        label: 'Share of actions',
        metrics: ['valid_actions', 'own_actions', 'right', 'accuracy'],
        needs: ['valid_actions', 'own_actions'],
        lacks: 'valid or own actions',
        isShare: true,
      },
    ],
  },
];

const WORDS: Record<Metric, string> = {
  loss: 'training',
  validation_loss: 'validation',
  reward: 'reward',
  reward_std: 'spread',
  kl: 'KL',
  entropy: 'entropy',
  grad_norm: 'norm',
  learning_rate: 'rate',
  valid_actions: 'valid',
  own_actions: 'own',
  right: 'right answers',
  accuracy: 'pairs in order',
  flat_groups: 'flat groups',
};

/** One run alone, or two: A solid, B dashed. */
export function shownRuns(run: RunSheet, beside: RunSheet | null): ShownRun[] {
  const first = { run, letter: beside ? ('A' as const) : null, colour: 'var(--accent)', dashed: false };
  return beside ? [first, { run: beside, letter: 'B', colour: 'var(--lab-1)', dashed: true }] : [first];
}

export function panelsOf(runs: readonly ShownRun[]): PanelView[] {
  const xDomain = [0, lastStep(runs)] as const;
  const shown = PANELS.filter((plan) => !isLeftOut(plan, runs));
  return [...shown.map((plan) => panelOf(plan, runs, xDomain)), gainPanel(runs, xDomain)];
}

/** Nothing is drawn in it, because these kinds of training have no such figures. */
function isLeftOut({ not = [], charts }: PanelPlan, runs: readonly ShownRun[]): boolean {
  const metrics = charts.flatMap((chart) => chart.metrics);
  return runs.every(
    ({ run }) => not.includes(run.kind ?? '') && run.reward === null && metrics.every((metric) => !hasPoints(run.curves[metric])),
  );
}

/** Why there are fewer than six panels; null: there are six. */
export function leftOutWords(runs: readonly ShownRun[]): string | null {
  const titles = PANELS.filter((plan) => isLeftOut(plan, runs)).map(({ title }) => title);
  if (titles.length === 0) return null;
  return `SFT copies given replies, so it has no rewards to draw: ${titles.join('; ')}.`;
}

function lastStep(runs: readonly ShownRun[]): number {
  const steps = runs.flatMap(({ run }) => [
    run.step ?? 0,
    run.gains.at(-1)?.step ?? 0,
    ...Object.values(run.curves).map(({ points }) => points.at(-1)?.[0] ?? 0),
  ]);
  return Math.max(1, ...steps);
}

function panelOf(plan: PanelPlan, runs: readonly ShownRun[], xDomain: readonly [number, number]): PanelView {
  const charts = plan.charts.flatMap((chart) => chartsOf(chart, { runs, xDomain, isAlone: plan.charts.length === 1 }));
  const isApart = runs.length > 1 && charts.some(({ key }) => key.endsWith(' apart'));
  const every = Math.max(
    1,
    ...runs.flatMap(({ run }) => plan.charts.flatMap(({ metrics }) => metrics.map((metric) => run.curves[metric]?.every ?? 1))),
  );
  const notes = [
    every > 1 ? `Each point is the mean of up to ${formatCount(every)} logged steps.` : '',
    isApart ? (plan.whyApart ?? '') : '',
    plan.key === 'actions' && runs.some(({ run }) => run.curves.right)
      ? 'Right answers: all tokens as taught, before the model learned from them.'
      : '',
  ];
  return {
    key: plan.key,
    title: plan.title,
    note: notes.filter((note) => note !== '').join(' '),
    charts,
    lacking: runs.flatMap((shown) => lackingOf(plan.charts, shown)),
    table: tableOf(
      plan.charts.flatMap(({ metrics }) => metrics),
      runs,
    ),
  };
}

interface ChartPlace {
  runs: readonly ShownRun[];
  xDomain: readonly [number, number];
  isAlone: boolean;
}

function chartsOf(plan: ChartPlan, { runs, xDomain, isAlone }: ChartPlace): PanelChart[] {
  const drawn = runs.filter(({ run }) => plan.metrics.some((metric) => hasPoints(run.curves[metric])));
  const [one, other] = drawn;
  const fitTogether = !one || !other || !plan.fits || plan.fits(one.run, other.run);
  const groups = fitTogether ? [drawn] : drawn.map((shown) => [shown]);
  return groups
    .filter((group) => group.length > 0)
    .map((group) => {
      const metrics = plan.metrics.filter((metric) => group.some(({ run }) => hasPoints(run.curves[metric])));
      const series = group.flatMap((shown) =>
        metrics.flatMap((metric) => lineOf(shown, metric, { isMany: metrics.length > 1 || plan.isShare === true, isTwo: runs.length > 1 })),
      );
      const letters = fitTogether || runs.length === 1 ? '' : `, ${group[0]?.letter}`;
      return {
        key: `${plan.label}${letters}${fitTogether ? '' : ' apart'}`,
        label: isAlone && letters === '' ? null : `${plan.label}${letters}`,
        series,
        xDomain,
        ...(plan.isShare && { yDomain: [0, 1] as const }),
        ...(plan.format && { format: plan.format }),
        summary: `${plan.label}: ${series.map(endWords).join('; ')}`,
      };
    });
}

function lineOf(
  { run, letter, colour, dashed }: ShownRun,
  metric: Metric,
  { isMany, isTwo }: { isMany: boolean; isTwo: boolean },
): LineSeries[] {
  const curve = run.curves[metric];
  if (!hasPoints(curve)) return [];
  const label = [isMany ? WORDS[metric] : '', isTwo ? letter : ''].filter((word) => word).join(' ');
  return [{ id: `${letter ?? ''} ${metric}`, label, colour, dashed, points: curve.points.map(([x, y]): ChartPoint => ({ x, y })) }];
}

function endWords({ label, points }: LineSeries): string {
  const end = points.at(-1);
  return end ? `${label === '' ? '' : `${label} `}${formatNumber(end.y)} at step ${formatCount(end.x)}` : '';
}

function lackingOf(charts: readonly ChartPlan[], { run, letter }: ShownRun): string[] {
  const missing = charts.flatMap(({ lacks, needs, metrics }) =>
    lacks !== null && !(needs ?? metrics).some((metric) => hasPoints(run.curves[metric]))
      ? [hasLast(run, metrics) ? `${lacks} by step` : lacks]
      : [],
  );
  return missing.length === 0 ? [] : [lackSentence(missing.join(' and no '), letter)];
}

/** A log may say what the run ended with and nothing of the way there. */
function hasLast({ loss, reward }: ShownRun['run'], metrics: readonly Metric[]): boolean {
  return (loss !== null && metrics.includes('loss')) || (reward !== null && metrics.includes('reward'));
}

function lackSentence(what: string, letter: string | null): string {
  return letter === null ? `The log has no ${what}.` : `${letter}’s log has no ${what}.`;
}

/** Gains with their intervals, and what null models and scripts got on the same seeds. */
function gainPanel(runs: readonly ShownRun[], xDomain: readonly [number, number]): PanelView {
  const drawn = runs.filter(({ run }) => run.gains.length > 0);
  const [one, other] = drawn;
  const isOneScale =
    !one || !other || (one.run.game !== null && one.run.game === other.run.game && one.run.gainSeeds === other.run.gainSeeds);
  const groups = isOneScale ? [drawn] : drawn.map((shown) => [shown]);
  const seeds = [...new Set(drawn.flatMap(({ run }) => run.gainSeeds ?? []))];
  const notes = [
    drawn.some(({ run }) => run.gains.some(({ interval }) => interval !== null))
      ? 'Upright bars are the intervals that the log gives.'
      : '',
    drawn.length > 0 && !drawn.some(({ run }) => run.gains.some(({ interval }) => interval !== null)) ? 'The log gives no intervals.' : '',
    seeds.length > 0 ? `Seeds ${seeds.join(' and ')}.` : '',
    isOneScale ? '' : 'The gains are of different games or seeds, so each run has its own axis.',
  ];
  return {
    key: 'gain',
    title: 'Gain on validation seeds',
    note: notes.filter((note) => note !== '').join(' '),
    charts: groups.filter((group) => group.length > 0).map((group) => gainChart(group, { xDomain, isTwo: runs.length > 1, isOneScale })),
    lacking: runs.filter(({ run }) => run.gains.length === 0).map(({ letter }) => lackSentence('gain on validation seeds', letter)),
    table: {
      columns: ['run', 'step', 'player', 'gain', 'low', 'high'],
      rows: runs.flatMap(({ run }) => [
        ...run.gains.map(({ step, gain, interval }) => [run.name, step, 'the model', gain, interval?.[0] ?? null, interval?.[1] ?? null]),
        ...run.references.flatMap(({ name, points }) => points.map(([step, gain]) => [run.name, step, name, gain, null, null])),
      ]),
    },
  };
}

function gainChart(
  group: readonly ShownRun[],
  { xDomain, isTwo, isOneScale }: { xDomain: readonly [number, number]; isTwo: boolean; isOneScale: boolean },
): PanelChart {
  const own = group.map(({ run, letter, colour, dashed }) => ({
    id: `${letter ?? ''} gain`,
    label: letter ?? 'model',
    colour,
    dashed,
    points: run.gains.map(({ step, gain, interval }): ChartPoint => ({ x: step, y: gain, interval })),
  }));
  const references = (group.find(({ run }) => run.references.length > 0)?.run.references ?? []).map(({ name, kind, points }) => ({
    id: `${kind} ${name}`,
    label: kind === 'null' ? `null: ${name}` : name,
    colour: 'var(--ink-3)',
    dashed: true,
    points: levelOf(points, xDomain),
  }));
  const letter = isTwo && !isOneScale ? (group[0]?.letter ?? null) : null;
  const series = [...own, ...references];
  return {
    key: `gain ${letter ?? ''}`,
    label: letter === null ? null : `Gain, ${letter}`,
    series,
    xDomain,
    summary: `Gain on validation seeds: ${series.map(endWords).join('; ')}`,
  };
}

/** What was measured once holds for the whole run: it is a level and no point. */
function levelOf(points: readonly CurvePoint[], [begin, end]: readonly [number, number]): ChartPoint[] {
  const [only] = points;
  if (points.length === 1 && only) return [begin, end].map((x) => ({ x, y: only[1] }));
  return points.map(([x, y]) => ({ x, y }));
}

/** All steps of both runs that say any of these. */
function tableOf(metrics: readonly Metric[], runs: readonly ShownRun[]): ChartTable {
  const logged = metrics.filter((metric) => runs.some(({ run }) => hasPoints(run.curves[metric])));
  const rows = runs.flatMap(({ run }) => {
    const byStep = new Map<number, Partial<Record<Metric, number>>>();
    for (const metric of logged)
      for (const [step, value] of run.curves[metric]?.points ?? []) byStep.set(step, { ...byStep.get(step), [metric]: value });
    const steps = [...byStep].sort(([a], [b]) => a - b);
    return steps.map(([step, values]) => [run.name, step, ...logged.map((metric) => values[metric] ?? null)]);
  });
  return { columns: ['run', 'step', ...logged.map((metric) => metric.replaceAll('_', ' '))], rows };
}

function hasPoints(curve: Curve | undefined): curve is Curve {
  return curve !== undefined && curve.points.length > 0;
}
