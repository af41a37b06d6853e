/** The word of a list that a column of the database holds; anything else was not written by this code. */
export function oneOf<T extends string>(words: readonly T[], text: string): T {
  const word = words.find((one) => one === text);
  if (word === undefined) throw new Error(`the database says "${text}" where one of ${words.join(', ')} is meant`);
  return word;
}
