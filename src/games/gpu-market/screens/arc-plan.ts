import type { Thing } from '~/contract/shown';
import type { RowPlace } from './floor-plan';

/** What an arc needs of an offer, under any ruleset; without a recipient it is an offer to all. */
export interface Proposal {
  offer_id: string;
  from_lab_id: string;
  to_lab_id: string | null;
  status: string;
}

export interface Arc<Offer extends Proposal = Proposal> {
  offer: Offer;
  from: { x: number; y: number };
  path: string;
  /** The arrowhead at the recipient; none on an offer to all, whose path ends in the open. */
  head: string | null;
  /** Where the path ends. */
  to: { x: number; y: number };
}

/** The most arcs drawn at a time: more cannot be told apart. */
export const MOST_ARCS = 3;

/**
 * The newest standing offers that concern a thing: made by or to a lab, of a block, or the offer itself; for anything else the newest of
 * all.
 */
export function offersAbout<Offer extends Proposal & { offered_blocks: readonly string[]; requested_blocks: readonly string[] }>(
  offers: readonly Offer[],
  thing: Thing | null,
): Offer[] {
  const standing = offers.filter(({ status }) => status === 'active');
  const about = standing.filter((offer) => {
    if (thing?.kind === 'seat') return offer.from_lab_id === thing.id || offer.to_lab_id === thing.id;
    if (thing?.kind === 'block') return offer.offered_blocks.includes(thing.id) || offer.requested_blocks.includes(thing.id);
    return thing?.kind === 'offer' && offer.offer_id === thing.id;
  });
  const isAsked = thing?.kind === 'seat' || about.length > 0;
  return (isAsked ? about : standing).slice(-MOST_ARCS);
}

/** Above the arcs: how many are drawn, of how many. */
export function offersTitle(offers: readonly Proposal[], narrow: boolean): string {
  const count = offers.filter(({ status }) => status === 'active').length;
  if (count <= MOST_ARCS) return 'offers';
  return narrow ? `${MOST_ARCS}/${count}` : `offers ${MOST_ARCS}/${count}`;
}

interface Ends<Offer extends Proposal = Proposal> {
  offer: Offer;
  fromRow: RowPlace;
  /** The same row as the sender's, where it is made to all. */
  toRow: RowPlace;
}

const LEFT = 3;
/** How far an offer to all reaches out. */
const STUB = 11;

/** Lays out the active offers as nested arcs: every end has its own port along its lab's row, and longer arcs reach farther out. */
export function layArcs<Offer extends Proposal>(rows: readonly RowPlace[], offers: readonly Offer[], width: number): Arc<Offer>[] {
  const byLab = new Map(rows.map((row) => [row.labId, row]));
  const ends: Ends<Offer>[] = offers.flatMap((offer) => {
    const [fromRow, toRow] = [byLab.get(offer.from_lab_id), byLab.get(offer.to_lab_id ?? offer.from_lab_id)];
    const drawn = offer.status === 'active' && (offer.to_lab_id === null || fromRow !== toRow);
    return drawn && fromRow && toRow ? [{ offer, fromRow, toRow }] : [];
  });
  const ports = portsOf(rows, ends);
  const longest = Math.max(1, ...ends.map((end) => Math.abs(end.fromRow.top - end.toRow.top)));
  return ends.map(({ offer, fromRow, toRow }) => {
    const from = { x: LEFT, y: ports.get(portKey(fromRow, offer)) ?? 0 };
    if (offer.to_lab_id === null) {
      const open = { x: LEFT + STUB, y: from.y };
      return { offer, from, to: open, path: `M${from.x},${from.y}H${open.x}`, head: null };
    }
    const to = { x: LEFT + 7, y: ports.get(portKey(toRow, offer)) ?? 0 };
    const reach = 18 + (width - 30) * (Math.abs(fromRow.top - toRow.top) / longest);
    const path = `M${from.x},${from.y}C${reach},${from.y} ${reach},${to.y} ${to.x},${to.y}`;
    return { offer, from, to, path, head: arrowHead(LEFT, to.y) };
  });
}

/**
 * The ends at one row, spread over it so that arcs nest and do not cross: arcs to labs above come first, nearest first; then arcs to labs
 * below, farthest first.
 */
function portsOf(rows: readonly RowPlace[], ends: readonly Ends[]): Map<string, number> {
  const ports = new Map<string, number>();
  for (const row of rows) {
    const here = ends
      .filter((end) => end.fromRow === row || end.toRow === row)
      .sort((a, b) => side(a, row) - side(b, row) || otherTop(b, row) - otherTop(a, row) || order(a, b, row));
    const gap = Math.min(13, (row.height - 20) / Math.max(1, here.length));
    for (const [place, end] of here.entries()) {
      ports.set(portKey(row, end.offer), row.top + row.height / 2 + (place - (here.length - 1) / 2) * gap);
    }
  }
  return ports;
}

/** Between the same two rows: nested, not crossed. */
function order(a: Ends, b: Ends, row: RowPlace): number {
  const forward = a.offer.offer_id < b.offer.offer_id ? -1 : 1;
  return otherTop(a, row) < row.top ? forward : -forward;
}

function side(end: Ends, row: RowPlace): number {
  return otherTop(end, row) < row.top ? 0 : 1;
}

function otherTop(end: Ends, row: RowPlace): number {
  return end.fromRow === row ? end.toRow.top : end.fromRow.top;
}

function portKey(row: RowPlace, offer: Proposal): string {
  return `${row.labId} ${offer.offer_id}`;
}

function arrowHead(x: number, y: number): string {
  return `M${x},${y}l8,-4v8z`;
}
