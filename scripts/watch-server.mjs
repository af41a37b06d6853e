// Starts the developer's server, and restarts it after each change of its own files; the screens reload by themselves.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';

/** A save of many files counts as one change. */
const QUIET_MS = 200;

/** Files that are not part of the server: screens, which Next reloads, and tests. */
const NOT_SERVER = /\.test\.tsx?$|(^|[\\/])(app|ui|kit)[\\/]|[\\/]screens[\\/]|(~|\.sw.)$/;

/** Whether a change of this file, named from `src`, restarts the server. */
export function isServerFile(name) {
  return !NOT_SERVER.test(name);
}

/** Runs `node FILE ARGS…` until it is asked to end. */
export function watchServer({ root, file, args }) {
  let child = null;
  let timer = null;
  let ending = false;
  let again = false;

  function begin() {
    again = false;
    child = spawn(process.execPath, [file, ...args], { cwd: root, stdio: 'inherit' });
    child.on('exit', (code) => {
      child = null;
      if (ending) process.exit(code ?? 0);
      if (again) begin();
      else console.error('The server has ended. It starts again after the next change.');
    });
  }

  function change(name) {
    if (name === null || ending || !isServerFile(name)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      console.log(`Starting again: src/${name} has changed.`);
      if (child === null) return begin();
      again = true;
      child.kill('SIGTERM');
    }, QUIET_MS);
  }

  function end(signal, pass) {
    ending = true;
    if (child === null) process.exit(0);
    if (pass) child.kill(signal);
  }

  watch(join(root, 'src'), { recursive: true }, (_, name) => change(name));
  process.on('SIGTERM', () => end('SIGTERM', true));
  process.on('SIGINT', () => end('SIGINT', !process.stdin.isTTY)); // a terminal's Ctrl-C has already reached the child
  begin();
}
