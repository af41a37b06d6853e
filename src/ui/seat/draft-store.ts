import { z } from 'zod';
import type { DraftShape } from '~/contract/play-screens';

/** Identifies a turn: a match, a seat and a turn number. */
export interface TurnPlace {
  matchId: string;
  seat: string;
  turn: number;
}

/** A submitted move. Its key makes sending it again safe. */
export interface HandedIn {
  key: string;
  move: unknown;
  /** The server confirmed it. */
  taken: boolean;
}

/** Storage for drafts: the tab's, or none if the browser forbids it. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const handedShape = z.object({ key: z.string(), move: z.unknown(), taken: z.boolean() });

/** A stored draft, parsed by the game. */
export function loadDraft<Draft>(shelf: Shelf | null, place: TurnPlace, shape: DraftShape<Draft>): Draft {
  const kept = take(shelf, nameOf('draft', place));
  return kept === null ? shape.empty : shape.read(kept);
}

export function saveDraft<Draft>(
  shelf: Shelf | null,
  place: TurnPlace,
  { draft, shape }: { draft: Draft; shape: DraftShape<Draft> },
): void {
  if (shape.isEmpty(draft)) drop(shelf, nameOf('draft', place));
  else put(shelf, nameOf('draft', place), draft);
}

export function loadHandedIn(shelf: Shelf | null, place: TurnPlace): HandedIn | null {
  const read = handedShape.safeParse(take(shelf, nameOf('turn', place)));
  return read.success ? read.data : null;
}

export function saveHandedIn(shelf: Shelf | null, place: TurnPlace, turn: HandedIn): void {
  put(shelf, nameOf('turn', place), turn);
}

export function dropHandedIn(shelf: Shelf | null, place: TurnPlace): void {
  drop(shelf, nameOf('turn', place));
}

/** The tab's storage, if available. */
export function tabShelf(): Shelf | null {
  try {
    return typeof window === 'undefined' ? null : window.sessionStorage;
  } catch {
    return null;
  }
}

function nameOf(what: string, { matchId, seat, turn }: TurnPlace): string {
  return `mandi.${what}.${matchId}.${seat}.${turn}`;
}

function take(shelf: Shelf | null, name: string): unknown {
  try {
    return JSON.parse(shelf?.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

/** If storage is full or forbidden, only the draft is lost. */
function put(shelf: Shelf | null, name: string, value: unknown): void {
  try {
    shelf?.setItem(name, JSON.stringify(value));
  } catch {
    return;
  }
}

function drop(shelf: Shelf | null, name: string): void {
  try {
    shelf?.removeItem(name);
  } catch {
    return;
  }
}
