import { z } from 'zod';
import { type OpenAction, readAction } from '~/games/gpu-market/open/actions';
import { type DraftTurn, NO_DRAFT } from './draft-turn';

/** Which turn: one seat's, in one round of one match. */
export interface TurnPlace {
  matchId: string;
  seat: string;
  round: number;
}

/** A turn that left this tab: its key makes sending it again harmless. */
export interface HandedIn {
  key: string;
  actions: OpenAction[];
  /** The server said that it has it. */
  taken: boolean;
}

/** Where drafts are kept: the tab's own storage, or none where the browser forbids it. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const draftShape = z.object({ actions: z.array(z.object({ id: z.int(), action: z.unknown() })), next: z.int() });
const handedShape = z.object({ key: z.string(), actions: z.array(z.unknown()), taken: z.boolean() });

/** What was being composed; what cannot be read any more is left out. */
export function loadDraft(shelf: Shelf | null, place: TurnPlace): DraftTurn {
  const read = draftShape.safeParse(take(shelf, nameOf('draft', place)));
  if (!read.success) return NO_DRAFT;
  const actions = read.data.actions.flatMap(({ id, action }) => {
    const known = readAction(action);
    return known.ok ? [{ id, action: known.value }] : [];
  });
  return { actions, next: read.data.next };
}

export function saveDraft(shelf: Shelf | null, place: TurnPlace, draft: DraftTurn): void {
  if (draft.actions.length === 0) drop(shelf, nameOf('draft', place));
  else put(shelf, nameOf('draft', place), draft);
}

export function loadHandedIn(shelf: Shelf | null, place: TurnPlace): HandedIn | null {
  const read = handedShape.safeParse(take(shelf, nameOf('turn', place)));
  if (!read.success) return null;
  const actions = read.data.actions.flatMap((action) => {
    const known = readAction(action);
    return known.ok ? [known.value] : [];
  });
  return { ...read.data, actions };
}

export function saveHandedIn(shelf: Shelf | null, place: TurnPlace, turn: HandedIn): void {
  put(shelf, nameOf('turn', place), turn);
}

export function dropHandedIn(shelf: Shelf | null, place: TurnPlace): void {
  drop(shelf, nameOf('turn', place));
}

/** The tab's storage, where there is one. */
export function tabShelf(): Shelf | null {
  try {
    return typeof window === 'undefined' ? null : window.sessionStorage;
  } catch {
    return null;
  }
}

function nameOf(what: string, { matchId, seat, round }: TurnPlace): string {
  return `mandi.${what}.${matchId}.${seat}.${round}`;
}

function take(shelf: Shelf | null, name: string): unknown {
  try {
    return JSON.parse(shelf?.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

/** A full or forbidden storage loses a draft at most: the screen goes on. */
function put(shelf: Shelf | null, name: string, value: object): void {
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
