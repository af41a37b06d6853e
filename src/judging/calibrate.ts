/** Agreement of the rule judge, a model and a person on a game's labeled pitches. */
import { HIGHEST_MARK, LOWEST_MARK } from '~/contract/hearing';
import type { Labelled } from '~/contract/pack';
import { type Estimate, estimate, type Statistic } from './agreement';
import { type Judge, judgeBy } from './judge';

/** Number of pitches per reading, as in a match. */
const AT_ONCE = 4;
const MARKS = HIGHEST_MARK - LOWEST_MARK + 1;

export interface CalibrationReport {
  pitches: number;
  /** Who gave the human marks. */
  human: string;
  ruleHuman: Estimate;
  /** null without a model. */
  model: {
    judge: string;
    human: Estimate;
    rule: Estimate;
    /** Pitches whose round the model did not answer, by cause. They are excluded from the model's figures. */
    fallbacks: Record<string, number>;
    /** Mean over rounds of the largest difference between the two orders; null if no round was answered. */
    disagreement: number | null;
    /** Mean score, 0 to 1. */
    meanScore: number | null;
  } | null;
}

interface Options {
  labelled: Labelled;
  /** null: only the rule judge and the human marks. */
  judge: Judge | null;
  /** For each round's two readings. */
  limitMs: number;
  /** Maximum number of pitches. */
  most?: number;
  onRound?(done: number, of: number): void;
}

/** Scores of the rule judge and the model are converted to the human scale. */
export async function calibrate({ labelled, judge, limitMs, most, onRound }: Options): Promise<CalibrationReport> {
  const { marks, observations, pitches } = labelled;
  const cases = pitches.slice(0, most);
  const report: CalibrationReport = {
    pitches: cases.length,
    human: marks,
    ruleHuman: agreement(cases.map((one) => [markOf(one.rule), one.mark - LOWEST_MARK])),
    model: null,
  };
  if (judge === null) return report;
  const rounds = observations.flatMap(({ id }) =>
    chunks(
      cases.filter((one) => one.seen.id === id),
      AT_ONCE,
    ),
  );
  const scores = new Map<string, number>();
  const fallbacks: Record<string, number> = {};
  const disagreements: number[] = [];
  for (const [done, group] of rounds.entries()) {
    const judgement = await judgeBy(judge, labelled.hearingOf(group), { ruleJudge: 'rule', limitMs });
    if (judgement.fallback !== null) fallbacks[judgement.fallback] = (fallbacks[judgement.fallback] ?? 0) + group.length;
    else for (const [seat, { score }] of Object.entries(judgement.scores)) scores.set(seat, score);
    if (judgement.disagreement !== null) disagreements.push(judgement.disagreement);
    onRound?.(done + 1, rounds.length);
  }
  const answered = cases.flatMap((one) => {
    const score = scores.get(one.id);
    return score === undefined ? [] : [{ ...one, model: markOf(score), score }];
  });
  report.model = {
    judge: judge.version,
    human: agreement(answered.map((one) => [one.model, one.mark - LOWEST_MARK])),
    rule: agreement(answered.map((one) => [one.model, markOf(one.rule)])),
    fallbacks,
    disagreement: mean(disagreements),
    meanScore: mean(answered.map((one) => one.score)),
  };
  return report;
}

function agreement(pairs: readonly (readonly [number, number])[]): Estimate {
  return estimate(weightedKappa(pairs, MARKS));
}

function markOf(score: number): number {
  return Math.round(score * (MARKS - 1));
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Pairs of marks from 0 to `categories` - 1; undefined if both judges give only one mark. */
export function weightedKappa(pairs: readonly (readonly [number, number])[], categories: number): Statistic {
  return {
    units: pairs.length,
    of(drawn) {
      const rows = new Float64Array(categories);
      const columns = new Float64Array(categories);
      let observed = 0;
      for (const index of drawn) {
        const [a, b] = pairs[index] ?? [0, 0];
        rows[a] = (rows[a] ?? 0) + 1;
        columns[b] = (columns[b] ?? 0) + 1;
        observed += (a - b) ** 2;
      }
      let expected = 0;
      for (const [a, inRow] of rows.entries()) for (const [b, inColumn] of columns.entries()) expected += inRow * inColumn * (a - b) ** 2;
      expected /= drawn.length;
      return expected > 0 ? 1 - observed / expected : null;
    },
  };
}
