import { z } from 'zod';
import { readAction2 } from '../../v2/actions';
import { type DraftTurn, NO_DRAFT } from './draft-turn';

const draftShape = z.object({ actions: z.array(z.object({ id: z.int(), action: z.unknown() })), next: z.int() });

/** Restores a stored draft and drops what can no longer be read. */
export function readDraft(kept: unknown): DraftTurn {
  const read = draftShape.safeParse(kept);
  if (!read.success) return NO_DRAFT;
  const actions = read.data.actions.flatMap(({ id, action }) => {
    const known = readAction2(action);
    return known.ok ? [{ id, action: known.value }] : [];
  });
  return { actions, next: read.data.next };
}

/** The draft for these actions. */
export function draftOf(move: unknown): DraftTurn {
  const actions = (Array.isArray(move) ? move : []).flatMap((action) => {
    const known = readAction2(action);
    return known.ok ? [known.value] : [];
  });
  return { actions: actions.map((action, place) => ({ id: place + 1, action })), next: actions.length + 1 };
}
