/** A small tournament of scripts that a new Mandi plays by itself, so that its tables show something real before anybody has played. */
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
/** Another is begun only where an update of Mandi broke the one before off. */
const MOST_EDITIONS = 3;
const LOOKED_AT = 100;

/**
 * Begins what a database has never had, and only a new one: nobody has played here. Its workers play it as they play any tournament. Ids are
 * always the same, so of two processes that begin it at the same time one does.
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

/** The demo leagues of this database, one for each game that has one. */
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
    // Of the training range: what it plays may be learned from, and spoils no test.
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
    if (!(await store.tournaments.get(id))) throw fault; // else another process was a moment quicker
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

/** Nobody plays it to its end: it is pinned to the code of before. */
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
