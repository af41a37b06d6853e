/** A thread's work for the grounds of the product. Started through `match-entry.mjs`. */
import { findGround } from './grounds';
import { threadFor } from './thread-for';

export const { playPlaced, lookPlaced, tracePlaced } = threadFor(async (name) => {
  const found = findGround(name);
  if (!found.ok) throw new Error(found.why);
  return found.value;
});
