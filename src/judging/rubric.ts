/** The questions to human judges about a pitch: four criteria, then the overall mark. */
import { z } from 'zod';
import { CRITERIA, type Criterion, type Hearings, HIGHEST_MARK, LOWEST_MARK } from '~/contract/hearing';

/** In the game's own words, if it has any. */
export function questionsOf(hearing: Pick<Hearings, 'questions'> | undefined): { id: Criterion; title: string; asks: string }[] {
  return CRITERIA.map(({ id, title, asks }) => ({ id, title, asks: hearing?.questions?.[id] ?? asks }));
}

const mark = z.int(`a whole number from ${LOWEST_MARK} to ${HIGHEST_MARK}`).min(LOWEST_MARK).max(HIGHEST_MARK);

/** The marks of one pitch: every criterion and nothing else. */
export const marksShape = z.strictObject({ relevance: mark, evidence: mark, honesty: mark, persuasion: mark, overall: mark });

export type Marks = z.infer<typeof marksShape>;
