import { expect, it } from 'vitest';
import { replay } from '~/contract/game';
import { classic } from '~/games/gpu-market/classic/classic';
import { ruleBasedExpert } from '~/games/gpu-market/classic/players/rule-based-expert';
import { house } from '~/games/gpu-market/open/players/policies';
import { openMarket } from '~/games/gpu-market/open/v1/open';
import { stubbornHaggler, yieldingHaggler } from '~/games/test/offers/players';
import { offers } from '~/games/test/offers/rules';
import { eventsOf, MemoryRun, type Player, playMatch, playOut } from './memory-run';

const haggle = configOf(offers, { task_type: 'long_haggle', seed: 5 });

function configOf<C>(game: { parseConfig(raw: unknown): { ok: true; value: C } | { ok: false; why: string } }, raw: object): C {
  const read = game.parseConfig(raw);
  if (!read.ok) throw new Error(read.why);
  return read.value;
}

it('plays a game of alternating turns to its end, each seat from its own observation', () => {
  const asked: string[] = [];
  const run = playMatch(offers, haggle, {
    playerOf: (seat) => (seen) => {
      asked.push(`${seat} ${seen.turn} ${seen.seat}`);
      return (seat === 'seller' ? yieldingHaggler : stubbornHaggler).choose(seen);
    },
  });
  expect(asked.slice(0, 3)).toEqual(['seller 0 seller', 'buyer 1 buyer', 'seller 2 seller']);
  expect(offers.outcome(run.state).finished).toBe(true);
  expect(replay(offers, run.events)).toEqual(run.state);
});

it('asks everybody of a simultaneous turn before any answer counts', () => {
  const config = configOf(openMarket, { task_type: 'single_trade', seed: 1, judge_mode: 'off' });
  const turns: string[][] = [];
  playMatch(openMarket, config, {
    watch: () => turns.push([]),
    playerOf: (seat) => (seen) => {
      turns.at(-1)?.push(`${seat} in round ${seen.round_index}`);
      return [];
    },
  });
  for (const [round, asked] of turns.slice(0, -1).entries())
    expect(asked).toEqual(openMarket.seats(config).map(({ id }) => `${id} in round ${round}`));
});

it('waits for who promises a move, and plays the same match', async () => {
  const soon = (player: Player): Player => ({ choose: async (seen) => player.choose(seen) });
  const play = async (of: (player: Player) => Player): Promise<unknown> => {
    const run = MemoryRun.open(offers, haggle);
    await playOut(run, { ask: (seat) => run.ask(of(seat === 'seller' ? yieldingHaggler : stubbornHaggler), seat) });
    return run.events;
  };
  expect(await play(soon)).toEqual(await play((player) => player));
  const asked = () => playMatch(offers, haggle, { playerOf: () => async () => ({ type: 'leave_table' }) });
  expect(asked).toThrow('promised');
});

it('plays in place what it plays by events, and tells the events afterwards', async () => {
  for (const task_type of ['market_round', 'coalition_market']) {
    const config = configOf(classic, { task_type, seed: 7 });
    const played = async (inPlace: boolean) => {
      const run = MemoryRun.open(classic, config, { inPlace });
      await playOut(run, { ask: (seat) => run.ask(ruleBasedExpert, seat) });
      return run;
    };
    const [quick, slow] = [await played(true), await played(false)];
    expect(quick.state).toEqual(slow.state);
    expect(quick.events).toEqual(slow.events);
    expect(quick.events.length).toBeGreaterThan(10);
  }
});

it('tells a match from its moves', () => {
  const moves = [
    { seat: 'seller', move: { type: 'name_price', price: 60 } },
    { seat: 'buyer', move: { type: 'take_price' } },
  ];
  const run = MemoryRun.open(offers, haggle);
  for (const move of moves) run.play([move]);
  expect(eventsOf(offers, haggle, moves)).toEqual(run.events);
});

it('draws from each seat’s own stream on from where it left off', async () => {
  const config = configOf(openMarket, { task_type: 'single_trade', seed: 3, judge_mode: 'off' });
  const drawer: Player = {
    needsChance: true,
    choose: (seen, chance) => {
      drawn.push(chance?.random() ?? -1);
      return house.choose(seen as never);
    },
  };
  const drawn: number[] = [];
  const run = MemoryRun.open(openMarket, config);
  await playOut(run, { ask: (seat) => run.ask(drawer, seat) });
  expect(new Set(drawn).size).toBe(drawn.length);
});
