import { NOTHING_WRITTEN } from '~/lib/exit-codes';

/** How a command fails: one sentence for the user and an exit code, never a stack trace. */

export const EXIT = { fine: 0, failed: 1, usage: 2, nothing: NOTHING_WRITTEN, interrupted: 130 } as const;

/** The user asked for something that does not exist: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A valid request that failed: exit code 1. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}

/** Successful, but there was nothing to write: exit code 3. */
export class NothingWritten extends Error {
  override readonly name = 'NothingWritten';
}

/** Ctrl-C. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}
