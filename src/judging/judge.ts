/**
 * The seat of a judge that is no rule: a language model, say. It is shown pitches without names in a seeded order and answers with
 * scores and reasons; where it answers late, badly or not at all, the rule judge's scores stand, marked as such.
 */
import { z } from 'zod';
import { maskNames } from './mask';
import type { HeardPitch } from './pitches';

export interface JudgeQuestion {
  /** The match's rules and task in a word each, for the judge's instructions. */
  task: string;
  round: number;
  /** What can be won. */
  block: { start_round: number; duration: number; gpu_count: number; reliability: number };
  /** Without names, in the order in which they are to be read. */
  pitches: readonly { letter: string; text: string }[];
}

export interface JudgeAnswer {
  scores: readonly { letter: string; score: number; reason: string }[];
}

export interface Judge {
  /** Name and version: another model, prompt or setting is another version. */
  readonly version: string;
  /** May take its time until the signal is given, and may fail. */
  judge(question: JudgeQuestion, signal: AbortSignal): Promise<unknown>;
}

export interface Judgement {
  /** Whose scores these are: the judge's version, or `rule_judge_v2`. */
  judge: string;
  scores: Record<string, { score: number; reason: string }>;
  /** Why the rule judge stands in for the other; null where it does not. */
  fallback: 'late' | 'broken' | 'failed' | null;
  /** The largest difference between what the judge gave a pitch in the two orders; null where it gave nothing. */
  disagreement: number | null;
}

export interface Trial {
  task: string;
  round: number;
  block: JudgeQuestion['block'];
  pitches: readonly HeardPitch[];
  called: Readonly<Record<string, readonly string[]>>;
  /** A number in [0, 1) from the match's judge stream. */
  random(): number;
}

const answerShape = z.object({
  scores: z.array(z.object({ letter: z.string(), score: z.number().min(0).max(1), reason: z.string().max(2000) })),
});

/** Asks twice, in opposite orders, and takes the mean; the rule judge's scores where an answer cannot be had within the time. */
export async function judgeBy(
  judge: Judge,
  trial: Trial,
  { ruleJudge, limitMs }: { ruleJudge: string; limitMs: number },
): Promise<Judgement> {
  const order = shuffled(trial.pitches, () => trial.random());
  const read: Map<string, { score: number; reason: string }>[] = [];
  for (const pitches of [order, [...order].reverse()]) {
    const answer = await ask(judge, questionOf(trial, pitches), limitMs);
    if (typeof answer === 'string') return standIn(trial, ruleJudge, answer);
    const scores = readAnswer(answer.found, pitches);
    if (scores === null) return standIn(trial, ruleJudge, 'broken');
    read.push(scores);
  }
  const [first, second] = read;
  const scores: Judgement['scores'] = {};
  let disagreement = 0;
  for (const { labId } of trial.pitches) {
    const [one, other] = [first?.get(labId), second?.get(labId)];
    if (!one || !other) return standIn(trial, ruleJudge, 'broken');
    scores[labId] = { score: (one.score + other.score) / 2, reason: one.reason };
    disagreement = Math.max(disagreement, Math.abs(one.score - other.score));
  }
  return { judge: judge.version, scores, fallback: null, disagreement };
}

function questionOf({ task, round, block, called }: Trial, pitches: readonly HeardPitch[]): JudgeQuestion {
  const lettered = pitches.map((pitch, i) => ({ letter: letterAt(i), text: maskNames(pitch.text, { own: pitch.labId, called }) }));
  return { task, round, block, pitches: lettered };
}

async function ask(judge: Judge, question: JudgeQuestion, limitMs: number): Promise<{ found: unknown } | 'late' | 'failed'> {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), limitMs);
  });
  try {
    const answer = judge.judge(question, stop.signal).then(
      (found) => ({ found }),
      () => 'failed' as const,
    );
    return await Promise.race([answer, late]);
  } catch {
    return 'failed';
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}

/** By lab; null where a pitch has no score, or one that was not asked about has. */
function readAnswer(found: unknown, pitches: readonly HeardPitch[]): Map<string, { score: number; reason: string }> | null {
  const read = answerShape.safeParse(found);
  if (!read.success || read.data.scores.length !== pitches.length) return null;
  const scores = new Map<string, { score: number; reason: string }>();
  for (const [i, pitch] of pitches.entries()) {
    const one = read.data.scores.find(({ letter }) => letter === letterAt(i));
    if (!one) return null;
    scores.set(pitch.labId, { score: one.score, reason: one.reason });
  }
  return scores;
}

function standIn({ pitches }: Trial, ruleJudge: string, fallback: 'late' | 'broken' | 'failed'): Judgement {
  const scores = Object.fromEntries(pitches.map(({ labId, score, reason }) => [labId, { score, reason: reason ?? '' }]));
  return { judge: ruleJudge, scores, fallback, disagreement: null };
}

/** Fisher and Yates, from the last to the second. */
function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const order = [...items];
  for (let i = order.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    const [a, b] = [order[i], order[j]];
    if (a !== undefined && b !== undefined) [order[i], order[j]] = [b, a];
  }
  return order;
}

function letterAt(index: number): string {
  return `P${index + 1}`;
}
