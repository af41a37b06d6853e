/** What holds of every game, played by its own players. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askPolicy } from '~/contract/ask-policy';
import type { AnyGame, GameEvent, Viewer } from '~/contract/game';
import { imbalanceOf } from '~/contract/ledger';
import { Narrator } from '~/contract/narrator';
import { ledgerOf } from '~/contract/pack';
import { packOf } from './packs';
import { allPolicies } from './policies';
import { GAMES, showTestGames } from './registry';

const SEED = 40_001;

async function playedBy(game: AnyGame, { task, seed }: { task: string; seed: number }): Promise<GameEvent[]> {
  const players = allPolicies().filter(({ plays, control }) => plays.includes(game.ref.key) && control === undefined);
  const config = game.parseConfig({ task_type: task, seed, judge_mode: game.judgeModes[0] });
  if (!config.ok) throw new Error(config.why);
  const events = game.open(config.value);
  const seats = game.seats(config.value).map(({ id }) => id);
  let state: unknown = null;
  for (const event of events) state = game.evolve(state, event);
  for (let [seat] = game.toAct(state); seat !== undefined; [seat] = game.toAct(state)) {
    const player = players[(seats.indexOf(seat) + seed) % players.length];
    if (!player) throw new Error(`${game.ref.key} has no players`);
    for (const event of game.decide(state, seat, await askPolicy(game, player, { state, seat }))) {
      events.push(event);
      state = game.evolve(state, event);
    }
  }
  return events;
}

interface Played {
  game: AnyGame;
  events: GameEvent[];
  task: string;
  at: string;
}

const matches: Played[] = [];
beforeAll(async () => {
  showTestGames(true);
  for (const game of GAMES)
    for (const { id: task } of game.tasks)
      matches.push({ game, task, events: await playedBy(game, { task, seed: SEED }), at: `${game.ref.key} ${task}` });
}, 60_000);
afterAll(() => showTestGames(false));

describe('every game', () => {
  it('makes no money from nothing: profits are what entered less what left, by its ledger too', () => {
    for (const { game, events, at } of matches) {
      const pack = packOf(game.ref);
      const { books } = pack;
      const kept = ledgerOf(pack, events);
      expect([at, imbalanceOf(books(events)), imbalanceOf(kept)]).toEqual([at, 0, 0]);
      expect(kept).toMatchObject(books(events));
      expect(kept.transfers.every(({ seq, worth, paid }) => events[seq - 1] !== undefined && worth >= 0 && paid >= 0)).toBe(true);
      expect(kept.stake).toBeGreaterThan(0);
    }
  });

  it('tells its moves, answers and lapses by seats that it has', () => {
    for (const { game, events, task, at } of matches) {
      const config = game.parseConfig({ task_type: task, seed: SEED });
      if (!config.ok) throw new Error(config.why);
      const seats = game.seats(config.value).map(({ id }) => id);
      const told = events.flatMap((event) => game.told(event) ?? []);
      const named = told.flatMap(({ move, lapsed = [] }) => [...(move ? [move.seat] : []), ...lapsed]);
      expect([at, named.filter((seat) => !seats.includes(seat))]).toEqual([at, []]);
      expect(told.filter(({ move }) => move).length).toBeGreaterThan(0);
      expect(told.filter(({ result }) => result).length).toBeGreaterThan(0);
      expect(told.some(({ begins }) => begins)).toBe(true);
    }
  });

  it('narrates every event, as each viewer may see it, with names where they are known', () => {
    for (const { game, events, at } of matches) {
      let state: unknown = null;
      const seats = new Set<string>();
      const seen: Record<string, Narrator> = {};
      for (const event of events) {
        state = game.evolve(state, event);
        for (const seat of game.toAct(state)) seats.add(seat);
        const viewers: Viewer[] = [{ kind: 'all' }, { kind: 'public' }, ...[...seats].map((seat) => ({ kind: 'seat' as const, seat }))];
        for (const viewer of viewers) {
          const shown = game.publish(event, viewer, state);
          if (shown === null) continue;
          seen[JSON.stringify(viewer)] ??= new Narrator(game);
          const narrator = seen[JSON.stringify(viewer)];
          const line = game.narrate(shown, narrator?.names ?? {});
          narrator?.tell(shown);
          expect([at, event.type, line?.text]).toEqual([
            at,
            event.type,
            expect.stringMatching(/^(?!.*(undefined|null|NaN|\[object)).+[.”:!?]/s),
          ]);
          const ids = Object.keys(narrator?.names ?? {}).filter((id) => id !== narrator?.names[id]);
          if (!Object.hasOwn(event, 'message'))
            expect([line?.text, ids.filter((id) => line?.text.includes(`${id} `))]).toEqual([line?.text, []]);
        }
      }
    }
  });

  it('is told in rounds, one after the other, from the first', () => {
    for (const { game, events, at } of matches) {
      const narrator = new Narrator(game);
      const rounds = events.flatMap((event) => narrator.tell(event)).flatMap((piece) => (piece.kind === 'round' ? [piece.round] : []));
      expect([at, rounds]).toEqual([at, rounds.map((_, round) => round)]);
      expect(rounds.length).toBeGreaterThan(0);
    }
  });
});
