import type { Study } from './study';
import { studyCsv } from './study-csv';
import { studyHtml } from './study-html';
import { studyMarkdown } from './study-markdown';

/** A report as a file; the extension decides the format. */
export const STUDY_FILES = { html: 'text/html', md: 'text/markdown', csv: 'text/csv' } as const;
export type StudyFile = keyof typeof STUDY_FILES;

const WRITERS: Record<StudyFile, (study: Study) => string> = { html: studyHtml, md: studyMarkdown, csv: studyCsv };

export function studyFile(study: Study, kind: StudyFile): string {
  return WRITERS[kind](study);
}
