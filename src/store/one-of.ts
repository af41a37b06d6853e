/** Checks that a database column holds one of the listed words. Any other value was not written by this code. */
export function oneOf<T extends string>(words: readonly T[], text: string): T {
  const word = words.find((one) => one === text);
  if (word === undefined) throw new Error(`the database says "${text}" where one of ${words.join(', ')} is meant`);
  return word;
}
