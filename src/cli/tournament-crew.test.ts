import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { TournamentCrew } from './tournament-crew';

/** A crew of processes that end at once, and what it says. */
function crewOfQuitters() {
  const said: string[] = [];
  const children: ReturnType<typeof spawn>[] = [];
  const crew = new TournamentCrew({
    start() {
      const child = spawn(process.execPath, ['-e', 'process.exit(7)']);
      children.push(child);
      return child;
    },
    say: (line) => said.push(line),
  });
  const lastEnds = () => once(children.at(-1) ?? process, 'exit');
  return { crew, said, children, lastEnds };
}

test('who ends too early is replaced, three times while nothing is played', async () => {
  const { crew, said, children, lastEnds } = crewOfQuitters();
  crew.grow(1);
  await lastEnds();
  crew.look(0);
  expect(said).toEqual(['A process that played matches has ended (exit code 7); another begins.']);
  await lastEnds();
  for (let times = 0; times < 3; times += 1) {
    crew.look(1); // a match was played: three tries again
    await lastEnds();
  }
  expect(() => crew.look(1)).toThrow('end again and again (exit code 7)');
  expect(children).toHaveLength(5);
  await crew.end();
});

test('who lives is left alone, and ended at the end', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const crew = new TournamentCrew({ start: () => child, say: expect.unreachable });
  crew.grow(1);
  crew.look(0);
  await crew.end();
  expect(child.signalCode).toBe('SIGTERM');
});
