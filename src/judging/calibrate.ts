/** How far the rule judge, a model and a person agree on eighty labelled pitches. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Hearing } from '~/games/game';
import { judgeText } from '~/games/gpu-market/open/pitch-preview';
import { type Estimate, estimate } from './agreement';
import { type Judge, judgeBy } from './judge';
import { weightedKappa } from './kappa';
import { HIGHEST_MARK, LOWEST_MARK } from './rubric';

/** A model reads so many pitches at once, as in a match. */
const AT_ONCE = 4;
const MARKS = HIGHEST_MARK - LOWEST_MARK + 1;

const numbers = z.number();
const observationShape = z.object({
  id: z.string(),
  task: z.string(),
  round: numbers,
  rounds: numbers,
  lab: z.string(),
  block: z.object({ start_round: numbers, duration: numbers, gpu_count: numbers, reliability: numbers }),
  jobs: z.array(
    z.object({
      job_id: z.string(),
      hours: numbers,
      deadline: numbers,
      value: numbers,
      base: numbers,
      reliability: numbers,
      scheduled: numbers,
    }),
  ),
});
const fileShape = z.object({
  marks: z.string(),
  observations: z.array(observationShape),
  pitches: z.array(
    z.object({ id: z.string(), observation: z.string(), text: z.string(), mark: z.int().min(LOWEST_MARK).max(HIGHEST_MARK) }),
  ),
});

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
    /** Pitches whose round the model did not answer, by cause; they count in no figure of the model's. */
    fallbacks: Record<string, number>;
    /** Mean over rounds of the largest difference between the two orders; null where none was answered. */
    disagreement: number | null;
    /** Mean score from 0 to 1. */
    meanScore: number | null;
  } | null;
}

interface Options {
  /** null: the rule judge and the human marks alone. */
  judge: Judge | null;
  /** For each round's two readings. */
  limitMs: number;
  /** Only the first so many pitches. */
  most?: number;
  onRound?(done: number, of: number): void;
}

/** Marks of the rule judge and the model are their scores on the scale of the human marks. */
export async function calibrate({ judge, limitMs, most, onRound }: Options): Promise<CalibrationReport> {
  const file = fileShape.parse(JSON.parse(readFileSync(new URL('./calibration/pitches.json', import.meta.url), 'utf8')));
  const pitches = file.pitches.slice(0, most);
  const observations = new Map(file.observations.map((one) => [one.id, one]));
  const cases = pitches.map((pitch) => {
    const observation = observations.get(pitch.observation);
    if (!observation) throw new Error(`calibration: no observation ${pitch.observation}`);
    const { lab, block, jobs, round, rounds } = observation;
    const verdict = judgeText(pitch.text, { lab_id: lab, block: { ...block, failed_round: null }, facts: jobs, rounds, round });
    return { ...pitch, seen: observation, rule: verdict.score, reason: verdict.reason };
  });
  const report: CalibrationReport = {
    pitches: cases.length,
    human: file.marks,
    ruleHuman: agreement(cases.map((one) => [markOf(one.rule), one.mark - LOWEST_MARK])),
    model: null,
  };
  if (judge === null) return report;
  const rounds = file.observations.flatMap(({ id }) =>
    chunks(
      cases.filter((one) => one.observation === id),
      AT_ONCE,
    ),
  );
  const scores = new Map<string, number>();
  const fallbacks: Record<string, number> = {};
  const disagreements: number[] = [];
  for (const [done, group] of rounds.entries()) {
    const judgement = await judgeBy(judge, hearingOf(group), { ruleJudge: 'rule', limitMs });
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

type Case = z.infer<typeof fileShape>['pitches'][number] & { seen: z.infer<typeof observationShape>; rule: number; reason: string };

/** A round in which each of these was pitched by a lab of its own. */
function hearingOf(group: readonly Case[]): Hearing {
  const seen = group[0]?.seen;
  if (!seen) throw new Error('calibration: a round without pitches');
  return {
    task: `${seen.task}, round ${seen.round} of ${seen.rounds}`,
    round: seen.round,
    block: seen.block,
    pitches: group.map(({ id, text, rule, reason }) => ({ seat: id, text, score: rule, reason })),
    called: {},
  };
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
