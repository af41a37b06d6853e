import type { ClaimField } from '~/games/gpu-market/open/types';

/** A sentence that the judge reads as this claim. */
export function claimSentence(field: ClaimField, jobId: string, value: number): string {
  switch (field) {
    case 'hours':
      return `${jobId} needs ${value} GPU-hours.`;
    case 'deadline':
      return `${jobId} is due by round ${value}.`;
    case 'value':
      return `${jobId} is worth ${value} credits.`;
    case 'reliability':
      return `${jobId} needs a reliability of ${value}.`;
  }
}
