// Counts from the lines of report-vitest.mjs and report-playwright.mjs.

/** Passed, failed and skipped tests of a run, finished or not. A runner that crashed never counts as a pass. */
export function countLines(step, lines) {
  const ends = lines.filter((line) => line.at === 'end');
  const broken = lines.filter((line) => (line.at === 'file-end' && line.broken) || line.at === 'error');
  const failed = ends.filter(({ status }) => status === 'failed').length + broken.length;
  return {
    passed: ends.filter(({ status }) => status === 'passed').length,
    failed: failed === 0 && (!step.ok || ends.length === 0) ? 1 : failed,
    skipped: ends.filter(({ status }) => status === 'skipped').map(({ name }) => name),
    again: ends.filter((line) => line.again).map(({ name }) => name),
  };
}

/** A run's progress in a few words: how many tests are done, and which are running. */
export function runningIn(lines) {
  const over = lines.filter(({ at }) => at === 'end').length;
  const failed = lines.filter(({ at, status }) => at === 'end' && status === 'failed').length;
  const ended = new Set(lines.filter(({ at }) => at === 'end').map(({ name }) => name));
  const begun = lines.filter(({ at, name }) => at === 'begin' && !ended.has(name)).map(({ name }) => name);
  const closed = new Set(lines.filter(({ at }) => at === 'file-end').map(({ file }) => file));
  const files = lines.filter(({ at, file }) => at === 'file' && !closed.has(file)).map(({ file }) => file);
  const running = begun.length > 0 ? begun : files;
  const shown = [...new Set(running)].slice(0, 4).join('; ');
  return `${over} tests over${failed > 0 ? `, ${failed} failed` : ''}${shown ? `, running: ${shown}` : ''}`;
}
