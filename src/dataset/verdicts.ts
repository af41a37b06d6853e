/** Pitches as they were judged: rows of scores, and pairs of a better and a worse pitch of the same round. */
import { z } from 'zod';
import type { GameEvent } from '~/games/game';
import { CRITERIA, type Marks, marksShape } from '~/judging/rubric';
import type { PanelRecord } from '~/store/judge-store';
import type { Origin } from './formats';
import type { PreferenceRow } from './preference-pairs';

export type JudgeRow = Origin & {
  round_index: number;
  /** As the match was set: off, rule, llm. */
  judge_mode: string;
  /** Name and version of who gave the score. */
  judge: string;
  pitch: string;
  /** 0 to 1. */
  score: number;
  /** Of a judge that is no rule: what the rule judge would have given. */
  rule_score: number | null;
  won: boolean;
  reason: string | null;
  quote: string | null;
  /** Why the rule judge stood in for a model, if it did. */
  fallback: string | null;
  /** How far the model's two readings lay apart. */
  disagreement: number | null;
  /** What the judge went by: claims with what was true of them, evidence, need. */
  facts: Record<string, unknown>;
  /** Marks of people who were invited to judge, without their names, one each. */
  panel: Marks[];
};

const pitchShape = z.looseObject({
  lab_id: z.string(),
  pitch: z.string().nullable(),
  score: z.number(),
  reason: z.string().nullish(),
  quote: z.string().nullish(),
  rule_score: z.number().nullish(),
});
const verdictShape = z.object({
  judge: z.string(),
  round_index: z.number(),
  winner_lab_id: z.string().nullable(),
  block_id: z.string().optional(),
  fallback: z.string().nullish(),
  disagreement: z.number().nullish(),
  pitches: z.array(pitchShape),
});
const eventShape = z.union([
  z.object({ type: z.literal('pitches_judged'), verdict: verdictShape }).transform(({ verdict }) => verdict),
  z.object({ type: z.literal('pitches_judged'), decision: verdictShape }).transform(({ decision }) => decision),
]);
const grantShape = z.object({ type: z.literal('grant_offered'), block: z.looseObject({ block_id: z.string() }) });

type Verdict = z.infer<typeof verdictShape>;
type Pitch = Verdict['pitches'][number];
const TOLD = ['lab_id', 'pitch', 'score', 'reason', 'quote', 'rule_score'];

/** In the order in which they were given. */
export function verdictsIn(events: readonly GameEvent[]): Verdict[] {
  return events.flatMap((event) => (event.type === 'pitches_judged' ? [eventShape.parse(event)] : []));
}

export interface Bench {
  judgeMode: string;
  panel: PanelRecord;
  /** Of the seat that pitched; null: not one of those asked for. */
  originOf(seat: string): Origin | null;
}

export function judgeRows(verdict: Verdict, { judgeMode, panel, originOf }: Bench): JudgeRow[] {
  return spoken(verdict).flatMap((pitch) => {
    const origin = originOf(pitch.lab_id);
    if (origin === null) return [];
    return {
      ...origin,
      round_index: verdict.round_index,
      judge_mode: judgeMode,
      judge: verdict.judge,
      pitch: pitch.pitch,
      score: pitch.score,
      rule_score: pitch.rule_score ?? null,
      won: verdict.winner_lab_id === pitch.lab_id,
      reason: pitch.reason ?? null,
      quote: pitch.quote ?? null,
      fallback: verdict.fallback ?? null,
      disagreement: verdict.disagreement ?? null,
      facts: Object.fromEntries(Object.entries(pitch).filter(([name]) => !TOLD.includes(name))),
      panel: marksOf(panel, verdict.round_index, pitch.lab_id),
    };
  });
}

const PROMPT_VERSION = 'pitch-1';
const SYSTEM =
  'You speak for one of several AI labs that negotiate over scarce GPU time. Pitch for a block that only one lab can have: a judge scores each pitch. Answer with the pitch alone.';

/** The best and the worst pitch of one round; null: there were not two. */
export function pitchPair(
  verdict: Verdict,
  { events, originOf }: Pick<Bench, 'originOf'> & { events: readonly GameEvent[] },
): PreferenceRow | 'tied' | null {
  const ranked = spoken(verdict)
    .filter(({ lab_id }) => originOf(lab_id) !== null)
    .toSorted((a, b) => b.score - a.score);
  const [best, worst] = [ranked[0], ranked.at(-1)];
  const origin = best && originOf(best.lab_id);
  if (!origin || !worst || best === worst) return null;
  if (best.score === worst.score) return 'tied';
  return {
    prompt: [
      { role: 'system', content: SYSTEM },
      {
        role: 'user',
        content: JSON.stringify({ task: origin.task_type, round_index: verdict.round_index, block: blockOf(verdict, events) }),
      },
    ],
    chosen: [{ role: 'assistant', content: best.pitch }],
    rejected: [{ role: 'assistant', content: worst.pitch }],
    ...origin,
    round_index: verdict.round_index,
    margin: best.score - worst.score,
    score_chosen: best.score,
    score_rejected: worst.score,
    source: 'verdicts',
    rest: null,
    worlds: 0,
    prompt_version: PROMPT_VERSION,
  };
}

function spoken({ pitches }: Verdict): (Pitch & { pitch: string })[] {
  return pitches.flatMap((one) => (one.pitch === null || one.pitch.trim() === '' ? [] : [{ ...one, pitch: one.pitch }]));
}

/** What could be won, where the ruleset shows a block for it. */
function blockOf({ block_id }: Verdict, events: readonly GameEvent[]): unknown {
  if (block_id === undefined) return null;
  const grants = events.flatMap((event) => (event.type === 'grant_offered' ? [grantShape.parse(event).block] : []));
  return grants.find((block) => block.block_id === block_id) ?? null;
}

function marksOf({ sheets }: PanelRecord, round: number, seat: string): Marks[] {
  return sheets.flatMap((sheet) => {
    const marks = sheet.round === round ? marksShape.safeParse(sheet.scores[seat]) : null;
    if (!marks?.success) return [];
    return [Object.fromEntries(CRITERIA.map(({ id }) => [id, marks.data[id]])) as Marks];
  });
}
