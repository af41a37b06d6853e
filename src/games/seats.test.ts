import { describe, expect, it } from 'vitest';
import { replay } from '~/contract/game';
import { GAMES } from './registry';

describe.each(GAMES.flatMap((game) => game.tasks.map(({ id }) => ({ name: `${game.ref.key} ${id}`, game, id }))))(
  '$name',
  ({ game, id }) => {
    const config = game.parseConfig({ task_type: id, seed: 5 });
    const seats = config.ok ? game.seats(config.value) : [];
    const ids = seats.map((seat) => seat.id);

    it('has each seat once, in a role of the game', () => {
      expect(ids.length).toBeGreaterThan(0);
      expect(new Set(ids).size).toBe(ids.length);
      const roles = game.roles.map((role) => role.id);
      expect(seats.filter(({ role }) => !roles.includes(role))).toEqual([]);
      expect(seats.every(({ people }) => !people || game.receive !== undefined)).toBe(true);
    });

    it('waits for seats of its own, scores all of them, and counts turns from 0', () => {
      const state = replay(game, config.ok ? game.open(config.value) : []);
      expect(ids).toEqual(expect.arrayContaining(game.toAct(state)));
      expect(Object.keys(game.outcome(state).scores).sort()).toEqual([...ids].sort());
      expect(game.clock(state)).toMatchObject({ turn: 0, round: 0 });
    });
  },
);
