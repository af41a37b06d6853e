/** A small scripted tournament that a new Mandi plays by itself, so that its tables show real results before anyone has played. */
import type { GameKey } from '~/contract/game-ref';
import { keyParts } from '~/contract/game-ref';
import { codeId } from '~/eval/code-digest';
import { packOf } from '~/games/packs';
import { familyTitle, usualGames } from '~/games/registry';
import { matchIdOf } from '~/match/match-id';
import type { Services } from '~/match/services';
import type { EventStore } from '~/store/event-store';
import { playsAs, type TournamentPlan, type TournamentRecord } from '~/store/tournaments/tournament';
import { cancelTournament } from './control-tournament';
import { createTournament } from './create-tournament';
import { readPlan } from './read-plan';

const WORLDS = 8;
/** A new one starts only if an update of Mandi interrupted the previous one. */
const MOST_EDITIONS = 3;
const LOOKED_AT = 100;

/**
 * Starts each demo league that a database never had, and only if nobody has played yet. Workers play it like any tournament. Its id is
 * deterministic, so if two processes start it at the same time, only one succeeds.
 */
export async function beginDemoLeagues(services: Services): Promise<void> {
  const isNew = await isUnused(services.store);
  for (const plan of demoPlans()) {
    const editions = await editionsOf(services.store, plan.game);
    const last = editions.at(-1);
    if (last ? !isBrokenOff(last) || editions.length === MOST_EDITIONS : !isNew) continue;
    if (last) await cancelTournament(services, last.id);
    await begin(services, plan, leagueId(plan.game, editions.length + 1));
  }
}

/** This database's demo leagues, one per game that has one. */
export async function demoLeagues(store: Pick<EventStore, 'tournaments'>): Promise<TournamentRecord[]> {
  const last = await Promise.all(demoPlans().map(async ({ game }) => (await editionsOf(store, game)).at(-1)));
  return last.filter((one) => one !== undefined);
}

function demoPlans(): TournamentPlan[] {
  return usualGames().flatMap(({ ref }) => {
    const demo = packOf(ref).demo;
    if (!demo) return [];
    const { family } = keyParts(ref.key);
    const name = `Demo league: ${familyTitle(family)}`;
    // Uses the training range, so that its matches can be used for training and reveal no test seeds.
    const read = readPlan({ name, game: ref.key, version: ref.version, ...demo, worlds: WORLDS, source: 'train' });
    if (!read.ok) throw new Error(`the demo league of ${ref.key}: ${read.why}`);
    return [{ ...read.value, demo: true as const }];
  });
}

async function begin(services: Services, plan: TournamentPlan, id: string): Promise<void> {
  const { store, log } = services;
  try {
    const made = await createTournament(services, plan, id);
    if (!made.ok) throw new Error(made.why);
    log.info({ id }, 'the demo league begins');
  } catch (fault) {
    if (!(await store.tournaments.get(id))) throw fault; // otherwise another process was faster
  }
}

async function editionsOf({ tournaments }: Pick<EventStore, 'tournaments'>, game: GameKey): Promise<TournamentRecord[]> {
  const found: TournamentRecord[] = [];
  for (let edition = 1; edition <= MOST_EDITIONS; edition += 1) {
    const one = await tournaments.get(leagueId(game, edition));
    if (!one) break;
    found.push(one);
  }
  return found;
}

function leagueId(game: GameKey, edition: number): string {
  return matchIdOf(`demo league ${game} ${edition}`);
}

/** It can never be completed, because it is pinned to earlier code. */
function isBrokenOff({ status, code }: TournamentRecord): boolean {
  return status === 'running' && !playsAs(code, codeId());
}

async function isUnused(store: Pick<EventStore, 'tournaments' | 'list'>): Promise<boolean> {
  const [tournaments, matches] = await Promise.all([
    store.tournaments.list({ limit: MOST_EDITIONS }),
    store.list({}, { limit: LOOKED_AT }),
  ]);
  return tournaments.items.every(({ plan }) => plan.demo) && matches.items.every(({ showcase }) => showcase);
}
