/**
 * The interface for judges other than the rule judge, such as a language model. It receives anonymous pitches in a seeded order and returns
 * scores, quotes and reasons. If its answer is late, invalid or missing, the rule judge's scores are used and marked as such.
 */
import { z } from 'zod';
import type { Hearing, Judgement } from '~/contract/game';

export interface JudgeQuestion {
  /** The match's task and round, in a few words. */
  task: string;
  round: number;
  /** What can be won, in one line. */
  about: string;
  /** Anonymous, in reading order. */
  pitches: readonly { letter: string; text: string }[];
}

export interface JudgeAnswer {
  /** `quote`: exact words of that pitch; '' for none. */
  scores: readonly { letter: string; score: number; quote: string; reason: string }[];
}

export interface Judge {
  /** Name and version; another model, prompt or setting is another version. */
  readonly version: string;
  /** May take up to `limitMs` or until the signal fires, and may fail. */
  judge(question: JudgeQuestion, terms: { signal: AbortSignal; limitMs: number }): Promise<unknown>;
}

export interface Terms {
  /** The judge whose scores are the fallback. */
  ruleJudge: string;
  /** Milliseconds for both readings together. */
  limitMs: number;
}

const answerShape = z.object({
  scores: z.array(
    z.object({ letter: z.string(), score: z.number().min(0).max(1), quote: z.string().max(2000), reason: z.string().max(2000) }),
  ),
});

type Scored = Judgement['scores'][string];

/** Asks twice, in opposite orders, and averages; uses the rule judge's scores if an answer is not available in time. */
export async function judgeBy(judge: Judge, hearing: Hearing, { ruleJudge, limitMs }: Terms): Promise<Judgement> {
  const until = Date.now() + limitMs;
  const read: Map<string, Scored>[] = [];
  for (const pitches of [hearing.pitches, hearing.pitches.toReversed()]) {
    const question = questionOf(hearing, pitches);
    const answer = await ask(judge, question, Math.max(1, until - Date.now()));
    if (typeof answer === 'string') return standIn(hearing, ruleJudge, answer);
    const scores = readAnswer(answer.found, question, pitches);
    if (scores === null) return standIn(hearing, ruleJudge, 'broken');
    read.push(scores);
  }
  return mean(judge.version, read);
}

function mean(version: string, [first = new Map(), second = new Map()]: readonly Map<string, Scored>[]): Judgement {
  const scores: Judgement['scores'] = {};
  let disagreement = 0;
  for (const [seat, one] of first) {
    const other = second.get(seat) ?? one;
    scores[seat] = { score: (one.score + other.score) / 2, reason: one.reason, quote: one.quote ?? other.quote };
    disagreement = Math.max(disagreement, Math.abs(one.score - other.score));
  }
  return { judge: version, scores, fallback: null, disagreement };
}

function questionOf({ task, round, about, called, mask }: Hearing, pitches: Hearing['pitches']): JudgeQuestion {
  const lettered = pitches.map((pitch, i) => ({ letter: letterAt(i), text: mask(pitch.text, { own: pitch.seat, called }) }));
  return { task, round, about, pitches: lettered };
}

async function ask(judge: Judge, question: JudgeQuestion, limitMs: number): Promise<{ found: unknown } | 'late' | 'failed'> {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), limitMs);
  });
  try {
    const answer = judge.judge(question, { signal: stop.signal, limitMs }).then(
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

/** By seat; null if a pitch has no score, an unknown one has, or a quote is not from its pitch. */
function readAnswer(found: unknown, { pitches: shown }: JudgeQuestion, pitches: Hearing['pitches']): Map<string, Scored> | null {
  const read = answerShape.safeParse(found);
  if (!read.success || read.data.scores.length !== pitches.length) return null;
  const scores = new Map<string, Scored>();
  for (const [i, pitch] of pitches.entries()) {
    const one = read.data.scores.find(({ letter }) => letter === letterAt(i));
    if (!one || !shown[i]?.text.includes(one.quote)) return null;
    scores.set(pitch.seat, { score: one.score, reason: one.reason, quote: one.quote === '' ? null : one.quote });
  }
  return scores;
}

function standIn({ pitches }: Hearing, ruleJudge: string, fallback: 'late' | 'broken' | 'failed'): Judgement {
  const scores = Object.fromEntries(pitches.map(({ seat, score, reason }) => [seat, { score, reason, quote: null }]));
  return { judge: ruleJudge, scores, fallback, disagreement: null };
}

function letterAt(index: number): string {
  return `P${index + 1}`;
}
