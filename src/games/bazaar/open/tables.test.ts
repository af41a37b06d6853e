/** Every table in docs/bazaar-results.md has a command, and what the commands name is there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { policiesFor } from '~/games/policies';
import { TASKS } from './config';

const home = join(import.meta.dirname, '..', '..', '..', '..');
const text = readFileSync(join(home, 'docs/bazaar-results.md'), 'utf8');
const commands = [...text.matchAll(/^\$ (npx .+)$/gm)].map(([, command = '']) => command);

it('each part begins with a command before its first table', () => {
  const parts = text.split(/^## /m).slice(1);
  for (const part of parts)
    expect([part.split('\n')[0], part.indexOf('$ npx') < part.indexOf('| ---')]).toEqual([part.split('\n')[0], true]);
  expect(commands.length).toBeGreaterThanOrEqual(parts.length);
});

it.each(commands)('%s names a script, players and tasks that are there', (command) => {
  const script = /npx tsx (\S+)/.exec(command)?.[1];
  if (script === undefined) {
    expect(command).toContain('npx mandi eval');
    return;
  }
  expect(existsSync(join(home, script))).toBe(true);
  const players = (/--policies (\S+)/.exec(command)?.[1] ?? '').split(',').filter(Boolean);
  const known = policiesFor('bazaar/open').map(({ id }) => id);
  // `planner:menu`: held to a language model's menu; `first` and `null` pick from it.
  const isKnown = (id: string) => known.includes(id) || /^(first|null):menu$/.test(id) || known.some((base) => id === `${base}:menu`);
  expect(players.filter((id) => !isKnown(id))).toEqual([]);
  const tasks = (/--tasks (\S+)/.exec(command)?.[1] ?? '').split(',').filter(Boolean);
  expect(tasks.filter((id) => !TASKS.some((task) => task.id === id))).toEqual([]);
});
