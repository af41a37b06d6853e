/** Pages and files take a while to make, one after the other in this process: no visitor may keep all others waiting. */
import type { ServerResponse } from 'node:http';
import type { Limits } from '~/api/access/limits';
import { rateLimit } from '~/api/access/rate-limit';
import { Refusal } from '~/api/errors';

const A_MINUTE = 60_000;
/** How many wait, for each that is being made: sixty people behind one address open a page at the same moment. */
const WAIT_FOR_EACH = 8;

interface Line {
  busy: number;
  /** Called once it is their turn. */
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

  /** Waits until this visitor's page may be made; its turn ends with the response. false: the visitor has gone meanwhile. */
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

  /** Hands the turn on to the next who waits. */
  private leave(visitor: string, line: Line): void {
    const [next] = line.waiting;
    if (next) next();
    else line.busy -= 1;
    if (line.busy === 0) this.lines.delete(visitor);
  }
}

/** true: it is their turn, taken over from another; false: gone while waiting. */
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
