import { describe, expect, it } from 'vitest';
import type { StoredEvent } from '~/store/event-store';
import type { TableNote } from '~/store/table-store';
import { playerInRound, spansOf } from './seat-players';

const at = (second: number) => new Date(second * 1000);

function note(second: number, round: number, fields: Partial<TableNote>): TableNote {
  return { at: at(second), round, kind: 'joined', by: 'seat', seat: 'lab_1', name: 'Ben', detail: null, ...fields };
}

/** Event n happened at second n; Ben's turns of rounds 0 and 1 are events 4 and 8. */
const EVENTS = Array.from({ length: 12 }, (_, index): StoredEvent => {
  const seq = index + 1;
  const turn = { type: 'turn_taken', lab_id: 'lab_1', round_index: seq / 4 - 1 };
  return { seq, json: '', event: seq % 4 === 0 ? turn : { type: 'message' }, recordedAt: at(seq) };
});

const NOTES = [
  note(0, 0, {}),
  note(0, 0, { kind: 'started', seat: null, name: null, by: 'host' }),
  note(8.5, 1, { kind: 'handed_over', detail: 'planner' }), // when his turn of round 1 was in
  note(10.5, 2, { kind: 'taken_back' }),
  note(11.5, 2, { kind: 'left' }),
];

describe('who played a seat', () => {
  const spans = spansOf(NOTES, EVENTS);

  it('is told from each event on', () => {
    expect(spans.map(({ from, player }) => `${from} ${player}`)).toEqual(['1 Ben', '9 planner for Ben', '11 Ben', '12 house']);
  });

  it('a pitch of a round is whose turn it was, not of today’s occupant of the seat', () => {
    expect([0, 1, 2].map((round) => playerInRound(spans, 'lab_1', round))).toEqual(['Ben', 'Ben', 'house']);
    expect(playerInRound(spans, 'lab_0', 1)).toBeNull();
  });

  it('a policy that the host put in place of another began as the other', () => {
    const replaced = note(6.5, 1, { kind: 'replaced', by: 'host', seat: 'lab_2', name: 'house', detail: 'planner' });
    expect(spansOf([NOTES[1] as TableNote, replaced], EVENTS).map(({ from, player }) => `${from} ${player}`)).toEqual([
      '1 house',
      '7 planner',
    ]);
  });

  it('a seat that was left in the lobby is whoever sits there after', () => {
    const lobby = [note(0, 0, {}), note(1, 0, { kind: 'left' }), note(2, 0, { name: 'Ada' }), ...NOTES.slice(1, 3)];
    expect(spansOf(lobby, EVENTS).map(({ player }) => player)).toEqual(['Ada', 'planner for Ada']);
  });
});
