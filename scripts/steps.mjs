// Runs the project's tools as steps: by their JavaScript entry points with this Node, so that no shell is needed.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { constants, getPriority, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endAll, endMarked, MARK, mark, ownGroup } from './processes.mjs';
import { countLines, runningIn } from './test-lines.mjs';

export const home = fileURLToPath(new URL('..', import.meta.url));

const TOOLS = {
  biome: '@biomejs/biome/bin/biome',
  oxlint: 'oxlint/bin/oxlint',
  tsc: 'typescript7/bin/tsc',
  vitest: 'vitest/vitest.mjs',
  playwright: '@playwright/test/cli.js',
};

/** For tools written in Go (types, typed lint): a fifth of their time went into garbage collection, which is not needed in a short run. */
export const COLLECT_LESS = { GOGC: process.env.GOGC ?? '400' };

/** A step without output for this long is reported. */
const QUIET_S = 20;
/** A step without any activity for this long is stuck. A busy machine is slow, but never that slow. */
const STUCK_MINUTES = 20;

/** The running steps by child process, to be ended when this process is asked to end. */
const under = new Map();
/** What a signal cut short. */
let cut = null;

/** The command of a tool in node_modules, or of a script in this folder (`circles.mjs`). */
export function command(tool, ...args) {
  const entry = tool in TOOLS ? join(home, 'node_modules', TOOLS[tool]) : join(home, 'scripts', tool);
  return [process.execPath, entry, ...args];
}

/**
 * Runs one step. Its output is kept and shown when it fails; `live` shows it as it comes. While it is silent, a line now and then reports
 * its progress. A step with `yields` has a lower priority than the steps next to it. A step without activity, or past its `minutes`, is
 * ended with everything it started.
 */
export function runStep({ name, run, env = {}, live = false, lines = null, minutes = null, cwd = home, yields = false }) {
  if (cut) return Promise.resolve({ name, ok: false, seconds: 0, output: '', stopped: `not begun (${cut})` });
  const started = Date.now();
  return new Promise((resolve) => {
    const [program, ...args] = run;
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env, [MARK]: mark, ...(lines && { MANDI_TEST_LINES: lines }) },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...ownGroup,
    });
    if (yields && child.pid) lower(child.pid);
    const step = { name, child, lines, output: '', spoke: Date.now(), told: Date.now(), stopped: null };
    under.set(child, step);
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        step.spoke = Date.now();
        step.told = Date.now();
        if (live) process.stdout.write(chunk);
        else step.output += chunk;
      });
    }
    const pulse = setInterval(() => watch(step, started, minutes), 1000);
    child.on('error', (error) => {
      step.output += String(error);
    });
    const over = (code) => {
      if (!under.delete(child)) return;
      clearInterval(pulse);
      const result = {
        name,
        ok: code === 0 && !step.stopped,
        seconds: (Date.now() - started) / 1000,
        output: step.output,
        stopped: step.stopped,
      };
      tell(result, step);
      resolve(result);
    };
    child.on('close', over);
    // A process left behind may hold the pipes open forever.
    child.on('exit', (code) => setTimeout(over, 30_000, code).unref());
  });
}

function lower(pid) {
  try {
    setPriority(pid, Math.min(getPriority() + 5, constants.priority.PRIORITY_LOW));
  } catch {
    // It has already ended, or this system does not allow it.
  }
}

function watch(step, started, minutes) {
  const now = Date.now();
  const size = step.lines ? sizeOf(step.lines) : 0;
  if (size !== step.size) Object.assign(step, { size, spoke: now });
  if (now - step.told > QUIET_S * 1000) {
    step.told = now;
    console.log(
      `…       ${step.name.padEnd(24)} ${Math.round((now - started) / 1000)} s${step.lines ? `, ${runningIn(readLines(step.lines))}` : ''}`,
    );
  }
  const late = minutes !== null && now - started > minutes * 60_000;
  if ((late || now - step.spoke > STUCK_MINUTES * 60_000) && !step.stopped) {
    step.stopped = late ? `not done after ${minutes} minutes` : `nothing happened for ${STUCK_MINUTES} minutes`;
    void endAll(step.child);
  }
}

function sizeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function tell({ name, ok, seconds, output, stopped }, { lines }) {
  console.log(`${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(24)} ${seconds.toFixed(1).padStart(6)} s`);
  if (!ok && output.trim()) console.log(output.trimEnd());
  if (stopped) console.log(`        ${name} was cut short: ${stopped}${lines ? `; ${runningIn(readLines(lines))}` : ''}`);
}

// Ctrl-C, or an outer time limit: running steps are ended with everything they started, and the counts so far are printed.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (cut) return;
    cut = `ended by ${signal}`;
    for (const step of under.values()) {
      step.stopped ??= cut;
      void endAll(step.child);
    }
  });
}

/** Runs one Vitest project; the counts come from a line for each test. A run without a line counts as one failure. */
export async function runVitest({ name, project, args = [], env = {}, live = false, minutes = null, yields = false }) {
  return withLines(async (lines) => {
    const reporters = ['--reporter=default', `--reporter=${join(home, 'scripts', 'report-vitest.mjs')}`];
    const step = await runStep({
      name,
      run: command('vitest', 'run', '--project', project, ...reporters, ...args),
      env,
      live,
      lines,
      minutes,
      yields,
    });
    return { ...step, ...countLines(step, readLines(lines)) };
  });
}

/** Runs the browser journeys; counted like Vitest's tests. */
export async function runPlaywright({ name, args = [], env = {} }) {
  return withLines(async (lines) => {
    const run = command('playwright', 'test', `--reporter=list,${join(home, 'scripts', 'report-playwright.mjs')}`, ...args);
    const step = await runStep({ name, run, env, live: true, lines });
    return { ...step, ...countLines(step, readLines(lines)) };
  });
}

async function withLines(use) {
  const folder = mkdtempSync(join(tmpdir(), 'mandi-lines-'));
  try {
    return await use(join(folder, 'lines'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readLines(path) {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  } catch {
    return [];
  }
}

/** A step that is one check: it counts as one. */
export function countStep(step) {
  return { ...step, passed: step.ok ? 1 : 0, failed: step.ok ? 0 : 1, skipped: [] };
}

/** The end of a run's output: what was skipped, by name, then the line of counts. Returns the exit code. */
export async function conclude(steps) {
  for (const left of await endMarked()) console.log(`left running by a test, ended now: ${left}`);
  for (const { name, stopped } of steps.filter((step) => step.stopped)) console.log(`cut short: ${name}, ${stopped}`);
  for (const name of steps.flatMap((step) => step.skipped)) console.log(`skipped: ${name}`);
  const passed = steps.reduce((sum, step) => sum + step.passed, 0);
  const failed = steps.reduce((sum, step) => sum + step.failed, 0);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}
