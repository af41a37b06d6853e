import { expect, test } from 'vitest';
import type { AnyGame } from '~/contract/game';
import { MemoryRun } from '~/engine/memory-run';
import { drawsOf } from '~/lib/random/draws';
import { openMarket } from '../../v1/open';
import { readAction2 } from '../../v2/actions';
import { openMarket2 } from '../../v2/open';
import { readAction } from '../actions';
import { openArrays } from './arrays';
import type { Seen } from './desk';

const VERSIONS: [string, AnyGame, (raw: unknown) => unknown][] = [
  ['1', openMarket, readAction],
  ['2', openMarket2, readAction2],
];

test.each(VERSIONS)(
  'version %s: a place of the list is an action as reading it would leave it, so that it is not read again',
  (_, game, read) => {
    const draws = drawsOf(4);
    const types = new Set<string>();
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const config = game.parseConfig({ task_type: 'coalition_market', seed });
      if (!config.ok) throw new Error(config.why);
      const run = MemoryRun.open(game, config.value);
      while (run.awaited.length > 0) {
        const moves = run.awaited.map((seat) => {
          const places = openArrays.places(run.observe(seat) as Seen);
          const legal = openArrays.menu.flatMap((_name, place) => places.move(place) ?? []);
          for (const action of legal) {
            expect(read(structuredClone(action))).toEqual({ ok: true, value: action });
            types.add(action.action_type);
          }
          const picked = Array.from({ length: 4 }, () => draws.choice(legal.filter(({ action_type }) => action_type !== 'finish')));
          return { seat, move: openArrays.turnOf?.(picked) };
        });
        run.play(moves);
      }
    }
    expect(types.size).toBeGreaterThan(10);
  },
);
