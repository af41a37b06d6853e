/** What games are handed, in a process: threads to work on, and the solver. */
import type { Means } from '~/contract/means';
import { playOnFrom } from './replace-move';
import { onThread } from './threads';

export const means: Means = {
  playOn: playOnFrom,
  run: onThread,
  /** In this thread, which it holds up. The solver is loaded when first asked. */
  solve: async (programme, limits) => (await import('./solver')).solveProgramme(programme, limits),
};
