import type { ServerResponse } from 'node:http';
import { STUDY_FILES, type StudyFile, studyFile } from '~/eval/study-files';
import type { SharedServices } from '../context';
import { send } from '../match/downloads';
import { findReport } from './service';

export function isStudyFile(kind: string): kind is StudyFile {
  return Object.hasOwn(STUDY_FILES, kind);
}

/** A stored report as one file. */
export async function sendReport(
  shared: SharedServices,
  { id, kind }: { id: string; kind: StudyFile },
  response: ServerResponse,
): Promise<void> {
  const { study } = await findReport(shared, id);
  async function* whole(): AsyncGenerator<string> {
    yield studyFile(study, kind);
  }
  await send(response, whole(), { type: STUDY_FILES[kind], name: `mandi-report-${id}.${kind}` });
}
