/** The entry point of the OpenEnv image: `mandi env --serve` without the other commands. */
import { parseArgs } from 'node:util';
import { serveSockets } from './serve-sockets';

export async function serveAlone(args: string[]): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args, options: { host: text, port: text, sessions: text } });
  await serveSockets({ host: values.host ?? '0.0.0.0', port: Number(values.port ?? 8000), sessions: Number(values.sessions ?? 256) });
}
