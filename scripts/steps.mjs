// Runs the project's tools as steps: by their JavaScript entry points with this Node, so that no shell is needed anywhere.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const home = fileURLToPath(new URL('..', import.meta.url));

const TOOLS = {
  biome: '@biomejs/biome/bin/biome',
  oxlint: 'oxlint/bin/oxlint',
  tsc: 'typescript/bin/tsc',
  vitest: 'vitest/vitest.mjs',
  playwright: '@playwright/test/cli.js',
};

/** The command of a tool of node_modules, or of a script of this folder (`circles.mjs`). */
export function command(tool, ...args) {
  const entry = tool in TOOLS ? join(home, 'node_modules', TOOLS[tool]) : join(home, 'scripts', tool);
  return [process.execPath, entry, ...args];
}

/** Runs one step. Its output is kept and shown when it fails; `live` shows it as it comes. A step past its time is ended. */
export function runStep({ name, run, env = {}, live = false, minutes = 15 }) {
  const started = Date.now();
  return new Promise((resolve) => {
    const [program, ...args] = run;
    const child = spawn(program, args, {
      cwd: home,
      env: { ...process.env, ...env },
      stdio: ['ignore', live ? 'inherit' : 'pipe', live ? 'inherit' : 'pipe'],
    });
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      output += chunk;
    });
    const late = setTimeout(() => {
      output += `\n${name}: not done after ${minutes} minutes, ended`;
      child.kill('SIGKILL');
    }, minutes * 60_000);
    child.on('error', (error) => {
      output += String(error);
    });
    child.on('close', (code) => {
      clearTimeout(late);
      const step = { name, ok: code === 0, seconds: (Date.now() - started) / 1000, output };
      tell(step);
      resolve(step);
    });
  });
}

function tell({ name, ok, seconds, output }) {
  console.log(`${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(24)} ${seconds.toFixed(1).padStart(6)} s`);
  if (!ok && output.trim()) console.log(output.trimEnd());
}

/** Runs one Vitest project; the counts come from its JSON report. A run without a report counts as one failure. */
export async function runVitest({ name, project, args = [], env = {}, live = false, minutes = 15 }) {
  return withReport(async (report) => {
    const run = command(
      'vitest',
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...args,
    );
    const step = await runStep({ name, run, env, live, minutes });
    return { ...step, ...countVitest(step, readReport(report)) };
  });
}

/** Runs the browser's journeys; the counts come from Playwright's JSON report. */
export async function runPlaywright({ name, args = [], env = {}, minutes = 15 }) {
  return withReport(async (report) => {
    const run = command('playwright', 'test', '--reporter=list,json', ...args);
    const step = await runStep({ name, run, env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report }, live: true, minutes });
    return { ...step, ...countPlaywright(step, readReport(report)) };
  });
}

async function withReport(use) {
  const folder = mkdtempSync(join(tmpdir(), 'mandi-report-'));
  try {
    return await use(join(folder, 'report.json'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

export function countVitest(step, report) {
  if (report === null) return { passed: 0, failed: 1, skipped: [] };
  const files = report.testResults;
  const tests = files.flatMap((file) => file.assertionResults);
  const brokenFiles = files.filter((file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'));
  const failed = tests.filter((test) => test.status === 'failed').length + brokenFiles.length;
  return {
    passed: tests.filter((test) => test.status === 'passed').length,
    failed: failed === 0 && !step.ok ? 1 : failed,
    skipped: tests.filter((test) => ['pending', 'skipped', 'todo', 'disabled'].includes(test.status)).map((test) => test.fullName),
  };
}

export function countPlaywright(step, report) {
  if (report === null) return { passed: 0, failed: 1, skipped: [] };
  const { expected, flaky, unexpected } = report.stats;
  const failed = unexpected + report.errors.length;
  const skipped = specs(report.suites).filter((spec) => spec.tests.every((test) => test.status === 'skipped'));
  return { passed: expected + flaky, failed: failed === 0 && !step.ok ? 1 : failed, skipped: skipped.map((spec) => spec.title) };
}

function specs(suites) {
  return suites.flatMap((suite) => [...suite.specs, ...specs(suite.suites ?? [])]);
}

/** A step that is one check: it counts as one. */
export function countStep(step) {
  return { ...step, passed: step.ok ? 1 : 0, failed: step.ok ? 0 : 1, skipped: [] };
}

/** The last words of a run: what was skipped, by name, then the line of counts. Answers the exit code. */
export function conclude(steps) {
  for (const name of steps.flatMap((step) => step.skipped)) console.log(`skipped: ${name}`);
  const passed = steps.reduce((sum, step) => sum + step.passed, 0);
  const failed = steps.reduce((sum, step) => sum + step.failed, 0);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}
