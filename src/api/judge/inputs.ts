/** Inputs of the judge procedures. */
import { z } from 'zod';
import { marksShape } from '~/judging/rubric';
import { readVisibleName } from '~/lib/text/visible-name';
import { DUEL_CHOICES } from '~/store/judge-store';
import { matchId, text, whole } from '../inputs';

const MOST_PITCHES = 64;

export const acceptInput = z.strictObject({
  id: matchId,
  code: text(100),
  name: z
    .string('a text')
    .trim()
    .refine((name) => readVisibleName(name, { most: 40 }).ok, 'a name of 1 to 40 visible characters'),
});
export const roundInput = z.strictObject({ id: matchId, round: whole(0, 1_000_000) });
export const sheetInput = roundInput.extend({
  /** By letter, as on the ballot. */
  marks: z
    .record(z.string().regex(/^[A-Z]{1,3}$/, 'a letter of the ballot'), marksShape)
    .refine((marks) => Object.keys(marks).length <= MOST_PITCHES),
});
export const voteInput = z.strictObject({ id: text(64), choice: z.enum(DUEL_CHOICES, `one of ${DUEL_CHOICES.join(', ')}`) });
