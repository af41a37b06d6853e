import type { ClaimField } from '../../../shared/types';
import { plural } from '../words';

/** A sentence that the judge parses as this claim. */
export function claimSentence(field: ClaimField, jobId: string, value: number): string {
  switch (field) {
    case 'hours':
      return `${jobId} needs ${plural(value, 'GPU-hour')}.`;
    case 'deadline':
      return `${jobId} is due by round ${value}.`;
    case 'value':
      return `${jobId} is worth ${value} credits.`;
    case 'reliability':
      return `${jobId} needs a reliability of ${value}.`;
  }
}
