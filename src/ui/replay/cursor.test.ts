import { describe, expect, it } from 'vitest';
import { type CursorState, type CursorWish, cursorStep } from './cursor';

const FOLLOWING: CursorState = { held: null, playing: false, pace: 'story' };

function moved(state: CursorState, wish: CursorWish, stage: { over?: boolean; head?: number } = {}): CursorState {
  return cursorStep(state, { ...wish, head: 10, over: false, ...stage });
}

describe('the reader in time', () => {
  it('steps back from the present and returns to it', () => {
    const back = moved(FOLLOWING, { kind: 'step', by: -1 });
    expect(back.held).toBe(9);
    expect(moved(back, { kind: 'step', by: 1 }).held).toBeNull();
    expect(moved(back, { kind: 'follow' }).held).toBeNull();
  });

  it('stays within the match', () => {
    expect(moved(FOLLOWING, { kind: 'go', seq: -4 }).held).toBe(1);
    expect(moved(FOLLOWING, { kind: 'go', seq: 99 }).held).toBeNull();
  });

  it('plays a finished match from its opening, to its end, and stops there', () => {
    const playing = moved(FOLLOWING, { kind: 'toggle' }, { over: true });
    expect(playing).toMatchObject({ held: 1, playing: true });
    expect(moved(playing, { kind: 'tick' }, { over: true }).held).toBe(2);
    expect(moved({ ...playing, held: 9 }, { kind: 'tick' }, { over: true })).toMatchObject({ held: null, playing: false });
  });

  it('goes on by one thing worth telling with each press at the pace `step`', () => {
    const stepping: CursorState = { held: 2, playing: false, pace: 'step' };
    const next = (seq: number) => seq + 3;
    const press = (state: CursorState) => cursorStep(state, { kind: 'toggle', head: 10, over: true, next });
    expect(press(stepping)).toMatchObject({ held: 5, playing: false });
    expect(press({ ...stepping, held: 8 })).toMatchObject({ held: null, playing: false });
    expect(press({ ...stepping, held: null })).toMatchObject({ held: 1, playing: false });
  });

  it('stops playing when the pace becomes `step`', () => {
    const playing: CursorState = { held: 2, playing: true, pace: 'story' };
    expect(moved(playing, { kind: 'pace', pace: 'step' })).toMatchObject({ playing: false, pace: 'step' });
    expect(moved(playing, { kind: 'pace', pace: 'fast' })).toMatchObject({ playing: true, pace: 'fast' });
  });

  it('freezes a live match where it is, and lets it go again', () => {
    const frozen = moved(FOLLOWING, { kind: 'toggle' });
    expect(frozen).toMatchObject({ held: 10, playing: false });
    expect(moved(frozen, { kind: 'toggle' }).held).toBeNull();
    expect(moved(frozen, { kind: 'toggle' }, { head: 14 })).toMatchObject({ held: 10, playing: true });
  });
});
