import pino, { type Logger } from 'pino';
import type { Config } from './config';

/** Logs to standard error, because standard output is for a command's output. One JSON object per line, or one sentence in a terminal. */
export function createLog(level: Config['log'], process: string, isTerminal = Boolean(globalThis.process.stderr.isTTY)): Logger {
  const toStderr = pino.destination({ fd: 2, sync: true });
  const out = isTerminal ? { write: (line: string) => void toStderr.write(logLine(line)) } : toStderr;
  const serializers = { err: pino.stdSerializers.err, fault: pino.stdSerializers.err };
  return pino({ level, base: { process }, timestamp: pino.stdTimeFunctions.isoTime, serializers }, out);
}

const WORDS: Readonly<Record<number, string>> = { 40: 'Warning', 50: 'Error', 60: 'Error' };

/** Fields of every line, which a terminal does not need. */
const KNOWN = ['level', 'time', 'process', 'msg', 'err', 'fault'];

/** A log line for a terminal: `Warning: a world could not be solved: out of memory (matchId: abc)`. */
export function logLine(json: string): string {
  const entry = recordOf(json);
  if (entry === null) return json;
  const word = WORDS[Number(entry.level)];
  const said = [entry.msg, reasonOf(entry.fault ?? entry.err)].filter((part) => typeof part === 'string' && part !== '').join(': ');
  const facts = Object.entries(entry)
    .filter(([name]) => !KNOWN.includes(name))
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return `${word === undefined ? '' : `${word}: `}${said}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}\n`;
}

/** The stack appears only in JSON lines. */
function reasonOf(fault: unknown): string | null {
  if (typeof fault === 'string') return fault;
  if (typeof fault !== 'object' || fault === null) return null;
  const { message } = fault as { message?: unknown };
  return typeof message === 'string' ? message.split('\n', 1).join('') : JSON.stringify(fault);
}

function recordOf(json: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}
