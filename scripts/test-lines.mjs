// What the lines of report-vitest.mjs and report-playwright.mjs add up to.

/** Passed, failed and skipped of a run, whether it came to its end or not. A runner that broke is never counted as a pass. */
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

/** How far a run is, in a few words: how many tests are over, and which go on. */
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
