import pino, { type Logger } from 'pino';
import type { Config } from './config';

/** One JSON object a line on standard error; standard output belongs to what a command prints. */
export function createLog(level: Config['log'], process: string): Logger {
  return pino({ level, base: { process }, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ fd: 2, sync: true }));
}
