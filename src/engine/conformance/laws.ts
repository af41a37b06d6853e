/** The laws that every game must obey, and how failures are reported. */

export const LAWS = {
  options: 'options are accepted up to their limits, and refused beyond them with a reason',
  replay: 'the log, read back from JSON, leads to the state that was played',
  log: 'a logged event never changes',
  plain: 'events, states, observations and views are plain JSON',
  purity: 'questions and decisions leave the state as it was',
  same: 'the same question gets the same answer',
  outside: 'rules use no clock and no randomness from outside',
  copy: 'a copy of a state shares nothing that changes',
  inPlace: 'a match played in place reaches the same state',
  together: 'seats that look together see what each of them sees alone',
  replaced: 'a move that is replaced by itself leads to the same turn',
  listed: 'every listed move is accepted',
  unlisted: 'what is not listed is refused with a code, and changes nothing that matters',
  receipts: 'a receipt says what the decision does',
  privacy: 'nothing that a seat keeps to itself reaches anybody else',
  order: 'the order in which seats of one turn submit does not matter',
  books: 'the sum of all profits is what entered less what left, by the ledger of deals too',
  narration: 'every event is told in a sentence',
  clock: 'turns count up by one, rounds never go back or past the last, and who is awaited is known until the end',
  ends: 'every match ends',
  lapse: 'a lapse ends any wait',
  outcome: 'the outcome has each seat once, with a number or null, and no fault',
  throws: 'no move makes the rules throw',
} as const;

export type Law = keyof typeof LAWS;

export class LawBroken extends Error {
  override readonly name = 'LawBroken';
  readonly law: Law;

  constructor(law: Law, why: string) {
    super(why);
    this.law = law;
  }
}

/** How often each law was checked. */
export type Looks = Partial<Record<Law, number>>;

/** Counts checks and fails if a law does not hold. `why` is only called on failure. */
export class Bench {
  readonly looks: Looks = {};

  hold(law: Law, holds: boolean, why: () => string): void {
    this.looks[law] = (this.looks[law] ?? 0) + 1;
    if (!holds) throw new LawBroken(law, why());
  }

  /** For checks that return the reason for a failure; null if the law holds. */
  clear(law: Law, why: string | null): void {
    this.hold(law, why === null, () => why ?? '');
  }
}
