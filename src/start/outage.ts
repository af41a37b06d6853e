/** Logs one line when the database becomes unavailable and one when it is back, instead of an error per second. */
import type { Log } from '~/match/services';
import { isAway } from '~/store/database-error';

const ASK_EVERY_MS = 1_000;

export interface OutageOptions {
  log: Log & { debug(fields: object, message: string): void };
  /** Resolves when the database answers. */
  ask(): Promise<unknown>;
  say(line: string): void;
}

/** The log, with errors that only say that the database does not answer moved to level `debug`. */
export function tellOutageOnce({ log, ask, say }: OutageOptions): Log {
  let isOut = false;
  async function awaitReturn(): Promise<void> {
    try {
      await ask();
      isOut = false;
      say('The database is back.');
    } catch {
      setTimeout(() => void awaitReturn(), ASK_EVERY_MS).unref();
    }
  }
  function note(level: 'warn' | 'error', fields: object, message: string): void {
    const isOutage = saysOutage(fields);
    log[isOutage ? 'debug' : level](fields, message);
    if (!isOutage || isOut) return;
    isOut = true;
    say('The database does not answer; trying again.');
    setTimeout(() => void awaitReturn(), ASK_EVERY_MS).unref();
  }
  return {
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => note('warn', fields, message),
    error: (fields, message) => note('error', fields, message),
  };
}

function saysOutage(fields: object): boolean {
  return isAway('fault' in fields ? fields.fault : 'err' in fields ? fields.err : undefined);
}
