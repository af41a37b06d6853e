import { spawn } from 'node:child_process';

/** Opens the user's browser. If there is none, the printed address must do. */
export function openBrowser(address: string): void {
  const [program, ...args] = commandFor(address);
  const child = spawn(program, args, { detached: true, stdio: 'ignore' });
  child.on('error', () => undefined);
  child.unref();
}

function commandFor(address: string): [string, ...string[]] {
  if (process.platform === 'darwin') return ['open', address];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address];
  return ['xdg-open', address];
}
