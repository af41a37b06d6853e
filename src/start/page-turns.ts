/** Pages and files take time to produce, so each visitor gets one at a time and cannot delay all others. */
import type { ServerResponse } from 'node:http';
import type { Limits } from '~/api/access/limits';
import { rateLimit } from '~/api/access/rate-limit';
import { Refusal } from '~/api/errors';

const A_MINUTE = 60_000;
/** Maximum queue per page in progress: sixty people behind one address may open a page at the same moment. */
const WAIT_FOR_EACH = 8;

interface Line {
  busy: number;
  /** Called when their turn comes. */
  waiting: Set<() => void>;
}

export class PageTurns {
  private readonly lines = new Map<string, Line>();
  private readonly minute;
  private readonly atOnce: number;
  private readonly mostWaiting: number;

  constructor({ pages, pagesAtOnce }: Pick<Limits, 'pages' | 'pagesAtOnce'>, mostWaiting = pagesAtOnce * WAIT_FOR_EACH) {
    this.minute = rateLimit(pages, A_MINUTE);
    this.atOnce = pagesAtOnce;
    this.mostWaiting = mostWaiting;
  }

  /** Waits for this visitor's turn, which ends with the response. false: the visitor has left. */
  async take(visitor: string, response: ServerResponse): Promise<boolean> {
    const wait = await this.minute.take(visitor);
    if (wait !== null) throw tooMany(response, wait);
    if (response.closed || response.destroyed) return false;
    const line = this.lines.get(visitor) ?? { busy: 0, waiting: new Set() };
    this.lines.set(visitor, line);
    if (line.busy >= this.atOnce) {
      if (line.waiting.size >= this.mostWaiting) throw tooMany(response, 1);
      if (!(await inLine(line, response))) return false;
    } else line.busy += 1;
    response.once('close', () => this.leave(visitor, line));
    return true;
  }

  /** Passes the turn to the next in the queue. */
  private leave(visitor: string, line: Line): void {
    const [next] = line.waiting;
    if (next) next();
    else line.busy -= 1;
    if (line.busy === 0) this.lines.delete(visitor);
  }
}

/** true: the turn was passed on; false: left while waiting. */
function inLine({ waiting }: Line, response: ServerResponse): Promise<boolean> {
  return new Promise((resolve) => {
    function go(): void {
      waiting.delete(go);
      response.off('close', gone);
      resolve(true);
    }
    function gone(): void {
      waiting.delete(go);
      resolve(false);
    }
    waiting.add(go);
    response.once('close', gone);
  });
}

function tooMany(response: ServerResponse, wait: number): Refusal {
  response.setHeader('Retry-After', String(wait));
  return new Refusal('too_many_requests', `Too many requests: try again in ${wait} s.`);
}
