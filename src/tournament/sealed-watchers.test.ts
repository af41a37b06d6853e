import { expect, test } from 'vitest';
import { Broadcaster } from '~/live/broadcaster';
import { MatchFeeds } from '~/live/match-feed';
import type { FramesMessage, MatchCard } from '~/live/protocol';
import { gameOf } from '~/match/load-match';
import { matchCard } from '~/match/match-card';
import type { Services } from '~/match/services';
import { cancelTournament, pauseTournament } from './control-tournament';
import { begin, servicesHere } from './testing/begin';
import { TournamentWorker } from './tournament-worker';

const FILE = {
  name: 'sealed',
  kind: 'rated',
  ruleset: 'classic',
  task: 'single_trade',
  nulls: [],
  worlds: 20,
  entrants: ['wait', 'random_validish'],
};

/** A rated tournament that is paused in the middle; the id of a match that is over. */
async function playSome(services: Services): Promise<{ id: string; matchId: string }> {
  const { id } = await begin(services, FILE);
  const worker = new TournamentWorker(services, { slots: 1 });
  await worker.start();
  await expect.poll(async () => (await services.store.tournaments.counts(id)).done, { timeout: 30_000 }).toBeGreaterThan(0);
  await pauseTournament(services, id);
  await worker.stop();
  const [first] = await services.store.tournaments.fixtures(id, { status: ['done'] });
  return { id, matchId: first?.matchId ?? '' };
}

test('who watches a sealed match sees all of it, without a reload, once the season is closed', async () => {
  const services = servicesHere();
  const { store } = services;
  const { id, matchId } = await playSome(services);
  const frames: FramesMessage[] = [];
  const cards: MatchCard[] = [];
  const broadcaster = new Broadcaster({
    store,
    feeds: new MatchFeeds({ store, gameOf, keep: 4 }),
    cardOf: matchCard,
    processId: 'here',
    voiceOf: () => ({ frames: (message) => void frames.push(message), card: (card) => void cards.push(card), watchers() {}, thought() {} }),
    lobby: { say() {}, isEmpty: () => true },
    tellHost() {},
    onFault(fault) {
      throw fault;
    },
  });
  await broadcaster.open();
  await broadcaster.watch({ matchId, since: 0, seat: null }, { id: 'somebody' }, (answer) => {
    if (answer.ok) cards.push(answer.card);
  });
  expect(cards.at(-1)).toMatchObject({ status: 'finished', seed: null, scores: null });
  await cancelTournament(services, id);
  await expect.poll(() => cards.at(-1)?.seed).toEqual(expect.any(Number));
  const head = (await store.get(matchId))?.head ?? 0;
  await expect.poll(() => frames.at(-1)).toMatchObject({ matchId, anew: true });
  expect(frames.at(-1)?.frames).toHaveLength(head);
  await broadcaster.close();
});
