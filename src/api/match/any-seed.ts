import { randomInt } from 'node:crypto';
import { SPLITS } from '~/eval/seeds';

/** For who does not care: one of the training range, so that nobody sees test seeds by chance. */
export function randomTrainSeed(): number {
  const [train] = SPLITS;
  return randomInt(train.first, train.last + 1);
}
