/** Pitches as they were judged: rows of scores, and pairs of a better and a worse pitch of the same round. */
import { z } from 'zod';
import type { AnyGame, GameEvent } from '~/contract/game';
import { CRITERIA, type Marks, marksShape } from '~/judging/rubric';
import type { PanelRecord } from '~/store/judge-store';
import type { ActionOrigin } from './actors';
import { type Origin, promptNamed } from './formats';
import type { PreferenceRow } from './preference-pairs';
import type { Trainable } from './trainable';

export type JudgeRow = Origin & {
  round_index: number;
  /** Who is behind the pitch. */
  origin: ActionOrigin;
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
const grantShape = z.object({ type: z.literal('grant_offered'), block: z.looseObject({ block_id: z.string() }) });

type Verdict = z.infer<typeof verdictShape>;
type Pitch = Verdict['pitches'][number];
const TOLD = ['lab_id', 'pitch', 'score', 'reason', 'quote', 'rule_score'];

/** What the game tells of its judge, in the order in which it was said. */
export function verdictsIn({ told }: Pick<AnyGame, 'told'>, events: readonly GameEvent[]): Verdict[] {
  return events.flatMap((event) => {
    const verdict = told(event)?.verdict;
    return verdict === undefined ? [] : [verdictShape.parse(verdict)];
  });
}

export interface Bench {
  judgeMode: string;
  panel: PanelRecord;
  /** Of the seat that pitched; null: not one of those asked for. */
  originOf(seat: string): Origin | null;
  /** Who is behind a pitch of that round. */
  byOf(seat: string, said: { round: number; pitch: string }): ActionOrigin;
}

export function judgeRows(verdict: Verdict, { judgeMode, panel, originOf, byOf }: Bench): JudgeRow[] {
  return spoken(verdict).flatMap((pitch) => {
    const origin = originOf(pitch.lab_id);
    if (origin === null) return [];
    return {
      ...origin,
      round_index: verdict.round_index,
      origin: byOf(pitch.lab_id, { round: verdict.round_index, pitch: pitch.pitch }),
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

/** As manifests name it. */
export const PITCH_PROMPT = promptNamed(PROMPT_VERSION, SYSTEM);

export interface PairBench extends Pick<Bench, 'originOf' | 'byOf'> {
  events: readonly GameEvent[];
  /** Whether anything may train that holds what this seat wrote. */
  mayTrain(seat: string): Trainable;
  withFallbacks: boolean;
}

/** The best pitch of the seats asked for and the worst of all, in one round; null: there were not two, or no worse one. */
export function pitchPair(verdict: Verdict, bench: PairBench): PreferenceRow | 'tied' | 'fallback_turn' | null {
  const { originOf, byOf } = bench;
  const said = spoken(verdict).toSorted((a, b) => b.score - a.score);
  const best = said.find(({ lab_id }) => originOf(lab_id) !== null);
  const worst = said.findLast((one) => one !== best);
  const origin = best && originOf(best.lab_id);
  if (!origin || !worst || worst.score > best.score) return null;
  const by = byOf(best.lab_id, { round: verdict.round_index, pitch: best.pitch });
  if (by === 'fallback' && !bench.withFallbacks) return 'fallback_turn';
  if (best.score === worst.score) return 'tied';
  return {
    prompt: [
      { role: 'system', content: SYSTEM },
      {
        role: 'user',
        content: JSON.stringify({ task: origin.task_type, round_index: verdict.round_index, block: blockOf(verdict, bench.events) }),
      },
    ],
    chosen: [{ role: 'assistant', content: best.pitch }],
    rejected: [{ role: 'assistant', content: worst.pitch }],
    ...origin,
    ...(origin.trainable && theirs(bench.mayTrain(worst.lab_id))),
    round_index: verdict.round_index,
    origin: by,
    margin: best.score - worst.score,
    score_chosen: best.score,
    score_rejected: worst.score,
    source: 'verdicts',
    rest: null,
    worlds: 0,
    prompt_version: PROMPT_VERSION,
  };
}

/** Of the rejected pitch only whose words they are counts, not how well they were chosen. */
function theirs({ trainable, trainable_reason }: Trainable): Trainable | null {
  return trainable || trainable_reason === 'mostly_fallbacks' ? null : { trainable, trainable_reason };
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
