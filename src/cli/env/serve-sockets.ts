import { codeVersion } from '~/eval/code-version';
import { serveEndpoint } from '~/openenv/serve';
import { CommandFailed } from '../exits';
import { print } from '../output';
import { agentsWithoutDatabase } from './agents-without-database';

/** `mandi env --serve`: runs until stopped. */
export async function serveSockets({ host, port, sessions }: { host: string; port: number; sessions: number }): Promise<void> {
  const onFault = (fault: unknown): void =>
    void process.stderr.write(`mandi: env: a request failed: ${fault instanceof Error ? fault.message : String(fault)}\n`);
  const agents = agentsWithoutDatabase();
  const endpoint = await serveEndpoint({ host, port, sessions, version: codeVersion(), means: agents.means, onFault }).catch(
    (cause: unknown) => {
      throw new CommandFailed(whyNot(cause, { host, port }));
    },
  );
  const shown = host.includes(':') ? `[${host}]` : host;
  await print(
    `OpenEnv at http://${shown}:${endpoint.port} (WebSocket: ws://${shown}:${endpoint.port}/ws), at most ${sessions} sessions. Ctrl-C stops it.`,
  );
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  await endpoint.stop();
  await agents.close();
}

function whyNot(cause: unknown, { host, port }: { host: string; port: number }): string {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : null;
  if (code === 'EADDRINUSE')
    return `port ${port} is in use: stop the program that uses it, or choose another with --port (0: any free port)`;
  if (code === 'EACCES') return `port ${port} needs administrator rights: choose one above 1023 with --port`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `${host} is not an address of this machine`;
  return cause instanceof Error ? cause.message : String(cause);
}
