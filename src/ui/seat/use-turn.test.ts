import { describe, expect, it } from 'vitest';
import { emptyTurnLabel } from '~/kit/turn-note';
import { stateAfter, stateAfterFault, stateOnArrival, turnKey } from './use-turn';

const says = (ok: boolean, code: string) => stateAfter({ ok, code, message: 'As the server says.' });

describe('a turn that left', () => {
  it('is in when the endpoint says so, and is not when another turn of the seat was first', () => {
    expect(says(true, 'turn_accepted')).toEqual({ kind: 'taken', here: true });
    expect(says(false, 'already_submitted')).toEqual({ kind: 'forestalled' });
  });

  it('can be sent again while nobody knows, and goes back to the table when it was refused', () => {
    expect(says(false, 'unanswered').kind).toBe('unsure');
    expect(stateAfterFault({ code: 'unreachable', message: '' }).kind).toBe('unsure');
    expect(says(false, 'stale_round')).toEqual({
      kind: 'composing',
      note: 'The round closed before your turn arrived, so it was not played.',
    });
    expect(says(false, 'something_new')).toEqual({ kind: 'composing', note: 'As the server says.' });
  });

  it('is found again after a reload', () => {
    const handed = { key: 'k', move: [], taken: false };
    const found = { handed: null, drafted: false, inAlready: false };
    expect(stateOnArrival(found)).toEqual({ kind: 'composing', note: null });
    expect(stateOnArrival({ ...found, handed, drafted: true })).toEqual({ kind: 'sending' });
    expect(stateOnArrival({ ...found, handed: { ...handed, taken: true }, drafted: true }).kind).toBe('taken');
    expect(stateOnArrival({ ...found, inAlready: true }).kind).toBe('taken');
  });

  it('is not taken for the draft of a tab that another was faster than', () => {
    const handed = { key: 'k', move: [], taken: true };
    expect(stateOnArrival({ handed: null, drafted: true, inAlready: true })).toEqual({ kind: 'forestalled' });
    expect(stateOnArrival({ handed, drafted: true, inAlready: true }).kind).toBe('taken');
    expect(stateOnArrival({ handed: null, drafted: true, inAlready: false }).kind).toBe('composing');
  });

  it('is not called empty when a policy handed it in, as after a seat that was taken back', () => {
    const elsewhere = stateOnArrival({ handed: null, drafted: false, inAlready: true });
    expect(emptyTurnLabel(elsewhere, false)).toMatch(/^A policy or another page of yours submitted this turn/);
    expect(emptyTurnLabel(stateAfter({ ok: true, code: 'turn_accepted', message: '' }), false)).toBe('No action: you wait this round.');
    expect(emptyTurnLabel({ kind: 'composing', note: null }, false)).toMatch(/^Nothing yet/);
    expect(emptyTurnLabel({ kind: 'composing', note: null }, true)).toBeNull(); // nothing can be chosen
  });

  it('has a key of its own', () => {
    expect(turnKey()).toMatch(/^[0-9a-f]{24}$/);
    expect(turnKey()).not.toBe(turnKey());
  });
});
