import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { askPatiently, TournamentRunner } from './tournament-runner';

/** A runner of processes that end immediately, and what it prints. */
function runnerOfQuitters() {
  const said: string[] = [];
  const children: ReturnType<typeof spawn>[] = [];
  const runner = new TournamentRunner({
    start() {
      const child = spawn(process.execPath, ['-e', 'process.exit(7)']);
      children.push(child);
      return child;
    },
    say: (line) => said.push(line),
  });
  const lastEnds = () => once(children.at(-1) ?? process, 'exit');
  return { runner, said, children, lastEnds };
}

test('who ends too early is replaced, three times while nothing is played', async () => {
  const { runner, said, children, lastEnds } = runnerOfQuitters();
  runner.grow(1);
  await lastEnds();
  runner.look(0);
  expect(said).toEqual(['A worker process ended (exit code 7); starting another.']);
  await lastEnds();
  for (let times = 0; times < 3; times += 1) {
    runner.look(1); // a match was played: three tries again
    await lastEnds();
  }
  expect(() => runner.look(1)).toThrow('end again and again (exit code 7)');
  expect(children).toHaveLength(5);
  await runner.end();
});

test('who lives is left alone, and ended at the end', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const runner = new TournamentRunner({ start: () => child, say: expect.unreachable });
  runner.grow(1);
  runner.look(0);
  await runner.end();
  expect(child.signalCode).toBe('SIGTERM');
});

test('a database that does not answer in time is told of once, until it answers again', async () => {
  const said: string[] = [];
  const patiently = askPatiently((line) => said.push(line));
  const away = () => Promise.reject(new Error('timeout expired'));
  expect(await patiently(away)).toBeNull();
  expect(await patiently(away)).toBeNull();
  expect(said).toEqual(['The database did not answer in time; trying again.']);
  expect(await patiently(async () => 7)).toBe(7);
  await patiently(away);
  expect(said).toHaveLength(2);
  await expect(patiently(() => Promise.reject(new TypeError('x is not a function')))).rejects.toThrow('x is not a function');
});
