import type { Command } from 'commander';
import { UsageError } from '../exits';
import { newCommand } from '../new-command';

export function envCommand(): Command {
  return newCommand('env', 'An environment for programs in any language: one JSON message a line in, one a line out (docs/cli.md).', [
    'env --stdio',
    `env --stdio <<< '{"type":"reset","data":{"task":"market_round","seed":7}}'`,
  ])
    .option('--stdio', 'speak on standard input and output')
    .action(async (flags: { stdio?: boolean }) => {
      if (!flags.stdio) throw new UsageError('env: say how to speak; allowed: --stdio');
      const { serveStdio } = await import('../env/serve-stdio');
      await serveStdio();
    });
}
