import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { collect, MANDI, runMandi } from './support/run-mandi';

const text = readFileSync(fileURLToPath(new URL('../../docs/cli.md', import.meta.url)), 'utf8');

/** The blocks of docs/cli.md that are marked as real runs: a command, and what it prints. */
const runs = [...text.matchAll(/```console\n\$ (.+)\n([\s\S]*?)```/g)].map(([, command = '', output = '']) => ({ command, output }));

/** `…` alone on a line stands for lines left out, within a line for a part of it. */
function patternOf(output: string): RegExp {
  const escaped = output.trimEnd().replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('\n…\n', '\n[^]*\n').replace(/\n…$/, '\n[^]*').replaceAll('…', '.*')}\n*$`);
}

describe.skipIf(process.platform === 'win32')('docs/cli.md', () => {
  test('has its runs', () => {
    expect(runs.length).toBeGreaterThanOrEqual(5);
  });

  test('names every command in its table', async () => {
    const { out } = await runMandi(['--help']);
    const commands = [...out.matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(([, name = '']) => name);
    expect(commands).toEqual(expect.arrayContaining(['play', 'samples', 'bench']));
    const named = [...text.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([a-z]+)/g)].map(([, name]) => name),
    );
    expect(commands.filter((name) => !named.includes(name))).toEqual([]);
  });

  test.each(runs)('$command', async ({ command, output }) => {
    const { out, errors } = await collect('sh', ['-c', command.replaceAll('npx mandi', `"${process.execPath}" "${MANDI}"`)]);
    expect(out + errors).toMatch(patternOf(output));
  });
});
