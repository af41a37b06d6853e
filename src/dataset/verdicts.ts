/** Judged pitches: rows of scores, and pairs of a better and a worse pitch of the same round. */
import type { AnyGame, GameEvent } from '~/contract/game';
import { CRITERIA, type Hearings, type JudgedWords, type Verdict } from '~/contract/hearing';
import { type Marks, marksShape } from '~/judging/rubric';
import type { PanelRecord } from '~/store/judge-store';
import type { ActionOrigin } from './actors';
import { type Origin, promptNamed } from './formats';
import type { PreferenceRow } from './preference-pairs';
import type { Trainable } from './trainable';

export type JudgeRow = Origin & {
  round_index: number;
  /** The origin of the pitch. */
  origin: ActionOrigin;
  /** The match's setting: off, rule, llm. */
  judge_mode: string;
  /** Name and version of the judge. */
  judge: string;
  pitch: string;
  /** 0 to 1. */
  score: number;
  /** If another judge decided: the rule judge's score. */
  rule_score: number | null;
  won: boolean;
  reason: string | null;
  quote: string | null;
  /** Why the rule judge stood in for a model, if it did. */
  fallback: string | null;
  /** Difference between the model's two readings. */
  disagreement: number | null;
  /** The judge's inputs: claims with their truth, evidence, need. */
  facts: Record<string, unknown>;
  /** Marks of invited judges, anonymous, one entry each. */
  panel: Marks[];
  /** The turn of the pitch, counted over all rounds; null: made by no move. */
  turn: number | null;
};

/** The game's verdicts, in order. */
export function verdictsIn({ told }: Pick<AnyGame, 'told'>, events: readonly GameEvent[]): Verdict[] {
  return events.flatMap((event) => {
    const verdict = told(event)?.verdict;
    return verdict === undefined ? [] : [verdict];
  });
}

export interface Bench {
  judgeMode: string;
  panel: PanelRecord;
  /** For the seat that pitched; null if it is not requested. */
  originOf(seat: string): Origin | null;
  /** The origin of a pitch of that round. */
  byOf(seat: string, said: { round: number; pitch: string }): ActionOrigin;
  /** The turn of the pitch; null: made by no move. */
  turnOf(seat: string, said: { round: number; pitch: string }): number | null;
}

export function judgeRows(verdict: Verdict, { judgeMode, panel, originOf, byOf, turnOf }: Bench): JudgeRow[] {
  const { round } = verdict;
  return spoken(verdict).flatMap(({ seat, text, score, ruleScore, reason, quote, facts }) => {
    const origin = originOf(seat);
    if (origin === null) return [];
    return {
      ...origin,
      round_index: round,
      origin: byOf(seat, { round, pitch: text }),
      judge_mode: judgeMode,
      judge: verdict.judge,
      pitch: text,
      score,
      rule_score: ruleScore ?? null,
      won: verdict.winner === seat,
      reason: reason ?? null,
      quote: quote ?? null,
      fallback: verdict.fallback ?? null,
      disagreement: verdict.disagreement ?? null,
      facts: { ...facts },
      panel: marksOf(panel, round, seat),
      turn: turnOf(seat, { round, pitch: text }),
    };
  });
}

/** For manifests; null if the game has none. */
export function pitchPrompt(hearing: Hearings | undefined): ReturnType<typeof promptNamed> | null {
  return hearing?.asked ? promptNamed(hearing.asked.version, hearing.asked.text) : null;
}

export interface PairBench extends Pick<Bench, 'originOf' | 'byOf' | 'turnOf'> {
  events: readonly GameEvent[];
  hearing: Hearings | undefined;
  /** Whether rows with this seat's words may train. */
  mayTrain(seat: string): Trainable;
  withFallbacks: boolean;
}

/** The best pitch of the requested seats and the worst of all in one round; null if there are not two, or none is worse. */
export function pitchPair(verdict: Verdict, bench: PairBench): PreferenceRow | 'tied' | 'fallback_turn' | null {
  const { originOf, byOf, hearing } = bench;
  const { round, prize } = verdict;
  const said = spoken(verdict).toSorted((a, b) => b.score - a.score);
  const best = said.find(({ seat }) => originOf(seat) !== null);
  const worst = said.findLast((one) => one !== best);
  const origin = best && originOf(best.seat);
  if (!hearing?.asked || !origin || !worst || worst.score > best.score) return null;
  const by = byOf(best.seat, { round, pitch: best.text });
  if (by === 'fallback' && !bench.withFallbacks) return 'fallback_turn';
  if (best.score === worst.score) return 'tied';
  const block = prize === undefined ? null : (hearing.prizeOf?.(prize, bench.events) ?? null);
  return {
    prompt: [
      { role: 'system', content: hearing.asked.text },
      { role: 'user', content: JSON.stringify({ task: origin.task_type, round_index: round, block }) },
    ],
    chosen: [{ role: 'assistant', content: best.text }],
    rejected: [{ role: 'assistant', content: worst.text }],
    ...origin,
    ...(origin.trainable && theirs(bench.mayTrain(worst.seat))),
    round_index: round,
    origin: by,
    margin: best.score - worst.score,
    interval: null,
    score_chosen: best.score,
    score_rejected: worst.score,
    source: 'verdicts',
    rest: null,
    worlds: 0,
    prompt_version: hearing.asked.version,
    turn: bench.turnOf(best.seat, { round, pitch: best.text }),
  };
}

/** For the rejected pitch, only ownership of the words matters, not the player's quality. */
function theirs({ trainable, trainable_reason }: Trainable): Trainable | null {
  return trainable || trainable_reason === 'mostly_fallbacks' ? null : { trainable, trainable_reason };
}

function spoken({ words }: Verdict): (JudgedWords & { text: string })[] {
  return words.flatMap((one) => (one.text === null || one.text.trim() === '' ? [] : [{ ...one, text: one.text }]));
}

function marksOf({ sheets }: PanelRecord, round: number, seat: string): Marks[] {
  return sheets.flatMap((sheet) => {
    const marks = sheet.round === round ? marksShape.safeParse(sheet.scores[seat]) : null;
    if (!marks?.success) return [];
    return [Object.fromEntries(CRITERIA.map(({ id }) => [id, marks.data[id]])) as Marks];
  });
}
