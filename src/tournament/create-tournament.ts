/** Creates a tournament from a plan: pins its entrants, opens its season, schedules its first stage. */

import { refOf } from '~/contract/game-ref';
import { codeId } from '~/eval/code-digest';
import { NamesSeen } from '~/lib/text/look-alike';
import { type Answer, answered, type Refused, refused } from '~/match/answer';
import { gameOf } from '~/match/load-match';
import { newMatchId } from '~/match/match-id';
import { namePlayer } from '~/match/name-player';
import { openSeason } from '~/match/rate-match';
import type { Services } from '~/match/services';
import type { Entrant, Fixture, TournamentPlan, TournamentRecord } from '~/store/tournaments/tournament';
import { isForBatches } from '~/store/tournaments/tournament-pace';
import type { NewFixture } from '~/store/tournaments/tournament-store';
import { nextStage } from './draw-schedule';
import { pinEntrant } from './pin';
import type { ToldFault } from './plan-text';
import type { ReadPlan } from './read-plan';
import { seatsOfPlan } from './seats-of-plan';

/** All errors of a file: its content, and players that are unknown, not ready or have confusable names. Changes nothing. */
export async function faultsOfFile(services: Pick<Services, 'agents'>, read: ReadPlan): Promise<ToldFault[]> {
  const told = read.ok ? [] : read.faults;
  const known = read.ok ? { plan: read.value, lines: read.lines } : read.rest;
  if (known === null) return told;
  const found = await playerFaults(services, known.plan);
  // If the list of entrants has errors, the remaining entrants are still checked.
  const isWhole = (path: string) => path !== '' && path !== 'entrants';
  const isBlamed = (path: string) =>
    told.some((fault) => fault.path === path || (isWhole(fault.path) && path.startsWith(`${fault.path}.`)));
  const more = found.filter(({ path }) => !isBlamed(path));
  return [...told, ...more.map((fault) => ({ ...fault, line: known.lines[fault.path] ?? null }))];
}

async function playerFaults(services: Pick<Services, 'agents'>, plan: TournamentPlan): Promise<Omit<ToldFault, 'line'>[]> {
  const others = await Promise.all(plan.others.map((other) => namePlayer(services, refOf(plan), other)));
  const nulls = await Promise.all(plan.nulls.map((name) => pinEntrant(services, plan, { name, agent: name, owner: null, isNull: true })));
  const entrants = await Promise.all(plan.entrants.map((one) => pinEntrant(services, plan, one)));
  const whys = [
    ...entrants.map((answer, place) => ({ path: `entrants.${place}`, answer })),
    ...[...others].map((answer) => ({ path: 'others', answer })),
    ...nulls.map((answer) => ({ path: 'nulls', answer })),
  ].flatMap(({ path, answer }) => (answer.ok ? [] : [{ path, why: `${path}: ${answer.why}` }]));
  const pinned = [...entrants, ...nulls].flatMap((answer) => (answer.ok ? [answer.value] : []));
  const alike = whoIsTwice(pinned) ?? null;
  const place = entrants.findLastIndex((answer) => answer.ok && answer.value.person !== undefined && answer.value.person === alike);
  if (alike !== null) whys.push({ path: `entrants.${place}`, why: `entrants.${place}: ${alike} is one person and can enter only once.` });
  const looks = whoLookAlike(pinned);
  return looks === null ? whys : [...whys, { path: 'nulls', why: `nulls: ${looks}` }];
}

export type CreateRefusal = 'unknown_policy' | 'bad_input';

/** Writes everything including jobs in one transaction; workers play it from then on. */
export async function createTournament(
  services: Pick<Services, 'store' | 'agents'>,
  asked: TournamentPlan,
  id = newMatchId(),
): Promise<Answer<TournamentRecord, CreateRefusal>> {
  const others = await nameAll(services, asked);
  if (!others.ok) return others;
  const wideSeeds = asked.source.range === 'season' && gameOf(asked).can?.wideSeeds;
  const plan = { ...asked, others: others.value, ...(wideSeeds && { wideSeeds }) };
  const entrants = await pinAll(services, plan);
  if (!entrants.ok) return entrants;
  const twice = whoIsTwice(entrants.value);
  if (twice) return refused('bad_input', `${twice} is one person and can enter only once.`);
  const alike = whoLookAlike(entrants.value);
  if (alike) return refused('bad_input', alike);
  const first = nextStage({ plan, entrants: entrants.value, stages: 0 }, [], seatsOfPlan(plan));
  if (first === 'over') return refused('bad_input', 'No two entrants of this tournament can meet.');
  const season = plan.kind === 'rated' ? await openSeason(services) : null;
  const tournament = { id, plan, entrants: entrants.value, seasonId: season?.id ?? null, code: codeId() };
  return answered(await services.store.tournaments.create(tournament, first === 'wait' ? [] : scheduled(plan, first)));
}

/** Chooses the match's id before the match exists, so that starting it repeatedly creates only one. */
export function withMatch(fixture: Fixture): NewFixture {
  return { ...fixture, matchId: newMatchId() };
}

/** Fixtures in the store's format. */
export function scheduled(plan: TournamentPlan, fixtures: readonly Fixture[]): NewFixture[] {
  return fixtures.map((fixture) => ({ ...withMatch(fixture), inBatches: isForBatches(plan, fixture.seats) }));
}

/** Resolves the names of players that fill seats. */
async function nameAll(services: Pick<Services, 'agents'>, plan: TournamentPlan): Promise<Answer<string[], CreateRefusal>> {
  const names: string[] = [];
  for (const other of plan.others) {
    const named = await namePlayer(services, refOf(plan), other);
    if (!named.ok) return blaming('others', named);
    names.push(named.value);
  }
  return answered(names);
}

/** An agent may enter twice, but a person may not, because nobody can play against themselves. */
export function whoIsTwice(entrants: readonly Entrant[]): string | null {
  const people = entrants.flatMap(({ person, left }) => (person === undefined || left !== null ? [] : [person]));
  return people.find((person, i) => people.indexOf(person) !== i) ?? null;
}

/** Names two entrants that readers of a result table could confuse; null if there are none. */
export function whoLookAlike(entrants: readonly Entrant[], newcomers: readonly Entrant[] = entrants): string | null {
  const there = new NamesSeen(entrants.filter(({ left }) => left === null).map(({ name }) => name));
  for (const { name } of newcomers) {
    const alike = there.alike(name);
    if (alike !== undefined) return `"${alike}" and "${name}" look alike: give one of them another name.`;
  }
  return null;
}

async function pinAll(services: Pick<Services, 'agents'>, plan: TournamentPlan): Promise<Answer<Entrant[], CreateRefusal>> {
  const nulls = plan.nulls.map((name) => ({ name, agent: name, owner: null, isNull: true, path: 'nulls' }));
  const asked = [...plan.entrants.map((one, i) => ({ ...one, path: `entrants.${i}` })), ...nulls];
  const pinned = await Promise.all(
    asked.map(async ({ path, ...one }) => {
      const answer = await pinEntrant(services, plan, one);
      return answer.ok ? answer : blaming(path, answer);
    }),
  );
  const fault = pinned.find((one): one is Refused<CreateRefusal> => !one.ok);
  return fault ?? answered(pinned.flatMap((one) => (one.ok ? [one.value] : [])));
}

/** Adds the field, as in a plan's own errors. */
function blaming(path: string, { code, why }: Refused<CreateRefusal>): Refused<CreateRefusal> {
  return refused(code, `${path}: ${why}`);
}
