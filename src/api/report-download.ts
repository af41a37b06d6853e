import type { ServerResponse } from 'node:http';
import { STUDY_FILES, type StudyFile, studyFile } from '~/eval/study-files';
import type { Desk } from './context';
import { send } from './downloads';
import { findReport } from './report-desk';

export function isStudyFile(kind: string): kind is StudyFile {
  return Object.hasOwn(STUDY_FILES, kind);
}

/** A kept report as one file. */
export async function sendReport(desk: Desk, { id, kind }: { id: string; kind: StudyFile }, response: ServerResponse): Promise<void> {
  const { study } = await findReport(desk, id);
  async function* whole(): AsyncGenerator<string> {
    yield studyFile(study, kind);
  }
  await send(response, whole(), { type: STUDY_FILES[kind], name: `mandi-report-${id}.${kind}` });
}
