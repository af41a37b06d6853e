/** story: time to read what happens. fast: eight times as quick. step: each press of play goes on to the next thing worth telling. */
export const PACES = ['story', 'fast', 'step'] as const;
export type Pace = (typeof PACES)[number];

export interface CursorState {
  /** The event the reader holds on to; null: follows the newest. */
  held: number | null;
  playing: boolean;
  pace: Pace;
}

export type CursorWish =
  | { kind: 'go'; seq: number }
  | { kind: 'step'; by: number }
  /** Back to the newest event, and on with it. */
  | { kind: 'follow' }
  | { kind: 'toggle' }
  | { kind: 'pace'; pace: Pace }
  /** The clock: one event further. */
  | { kind: 'tick' };

/** `head`: the newest event; `over`: no more will come; `next`: the next event worth telling after one, for the pace `step`. */
type Asked = CursorWish & { head: number; over: boolean; next?: (seq: number) => number };

/** Pure: the reader's place in time after a wish. */
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

/** Play, or stop. At the end of a finished match play begins at the opening; on a live one it lets go of the present. */
function toggled(state: CursorState, asked: Asked): CursorState {
  if (state.playing) return { ...state, playing: false };
  const atEnd = state.held === null || state.held >= asked.head;
  const playing = state.pace !== 'step';
  if (!atEnd && playing) return { ...state, playing };
  if (!atEnd) return { ...state, held: within(asked.next?.(state.held ?? 1) ?? (state.held ?? 1) + 1, asked) };
  return asked.over ? { ...state, held: 1, playing } : { ...state, held: state.held === null ? asked.head : null, playing: false };
}

/** Reaching the newest event is following it. */
function within(seq: number, { head }: Asked): number | null {
  return seq >= head ? null : Math.max(1, seq);
}
