import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The command line of a process, if this system provides it; '' if there is no such process. */
export function commandOf(pid: number): string {
  if (!Number.isInteger(pid) || pid <= 0) return '';
  if (process.platform === 'linux') return readText(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
  const [program, args] =
    process.platform === 'win32' ? ['tasklist', ['/FI', `PID eq ${pid}`, '/NH']] : ['ps', ['-o', 'command=', '-p', `${pid}`]];
  return spawnSync(program, args, { encoding: 'utf8', windowsHide: true }).stdout ?? '';
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
