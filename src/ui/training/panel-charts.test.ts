import { describe, expect, test } from 'vitest';
import type { Curve, RunSheet } from '~/api/training/types';
import { leftOutWords, type PanelView, panelsOf, shownRuns } from './panel-charts';

function run(wish: Partial<RunSheet> = {}): RunSheet {
  return {
    id: 'here.x',
    name: 'x',
    source: 'here',
    kind: 'grpo',
    status: 'done',
    reason: null,
    step: 2,
    steps: null,
    written: null,
    tokens: null,
    seconds: null,
    loss: null,
    reward: null,
    gain: null,
    publisher: null,
    game: null,
    curves: {},
    gains: [],
    gainSeeds: null,
    references: [],
    began: null,
    samples: null,
    cost: null,
    command: null,
    versions: [],
    settings: [],
    digests: [],
    source_note: null,
    warnings: [],
    notes: [],
    unread: null,
    cutAt: null,
    checkpoints: [],
    ...wish,
  };
}

function curve(...values: number[]): Curve {
  return { every: 1, points: values.map((value, place) => [place + 1, value]) };
}

function panel(key: string, one: RunSheet, other: RunSheet | null = null): PanelView {
  const found = panelsOf(shownRuns(one, other)).find((view) => view.key === key);
  if (!found) throw new Error(`there is no panel ${key}`);
  return found;
}

test('there are six panels, and one without data says what the log lacks', () => {
  const views = panelsOf(shownRuns(run({ curves: { loss: curve(3, 2) } }), null));
  expect(views.map(({ title, lacking }) => [title, lacking])).toEqual([
    ['Loss', []],
    ['Reward', ['The log has no reward.']],
    ['KL and entropy', ['The log has no KL and no entropy.']],
    ['Gradient norm and learning rate', ['The log has no gradient norm and no learning rate.']],
    ['Valid and own actions', ['The log has no valid or own actions.']],
    ['Gain on validation seeds', ['The log has no gain on validation seeds.']],
  ]);
});

test('a run by SFT has no empty panels of reward and KL, and says why; next to a run by GRPO all six are there', () => {
  const sft = run({ kind: 'sft', curves: { loss: curve(3, 2) } });
  expect(panelsOf(shownRuns(sft, null)).map(({ key }) => key)).toEqual(['loss', 'gradient', 'actions', 'gain']);
  expect(leftOutWords(shownRuns(sft, null))).toBe('SFT copies given replies, so it has no rewards to draw: Reward; KL and entropy.');
  const both = shownRuns(sft, run({ id: 'here.y', curves: { reward: curve(1) } }));
  expect([panelsOf(both).length, leftOutWords(both)]).toEqual([6, null]);
  expect(panelsOf(shownRuns(run({ kind: 'sft', curves: { entropy: curve(1) } }), null)).map(({ key }) => key)).toContain('kl-entropy');
});

test('a log with its last loss alone is not said to have none', () => {
  expect(panel('loss', run({ loss: 0.5 })).lacking).toEqual(['The log has no loss by step.']);
});

test('one run alone: its line needs no label, and a table with every step is behind it', () => {
  const { charts, table } = panel('loss', run({ curves: { loss: curve(3, 2), validation_loss: { every: 1, points: [[2, 2.5]] } } }));
  expect(charts.map(({ label, series }) => [label, series.map((line) => line.label)])).toEqual([[null, ['training', 'validation']]]);
  expect(table).toEqual({
    columns: ['run', 'step', 'loss', 'validation loss'],
    rows: [
      ['x', 1, 3, null],
      ['x', 2, 2, 2.5],
    ],
  });
});

describe('two runs', () => {
  const [one, other] = [
    run({ curves: { loss: curve(1), reward: curve(1), kl: curve(1) } }),
    run({ id: 'here.y', name: 'y', curves: { loss: curve(2), reward: curve(2) } }),
  ];

  test('of one kind are in one chart, A solid and B dashed', () => {
    const [chart, ...more] = panel('loss', one, other).charts;
    expect(more).toEqual([]);
    expect(chart?.series.map(({ label, dashed }) => [label, dashed])).toEqual([
      ['A', false],
      ['B', true],
    ]);
    expect(panel('kl-entropy', one, other).lacking).toEqual(['A’s log has no entropy.', 'B’s log has no KL and no entropy.']);
  });

  test('whose rewards nobody says are of one scale have an axis each', () => {
    const { charts, note } = panel('reward', one, other);
    expect(charts.map(({ label }) => label)).toEqual(['Reward, A', 'Reward, B']);
    expect(note).toBe('The logs do not say that their rewards are on one scale, so each run has its own axis.');
    const game = 'test/offers';
    expect(panel('reward', { ...one, game }, { ...other, game }).charts).toHaveLength(1);
  });

  test('that minimize different losses have an axis each', () => {
    expect(panel('loss', one, { ...other, kind: 'dpo' })).toMatchObject({
      note: 'The runs minimize different losses, so each has its own axis.',
    });
    expect(panel('loss', { ...one, kind: null }, { ...other, kind: null }).charts).toHaveLength(2);
  });

  test('share the axis of steps in all panels', () => {
    const long = run({ step: 40, curves: { loss: curve(...Array.from({ length: 40 }, () => 1)) } });
    for (const { charts } of panelsOf(shownRuns(one, long))) for (const { xDomain } of charts) expect(xDomain).toEqual([0, 40]);
  });
});

test('gains have their intervals, next to null models and scripts on the same seeds', () => {
  const gains = [{ step: 10, gain: 0.6, interval: [0.5, 0.7] as const }];
  const references = [{ name: 'random', kind: 'null' as const, points: [[10, 0.1]] as const }];
  const { charts, note } = panel('gain', run({ step: 20, gains, references, gainSeeds: '40000-40149' }));
  expect(charts[0]?.series).toMatchObject([
    { label: 'model', points: [{ x: 10, y: 0.6, interval: [0.5, 0.7] }] },
    {
      label: 'null: random',
      points: [
        { x: 0, y: 0.1 },
        { x: 20, y: 0.1 },
      ],
    },
  ]);
  expect(note).toBe('Upright bars are the intervals that the log gives. Seeds 40000-40149.');
});

test('right answers alone are named, since the panel is called after actions', () => {
  expect(panel('actions', run({ curves: { right: curve(0.5) } })).charts[0]?.series[0]?.label).toBe('right answers');
});

test('a curve that was thinned says so', () => {
  const thinned = { every: 8, points: [[8, 1]] as const };
  expect(panel('loss', run({ curves: { loss: thinned } })).note).toBe('Each point is the mean of up to 8 logged steps.');
});
