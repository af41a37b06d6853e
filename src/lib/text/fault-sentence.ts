/** Decides which errors are shown as one sentence, in commands and at server start. */

/** Matched by name, not by class, so that their modules (zod, pg, Prisma) load only when needed. */
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
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'this file system is read-only',
  EISDIR: 'this is a folder, not a file',
  ENOTDIR: 'a part of this path is a file, not a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your disk quota is used up',
  EMFILE: 'too many files are open (ulimit -n)',
  ENFILE: 'too many files are open on this machine',
};

/** A sentence for errors of the operating system, such as missing permissions; null for others. */
export function systemSentence(error: unknown): string | null {
  const { code, path } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  const words = code === undefined ? undefined : SYSTEM[code];
  return words === undefined ? null : `${path === undefined ? '' : `${path}: `}${words} (${code})`;
}

/** An error that a person can fix: its message is sufficient, and a stack trace would not help. */
export function isSentence(error: unknown): error is Error {
  return error instanceof Error && SENTENCES.includes(error.name);
}

/** `there is no such game; …` becomes `There is no such game; ….` */
export function asSentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.?!]$/.test(words) ? '' : '.'}`;
}

/** An error as shown at server start: one sentence if possible, otherwise with the stack for a bug report. */
export function faultText(fault: unknown): string {
  if (isSentence(fault)) return fault.message;
  return systemSentence(fault) ?? (fault instanceof Error ? (fault.stack ?? fault.message) : String(fault));
}
