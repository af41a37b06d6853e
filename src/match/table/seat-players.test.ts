import { describe, expect, it } from 'vitest';
import { type AnyGame, replay } from '~/contract/game';
import { showTestGames } from '~/games/registry';
import { offers } from '~/games/test/offers/rules';
import type { StoredEvent } from '~/store/event-store';
import type { SeatCard } from '~/store/match-types';
import type { TableNote } from '~/store/table-store';
import { giverInRound, playersText, sitters, spansOf } from './seat-players';

const at = (second: number) => new Date(second * 1000);

function note(second: number, round: number, fields: Partial<TableNote>): TableNote {
  return { at: at(second), round, turn: round, kind: 'joined', by: 'seat', seat: 'lab_1', name: 'Ben', detail: null, ...fields };
}

/** Event n happened at second n; Ben's turns of rounds 0 and 1 are events 4 and 8. */
const EVENTS = Array.from({ length: 12 }, (_, index): StoredEvent => {
  const seq = index + 1;
  const turn = { type: 'turn_taken', lab_id: 'lab_1', round_index: seq / 4 - 1 };
  return { seq, json: '', event: seq % 4 === 0 ? turn : { type: 'message' }, recordedAt: at(seq) };
});

/** Of these events alone. */
const OF_ROUNDS = {
  standIn: 'house',
  game: {
    told: (event: object) => ('lab_id' in event ? { move: { seat: String(event.lab_id), actions: [] } } : null),
    narrate: (event: object) => ('round_index' in event ? { text: '', round: Number(event.round_index) } : null),
  },
};

const NOTES = [
  note(0, 0, {}),
  note(0, 0, { kind: 'started', seat: null, name: null, by: 'host' }),
  note(8.5, 1, { kind: 'handed_over', detail: 'planner' }), // when his turn of round 1 was in
  note(10.5, 2, { kind: 'taken_back' }),
  note(11.5, 2, { kind: 'left' }),
];

describe('who played a seat', () => {
  const spans = spansOf(NOTES, EVENTS, OF_ROUNDS);

  it('is told from each event on', () => {
    expect(spans.map(({ from, player }) => `${from} ${player}`)).toEqual(['1 Ben', '9 planner for Ben', '11 Ben', '12 house']);
  });

  it('a pitch of a round is whose turn it was, not of today’s occupant of the seat', () => {
    const seats: SeatCard[] = ['lab_0', 'lab_1'].map((seat) => ({ seat, kind: 'script', policy: 'house' }));
    const givers = [0, 1, 2].map((round) => giverInRound({ game: 'gpu-market/open', seats, spans }, 'lab_1', round));
    expect(givers.map(({ player, kind }) => [player, kind])).toEqual([
      ['Ben', 'people'],
      ['Ben', 'people'],
      ['house', 'house'],
    ]);
    expect(giverInRound({ game: 'gpu-market/open', seats, spans }, 'lab_0', 1)).toEqual({ player: 'house', kind: 'house' });
  });

  it('what a policy played for a person is the policy’s in a table of results, and a program is no person', () => {
    const program = [note(0, 0, { detail: 'program' }), ...NOTES.slice(1, 3)];
    const kinds = spansOf(program, EVENTS, OF_ROUNDS).map(({ player, kind }) => [player, kind]);
    expect(kinds).toEqual([
      ['Ben', 'programs'],
      ['planner for Ben', 'planner'],
    ]);
  });

  it('the head of a transcript names all who had a turn to give, not the last occupant alone', () => {
    const card: SeatCard = { seat: 'lab_1', kind: 'script', policy: 'house' };
    expect(playersText(card, { round: 2, rounds: 3 }, spans)).toBe('Ben, then house from round 2');
    expect(playersText(card, { round: 2, rounds: 2 }, spans)).toBe('Ben'); // whoever came after the last turn gave none
    expect(playersText(card, { round: 2, rounds: 3 }, [])).toBe('house');
    const again = [0, 1, 2].map((round) => ({
      seat: 'lab_1',
      from: 1,
      round,
      player: round === 0 ? 'Ben' : 'planner for Ben',
      kind: 'people',
    }));
    expect(playersText(card, { round: 2, rounds: 3 }, again)).toBe('Ben, then planner for Ben from round 1');
  });

  it('a policy that the host put in place of another began as the other', () => {
    const replaced = note(6.5, 1, { kind: 'replaced', by: 'host', seat: 'lab_2', name: 'house', detail: 'planner' });
    expect(spansOf([NOTES[1] as TableNote, replaced], EVENTS, OF_ROUNDS).map(({ from, player }) => `${from} ${player}`)).toEqual([
      '1 house',
      '7 planner',
    ]);
  });

  it('a seat that was left in the lobby is whoever sits there after', () => {
    const lobby = [note(0, 0, {}), note(1, 0, { kind: 'left' }), note(2, 0, { name: 'Ada' }), ...NOTES.slice(1, 3)];
    expect(spansOf(lobby, EVENTS, OF_ROUNDS).map(({ player }) => player)).toEqual(['Ada', 'planner for Ada']);
  });
});

it('who plays an empty seat is a matter of its game', () => {
  showTestGames(true);
  const open = { seat: 'buyer', kind: 'open' } as SeatCard;
  expect(giverInRound({ game: 'test/offers', seats: [open], spans: [] }, 'buyer', 0)).toEqual({
    player: 'yielding_haggler',
    kind: 'yielding_haggler',
  });
  expect(giverInRound({ game: 'gpu-market/classic', seats: [], spans: [] }, 'lab_3', 0)).toEqual({ player: 'house', kind: 'house' });
  showTestGames(false);
});

it('where seats move in turns, whoever has moved in a round has given its turn', () => {
  const config = offers.parseConfig({ task_type: 'haggle', seed: 7 });
  if (!config.ok) throw new Error(config.why);
  const opening = offers.open(config.value);
  const moved = offers.decide(replay(offers, opening), 'seller', { type: 'name_price', price: 80 });
  const events = [...opening, ...moved].map((event, i): StoredEvent => ({ seq: i + 1, json: '', event, recordedAt: at(i + 1) }));
  const left = note(9, 0, { seat: 'seller', kind: 'left', turn: 1 });
  const game = { game: offers as AnyGame, standIn: 'yielding_haggler' };
  expect(spansOf([left], events, game).map(({ round }) => round)).toEqual([0, 1]);
  expect(spansOf([left], events.slice(0, 1), game).map(({ round }) => round)).toEqual([0, 0]);
});

it('who sat down in the lobby and left again is none of the names that are masked in pitches', () => {
  const told = (kind: TableNote['kind'], name: string | null = null) => ({ kind, name });
  const lobby = [told('joined', 'price'), told('left', 'price'), told('joined', 'Ben')];
  expect(sitters(lobby)).toEqual(['Ben']);
  expect(sitters([...lobby, told('started'), told('left', 'Ben')])).toEqual(['Ben']);
});
