/** What a human judge is asked about a pitch. The four criteria first, the overall mark last. */
import { z } from 'zod';
import { CRITERIA, type Criterion, type Hearings, HIGHEST_MARK, LOWEST_MARK } from '~/contract/hearing';

/** In the words of the game, where it has its own. */
export function questionsOf(hearing: Pick<Hearings, 'questions'> | undefined): { id: Criterion; title: string; asks: string }[] {
  return CRITERIA.map(({ id, title, asks }) => ({ id, title, asks: hearing?.questions?.[id] ?? asks }));
}

const mark = z.int(`a whole number from ${LOWEST_MARK} to ${HIGHEST_MARK}`).min(LOWEST_MARK).max(HIGHEST_MARK);

/** One pitch's marks: every criterion, nothing else. */
export const marksShape = z.strictObject({ relevance: mark, evidence: mark, honesty: mark, persuasion: mark, overall: mark });

export type Marks = z.infer<typeof marksShape>;
