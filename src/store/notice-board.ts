import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Target } from './connect';
import { NOTICE_KINDS, type Notice } from './event-store';

/** The notification channel of all Mandi processes on a database. A notice: `match kind process head`. */
export const CHANNEL = 'mandi';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/** Receives the notices of all processes on the database. Reconnects if the connection breaks; notices sent in the meantime are lost. */
export class NoticeBoard {
  private readonly target: Target;
  private readonly ears = new Set<(notice: Notice) => void>();
  private client: pg.Client | null = null;
  private connecting: Promise<void> | null = null;
  private closed = false;

  constructor(target: Target) {
    this.target = target;
  }

  async listen(heard: (notice: Notice) => void): Promise<() => Promise<void>> {
    this.ears.add(heard);
    this.connecting ??= this.connect();
    await this.connecting;
    return async () => {
      this.ears.delete(heard);
    };
  }

  async close(): Promise<void> {
    this.closed = true;
    this.ears.clear();
    await this.connecting?.catch(() => undefined);
    const client = this.client;
    this.client = null;
    await client?.end().catch(() => undefined);
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({ ...this.target.config, application_name: 'mandi notices' });
    client.on('notification', (message) => this.hear(message.payload ?? ''));
    client.on('error', () => undefined); // `end` follows and reconnects
    client.on('end', () => void this.connectAnew(client));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      this.client = client;
    } catch (fault) {
      this.connecting = null;
      await client.end().catch(() => undefined);
      throw fault;
    }
  }

  private async connectAnew(broken: pg.Client): Promise<void> {
    if (this.closed || this.client !== broken) return;
    this.client = null;
    for (let pause = FIRST_PAUSE_MS; !this.closed; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      await sleep(pause);
      try {
        this.connecting = this.connect();
        await this.connecting;
        return;
      } catch {
        // the database is still unavailable; the next pause is longer
      }
    }
  }

  private hear(payload: string): void {
    const notice = readNotice(payload);
    if (notice) for (const ear of this.ears) ear(notice);
  }
}

function readNotice(payload: string): Notice | null {
  const [matchId, kind, from, head] = payload.split(' ');
  const known = NOTICE_KINDS.find((one) => one === kind);
  return matchId && from && known ? { matchId, kind: known, from, head: Number(head) } : null;
}
