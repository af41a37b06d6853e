/** Parses a tournament file, checks it as a whole and fills in defaults. */

import type { AnyGame, Reading } from '~/contract/game';
import { type GameKey, type GameRef, keyParts } from '~/contract/game-ref';
import { readOptions } from '~/contract/options';
import { SPLITS } from '~/eval/seeds';
import { packOf } from '~/games/packs';
import { findPolicy, policiesFor, policyNamed } from '~/games/policies';
import { readGame, USUAL_CONTEST } from '~/games/read-game';
import { NamesSeen } from '~/lib/text/look-alike';
import { unknownName } from '~/lib/text/unknown-name';
import { type EntrantPlan, methodOf, NEWEST_METHOD, type TournamentPlan, type WorldSource } from '~/store/tournaments/tournament';
import { countMatches, MOST_MATCHES, stagesOf } from './count-matches';
import { noPlan, type PlanFault, type PlanFile, planFault, readPlanFile } from './plan-file';
import { faultsOf, faultText, type PlanSource, readPlanSource, type ToldFault, toldFaults } from './plan-text';
import { seatsOfPlan } from './seats-of-plan';
import { hasWorldsFor } from './seed-of-world';

const MOST_BYTES = 256 * 1024;
/** Form of an agent reference. Whether the agent exists is checked when it is pinned. */
const AGENT_REF = /^[a-z0-9][a-z0-9-]{0,47}(@[1-9]\d{0,8})?$/;

/** Line numbers of players, by `entrants.0`, `others` and `nulls`. */
export type PlayerLines = Readonly<Record<string, number | null>>;

/**
 * A parsed file: the plan or all errors. `rest`: the plan without the errors, so that its players can be checked too; null if there is
 * none.
 */
export type ReadPlan =
  | { ok: true; value: TournamentPlan; lines: PlayerLines }
  | { ok: false; path?: string; why: string; faults: ToldFault[]; rest: { plan: TournamentPlan; lines: PlayerLines } | null };

/** Parses YAML, which includes JSON. Returns the plan or all errors, each with line and field. */
export function readPlanText(text: string): ReadPlan {
  if (text.length > MOST_BYTES) return unread(`A tournament's file is at most ${MOST_BYTES} bytes long.`);
  const source = readPlanSource(text);
  if (!source.ok) return unread(noPlan(source.why).why);
  const read = readPlan(source.value.raw);
  if (read.ok) return { ...read, lines: playerLines(read.value, source.value) };
  if (read.path === '' && !('key' in read)) return unread(read.why);
  const { faults, rest } = faultsOf(source.value.raw, readPlan);
  const told = toldFaults(faults, source.value);
  const isGameKnown = !faults.some(({ path }) => /^(game|ruleset|rules|version)\b/.test(path));
  const plan = isGameKnown && rest ? { plan: rest, lines: playerLines(rest, source.value) } : null;
  return { ok: false, path: read.path, why: faultText(told), faults: told, rest: plan };
}

export function unread(why: string): ReadPlan {
  return { ok: false, path: '', why, faults: [{ line: null, path: '', why }], rest: null };
}

function playerLines({ entrants }: TournamentPlan, { lineOf }: PlanSource): PlayerLines {
  const paths = [...entrants.map((_one, place) => `entrants.${place}`), 'others', 'nulls'];
  return Object.fromEntries(paths.map((path) => [path, lineOf(path)]));
}

/** The plan, or an error with its field. */
export function readPlan(raw: unknown): { ok: true; value: TournamentPlan } | PlanFault {
  const file = readPlanFile(raw);
  if (!file.ok) return withOptions(file, raw);
  const rules = readRules(file.value);
  if (!rules.ok) return { path: '', ...rules };
  const { game, tasks, options } = rules.value;
  const series = readSeries(file.value, game.ref);
  if (!series.ok) return { path: '', ...series };
  const players = readPlayers(file.value, game);
  if (!players.ok) return { path: '', ...players };
  const { name, method, format, kind, judgeMode, worlds, rounds, limits } = file.value;
  const rotation = file.value.rotation ?? (series.value === null ? 'full' : 'none');
  const words = {
    name,
    method,
    format,
    kind,
    game: game.ref.key,
    version: game.ref.version,
    tasks,
    judgeMode,
    options,
    ...(series.value !== null && { series: series.value }),
  };
  const seats = tasks.map((task) => seatsOfPlan(words)(task).length);
  const tableSize = file.value.tableSize ?? usualTable(file.value, Math.min(...seats));
  const source = sourceOf(file.value);
  const plan: TournamentPlan = { ...words, ...players.value, tableSize, worlds, source, rotation, rounds, limits };
  return whyNotPlayable(plan, seats) ?? { ok: true, value: plan };
}

/** For an unknown option, adds the game's options to the error, which requires reading the game despite the error. */
function withOptions(fault: PlanFault, raw: unknown): PlanFault {
  if (fault.path !== 'options' || fault.key === undefined || typeof raw !== 'object' || raw === null) return fault;
  const file = readPlanFile(Object.fromEntries(Object.entries(raw).filter(([name]) => name !== 'options')));
  const rules = file.ok ? readRules(file.value) : null;
  if (!rules?.ok) return fault;
  const { game, tasks } = rules.value;
  const known = namesOf(tasks.flatMap((task) => game.options(task).map(({ id }) => id)));
  return { ...fault, why: `options: ${unknownName('option', fault.key, known)}` };
}

interface Rules {
  game: AnyGame;
  tasks: string[];
  options: TournamentPlan['options'];
}

function readRules(file: PlanFile): Reading<Rules> | PlanFault {
  const read = readGame(file, USUAL_CONTEST);
  if (!read.ok) return planFault(read.path ?? 'game', read.why.replace(`${read.path}: `, ''));
  const game = read.value;
  if (!game.judgeModes.includes(file.judgeMode)) {
    return planFault('judgeMode', unknownName('judge mode', file.judgeMode, game.judgeModes));
  }
  const tasks = readTasks(file, game);
  if (!tasks.ok) return tasks;
  const options = readPlanOptions(file, game, tasks.value);
  return options.ok ? { ok: true, value: { game, tasks: tasks.value, options: options.value } } : options;
}

function readTasks({ task, tasks }: PlanFile, game: AnyGame): Reading<string[]> {
  const known = game.tasks.map(({ id }) => id);
  if (task !== undefined && tasks !== undefined) return planFault('tasks', 'Give task or tasks, not both.');
  const given = task ?? tasks;
  if (given === undefined) return planFault('task', `is missing; ${keyParts(game.ref.key).ruleset} has ${known.join(', ')}.`);
  const names = typeof given === 'string' ? given.split(',').map((one) => one.trim()) : given;
  const path = task === undefined ? 'tasks' : 'task';
  const stranger = names.find((name) => !known.includes(name));
  if (stranger !== undefined) return planFault(path, unknownName('task', stranger, known));
  return new Set(names).size < names.length ? planFault(path, 'A task is listed twice.') : { ok: true, value: names };
}

const RATED_SERIES =
  'A rated tournament cannot use series, because a player who remembers must meet a new world in each match. Leave out series or kind.';

/** null: each meeting is a single match. */
function readSeries({ series, kind }: PlanFile, ref: GameRef): Reading<string | null> {
  if (series === undefined) return { ok: true, value: null };
  const known = (packOf(ref).series ?? []).map(({ id }) => id);
  if (known.length === 0) return planFault('series', `There are no series of ${ref.key}: leave it out.`);
  if (!known.includes(series)) return planFault('series', unknownName('series', series, known));
  if (kind === 'rated') return planFault('series', RATED_SERIES);
  return { ok: true, value: series };
}

/** Tasks may have different options; those that are set must fit all tasks. */
function readPlanOptions(
  { options, judgeMode }: PlanFile,
  game: AnyGame,
  tasks: readonly string[],
): Reading<TournamentPlan['options']> | PlanFault {
  let read: TournamentPlan['options'] = {};
  for (const task_type of tasks) {
    const fields = game.options(task_type);
    const stranger = Object.keys(options).find((key) => !fields.some(({ id }) => id === key));
    if (stranger !== undefined && fields.length === 0)
      return planFault('options', `The tasks of ${game.ref.key} have none: leave them out.`);
    if (stranger !== undefined)
      return planFault(
        'options',
        unknownName(
          'option',
          stranger.slice(0, 60),
          fields.map(({ id }) => id),
        ),
      );
    const given = readOptions(fields, options);
    if (!given.ok) return { ok: false, path: `options.${given.path}`, why: `${given.why}.`, allowed: [] };
    const config = game.parseConfig({ ...given.value, task_type, seed: 0, judge_mode: judgeMode });
    if (!config.ok) return planFault('options', config.why);
    read = given.value;
  }
  return { ok: true, value: read };
}

type Players = Pick<TournamentPlan, 'entrants' | 'others' | 'nulls'>;

function readPlayers(file: PlanFile, game: AnyGame): Reading<Players> {
  const { ref } = game;
  const entrants: EntrantPlan[] = [];
  const seen = new NamesSeen();
  for (const [i, given] of file.entrants.entries()) {
    const read = readEntrant(typeof given === 'string' ? { agent: given } : given, { path: `entrants.${i}`, ref });
    if (!read.ok) return read;
    if (entrants.some(({ name }) => name === read.value.name)) {
      return planFault(`entrants.${i}`, `There are two entrants called ${read.value.name}: give one of them a different name.`);
    }
    const alike = seen.alike(read.value.name);
    if (alike !== undefined)
      return planFault(`entrants.${i}`, `"${alike}" and "${read.value.name}" look alike: give one of them another name.`);
    entrants.push(read.value);
    seen.add(read.value.name);
  }
  const others = readNames(file.others ?? usualOthers(ref.key), { path: 'others', ref });
  if (!others.ok) return others;
  const nulls = readNames(file.nulls ?? usualNulls(ref.key, entrants), { path: 'nulls', ref });
  if (!nulls.ok) return nulls;
  const both = nulls.value.find((name, i) => entrants.some((one) => one.name === name) || nulls.value.indexOf(name) !== i);
  if (both !== undefined) return planFault('nulls', `${both} is named twice: an entrant is already compared with the others.`);
  return { ok: true, value: { entrants, others: others.value, nulls: nulls.value } };
}

type GivenEntrant = Exclude<PlanFile['entrants'][number], string>;

interface Where {
  path: string;
  ref: GameRef;
}

function readEntrant({ name, agent, person, owner = null }: GivenEntrant, where: Where): Reading<EntrantPlan> {
  if (person !== undefined && (agent ?? name ?? null) !== null) {
    return planFault(where.path, 'An entrant is a person or an agent, not both.');
  }
  const personName = person ?? (agent === null ? name : undefined);
  if (personName !== undefined) return { ok: true, value: { name: personName, agent: null, owner } };
  if (agent === null || agent === undefined) return planFault(where.path, 'An entrant needs an agent, or is a person.');
  const read = readName(agent, where);
  return read.ok ? { ok: true, value: { name: name ?? read.value, agent: read.value, owner } } : read;
}

function readNames(names: readonly string[], where: Where): Reading<string[]> {
  const found: string[] = [];
  for (const name of names) {
    const read = readName(name, where);
    if (!read.ok) return read;
    found.push(read.value);
  }
  return { ok: true, value: found };
}

function readName(name: string, { path, ref }: Where): Reading<string> {
  const policy = findPolicy(ref.key, name);
  if (policy) return { ok: true, value: policy.id };
  const other = policyNamed(name);
  if (other) return planFault(path, `${other.id} does not play ${ref.key}; it plays ${other.plays.join(', ')}.`);
  if (AGENT_REF.test(name)) return { ok: true, value: name };
  return planFault(path, unknownName('policy', name.slice(0, 60), namesOf(policiesFor(ref.key).map(({ id }) => id))));
}

function namesOf(names: readonly string[]): string[] {
  return [...new Set(names)];
}

/** The default players of other seats: the game's stand-in, if it has one. */
export function usualOthers(game: GameKey): string[] {
  return policiesFor(game).flatMap(({ id, standIn }) => (standIn ? [id] : []));
}

function usualNulls(game: GameKey, entrants: readonly EntrantPlan[]): string[] {
  const nulls = policiesFor(game).filter(({ control }) => control === 'null');
  return nulls.map(({ id }) => id).filter((id) => entrants.every(({ name, agent }) => name !== id && agent !== id));
}

/** Default table size: full for a round robin, otherwise two. */
function usualTable({ format, entrants }: PlanFile, seats: number): number {
  const isForAll = format === 'round_robin' || format === 'league';
  return Math.min(seats, entrants.length, isForAll ? seats : 2);
}

function sourceOf({ source, kind }: PlanFile): WorldSource {
  const given = source ?? (kind === 'rated' ? 'season' : 'validation');
  const { range, from } = typeof given === 'string' ? { range: given, from: undefined } : given;
  return { range, from: from ?? SPLITS.find(({ name }) => name === range)?.first ?? 0 };
}

/** Checks that need the whole plan. */
function whyNotPlayable(plan: TournamentPlan, seats: readonly number[]): PlanFault | null {
  return whyBadTable(plan, seats) ?? whyNoSeries(plan) ?? whyBadRounds(plan) ?? whyNotRated(plan) ?? whyBadSource(plan) ?? whyTooMany(plan);
}

function whyNoSeries({ series, entrants }: TournamentPlan): PlanFault | null {
  const person = series === undefined ? undefined : entrants.find(({ agent }) => agent === null);
  return person
    ? planFault(
        'entrants',
        `${person.name} is a person. People cannot play a tournament of series, because an invitation is for one match.`,
      )
    : null;
}

function whyBadTable({ tableSize, others, entrants, format }: TournamentPlan, seats: readonly number[]): PlanFault | null {
  const [least, largest] = [Math.min(...seats), Math.max(...seats)];
  if (tableSize > least) return planFault('tableSize', `${tableSize} entrants at a table that has ${seatsText(least)}.`);
  if (entrants.length < 2 && format !== 'league') return planFault('entrants', 'A tournament needs at least two.');
  if (tableSize > entrants.length && format !== 'league') {
    return planFault('tableSize', `${tableSize} entrants at a table, but there are only ${entrants.length}.`);
  }
  if (largest > 1 && others.length === 0) return planFault('others', 'Name who fills the seats without an entrant.');
  return null;
}

function seatsText(seats: number): string {
  return seats === 1 ? 'a single seat' : `${seats} seats`;
}

function whyBadRounds({ format, rounds }: TournamentPlan): PlanFault | null {
  const isSet = rounds !== null && (format === 'round_robin' || format === 'knockout');
  return isSet ? planFault('rounds', `A ${format.replace('_', ' ')} has as many rounds as it needs: leave them out.`) : null;
}

function whyNotRated(plan: TournamentPlan): PlanFault | null {
  const { kind, source, entrants, others } = plan;
  if (kind === 'exhibition') {
    return source.range === 'season' ? planFault('source', "A season's worlds are for rated tournaments: set kind to rated.") : null;
  }
  if (methodOf(plan) !== NEWEST_METHOD)
    return planFault('method', `A rated tournament always uses the newest method, ${NEWEST_METHOD}. Leave it out.`);
  const person = entrants.find(({ agent }) => agent === null);
  if (person)
    return planFault('entrants', `${person.name} is a person. People can play only in exhibitions, because they cannot be pinned.`);
  const guest = others.find((name) => findPolicy(plan.game, name) === null);
  if (guest) return planFault('others', `${guest} is an agent. Only built-in policies can fill the other seats of rated tables.`);
  if (source.range !== 'season') return planFault('source', 'A rated tournament is played in worlds of a season: leave source out.');
  return null;
}

function whyBadSource(plan: TournamentPlan): PlanFault | null {
  const range = SPLITS.find(({ name }) => name === plan.source.range);
  if (!range || hasWorldsFor(plan, stagesOf(plan))) return null;
  const needed = plan.worlds * stagesOf(plan);
  if (plan.source.from === range.first) {
    const [asked, seeds] = [needed, range.last - range.first + 1].map((one) => one.toLocaleString('en'));
    return planFault('worlds', `${asked} worlds are more than the ${range.name} range has: ${seeds}.`);
  }
  const wanted = `${plan.source.from} to ${plan.source.from + needed - 1}`;
  return planFault('source', `Seeds ${wanted} are not all of the ${range.name} range, ${range.first} to ${range.last}.`);
}

function whyTooMany(plan: TournamentPlan): PlanFault | null {
  const count = countMatches(plan);
  const waits = plan.format === 'league' && plan.entrants.length === 1; // until someone joins
  if (count === 0 && !waits)
    return planFault(
      'entrants',
      'No two entrants can meet. In a rated tournament, agents of one owner never meet, and no agent meets itself. Add an entrant of another owner, or make it an exhibition.',
    );
  if (count <= MOST_MATCHES) return null;
  const [wanted, allowed] = [count, MOST_MATCHES].map((one) => one.toLocaleString('en'));
  return planFault('worlds', `This makes ${wanted} matches; a tournament has at most ${allowed}. Choose fewer worlds, entrants or rounds.`);
}
