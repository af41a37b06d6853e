/** What a training run may be called: the name of its folder. */
export const RUN_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Letters of a log in one request, which has at most 256 kB with all that JSON adds. */
export const MOST_SENT_LOG = 200_000;

/** A file's name as a run may be called: without its ending, and without what a name may not hold. */
export function runNameOfFile(file: string): string {
  const stem = file.replace(/\.(jsonl?|log|txt)$/i, '').replaceAll(/[^A-Za-z0-9._-]+/g, '-');
  return stem.replace(/^[^A-Za-z0-9]+/, '').slice(0, 64);
}
