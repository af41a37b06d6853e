/** What a human judge is asked about a pitch. The four criteria first, the overall mark last. */
import { z } from 'zod';
import { HIGHEST_MARK, LOWEST_MARK } from '~/contract/hearing';

export const CRITERIA = [
  { id: 'relevance', title: 'Relevance', asks: 'Does it say why this block would serve a job of this lab?' },
  { id: 'evidence', title: 'Evidence', asks: 'Does it give facts that somebody could check: hours, a deadline, a value, a reliability?' },
  { id: 'honesty', title: 'Honesty', asks: 'Does it stay with what a lab can know, without boasting or threatening?' },
  { id: 'persuasion', title: 'Persuasion', asks: 'Would it move you, were the block yours to give?' },
  { id: 'overall', title: 'Overall', asks: 'All in all, how good is this pitch?' },
] as const;

export type Criterion = (typeof CRITERIA)[number]['id'];

const mark = z.int(`a whole number from ${LOWEST_MARK} to ${HIGHEST_MARK}`).min(LOWEST_MARK).max(HIGHEST_MARK);

/** One pitch's marks: every criterion, nothing else. */
export const marksShape = z.strictObject({ relevance: mark, evidence: mark, honesty: mark, persuasion: mark, overall: mark });

export type Marks = z.infer<typeof marksShape>;
