/** One seed before and after training: the same world played with an adapter of a run, and without it. */
import type { AnyGame } from '~/contract/game';
import { splitOf } from '~/eval/seeds';
import { readGame } from '~/games/read-game';
import { isOver } from '~/match/match-card';
import { comparable, MOST_LOOKED_THROUGH } from '~/match/null-matches';
import { openMatch } from '~/match/open-match';
import type { MatchRecord } from '~/store/event-store';
import { agentsOf } from '../agent/service';
import type { AgentCard } from '../agent/types';
import type { SharedServices } from '../context';
import { orRefuse, Refusal } from '../errors';
import type { BeforeAfter, ReplayPair, RunSheet } from './types';

const MOST_PAIRS = 20;

/** Agents that play with an adapter of this run, each with whoever plays the same model without one. */
export async function showBeforeAfter(shared: SharedServices, run: RunSheet): Promise<BeforeAfter[]> {
  const adapters = run.checkpoints.flatMap((checkpoint) => checkpoint.adapters);
  if (adapters.length === 0 || !shared.services.agents) return [];
  const cards = await agentsOf(shared).list();
  const found = await Promise.all(
    cards
      .filter(({ agent }) => agent.spec.kind === 'model' && adapters.includes(agent.spec.adapter ?? ''))
      .map((after) => pairOf(shared, cards, after)),
  );
  return found.flatMap((one) => one ?? []);
}

async function pairOf(shared: SharedServices, cards: readonly AgentCard[], after: AgentCard): Promise<BeforeAfter | null> {
  const game = gameOf(after);
  const before = game && withoutAdapter(cards, after, game);
  if (!game || !before) return null;
  const refs = { after: after.ref, before: before.ref };
  const tasks = game.tasks.map(({ id }) => id);
  const pairs = await Promise.all(tasks.map((task) => pairsIn(shared, refs, { game, task })));
  return {
    ...refs,
    game: game.ref.key,
    version: game.ref.version,
    tasks,
    pairs: pairs.flat().slice(0, MOST_PAIRS),
    notReady: after.notReady ?? before.notReady,
  };
}

function gameOf({ agent }: AgentCard): AnyGame | null {
  const [named] = agent.plays;
  const read = named === undefined ? null : readGame({ game: named });
  return read?.ok ? read.value : null;
}

/** The newest agent with the same model and no adapter that plays the game. */
function withoutAdapter(cards: readonly AgentCard[], { agent }: AgentCard, game: AnyGame): AgentCard | null {
  const { spec } = agent;
  if (spec.kind !== 'model') return null;
  const fits = (card: AgentCard) =>
    card.agent.spec.kind === 'model' &&
    card.agent.spec.model === spec.model &&
    card.agent.spec.adapter === null &&
    card.agent.plays.includes(game.ref.key);
  return cards.find(fits) ?? null;
}

/** Matches that differ in this player alone. */
async function pairsIn(
  { services }: SharedServices,
  refs: { after: string; before: string },
  { game, task }: { game: AnyGame; task: string },
): Promise<ReplayPair[]> {
  const place = { game: game.ref.key, version: game.ref.version, task };
  const { agents } = services.store;
  const [after, before] = await Promise.all([refs.after, refs.before].map((ref) => agents.playedBy(ref, MOST_LOOKED_THROUGH, place)));
  const others = comparable(before ?? []);
  const both = [...comparable(after ?? [])].flatMap(([conditions, matchId]) => {
    const other = others.get(conditions);
    return other === undefined ? [] : [{ after: matchId, before: other }];
  });
  const shown = await Promise.all(both.slice(0, MOST_PAIRS).map(async (pair) => ({ pair, match: await services.store.get(pair.after) })));
  return shown.flatMap(({ pair, match }) =>
    match && !match.isPrivate ? [{ task, seed: match.seed, ...pair, isOver: isOver(match) }] : [],
  );
}

export interface PlayBoth {
  after: string;
  task: string;
  seed: number;
}

/** Plays one seed with the trained agent and without its adapter; both go on at the same time. */
export async function playBoth(
  shared: SharedServices,
  run: RunSheet,
  { after, task, seed }: PlayBoth,
): Promise<{ before: string; after: string }> {
  const found = (await showBeforeAfter(shared, run)).find((one) => one.after === after);
  if (!found) throw new Refusal('unknown_agent', `No agent "${after.slice(0, 80)}" plays with an adapter of this run.`);
  if (splitOf(seed) === 'train')
    throw new Refusal(
      'bad_seed',
      'Choose a seed of 40000 or above: seeds below it are for training, so they show what was learned by heart.',
    );
  const request = { game: found.game, version: found.version, task, seed, judgeMode: 'off', pace: 0 };
  const opened: MatchRecord[] = [];
  for (const policy of [found.before, found.after]) opened.push(orRefuse(await openMatch(shared.services, { ...request, policy })));
  for (const { id } of opened) shared.run(id);
  const [first, second] = opened;
  if (!first || !second) throw new Error('two matches were opened');
  return { before: first.id, after: second.id };
}
