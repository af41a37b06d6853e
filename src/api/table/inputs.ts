/** Inputs of the procedures for a table's host and its seats. */
import { z } from 'zod';
import { controlInput, matchId, pace, seatId, text, whole } from '../inputs';

/** A turn is stored with its match forever. */
const MOST_TURN_CHARACTERS = 32_768;
/** A joint plan has four levels. Thousands of levels would overflow recursive code, so they are refused before the rules. */
const MOST_LEVELS = 16;

const policy = text(64);
const seat = z.strictObject({ id: matchId, seat: seatId });

export const seatInput = seat;
export const observeInput = seat.extend({ reward: z.enum(['classic', 'potential'], 'classic or potential').default('classic') });
export const tableControlInput = controlInput;
export const extendInput = z.strictObject({ id: matchId, seconds: whole(5, 600) });
export const replaceInput = seat.extend({ policy });
/** `person`: name of a registered person. */
export const keepInput = seat.extend({ person: text(64) });
/** `inRounds` 1: at the start of the next round. */
export const shockInput = z.strictObject({ id: matchId, kind: text(40), inRounds: whole(1, 199).default(1) });

/** Checked by the table, with its own error code. */
export const seatName = z.string('a text').max(1000, 'a text of at most 1000 characters');

export const claimInput = z.strictObject({
  id: matchId,
  /** Default: any free seat. */
  seat: seatId.optional(),
  name: seatName,
  /** A program gets its token in the response; a browser gets a cookie. */
  program: z.boolean('true or false').default(false),
  /** Agrees that the moves may be exported as training data without the name. */
  shares: z.boolean('true or false').default(false),
});
export const readyInput = seat.extend({ ready: z.boolean('true or false') });
export const handOverInput = seat.extend({ policy });

/** The game parses the move; this only requires its presence. In the GPU market, it is a list of actions for a round. */
const moveFields = {
  move: z
    .record(z.string(), z.unknown(), 'a move: an object')
    .refine((move) => isShallow([move]), { error: 'nothing in a move is nested so deep', abort: true })
    .refine(isShort, 'a move of at most 32,768 characters')
    .optional(),
  actions: z
    .array(z.unknown(), 'a list of actions')
    .max(256, 'at most 256 actions')
    .refine(isShallow, { error: 'nothing in an action is nested so deep', abort: true })
    .refine(isShort, 'a turn of at most 32,768 characters')
    .optional(),
};
const ONE_MOVE = { error: 'a list of actions, or a move, where the game wants one', path: ['actions'] };

export const submitInput = seat
  .extend({
    turn: whole(0, 1_000_000).optional(),
    /** The same number under its older name, from when every turn was a round. */
    round_index: whole(0, 1_000_000).optional(),
    /** Chosen by the submitter. The same key gets the same receipt. */
    key: text(128),
    ...moveFields,
  })
  .refine(({ turn, round_index }) => turn !== undefined || round_index !== undefined, {
    error: 'the turn that the move is for',
    path: ['turn'],
  })
  .refine(({ turn, round_index }) => turn === undefined || round_index === undefined || turn === round_index, {
    error: 'the same number as round_index, its older name; give one of them',
    path: ['turn'],
  })
  .refine(isOneMove, ONE_MOVE);

export const checkInput = seat.extend(moveFields).refine(isOneMove, ONE_MOVE);

function isOneMove({ move, actions }: { move?: unknown; actions?: unknown }): boolean {
  return (move === undefined) !== (actions === undefined);
}

export const redeemInput = z.strictObject({ code: text(100), program: z.boolean('true or false').default(false) });

/** The invitation from a link to a private table. */
export const enterInput = z.strictObject({ invitation: text(100) });

export const forkInput = z
  .strictObject({
    id: matchId,
    /** The event after which the branch begins. Not needed if a move is replaced. */
    seq: whole(1, 1_000_000_000).optional(),
    /** Replaces one move of a finished match; the other moves of its turn are kept. */
    replaced: z
      .strictObject({ turn: whole(0, 1_000_000), seat: seatId, move: z.unknown().refine(isMove, 'a move, as it is submitted') })
      .optional(),
    /** For a running match: the seat whose knowledge is used. */
    as: seatId.optional(),
    /** By seat: a policy's id, or `open`. */
    seats: z.record(seatId, policy, 'a policy for each seat').default({}),
    /** For seats that are not named. */
    policy: policy.optional(),
    clockSeconds: whole(10, 900).optional(),
    pace: pace.optional(),
  })
  .refine(({ seq, replaced }) => (seq === undefined) !== (replaced === undefined), {
    error: 'an event to fork at, or a move to replace',
    path: ['seq'],
  });

function isMove(sent: unknown): boolean {
  return sent !== undefined && isShallow([sent]) && isShort(sent);
}

function isShort(sent: unknown): boolean {
  return JSON.stringify(sent).length <= MOST_TURN_CHARACTERS;
}

/** Checks level by level without recursion, which deep nesting would overflow. */
function isShallow(actions: readonly unknown[]): boolean {
  let level: unknown[] = [...actions];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === MOST_LEVELS) return false;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one as Record<string, unknown>) : []));
  }
  return true;
}
