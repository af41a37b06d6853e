import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { after, type Soon } from '~/lib/play/soon';
import { LineSession } from '~/openenv/line-session';
import { failure } from '~/openenv/messages';
import { endQuietlyWithoutReader } from '../output';
import { followTestGamesSetting } from '../test-games-setting';
import { type Line, LineCutter, LONGEST_LINE } from './lines';

/** `mandi env --stdio`; also the entry point of its bundle (docs/decisions/bundles.md). */
export async function serveStdio(): Promise<void> {
  endQuietlyWithoutReader();
  followTestGamesSetting();
  await serveLines(new LineSession(), process.stdin, process.stdout);
  process.stdin.destroy();
}

/** Maximum unwritten output in UTF-16 units: beyond it, waits for the reader instead of filling the memory. */
const MOST_WAITING = 256 * 1024;

/** Handles lines: one program's episodes, or many matches together. */
interface Answerer {
  /** Takes a line without its end. Bytes are written unchanged; null: no output. */
  answer(line: string): Soon<string | Uint8Array | null>;
  readonly closed: boolean;
}

/** Answers lines in order, until `close` or the end of the input. */
export async function serveLines(session: Answerer, input: Readable, output: Writable): Promise<void> {
  const cutter = new LineCutter();
  let waiting = '';
  async function flush(): Promise<void> {
    const text = waiting;
    waiting = '';
    if (text !== '') await write(text);
  }
  async function write(answer: string | Uint8Array): Promise<void> {
    if (!output.write(answer)) await once(output, 'drain');
  }
  async function say(answer: string | Uint8Array): Promise<void> {
    if (typeof answer === 'string') {
      waiting += answer;
      return;
    }
    await flush();
    await write(answer);
  }
  input.setEncoding('utf8');
  for await (const chunk of input) {
    for (const line of cutter.push(String(chunk))) {
      const soon = reply(session, line);
      const answer = soon instanceof Promise ? await soon : soon; // most answers are synchronous
      if (typeof answer === 'string') waiting += answer;
      else await say(answer);
      if (session.closed) break;
      if (waiting.length > MOST_WAITING) await flush();
    }
    await flush();
    if (session.closed) return;
  }
  const last = cutter.end();
  if (last !== null) await say(await reply(session, last));
  await flush();
}

function reply(session: Answerer, line: Line): Soon<string | Uint8Array> {
  const answer = 'tooLong' in line ? failure('INVALID_JSON', `a line over ${LONGEST_LINE} characters`) : session.answer(line.text);
  return after(answer, (said) => (typeof said === 'string' ? `${said}\n` : (said ?? '')));
}
