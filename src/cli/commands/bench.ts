import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { CommandFailed } from '../exits';
import { newCommand } from '../new-command';

/** Runs bench/main.ts in a separate process, because a measurement should not share its heap with the command line. */
export function benchCommand(): Command {
  return newCommand('bench', 'Measures the speed of rules, store and stream; takes the options of bench/main.ts.', [
    'bench',
    'bench --help',
  ])
    .argument('[args...]', 'passed on to the benchmarks')
    .allowUnknownOption()
    .helpOption(false)
    .action(async (args: string[]) => {
      process.exitCode = await runBench(args);
    });
}

function runBench(args: readonly string[]): Promise<number> {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const main = `${root}bench/main.ts`;
  if (!existsSync(main)) throw new CommandFailed('the benchmarks (bench/main.ts) are not part of this copy of Mandi');
  const child = spawn(process.execPath, ['--import', 'tsx', main, ...args], { cwd: root, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)));
  });
}
