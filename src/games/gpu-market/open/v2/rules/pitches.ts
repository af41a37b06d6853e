/** Pitches under version 2: true claims qualify a lab; the winner is decided by what the block adds to a lab's own best plan. */
import type { Proceedings } from '../../shared/proceedings';
import { type Claimed, checkClaims, decideVerdict, factsOf } from '../../shared/rules/pitches';
import type { OpenState } from '../../shared/state';
import { fromCents } from '../../shared/state';
import type { Pitch, PitchVerdict } from '../../shared/types';
import { findClaims2 } from './claims';
import { needCents } from './costs';

export const RULE_JUDGE_2 = 'rule_judge_v3';
/** A block that adds this much scores one half; one that adds nothing scores 0, and the score never reaches 1. */
const HALF_CENTS = 10_000;
const LIE = 0.3;
const LEAST_FIELDS = 2;

/** The judge of a round, with the facts it needs from before the round's turns. */
export function judgeOf2(state: OpenState): (book: Proceedings, pitches: ReadonlyMap<string, Pitch>) => void {
  const block = state.blocks[`b_grant_${state.round_index}`];
  if (block === undefined) return () => undefined;
  const facts = factsOf(state);
  const needs = new Map<string, number>();
  for (const [lab, turn] of Object.entries(state.turns)) {
    const pitches = turn.actions.some(({ action }) => action?.action_type === 'make_pitch' || action?.action_type === 'counter_pitch');
    if (pitches) needs.set(lab, needCents(state, lab, block));
  }
  return (book, pitches) => {
    const verdicts = [...pitches].map(([lab_id, pitch]) =>
      judgePitch2(pitch, { lab_id, facts: facts[lab_id] ?? [], need: needs.get(lab_id) ?? 0 }),
    );
    decideVerdict(book, { block_id: block.block_id, verdicts, rule: RULE_JUDGE_2, wins: (score) => score > 0 });
  };
}

/** Words and length earn nothing: a lab that truly describes an open job of its own in two fields qualifies, and a false claim costs. */
export function judgePitch2(pitch: Pitch, bench: Claimed & { need: number }): PitchVerdict {
  const claims = checkClaims(pitch, bench.facts, findClaims2);
  const lies = claims.filter((claim) => !claim.verdict).length;
  const described = bench.facts.find(({ job_id }) => {
    const fields = claims.filter((claim) => claim.verdict && claim.job_id === job_id).map((claim) => claim.field);
    return new Set(fields).size >= LEAST_FIELDS;
  });
  const worth = bench.need / (bench.need + HALF_CENTS);
  const score = described === undefined ? 0 : Math.max(0, worth - LIE * lies);
  return { lab_id: bench.lab_id, pitch: pitch.text, score, reason: reasonOf(described?.job_id, bench.need, lies), claims };
}

function reasonOf(jobId: string | undefined, need: number, lies: number): string {
  const heard = jobId === undefined ? 'No open job was described truly in two fields.' : `${jobId} was described truly.`;
  const added = `The block adds ${fromCents(need).toFixed(2)} to its best plan.`;
  const false_ = lies === 0 ? '' : ` ${lies} false claim${lies === 1 ? '' : 's'}.`;
  return `${heard} ${added}${false_}`;
}
