/** The recorded play of the published game, field by field (tests/fixtures/bazaar-v1). */
import { describe, expect, it } from 'vitest';
import { drawsOf, GaussDraws } from '~/lib/random/draws';
import { ownStreamOf } from '~/lib/random/mt19937';
import { type Calls, differences, type Episode, isEpisode, recorded, traces } from '../../../../tests/fixtures/bazaar-v1/recorded';
import { envCalls } from './calls/calls';
import { parseConfig } from './config';
import { evolve } from './evolve';
import { decide, lapse, openMatch, toAct } from './match';
import { buyerSeen } from './observe';
import { BUYERS, type BuyerId, chooseAs } from './players/buyers';
import type { BazaarState } from './state';
import { PlacedBid } from './types';
import { wireOf } from './wire';

const all = traces();
const episodes = all.filter(isEpisode);
const calls = all.filter((record): record is Calls => !isEpisode(record));

interface Played {
  state: BazaarState;
  play(action: unknown): void;
}

function configOf({ config }: Episode) {
  const read = parseConfig(config);
  if (!read.ok) throw new Error(read.why);
  return { ...read.value, step_limit: null };
}

/** By events, as a server plays it; in place they are played in `env.test.ts`. */
function folded(episode: Episode): Played {
  let state: BazaarState | null = null;
  for (const event of openMatch(configOf(episode))) state = evolve(state, event);
  if (state === null) throw new Error('it opens with an event');
  const own = state;
  const take = (events: ReturnType<typeof decide>): void => {
    for (const event of events) evolve(own, structuredClone(event));
  };
  return {
    state: own,
    play(action) {
      if (own.config.mode !== 'arena') return take(decide(own, toAct(own)[0] ?? '', action));
      const { actions } = action as { actions: Record<string, unknown> };
      for (const [place, [seat, move]] of Object.entries(actions).entries()) take(decide(own, seat, new PlacedBid(move, place)));
      if (Object.keys(actions).length < own.config.buyers.length) take(lapse(own));
    },
  };
}

function replay({ kind, policy, initial, steps, config }: Episode, { state, play }: Played): void {
  expect(differences({ observation: wireOf(state), reward: null, done: state.finished }, initial), 'at the reset').toEqual([]);
  const draws = drawsOf(Number(config.seed ?? 42));
  for (const [index, { action, answer }] of steps.entries()) {
    const after = state.finished;
    if (!after && BUYERS.includes(policy as BuyerId)) {
      const chosen = chooseAs(policy as BuyerId, buyerSeen(state, { ended: null }), draws);
      expect(differences(chosen, action), `choice ${index}`).toEqual([]);
    }
    if (!after) play(action);
    const reward = kind === 'task' ? (after ? 0 : state.reward) : null;
    const ours = { observation: wireOf(state, { after }), reward, done: state.finished };
    expect(differences(ours, answer), `step ${index} ${JSON.stringify(action)}`).toEqual([]);
  }
}

describe('the recordings', () => {
  it('are 410 episodes and 11 lists of calls', () => {
    expect([episodes.length, calls.length]).toEqual([410, 11]);
  });

  it.each(
    episodes.map((episode, index) => ({
      index,
      name: `${episode.kind} ${episode.policy} ${JSON.stringify(episode.config).slice(0, 120)}`,
      episode,
    })),
  )('$index $name', ({ episode }) => {
    replay(episode, folded(episode));
  });

  it.each(calls.map((record, index) => ({ index, name: `${record.kind}, ${record.calls.length} calls`, record })))(
    '$index $name',
    async ({ record }) => {
      const name = record.kind.slice('call:'.length);
      for (const { data, answer } of record.calls) {
        const { function: _, ...input } = data;
        const given = await envCalls[name]?.answer(input, { run: () => Promise.reject(new Error('no thread is needed')) });
        if (!given?.ok) throw new Error(given?.why ?? `there is no ${name}`);
        expect(differences(given.value, answer, { withMessages: name === 'parse' }), JSON.stringify(data)).toEqual([]);
      }
    },
  );
});

interface Drawn {
  seed: number;
  random: number[];
  'gauss_0_0.1': number[];
  choice_of_3: number[];
  choice_of_1_then_random: number[];
  choice_of_2: number[];
  choice_of_1417: number;
  gauss_after: number;
  gauss_1_2: number;
  'uniform_0.25_0.40': number;
  choice_of_13: number;
}

describe('the generator', () => {
  it.each(recorded<Drawn[]>('generator'))('of seed $seed draws as Python does, normal values too', (row) => {
    const draws = new GaussDraws(ownStreamOf(row.seed), { drawn: 0, kept: null });
    const close = (ours: unknown, theirs: unknown) => expect(differences(ours, theirs)).toEqual([]);
    close(
      [1, 2, 3].map(() => draws.random()),
      row.random,
    );
    close(
      [1, 2, 3].map(() => draws.gauss(0, 0.1)),
      row['gauss_0_0.1'],
    );
    close(
      [1, 2, 3, 4, 5, 6].map(() => draws.below(3)),
      row.choice_of_3,
    );
    close([draws.below(1), draws.random()], row.choice_of_1_then_random);
    close(
      [1, 2, 3, 4, 5, 6].map(() => draws.below(2)),
      row.choice_of_2,
    );
    close(draws.below(1417), row.choice_of_1417);
    close(draws.gauss(0, 0.1), row.gauss_after);
    close(draws.gauss(1, 2), row.gauss_1_2);
    close(draws.uniform(0.25, 0.4), row['uniform_0.25_0.40']);
    close(draws.below(13), row.choice_of_13);
  });
});
