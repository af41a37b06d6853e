/** Pitches as they were heard and judged by rule, from what a screen is shown or from a stored verdict; of every ruleset that has them. */
import { z } from 'zod';

export interface HeardPitch {
  round: number;
  labId: string;
  text: string;
  /** By the rule judge. */
  score: number;
  /** null while it is its author's own. */
  reason: string | null;
}

const verdictShape = z.object({
  round_index: z.number(),
  pitches: z.array(
    z.object({ lab_id: z.string(), pitch: z.string().nullable(), score: z.number(), reason: z.string().nullish().catch(null) }),
  ),
});
const viewShape = z.object({
  verdicts: z.array(verdictShape).catch([]),
  labs: z.array(z.object({ lab_id: z.string(), public_name: z.string() })).catch([]),
});
const eventShape = z.union([
  z.object({ verdict: verdictShape }).transform(({ verdict }) => verdict),
  z.object({ decision: verdictShape }).transform(({ decision }) => decision),
]);

/** What the public view of a match tells of its pitch rounds so far, and what its labs are called. */
export function pitchesIn(view: unknown): { pitches: HeardPitch[]; labNames: Record<string, string> } {
  const { verdicts, labs } = viewShape.parse(view);
  return { pitches: verdicts.flatMap(heardIn), labNames: Object.fromEntries(labs.map((lab) => [lab.lab_id, lab.public_name])) };
}

/** The pitches of an event of kind `pitches_judged`; none of anything else. */
export function pitchesOf(event: unknown): HeardPitch[] {
  const read = eventShape.safeParse(event);
  return read.success ? heardIn(read.data) : [];
}

function heardIn({ round_index, pitches }: z.infer<typeof verdictShape>): HeardPitch[] {
  return pitches.flatMap(({ lab_id, pitch, score, reason }) => {
    return pitch === null || pitch.trim() === '' ? [] : [{ round: round_index, labId: lab_id, text: pitch, score, reason: reason ?? null }];
  });
}
