/** A plan becomes a tournament: its entrants are pinned, its season opened, its first stage scheduled. */

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

/** Everything that is wrong with a file: what it says, and who is to play but is unknown, not ready or looks like another. Nothing is made. */
export async function faultsOfFile(services: Pick<Services, 'agents'>, read: ReadPlan): Promise<ToldFault[]> {
  const told = read.ok ? [] : read.faults;
  const known = read.ok ? { plan: read.value, lines: read.lines } : read.rest;
  if (known === null) return told;
  const found = await playerFaults(services, known.plan);
  // Where the list of entrants is to blame, those that are left of it are real.
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
  if (alike !== null) whys.push({ path: `entrants.${place}`, why: `entrants.${place}: ${alike} is one person and enters once.` });
  const looks = whoLookAlike(pinned);
  return looks === null ? whys : [...whys, { path: 'nulls', why: `nulls: ${looks}` }];
}

export type CreateRefusal = 'unknown_policy' | 'bad_input';

/** Everything is written at once, jobs included: whoever takes jobs plays it from here on. */
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
  if (twice) return refused('bad_input', `${twice} is one person and enters once.`);
  const alike = whoLookAlike(entrants.value);
  if (alike) return refused('bad_input', alike);
  const first = nextStage({ plan, entrants: entrants.value, stages: 0 }, [], seatsOfPlan(plan));
  if (first === 'over') return refused('bad_input', 'In this tournament nobody can meet anybody.');
  const season = plan.kind === 'rated' ? await openSeason(services) : null;
  const tournament = { id, plan, entrants: entrants.value, seasonId: season?.id ?? null, code: codeId() };
  return answered(await services.store.tournaments.create(tournament, first === 'wait' ? [] : scheduled(plan, first)));
}

/** A fixture's match is named before it is made: however often it is begun, there is one. */
export function withMatch(fixture: Fixture): NewFixture {
  return { ...fixture, matchId: newMatchId() };
}

/** As the store is given them. */
export function scheduled(plan: TournamentPlan, fixtures: readonly Fixture[]): NewFixture[] {
  return fixtures.map((fixture) => ({ ...withMatch(fixture), inBatches: isForBatches(plan, fixture.seats) }));
}

/** Who fills seats, as seats name players. */
async function nameAll(services: Pick<Services, 'agents'>, plan: TournamentPlan): Promise<Answer<string[], CreateRefusal>> {
  const names: string[] = [];
  for (const other of plan.others) {
    const named = await namePlayer(services, refOf(plan), other);
    if (!named.ok) return blaming('others', named);
    names.push(named.value);
  }
  return answered(names);
}

/** An agent may enter twice, a person not: nobody sits at a table against themselves. */
export function whoIsTwice(entrants: readonly Entrant[]): string | null {
  const people = entrants.flatMap(({ person, left }) => (person === undefined || left !== null ? [] : [person]));
  return people.find((person, i) => people.indexOf(person) !== i) ?? null;
}

/** Nobody who reads a table of results could tell the two apart; null: all can be told apart. */
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

/** As a plan's own faults are said: with the field. */
function blaming(path: string, { code, why }: Refused<CreateRefusal>): Refused<CreateRefusal> {
  return refused(code, `${path}: ${why}`);
}
