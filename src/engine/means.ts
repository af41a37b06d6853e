/** The functions that games receive in this process: threads and the solver. */
import type { Means } from '~/contract/means';
import { playOnFrom } from './replace-move';
import { onThread } from './threads';

export const means: Means = {
  playOn: playOnFrom,
  run: onThread,
  /** Runs in this thread and blocks it. The solver is loaded on first use. */
  solve: async (programme, limits) => (await import('./solver')).solveProgramme(programme, limits),
};
