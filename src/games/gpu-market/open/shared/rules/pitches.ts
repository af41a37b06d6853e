/** Pitches: read in the rounds that invite them, judged on facts; the best one wins. */
import type { ActionFields } from '../actions';
import { isPitchRound } from '../config';
import { freshBlock } from '../evolve-round';
import type { Proceedings } from '../proceedings';
import { done, refuse } from '../refusal';
import { type BlockWindow, hoursByDeadline, hoursWithin, type OpenState } from '../state';
import { type CheckedClaim, type Claim, OPERATOR, type OpenResult, type OpenVerdict, type Pitch, type PitchVerdict } from '../types';
import { type FoundClaim, findClaims } from './claims';
import { tell } from './messages';

export const RULE_JUDGE = 'rule_judge_v2';
const SHORTEST_PITCH = 12;
const WINNING_SCORE = 0.5;
const FULL_DENSITY = 27;
const LIE = 0.3;

/** The facts from the round's observation against which a lab's pitch is checked. */
export interface JobFacts {
  job_id: string;
  hours: number;
  deadline: number;
  value: number;
  base: number;
  reliability: number;
  /** Hours it has and will have in time, before this round's turns. */
  scheduled: number;
}

export function makePitch(book: Proceedings, labId: string, action: ActionFields): OpenResult {
  if (!isPitchRound(book.state.config, book.state.round_index)) return refuse('not_pitch_round');
  const text = action.message ?? '';
  if (Array.from(text.trim()).length < SHORTEST_PITCH) return refuse('empty_pitch');
  tell(book, { from: labId, to: null, text });
  return done('pitch_recorded');
}

/** The open jobs of every lab, as this round's observation shows them. */
export function factsOf(state: OpenState): Record<string, JobFacts[]> {
  const facts: Record<string, JobFacts[]> = {};
  for (const lab of Object.keys(state.labs)) facts[lab] = [];
  for (const job of Object.values(state.jobs)) {
    if (job.settled || job.arrival_round > state.round_index) continue;
    facts[job.lab_id]?.push({
      job_id: job.job_id,
      hours: job.gpu_hours_required,
      deadline: job.deadline_round,
      value: job.value_cents / 100,
      base: job.base_value,
      reliability: job.min_reliability,
      scheduled: hoursByDeadline(state, job),
    });
  }
  return facts;
}

/** The judge of a round that scores by jobs described, using the facts from before the round's turns. */
export function judgeOf(state: OpenState): (book: Proceedings, pitches: ReadonlyMap<string, Pitch>) => void {
  const { round_index, config } = state;
  const block = state.blocks[`b_grant_${round_index}`];
  if (block === undefined) return () => undefined;
  const facts = factsOf(state);
  return (book, pitches) => {
    const verdicts = [...pitches].map(([lab_id, pitch]) => {
      return judgePitch(pitch, { lab_id, block, facts: facts[lab_id] ?? [], rounds: config.rounds, round: round_index });
    });
    decideVerdict(book, { block_id: block.block_id, verdicts, rule: RULE_JUDGE, wins: (score) => score >= WINNING_SCORE });
  };
}

/** In the round's order, so that the first of equal scores wins. `wins`: whether a score is enough where the rule judge decides. */
export function decideVerdict(
  book: Proceedings,
  { block_id, verdicts, rule, wins }: { block_id: string; verdicts: PitchVerdict[]; rule: string; wins: (score: number) => boolean },
): void {
  const { config, judgement, round_index } = book.state;
  const heard = config.judge_mode === 'llm' && verdicts.length > 0 ? hear(verdicts, judgement, rule) : { judge: rule, verdicts };
  const isEnough = heard.judge === rule ? wins : (score: number) => score >= WINNING_SCORE;
  let best: PitchVerdict | null = null;
  for (const verdict of heard.verdicts) if (isEnough(verdict.score) && verdict.score > (best?.score ?? 0)) best = verdict;
  const { judge, verdicts: judged, ...doubt } = heard;
  book.record({
    type: 'pitches_judged',
    verdict: { judge, round_index, block_id, winner_lab_id: best?.lab_id ?? null, pitches: judged, ...doubt },
  });
}

type Heard = { judge: string; verdicts: PitchVerdict[] } & Pick<OpenVerdict, 'fallback' | 'disagreement'>;

/** Replaces the rule judge's scores by the other judge's and keeps them next to these. Where that judge gave none, the rule judge's stay. */
function hear(verdicts: PitchVerdict[], judgement: OpenState['judgement'], rule: string): Heard {
  const scores = judgement?.fallback === null ? judgement.scores : {};
  if (judgement === undefined || verdicts.some(({ lab_id }) => !Object.hasOwn(scores, lab_id))) {
    return { judge: rule, verdicts, fallback: judgement?.fallback ?? 'absent', disagreement: judgement?.disagreement ?? null };
  }
  const heard = verdicts.map((verdict) => ({ ...verdict, rule_score: verdict.score, ...scores[verdict.lab_id] }));
  return { judge: judgement.judge, verdicts: heard, fallback: null, disagreement: judgement.disagreement };
}

/** The lab that pitches, and the facts of its jobs. */
export interface Claimed {
  lab_id: string;
  facts: readonly JobFacts[];
}

interface Bench extends Claimed {
  block: BlockWindow & { reliability: number };
  rounds: number;
  round: number;
}

/** Words and length earn nothing: a job described truly in two fields scores by its need, and a false claim costs. */
export function judgePitch(pitch: Pitch, bench: Bench): PitchVerdict {
  const claims = checkClaims(pitch, bench.facts);
  const lies = claims.filter((claim) => !claim.verdict).length;
  let best = { score: 0, job_id: '' };
  for (const job of bench.facts) {
    const fields = new Set(claims.filter((claim) => claim.verdict && claim.job_id === job.job_id).map((claim) => claim.field));
    const score = fields.size >= 2 && bench.block.reliability >= job.reliability ? scoreJob(job, bench) : 0;
    if (score > best.score) best = { score, job_id: job.job_id };
  }
  const score = Math.min(1, Math.max(0, best.score - LIE * lies));
  return { lab_id: bench.lab_id, pitch: pitch.text, score, reason: reasonOf(best.job_id, lies), claims };
}

function scoreJob(job: JobFacts, { block, rounds, round }: Bench): number {
  const span = { from: round + 1, to: job.deadline };
  const missing = Math.max(0, job.hours - job.scheduled);
  const added = Math.min(missing, hoursWithin(block, rounds, span));
  return 0.5 * Math.min(1, job.value / job.hours / FULL_DENSITY) + 0.5 * Math.min(1, added / job.hours);
}

function reasonOf(jobId: string, lies: number): string {
  const need = jobId === '' ? 'No open job was described truly in two fields and served by the block.' : `The block would serve ${jobId}.`;
  return lies === 0 ? need : `${need} ${lies} false claim${lies === 1 ? '' : 's'}.`;
}

/** The given claims, else those read from the text; repeated claims count once. */
export function checkClaims(pitch: Pitch, facts: readonly JobFacts[], find: (text: string) => FoundClaim[] = findClaims): CheckedClaim[] {
  const found = [...pitch.claims.map((claim) => ({ ...claim, quote: null })), ...find(pitch.text)];
  const seen = new Set<string>();
  const checked: CheckedClaim[] = [];
  for (const claim of found) {
    const key = `${claim.job_id} ${claim.field} ${claim.value}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const job = facts.find((fact) => fact.job_id === claim.job_id);
    checked.push({ ...claim, fact: job === undefined ? null : factOf(job, claim), verdict: job !== undefined && isTrue(job, claim) });
  }
  return checked;
}

function factOf(job: JobFacts, claim: Claim): number {
  return claim.field === 'value' && claim.value === job.base ? job.base : job[claim.field];
}

function isTrue(job: JobFacts, claim: Claim): boolean {
  if (claim.field === 'value') return Math.round(claim.value) === Math.round(job.value) || Math.round(claim.value) === Math.round(job.base);
  if (claim.field === 'reliability') return Math.abs(claim.value - job.reliability) < 1e-9;
  return claim.value === job[claim.field];
}

/** At the round's start: grants the last pitch round's block and shows this round's. */
export function turnGrants(book: Proceedings): void {
  const { round_index } = book.state;
  const last = book.state.grants.find((grant) => grant.pitch_round === round_index - 1);
  if (last !== undefined) {
    const verdict = book.state.verdicts.find((one) => one.round_index === round_index - 1);
    book.record({ type: 'grant_given', block_id: last.block.block_id, lab_id: verdict?.winner_lab_id ?? null });
  }
  const next = book.state.grants.find((grant) => grant.pitch_round === round_index);
  if (next === undefined) return;
  book.record({ type: 'grant_offered', block: freshBlock(next.block, { owner: OPERATOR, origin: 'grant', release: round_index + 1 }) });
}
