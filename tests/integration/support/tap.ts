/** Everything that one audience of a match is sent, byte for byte, and what of it that audience may not know. */
import type { TestSocket } from './server';
import { Guest } from './table';

/** A seat's holder, or (null) whoever just looks on. */
export class Tap {
  readonly seat: string | null;
  readonly guest: Guest;
  text = '';
  private readonly documents: unknown[] = [];

  constructor(origin: string, seat: string | null) {
    this.seat = seat;
    this.guest = new Guest(origin);
    this.guest.heard = (text) => this.hear(text);
  }

  /** From the first byte after the handshake. */
  listen(socket: TestSocket): TestSocket {
    socket.io.engine.on('data', (data: unknown) => this.hear(String(data)));
    return socket;
  }

  /** What stands in it that is known to be private to others. */
  found(forbidden: readonly string[]): string[] {
    const text = this.text.toLowerCase();
    return forbidden.filter((one) => text.includes(one.toLowerCase()));
  }

  /** Whatever of the documents sent so far, or of this view, is another's by its shape; looked at once. */
  strangers(view: unknown): string[] {
    const found: string[] = [];
    for (const document of [...this.documents.splice(0), view]) search(document, { seat: this.seat, owner: null, isPledge: false }, found);
    return found;
  }

  private hear(text: string): void {
    this.text += `${text}\n`;
    const json = text.replace(/^\d+(?=[[{])/, ''); // Socket.IO puts its numbers in front
    for (const line of json.split('\n')) if (/^[[{]/.test(line)) this.documents.push(parsed(line));
  }
}

interface Where {
  seat: string | null;
  /** The lab to which the things here belong. */
  owner: string | null;
  /** Among a coalition's pledges, which its members see. */
  isPledge: boolean;
}

const OWN = ['budget', 'profit', 'escrow', 'budget_cents', 'start_cents', 'private_notes', 'base_value', 'turn', 'claims', 'reason'];

function search(thing: unknown, where: Where, found: string[]): void {
  if (Array.isArray(thing)) for (const one of thing) search(one, where, found);
  if (typeof thing !== 'object' || thing === null || Array.isArray(thing)) return;
  const record = thing as Record<string, unknown>;
  const owner = textOf(record.lab_id) ?? where.owner;
  const isOwn = owner === where.seat || where.isPledge;
  if (!isOwn) for (const key of OWN) if (has(record, key)) found.push(`${key} of ${owner}: ${JSON.stringify(record).slice(0, 300)}`);
  if (has(record, 'allocated_to_job_id') && record.owner_lab_id !== where.seat) found.push(`the job of ${String(record.block_id)}`);
  if (isPrivateOffer(record) && record.from_lab_id !== where.seat && record.to_lab_id !== where.seat)
    found.push(`offer ${String(record.offer_id)}`);
  if (has(record, 'pledges') && !asList(record.members).includes(where.seat)) found.push(`pledges of ${String(record.coalition_id)}`);
  const inPledges = where.isPledge || isPledgePatch(record);
  for (const [key, part] of Object.entries(record)) search(part, { ...where, owner, isPledge: inPledges || key === 'pledges' }, found);
}

/** A change of what a coalition's members see; whose view it makes is searched whole, with who is a member. */
function isPledgePatch({ op, path }: Record<string, unknown>): boolean {
  return typeof op === 'string' && /^\/coalitions\/\d+\/pledges(\/|$)/.test(textOf(path) ?? '');
}

function isPrivateOffer(record: Record<string, unknown>): boolean {
  return has(record, 'offer_id') && has(record, 'to_lab_id') && ('payment' in record || 'payment_cents' in record) && record.open !== true;
}

function has(record: Record<string, unknown>, key: string): boolean {
  const value = record[key];
  if (key === 'turn' && typeof value === 'number') return false; // which turn it is, that everybody knows; a lab's turn is its actions
  return value !== undefined && value !== null && !(typeof value === 'object' && Object.keys(value).length === 0);
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
