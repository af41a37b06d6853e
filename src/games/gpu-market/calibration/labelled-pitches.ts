/** Eighty pitches with a person's marks, and the rule judge's scores. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Hearing } from '~/contract/game';
import { HIGHEST_MARK, LOWEST_MARK } from '~/contract/hearing';
import type { Labelled, LabelledPitch } from '~/contract/pack';
import { JUDGE_PROMPT, maskPitch } from '../hearings';
import { judgeText } from '../open/shared/plans/pitch-preview';

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

type Seen = z.infer<typeof observationShape>;

export function labelledPitches(): Labelled<Seen> {
  const file = fileShape.parse(JSON.parse(readFileSync(new URL('./pitches.json', import.meta.url), 'utf8')));
  const observations = new Map(file.observations.map((one) => [one.id, one]));
  const pitches = file.pitches.map(({ id, observation, text, mark }) => {
    const seen = observations.get(observation);
    if (!seen) throw new Error(`calibration: no observation ${observation}`);
    return { id, mark, seen, ...ruledPitch(seen, text) };
  });
  return { marks: file.marks, prompt: JUDGE_PROMPT, observations: file.observations, pitches, ruled: ruledPitch, hearingOf };
}

function ruledPitch(seen: Seen, text: string): Pick<LabelledPitch<Seen>, 'text' | 'rule' | 'reason'> {
  const { lab, block, jobs, round, rounds } = seen;
  const { score, reason } = judgeText(text, { lab_id: lab, block: { ...block, failed_round: null }, facts: jobs, rounds, round });
  return { text, rule: score, reason };
}

/** A hearing in which a separate lab made each pitch. */
function hearingOf(group: readonly Omit<LabelledPitch<Seen>, 'mark'>[]): Hearing {
  const seen = group[0]?.seen;
  if (!seen) throw new Error('calibration: a round without pitches');
  const { start_round, duration, gpu_count, reliability } = seen.block;
  return {
    task: `${seen.task}, round ${seen.round} of ${seen.rounds}`,
    round: seen.round,
    about: `The block: ${gpu_count} GPU from round ${start_round} for ${duration} rounds (${duration * gpu_count} GPU-hours), reliability ${reliability}.`,
    prompt: JUDGE_PROMPT,
    mask: maskPitch,
    pitches: group.map(({ id, text, rule, reason }) => ({ seat: id, text, score: rule, reason })),
    called: {},
  };
}
