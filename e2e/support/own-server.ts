/** For journeys that need a server of their own: `npm start` with other settings. */
import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';

/** The address that it prints. */
export function untilItServes(server: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    const hear = (text: unknown): void => {
      said += String(text);
      const address = /Open (http:\S+)/.exec(said)?.[1];
      if (address) resolve(address);
    };
    server.stdout?.on('data', hear);
    server.stderr?.on('data', hear);
    server.on('exit', () => reject(new Error(`the server ended: ${said}`)));
  });
}

export function stop(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null) return resolve();
    server.once('exit', () => resolve());
    server.kill('SIGTERM');
  });
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const place = probe.address();
      probe.close(() => (place && typeof place === 'object' ? resolve(place.port) : reject(new Error('no free port'))));
    });
  });
}
