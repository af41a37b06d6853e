import { randomInt } from 'node:crypto';
import { SPLITS } from '~/eval/seeds';

/** A random seed of the training range, so that nobody sees a test seed accidentally. */
export function randomTrainSeed(): number {
  const [train] = SPLITS;
  return randomInt(train.first, train.last + 1);
}
