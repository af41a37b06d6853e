import { type Command, InvalidArgumentError } from 'commander';
import { UsageError } from '../exits';
import { newCommand } from '../new-command';

interface Flags {
  stdio?: boolean;
  vector?: boolean;
  serve?: boolean;
  host: string;
  port: number;
  sessions: number;
}

export function envCommand(): Command {
  return newCommand('env', 'An environment for programs in any language: over standard input and output, or as an OpenEnv server.', [
    'env --stdio',
    `env --stdio <<< '{"type":"reset","data":{"task":"market_round","seed":7}}'`,
    'env --stdio --vector',
    'env --serve',
    'env --serve --host 0.0.0.0 --port 8000 --sessions 512',
  ])
    .option('--stdio', 'one JSON message per line in, one per line out (docs/cli.md)')
    .option('--vector', 'with --stdio: many matches that step together (docs/python.md)')
    .option('--serve', 'serve OpenEnv, without a database (docs/openenv.md)')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <number>', 'port; 0: any free one', wholeNumber(0, 65_535), 8000)
    .option('--sessions <number>', 'largest number of sessions at the same time', wholeNumber(1, 100_000), 256)
    .action(async (flags: Flags) => {
      if (flags.stdio === flags.serve)
        throw new UsageError(flags.stdio === true ? 'env: choose --stdio or --serve, not both' : 'env: choose --stdio or --serve');
      if (flags.vector && !flags.stdio) throw new UsageError('env: --vector goes with --stdio');
      if (flags.vector) {
        const { serveVector } = await import('../env/serve-vector');
        return serveVector();
      }
      if (flags.stdio) {
        const { serveStdio } = await import('../env/serve-stdio');
        return serveStdio();
      }
      const { serveSockets } = await import('../env/serve-sockets');
      return serveSockets(flags);
    });
}

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}
