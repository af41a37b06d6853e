import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { after, type Soon } from '~/lib/play/soon';
import { LineSession } from '~/openenv/line-session';
import { failure } from '~/openenv/messages';
import { endQuietlyWithoutReader } from '../output';
import { followTestGamesSetting } from '../test-games-setting';
import { type Line, LineCutter, LONGEST_LINE } from './lines';

/** What `mandi env --stdio` does; also the entry of its bundle (docs/decisions/bundles.md). */
export async function serveStdio(): Promise<void> {
  endQuietlyWithoutReader();
  followTestGamesSetting();
  await serveLines(new LineSession(), process.stdin, process.stdout);
  process.stdin.destroy();
}

/** Written out at once, so that a slow reader makes us wait instead of filling the memory. In UTF-16 units. */
const MOST_WAITING = 256 * 1024;

/** Whoever answers lines: one program's episodes, or many matches together. */
type Answerer = Pick<LineSession, 'answer' | 'closed'>;

/** Answers line by line, in order, until `close` or the end of the input. */
export async function serveLines(session: Answerer, input: Readable, output: Writable): Promise<void> {
  const cutter = new LineCutter();
  let waiting = '';
  async function flush(): Promise<void> {
    const text = waiting;
    waiting = '';
    if (text !== '' && !output.write(text)) await once(output, 'drain');
  }
  input.setEncoding('utf8');
  for await (const chunk of input) {
    for (const line of cutter.push(String(chunk))) {
      const answer = reply(session, line);
      waiting += typeof answer === 'string' ? answer : await answer; // most are known at once
      if (session.closed) break;
      if (waiting.length > MOST_WAITING) await flush();
    }
    await flush();
    if (session.closed) return;
  }
  const last = cutter.end();
  if (last !== null) waiting += await reply(session, last);
  await flush();
}

function reply(session: Answerer, line: Line): Soon<string> {
  const answer = 'tooLong' in line ? failure('INVALID_JSON', `a line over ${LONGEST_LINE} characters`) : session.answer(line.text);
  return after(answer, (text) => (text === null ? '' : `${text}\n`));
}
