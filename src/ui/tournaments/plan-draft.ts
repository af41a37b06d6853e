/** The form's state for a tournament, as typed. The server parses it like a file and reports errors by field. */

import type { CatalogOverview } from '~/api/catalog/types';
import type { PlanFault } from '~/api/tournament/types';
import { gamesForPeople } from '~/games/screens';
import type { TournamentFormat, TournamentKind, WorldSource } from '~/store/tournaments/tournament';

/** Chosen instead of a player. */
export const PERSON = 'a person';
export const SOMEBODY = [{ value: PERSON, title: 'a person who is not registered' }];

export interface EntrantDraft {
  /** React key. */
  key: number;
  agent: string;
  name: string;
  owner: string;
}

export interface PlanDraft {
  name: string;
  format: TournamentFormat;
  kind: TournamentKind;
  /** The game's key. */
  ruleset: string;
  tasks: string[];
  judgeMode: string;
  entrants: EntrantDraft[];
  /** Empty: the format's default. */
  tableSize: string;
  /** Empty: built-in policies. */
  others: string;
  worlds: string;
  range: Exclude<WorldSource['range'], 'season'>;
  /** Empty: the range's first. */
  from: string;
  rotation: 'full' | 'none';
  /** Empty: as many as the format needs. */
  rounds: string;
  nulls: string[];
  /** Empty: no limit. */
  tokens: string;
  dollars: string;
}

const USUAL_ENTRANTS = 4;
const NO_ROUNDS: readonly TournamentFormat[] = ['round_robin', 'knockout'];

export function firstPlan(catalog: CatalogOverview, ruleset: string = gamesForPeople()[0] ?? ''): PlanDraft {
  const card = catalog.rulesets.find((one) => one.key === ruleset);
  return {
    name: 'House policies',
    format: 'round_robin',
    kind: 'exhibition',
    ruleset,
    tasks: card?.tasks.slice(0, 1).map(({ id }) => id) ?? [],
    judgeMode: 'off',
    entrants: contestants(catalog, ruleset)
      .slice(0, USUAL_ENTRANTS)
      .map((agent, key) => ({ key, agent, name: '', owner: '' })),
    tableSize: '',
    others: '',
    worlds: '20',
    range: 'validation',
    from: '',
    rotation: 'full',
    rounds: '',
    nulls: nullPolicies(catalog, ruleset),
    tokens: '',
    dollars: '',
  };
}

/** Switches the ruleset, with its tasks and players, and keeps the rest. */
export function withRuleset(catalog: CatalogOverview, draft: PlanDraft, ruleset: string): PlanDraft {
  const { tasks, judgeMode, entrants, others, nulls } = firstPlan(catalog, ruleset);
  return { ...draft, ruleset, tasks, judgeMode, entrants, others, nulls, tableSize: '' };
}

/** Null policies, for comparison. */
export function nullPolicies(catalog: CatalogOverview, ruleset: string): string[] {
  return catalog.policies.filter(({ plays, control }) => control === 'null' && plays.includes(ruleset)).map(({ id }) => id);
}

function contestants(catalog: CatalogOverview, ruleset: string): string[] {
  return catalog.policies.filter(({ plays, control }) => control === undefined && plays.includes(ruleset)).map(({ id }) => id);
}

/** The form as a file. An invalid number stays as typed, so that the server's error names it. */
export function planText(draft: PlanDraft): string {
  const { name, format, kind, ruleset, tasks, judgeMode, rotation, nulls } = draft;
  return JSON.stringify({
    name,
    format,
    kind,
    game: ruleset,
    tasks,
    judgeMode,
    entrants: draft.entrants.map(entrantOf),
    ...filled('tableSize', draft.tableSize),
    ...(draft.others !== '' && { others: [draft.others] }),
    ...filled('worlds', draft.worlds),
    ...(kind === 'exhibition' && { source: { range: draft.range, ...filled('from', draft.from) } }),
    rotation,
    ...(!NO_ROUNDS.includes(format) && filled('rounds', draft.rounds)),
    nulls,
    limits: { ...filled('tokens', draft.tokens), ...filled('dollars', draft.dollars) },
  });
}

function entrantOf({ agent, name, owner }: EntrantDraft): object {
  const named = name.trim() === '' ? {} : { name: name.trim() };
  const owned = owner.trim() === '' ? {} : { owner: owner.trim() };
  if (agent === PERSON) return { person: name.trim(), ...owned };
  return { agent, ...named, ...owned };
}

function filled(field: string, typed: string): object {
  const text = typed.trim();
  if (text === '') return {};
  const number = Number(text);
  return { [field]: Number.isFinite(number) ? number : text };
}

/** The error of a field; for several paths, the first one with an error. */
export function faultAt(faults: readonly PlanFault[], ...paths: readonly string[]): string | null {
  const found = faults.find(({ path }) => path !== null && paths.some((one) => path === one || path.startsWith(`${one}.`)));
  return found ? sentence(found) : null;
}

/** The error without the name of its field, which is next to it. */
export function sentence({ path, why }: PlanFault): string {
  const bare = path !== null && path !== '' && why.startsWith(`${path}: `) ? why.slice(path.length + 2) : why;
  return bare.charAt(0).toUpperCase() + bare.slice(1);
}
