/** Pitches, the house labs' pitches, and the rule judge (`rule_judge_v1`). */
import { clamp, clamp01, round } from '~/lib/numbers';
import { codePoints, strip } from '~/lib/text/trim';
import type { Action, Job, JudgeDecision, PitchScore, Signal } from '../../types';
import { type ClassicState, CONTROLLED, findLab, type LabState } from '../state';
import { type Answer, done, emit, refuse, type Turn } from '../turn';
import { post, signalOf } from './messages';

export const JUDGE = 'rule_judge_v1';

export const EVIDENCE_TERMS = [
  'deadline',
  'round',
  'gpu-hour',
  'gpu hours',
  'reliability',
  'budget',
  'queue',
  'value',
  'coalition',
  'fair',
  'allocation',
  'guarantee',
  'shock',
] as const;

const VAGUE = ['need gpu', 'please', 'important', 'urgent'];
const SHORTEST = 12;

export function makePitch(turn: Turn, action: Action): Answer {
  const { state } = turn;
  const target = action.target_lab_id ?? null;
  if (target !== null && target !== '' && findLab(state, target) === null) return refuse('unknown_lab', `There is no lab ${target}.`);
  const message = action.message ?? '';
  if (codePoints(strip(message)) < SHORTEST) return refuse('empty_pitch', `A pitch needs at least ${SHORTEST} characters.`);
  post(turn, { from: CONTROLLED, to: target, message, signal: signalOf(message) });
  if (state.judge_mode === 'off') return done('pitch_recorded', 'The pitch is recorded; nobody judges.');
  postHousePitches(turn);
  const decision = judge(state);
  emit(turn, { type: 'pitches_judged', decision });
  return { ...done('pitch_judged', decision.reason), bonus: decision.bonus ?? 0 };
}

function postHousePitches(turn: Turn): void {
  for (const lab of turn.state.labs) {
    if (lab.lab_id === CONTROLLED || lastMessage(turn.state, lab.lab_id) !== null) continue;
    const said = housePitch(turn.state, lab);
    post(turn, { from: lab.lab_id, to: null, message: said.message, signal: said.signal });
  }
}

/** A lab's last message in this round. */
function lastMessage(state: ClassicState, labId: string): string | null {
  const said = state.messages.findLast((one) => one.round_index === state.round_index && one.from_lab_id === labId);
  return said?.message ?? null;
}

/** The wording is ours; the evidence terms are the ruleset's, because they determine the score. */
export function housePitch(state: ClassicState, lab: LabState): { message: string; signal: Signal } {
  const job = namedJob(lab);
  const name = job?.job_id ?? 'our work';
  const hours = job?.gpu_hours_required ?? 0;
  if (lab.archetype === 'deadline_panicked' || pressureOf(state, lab) > 0.65) {
    const due = job?.deadline_round ?? 0;
    const message = `${name} heads our queue: ${hours} gpu-hours before its deadline in round ${due}, and its value justifies the allocation.`;
    return { message, signal: 'urgency' };
  }
  if (lab.archetype === 'cooperative') {
    return { message: 'A coalition in which each lab gets a fair allocation serves every one of us best.', signal: 'fairness' };
  }
  if (lab.archetype === 'retaliatory') {
    return { message: 'We guarantee this allocation to whoever kept a promise to us in the last round.', signal: 'coalition' };
  }
  if (lab.archetype === 'deceptive') {
    return { message: 'Trust us: nobody in this market will put these machines to better use.', signal: 'neutral' };
  }
  const need = job?.min_reliability ?? 0.75;
  return { message: `${name} takes ${hours} gpu-hours on blocks with a reliability of ${need} or better.`, signal: 'neutral' };
}

/** The first open job by (deadline, -base value), or else the first of all. */
function namedJob(lab: LabState): Job | null {
  let best: Job | null = null;
  for (const job of lab.jobs) if (best === null || comesBefore(job, best)) best = job;
  return best;
}

function comesBefore(a: Job, b: Job): boolean {
  if (a.completed !== b.completed) return b.completed;
  return a.deadline_round !== b.deadline_round ? a.deadline_round < b.deadline_round : a.base_value > b.base_value;
}

/** Urgency of the nearest open deadline for the judge; 0 without open jobs. */
function pressureOf(state: ClassicState, lab: LabState): number {
  const open = lab.jobs.filter((job) => !job.completed);
  if (open.length === 0) return 0;
  const nearest = Math.min(...open.map((job) => job.deadline_round));
  return clamp01(1 - Math.max(0, nearest - state.round_index) / Math.max(1, state.max_rounds));
}

function judge(state: ClassicState): JudgeDecision {
  const pitches = state.labs.map((lab) => scorePitch(state, lab));
  let winner = pitches[0];
  for (const pitch of pitches) if (winner === undefined || beats(pitch, winner)) winner = pitch;
  const own = pitches[0]?.score ?? 0;
  const best = Math.max(...pitches.slice(1).map((pitch) => pitch.score));
  const name = state.labs.find((lab) => lab.lab_id === winner?.lab_id)?.public_name ?? '';
  return {
    judge: JUDGE,
    round_index: state.round_index,
    winner_lab_id: winner?.lab_id ?? CONTROLLED,
    pitches,
    bonus: round(clamp((own - best) / 5, -0.08, 0.18), 4),
    reason: `${name} ${name === 'You' ? 'have' : 'has'} the strongest case, with ${winner?.score ?? 0}: ${winner?.reason ?? ''}`,
  };
}

function beats(pitch: PitchScore, other: PitchScore): boolean {
  return pitch.score > other.score || (pitch.score === other.score && pitch.reputation > other.reputation);
}

function scorePitch(state: ClassicState, lab: LabState): PitchScore {
  const silent = lab.lab_id === CONTROLLED ? '' : housePitch(state, lab).message;
  const pitch = lastMessage(state, lab.lab_id) ?? silent;
  const lower = pitch.toLowerCase();
  const evidence = EVIDENCE_TERMS.filter((term) => lower.includes(term));
  const trimmed = strip(lower);
  const vague = VAGUE.includes(trimmed) || codePoints(strip(pitch)) < 40;
  const pressure = pressureOf(state, lab);
  const needs = lab.jobs.filter((job) => !job.completed).map((job) => job.min_reliability);
  const need = needs.length === 0 ? 0.75 : Math.max(...needs);
  const earned = 0.3 * pressure + 0.15 * lab.reputation + 0.15 * need + Math.min(0.35, 0.08 * evidence.length);
  return {
    lab_id: lab.lab_id,
    pitch,
    score: round(clamp01(earned - (vague ? 0.08 : 0)), 4),
    pressure,
    reputation: lab.reputation,
    need,
    evidence,
    vague,
    reason: reasonOf(evidence, vague),
  };
}

function reasonOf(evidence: readonly string[], vague: boolean): string {
  const found = evidence.length === 0 ? 'no evidence given' : `evidence of ${evidence.join(', ')}`;
  return vague ? `${found}, and vague.` : `${found}.`;
}
