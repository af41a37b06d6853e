/** Plays null models for comparison with a model, in this process and the database's matches. */
import { isAgentRef } from '~/match/agent-service';
import { comparable, MOST_LOOKED_THROUGH, NULL_REFS, openNullMatches } from '~/match/null-matches';
import { runMatch } from '~/match/run-match';
import type { Services } from '~/match/services';
import { WakeSignal } from '~/match/wake-signal';
import type { GamePlace, PlayedSeat } from '~/store/agent-store';
import { playedBy } from '~/store/match-types';
import { noAgent } from './agent-names';
import { agentRuntimeWhenNeeded } from './agents-here';
import { withDatabase } from './database-services';
import { UsageError } from './exits';
import { agentRuntimeOf } from './services';

export interface PlayedNulls {
  ref: string;
  places: (GamePlace & { matches: string[] })[];
}

const KINDS = { person: 'a person', remote: 'a remote program', scripted: 'a scripted policy', null: 'one of them' } as const;

/** Plays the missing matches, task by task. Leaves those that another process is playing. */
export function playNullModels(typed: string, wish: Partial<GamePlace>): Promise<PlayedNulls> {
  return withDatabase(async ({ services }) => {
    const agentRuntime = agentRuntimeWhenNeeded(services.store.agents);
    try {
      const { agents } = await agentRuntime.find([]);
      const found = await agents?.get(typed);
      if (!found) throw new UsageError((await agents?.whyNoVersion(typed)) ?? noAgent(typed, (await agents?.list()) ?? []));
      const { ref } = found;
      const kind = NULL_REFS.includes(ref) ? 'null' : found.agent.spec.kind;
      if (kind !== 'model') throw new UsageError(`null models are compared with language models, but ${ref} is ${KINDS[kind]}`);
      const played = (await services.store.agents.playedBy(ref, MOST_LOOKED_THROUGH)).filter(
        ({ game, version, task }) => game === (wish.game ?? game) && version === (wish.version ?? version) && task === (wish.task ?? task),
      );
      const worlds = comparable(played);
      if (worlds.size === 0) throw new UsageError(`${ref} has finished no match here that a null model can play too`);
      await agentRuntime.find(await othersIn(services, ref, [...worlds.values()])); // waits for them to be ready
      const places: PlayedNulls['places'] = [];
      for (const place of placesOf(played))
        places.push({ ...place, matches: await playAt({ ...services, ...agentRuntimeOf(await agentRuntime.find([])) }, ref, place) });
      return { ref, places };
    } finally {
      await agentRuntime.close();
    }
  });
}

async function playAt(services: Services, ref: string, place: GamePlace): Promise<string[]> {
  const opened = await openNullMatches(services, { ref, ...place });
  if (!opened.ok) throw new UsageError(opened.why);
  const ids = [...opened.value.opened, ...opened.value.underWay];
  for (const id of ids) await runMatch(services, id, { wake: new WakeSignal(), signal: new AbortController().signal });
  return ids;
}

/** Each game, version and task with something to compare, once. */
function placesOf(played: readonly PlayedSeat[]): GamePlace[] {
  const places = new Map<string, GamePlace>();
  for (const { game, version, task, conditions } of played)
    if (conditions !== null) places.set(`${game} ${version} ${task}`, { game, version, task });
  return [...places.values()].filter((place) => comparable(played.filter((seat) => isAt(seat, place))).size > 0);
}

function isAt(seat: GamePlace, { game, version, task }: GamePlace): boolean {
  return seat.game === game && seat.version === version && seat.task === task;
}

/** Models and programs in the other seats, which play again. */
async function othersIn({ store }: Services, ref: string, matchIds: readonly string[]): Promise<string[]> {
  const others = new Set<string>();
  for (const id of matchIds) {
    for (const card of (await store.get(id))?.seats ?? []) {
      const player = playedBy(card);
      if (player !== null && player !== ref && isAgentRef(player) && !NULL_REFS.includes(player)) others.add(player);
    }
  }
  return [...others];
}
