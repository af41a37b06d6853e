/** Which faults are told to a person as one sentence, by commands and at the start of the server alike. */

/** Known by name, not by class: their modules (zod, pg, Prisma) are loaded only where they are needed. */
const SENTENCES = [
  'ConfigError',
  'DatabaseError',
  'StartError',
  'ModelError',
  'InferenceFileError',
  'UnknownRuleset',
  'SeatFault',
  'MixedGames',
];

const SYSTEM: Readonly<Record<string, string>> = {
  EACCES: 'this user may not do that',
  EPERM: 'this user may not do that',
  EROFS: 'nothing can be written there',
  ENOSPC: 'the disk is full',
  EDQUOT: 'this user has no room left on the disk',
  EMFILE: 'too many files are open (ulimit -n)',
  ENFILE: 'too many files are open on this machine',
};

/** What the machine does not allow is no fault of Mandi; null: it is something else. */
export function systemSentence(error: unknown): string | null {
  const { code, path } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  const words = code === undefined ? undefined : SYSTEM[code];
  return words === undefined ? null : `${path === undefined ? '' : `${path}: `}${words} (${code})`;
}

/** A fault that a person can mend: its message says it all, and no stack trace helps. */
export function isSentence(error: unknown): error is Error {
  return error instanceof Error && SENTENCES.includes(error.name);
}

/** `there is no such game; …` becomes `There is no such game; ….` */
export function asSentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.?!]$/.test(words) ? '' : '.'}`;
}

/** Any fault as it is told at the start: a sentence where one is known, otherwise with the stack for a report. */
export function faultText(fault: unknown): string {
  if (isSentence(fault)) return fault.message;
  return systemSentence(fault) ?? (fault instanceof Error ? (fault.stack ?? fault.message) : String(fault));
}
