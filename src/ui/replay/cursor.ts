/** story: enough time to read. fast: eight times as fast. step: each press of play goes to the next event worth reading. */
export const PACES = ['story', 'fast', 'step'] as const;
export type Pace = (typeof PACES)[number];

export interface CursorState {
  /** The event that is held; null: follow the newest. */
  held: number | null;
  playing: boolean;
  pace: Pace;
}

export type CursorWish =
  | { kind: 'go'; seq: number }
  | { kind: 'step'; by: number }
  /** Go to the newest event and follow. */
  | { kind: 'follow' }
  | { kind: 'toggle' }
  | { kind: 'pace'; pace: Pace }
  /** The clock: one event further. */
  | { kind: 'tick' };

/** `head`: the newest event; `over`: no more will come; `next`: the next event worth reading, for the pace `step`. */
type Asked = CursorWish & { head: number; over: boolean; next?: (seq: number) => number };

/** Pure: the new position after a command. */
export function cursorStep(state: CursorState, asked: Asked): CursorState {
  const at = Math.min(state.held ?? asked.head, asked.head);
  switch (asked.kind) {
    case 'go':
      return { ...state, held: within(asked.seq, asked), playing: state.playing && asked.seq < asked.head };
    case 'step':
      return { ...state, held: within(at + asked.by, asked), playing: false };
    case 'follow':
      return { ...state, held: null, playing: false };
    case 'pace':
      return { ...state, pace: asked.pace, playing: state.playing && asked.pace !== 'step' };
    case 'tick':
      return at + 1 >= asked.head ? { ...state, held: null, playing: false } : { ...state, held: at + 1 };
    case 'toggle':
      return toggled(state, asked);
  }
}

/** Play or pause. At the end of a finished match, play starts at the opening; in a live match, it stops following. */
function toggled(state: CursorState, asked: Asked): CursorState {
  if (state.playing) return { ...state, playing: false };
  const atEnd = state.held === null || state.held >= asked.head;
  const playing = state.pace !== 'step';
  if (!atEnd && playing) return { ...state, playing };
  if (!atEnd) return { ...state, held: within(asked.next?.(state.held ?? 1) ?? (state.held ?? 1) + 1, asked) };
  return asked.over ? { ...state, held: 1, playing } : { ...state, held: state.held === null ? asked.head : null, playing: false };
}

/** Reaching the newest event means following it. */
function within(seq: number, { head }: Asked): number | null {
  return seq >= head ? null : Math.max(1, seq);
}
