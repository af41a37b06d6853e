import type { Offer } from '~/games/gpu-market/types';
import type { RowPlace } from './floor-plan';

export interface Arc {
  offer: Offer;
  from: { x: number; y: number };
  path: string;
  /** The arrowhead at the recipient. */
  head: string;
}

interface Ends {
  offer: Offer;
  fromRow: RowPlace;
  toRow: RowPlace;
}

const LEFT = 3;

/** Lays the active offers as nested arcs: every end has a port of its own along its lab's row, longer ways reach farther out. */
export function layArcs(rows: readonly RowPlace[], offers: readonly Offer[], width: number): Arc[] {
  const byLab = new Map(rows.map((row) => [row.labId, row]));
  const ends: Ends[] = offers.flatMap((offer) => {
    const [fromRow, toRow] = [byLab.get(offer.from_lab_id), byLab.get(offer.to_lab_id)];
    return offer.status === 'active' && fromRow && toRow && fromRow !== toRow ? [{ offer, fromRow, toRow }] : [];
  });
  const ports = portsOf(rows, ends);
  const longest = Math.max(1, ...ends.map((end) => Math.abs(end.fromRow.top - end.toRow.top)));
  return ends.map(({ offer, fromRow, toRow }) => {
    const from = { x: LEFT, y: ports.get(portKey(fromRow, offer)) ?? 0 };
    const to = { x: LEFT + 7, y: ports.get(portKey(toRow, offer)) ?? 0 };
    const reach = 18 + (width - 30) * (Math.abs(fromRow.top - toRow.top) / longest);
    return { offer, from, path: `M${from.x},${from.y}C${reach},${from.y} ${reach},${to.y} ${to.x},${to.y}`, head: arrowHead(LEFT, to.y) };
  });
}

/** The ends at one row, spread over it so that arcs nest and do not cross: those of labs above lie above, nearest first, then those below, farthest first. */
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

function portKey(row: RowPlace, offer: Offer): string {
  return `${row.labId} ${offer.offer_id}`;
}

function arrowHead(x: number, y: number): string {
  return `M${x},${y}l8,-4v8z`;
}
