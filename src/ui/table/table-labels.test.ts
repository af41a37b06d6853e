import { describe, expect, it } from 'vitest';
import type { MatchCard, SeatCard } from '~/live/protocol';
import { WHOLE_MATCH } from '~/store/match-types';
import { keepLabel, mySeatLabel, noteLabel, settingsLabel, sitterLabel, startLabel } from './table-labels';

const ANNA: SeatCard = { seat: 'lab_0', kind: 'person', name: 'Anna', ready: true, here: true, policy: null };
const nameOf = (lab: string) => `Lab ${lab.slice(4)}`;

describe('the words of a table', () => {
  it('names who sits where', () => {
    expect(sitterLabel(ANNA)).toBe('Anna');
    expect(sitterLabel({ ...ANNA, policy: 'planner' })).toBe('Planner plays for Anna');
    expect(sitterLabel({ seat: 'lab_1', kind: 'open' })).toBe('nobody yet');
  });

  it('says what a start would mean', () => {
    expect(startLabel([ANNA])).toBe('Everybody is ready.');
    expect(startLabel([ANNA, { seat: 'lab_1', kind: 'open' }])).toBe('The free seat goes to a house bot.');
    const ben: SeatCard = { ...ANNA, seat: 'lab_1', name: 'Ben', ready: false };
    expect(startLabel([ANNA, ben, { seat: 'lab_2', kind: 'open' }, { seat: 'lab_3', kind: 'open' }])).toBe(
      'Ben is not ready; 2 free seats go to house bots.',
    );
  });

  it('names the link that opens a kept seat, and not the table’s own', () => {
    expect(keepLabel({ isPrivate: true })).toContain(
      'The invitation link does not open it. After you keep it, make their link with “Link for …”',
    );
    expect(keepLabel({ isPrivate: false })).toContain('This page’s address does not open it');
  });

  it('does not say that a match has begun when it is over', () => {
    const said = (['running', 'paused', 'finished', 'aborted', 'failed'] as const).map((status) => mySeatLabel(status, true));
    expect(said).toEqual(['The match has started.', 'The match is paused.', ...Array.from({ length: 3 }, () => 'The match is over.')]);
    expect(mySeatLabel('lobby', false)).toMatch(/^Say when you are ready/);
  });

  it('calls no match an exhibition because its seed was left empty', () => {
    const card = { seats: [ANNA], rounds: 8, clock: null, judgeMode: 'off', delayTurns: 0, rated: false } as unknown as MatchCard;
    expect(settingsLabel(card)).toEqual(['1 seat', '8 rounds', 'no judge', 'watchers see it live', 'not rated']);
    expect(settingsLabel({ ...card, clock: { seconds: 600 } } as MatchCard)).toContain('10 minutes per turn');
    expect(settingsLabel({ ...card, delayTurns: 1 })).toContain('watchers see it 1 round late');
    expect(settingsLabel({ ...card, delayTurns: WHOLE_MATCH })).toContain('watchers see it when it is over');
  });

  it('tells what was done', () => {
    const note = { at: '2026-11-21T12:00:00.000Z', round: 2, turn: 2, by: 'host' as const, seat: 'lab_0', name: 'Anna', detail: 'planner' };
    expect(noteLabel({ ...note, kind: 'replaced' }, nameOf)).toBe('planner plays for Anna (Lab 0).');
    expect(noteLabel({ ...note, kind: 'shock', seat: null, name: null, detail: 'energy_spike' }, nameOf)).toBe(
      'A shock was fired: energy spike.',
    );
    expect(noteLabel({ ...note, kind: 'extended', seat: null, name: null, detail: '30 s' }, nameOf)).toBe(
      'The clock was extended by 30 s.',
    );
    expect(noteLabel({ ...note, kind: 'linked', seat: null, name: null, detail: 'host' }, nameOf)).toBe(
      'A link to another device was made for the host.',
    );
    expect(noteLabel({ ...note, kind: 'linked', detail: 'seat' }, nameOf)).toBe('A link to another device was made for Anna (Lab 0).');
    expect(noteLabel({ ...note, kind: 'linked', seat: null, name: null, detail: 'judge' }, nameOf)).toBe('A link for a judge was made.');
  });
});
