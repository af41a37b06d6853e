import type { Command } from 'commander';
import { type Agent, listedKind } from '~/agents/agent';
import type { AgentWords } from '~/agents/agent-spec';
import type { TurnCounts } from '~/agents/agent-turn';
import type { AgentResult } from '~/api/agent/types';
import type { Reading } from '~/contract/game';
import { rulesetLabel } from '~/contract/game-ref';
import { fixed } from '~/eval/study-labels';
import { gameFlags } from '~/games/read-game';
import { fallbackReasons, ownTurnsWords, severalBuilds } from '~/lib/play/whose-play';
import type { AgentService, ListedAgent } from '~/match/agent-service';
import type { AgentStore } from '~/store/agent-store';
import { countedMatches } from '~/store/match-types';
import { noAgent } from '../agent-names';
import { UsageError } from '../exits';
import { intervalText } from '../figure-text';
import { type GameFlags, gameOptions, type LicenseFlags, licenseGiven, licenseOption, newCommand } from '../new-command';
import { oneLine } from '../one-line';
import { print } from '../output';
import { type Column, textTable } from '../text-table';

interface JsonFlag {
  json?: boolean;
}

export function agentsCommand(): Command {
  const agents = newCommand('agents', 'Who can play a seat: scripted policies, language models, remote programs, people.', [
    'agents list',
    'agents show smollm2',
    'agents add my-agent.yaml',
    'agents add --person ann --title "Ann Lee" --owner "Market club"',
    'agents nulls my-agent',
    'agents retire my-agent@2',
  ]);
  gameOptions(agents.command('list'), 'only agents that play this ruleset: classic or open')
    .description('list the newest version of each agent')
    .option('--json', 'print one JSON object')
    .action(listAgents);
  agents
    .command('show')
    .argument('<agent>', 'its name, or name@version')
    .description('show an agent’s settings, versions and results')
    .option('--json', 'print one JSON object')
    .action(showAgent);
  const add = agents
    .command('add')
    .argument(
      '[file]',
      'YAML or JSON with name, title, plays and spec (docs/agents.md), or - for standard input; a known name gets a new version',
    )
    .description('add an agent or a new version of one; its address may be a private one')
    .option('--person <name>', 'without a file: add a person under this name')
    .option('--title <name>', 'with --person: the name that tables show (default: the name)')
    .option('--owner <name>', 'with --person: their owner');
  licenseOption(add, '<words>', 'with --person: license for data from their games')
    .option('--json', 'print one JSON object')
    .action(addAgent);
  gameOptions(agents.command('nulls'), 'only matches of this ruleset: classic or open')
    .argument('<agent>', 'a language model: its name, or name@version')
    .description('play the null models in the same worlds and seats as an agent, for comparison')
    .option('--task <name>', 'only matches of this task')
    .option('--json', 'print one JSON object')
    .action(playNulls);
  agents
    .command('retire')
    .argument('<agent>', 'its name, or name@version')
    .description('stop offering an agent; its past matches keep it')
    .action(retireAgent);
  return agents;
}

async function listAgents({ json, ...flags }: JsonFlag & GameFlags): Promise<void> {
  const { readPlace } = await import('../read-place');
  const { game: key, version } = readPlace(flags);
  const agents = await withAgents((service) => service.list(key && { key, version }));
  const readinessOf = await askReadiness();
  const rows = agents.map((one) => ({ ...one, ...readinessOf(one) }));
  if (json) return print(JSON.stringify({ agents: rows.map((row) => ({ ...plain(row), ready: row.isReady, notReady: row.notReady })) }));
  if (rows.length === 0) return print(`No agent plays ${key}.`);
  const isUnknown = rows.some((row) => row.isReady === null);
  const reasons = rows.flatMap(({ ref, notReady }) => (notReady === null ? [] : [`${ref} is not ready: ${oneLine(notReady)}`]));
  const below = [...reasons, ...(isUnknown ? [UNKNOWN] : [])];
  await print([textTable(columnsOf(rows), rows), ...(below.length > 0 ? ['', ...below] : [])].join('\n'));
}

/** `isReady: null`: unknown. */
interface Readiness {
  isReady: boolean | null;
  notReady: string | null;
}

/** Models and programs are known to a running Mandi; others also to this process. */
async function askReadiness(): Promise<(agent: ListedAgent) => Readiness> {
  const [{ readConfig }, { findServer }] = await Promise.all([import('~/config'), import('~/start/place')]);
  const place = await findServer(readConfig());
  const told = place === null ? new Map<string, Readiness>() : await askServer(place.url);
  return ({ ref, agent }) => {
    if (agent.spec.kind === 'scripted' || agent.spec.kind === 'person') return { isReady: true, notReady: null };
    // By ref and digest, because a server on another database may have another agent of that name.
    return told.get(`${ref} ${agent.digest}`) ?? { isReady: null, notReady: null };
  };
}

const ANSWER_MS = 5_000;

async function askServer(url: string): Promise<Map<string, Readiness>> {
  try {
    const answer = await fetch(`${url}/api/trpc/agent.list`, { signal: AbortSignal.timeout(ANSWER_MS) });
    const { result } = (await answer.json()) as { result: { data: ListedAgent[] } };
    return new Map(result.data.map(({ ref, ready, notReady, agent }) => [`${ref} ${agent.digest}`, { isReady: ready, notReady }]));
  } catch {
    return new Map(); // no server is running or it does not answer
  }
}

const UNKNOWN = 'ready ?: not known; a running Mandi (npm start) checks what serves models and programs.';

type AgentRow = Omit<ListedAgent, 'ready'> & Readiness;

/** Shows the whole key if two games have a ruleset of the same name. */
function columnsOf(rows: readonly AgentRow[]): Column<AgentRow>[] {
  const all = rows.flatMap(({ agent }) => agent.plays);
  return [
    { title: 'agent', align: 'left', text: ({ ref }) => ref },
    { title: 'kind', align: 'left', text: ({ agent }) => listedKind(agent.spec) },
    { title: 'plays', align: 'left', text: ({ agent }) => agent.plays.map((one) => rulesetLabel(one, all)).join(', ') },
    { title: 'ready', align: 'left', text: ({ isReady }) => (isReady === null ? '?' : isReady ? 'yes' : 'no') },
    { title: 'matches', align: 'right', text: ({ matches }) => countedMatches(matches) },
    { title: 'license', align: 'left', text: ({ agent }) => oneLine(agent.licence) },
    { title: 'title', align: 'left', text: ({ agent }) => oneLine(agent.title) },
  ];
}

async function showAgent(ref: string, { json }: JsonFlag): Promise<void> {
  const { resultsOf } = await import('~/api/agent/results');
  const { card, versions, results } = await withAgents(async (agents, store) => {
    const found = await agents.get(ref);
    if (!found) throw new UsageError((await agents.whyNoVersion(ref)) ?? noAgent(ref, await agents.list()));
    const all = await agents.versions(found.agent.name);
    return { card: found, versions: all, results: await resultsOf(store, all) };
  });
  if (json) return print(JSON.stringify({ card: plain(card), versions, results }));
  const { agent } = card;
  const lines = [
    `${card.ref}: ${oneLine(agent.title)}${agent.retired ? ' (retired)' : ''}`,
    ...(agent.summary === '' ? [] : [oneLine(agent.summary)]),
    `${listedKind(agent.spec)}, plays ${agent.plays.join(', ')}; owner ${oneLine(agent.owner) || '-'}, license ${oneLine(agent.licence) || '-'}`,
    `digest ${agent.digest}, of ${agent.createdAt.slice(0, 10)}; versions ${versions.map(({ version }) => version).join(', ')}`,
    JSON.stringify(agent.spec, null, 2),
    '',
    results.length === 0 ? 'It has not finished a match yet.' : textTable(RESULTS, results.flatMap(rowsOf)),
    ...buildLines(results),
    ...gapLines(agent.name, results),
  ];
  await print(lines.join('\n'));
}

type ResultLine = Pick<AgentResult, 'ruleset' | 'task' | 'matches' | 'score' | 'counts'> & { who: string };

/** A version's result and, below a model's, those of the null models in the same worlds and seats. */
function rowsOf({ version, beside, ...result }: AgentResult): ResultLine[] {
  const nulls = (beside?.results ?? []).map(({ agent, ...one }) => ({ ...result, ...one, who: `beside: ${agent}` }));
  return [{ ...result, who: String(version) }, ...nulls];
}

/** Scores that combine several builds of a model. */
function buildLines(results: readonly AgentResult[]): string[] {
  return results.flatMap(({ ruleset, task, version, builds }) =>
    builds ? ['', `${ruleset} ${task}, version ${version}: ${severalBuilds(builds)}`] : [],
  );
}

/** Results without null models for comparison. */
function gapLines(name: string, results: readonly AgentResult[]): string[] {
  return results.flatMap(({ version, ruleset, gameVersion, task, beside }) => {
    if (beside === null || (beside.worlds > 0 && beside.toPlay === 0)) return [];
    const where = `${ruleset} ${task}, version ${version}`;
    if (beside.worlds === 0)
      return [
        '',
        `${where}: no null model can play the same matches, so how much of the score comes from prompt, grammar and fallback is unknown.`,
      ];
    const much = beside.results.length === 0 ? 'no null model has' : 'null models have not everywhere';
    const help = `npx mandi agents nulls ${name}@${version} ${gameFlags({ key: ruleset, version: gameVersion })} --task ${task}`;
    return ['', `${where}: ${much} played under the same conditions; ${beside.toPlay} matches are missing: ${help}`];
  });
}

const RESULTS: readonly Column<ResultLine>[] = [
  { title: 'version', align: 'left', text: ({ who }) => who },
  { title: 'ruleset', align: 'left', text: ({ ruleset }) => ruleset },
  { title: 'task', align: 'left', text: ({ task }) => task },
  { title: 'matches', align: 'right', text: ({ matches }) => String(matches) },
  { title: 'score', align: 'right', text: ({ score }) => (score ? fixed(score.mean) : '-') },
  {
    title: '95% interval',
    align: 'right',
    text: ({ score }) => (score === null || score.low === null || score.high === null ? '-' : intervalText([score.low, score.high])),
  },
  { title: 'turns', align: 'right', text: ({ counts }) => (counts ? String(counts.turns) : '-') },
  { title: 'own', align: 'right', text: ({ counts }) => (counts === null ? '-' : ownTurnsWords(counts)) },
  { title: 'repaired', align: 'right', text: ({ counts }) => shareOf(counts, 'repaired') },
  { title: 'fallback', align: 'right', text: ({ counts }) => `${shareOf(counts, 'fallback')}${fallbackReasons(counts)}` },
  { title: 'guarded', align: 'right', text: ({ counts }) => shareOf(counts, 'guarded') },
  { title: 'walked back', align: 'right', text: ({ counts }) => (counts ? String(counts.walkBacks) : '-') },
];

function shareOf(counts: TurnCounts | null, what: 'repaired' | 'fallback' | 'guarded'): string {
  return counts === null || counts.turns === 0 ? '-' : `${((100 * counts[what]) / counts.turns).toFixed(1)}%`;
}

interface AddFlags extends JsonFlag, LicenseFlags {
  person?: string;
  title?: string;
  owner?: string;
}

async function addAgent(file: string | undefined, flags: AddFlags): Promise<void> {
  const given = wordsGiven(flags);
  const { person } = flags;
  if (file !== undefined && (person !== undefined || given.length > 0))
    throw new UsageError('give either a file, or --person with its options');
  if (file === undefined && person === undefined) throw new UsageError('give a file, or --person <name>: npx mandi help agents');
  const read = person === undefined ? await readFileAdded(file ?? '') : await readPerson(person, given, null);
  if (!read.ok) throw new UsageError(person === undefined ? read.why : read.why.replace(/^name: /, `--person: "${person}" must be `));
  const { added, known } = await withAgents(async (agents) => {
    const before = person === undefined ? null : await agents.person(person);
    const words = before && person !== undefined ? await readPerson(person, given, before) : read;
    return { known: before !== null, added: words.ok ? await agents.add({ ...words.value, trusted: true }) : words };
  });
  if (!added.ok) throw new UsageError(added.why);
  await sayAdded(added.value, { ...flags, known });
}

/** The given facts about a person. */
function wordsGiven({ title, owner, ...flags }: AddFlags): [string, string][] {
  const given = Object.entries({ title, owner, licence: licenseGiven(flags) }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const empty = given.find(([, word]) => word.trim() === '');
  if (empty) throw new UsageError(`--${empty[0] === 'licence' ? 'license' : empty[0]} is empty: leave it out or give a value`);
  return given;
}

async function readFileAdded(file: string): Promise<Reading<AgentWords>> {
  const { readAgentFile } = await import('~/agents/read-agent-file');
  return readAgentFile(file);
}

/** For a known person, missing facts stay unchanged. */
async function readPerson(name: string, given: readonly [string, string][], known: Agent | null): Promise<Reading<AgentWords>> {
  const { readAgentWords } = await import('~/agents/agent-spec');
  const before = known && { title: known.title, summary: known.summary, owner: known.owner, licence: known.licence, plays: known.plays };
  return readAgentWords({ ...before, name, ...Object.fromEntries(given), spec: { kind: 'person' } });
}

async function sayAdded(added: ListedAgent, { json, known }: JsonFlag & { known: boolean }): Promise<void> {
  const { ref, agent } = added;
  if (json) return print(JSON.stringify(plain(added)));
  if (agent.spec.kind === 'person')
    return print(
      `${known ? `Changed ${ref}` : `Added as ${ref}`}. Keep a seat for them at a table, or enter them in a tournament ({agent: ${agent.name}}), and send them the link.`,
    );
  await print(`Added as ${ref}. To play a short match with it: ${await shortTry(agent, ref)}. New matches offer it too.`);
  const { notReady } = (await askReadiness())(added);
  if (notReady !== null) await print(`It is not ready: ${oneLine(notReady)} Until it is, its fallback plays.`);
}

/** One seat of the first task, because a model in every seat of a long match takes minutes. */
async function shortTry({ plays: [game = ''] }: Agent, ref: string): Promise<string> {
  const [key, version] = game.split('@');
  const { readGame } = await import('~/games/read-game');
  const rules = readGame({ game: key, version });
  if (!rules.ok) return `npx mandi play --policy ${ref}`;
  const task = rules.value.tasks[0]?.id ?? '';
  const config = rules.value.parseConfig({ task_type: task, seed: 0 });
  const seat = config.ok ? rules.value.seats(config.value)[0]?.id : undefined;
  return `npx mandi play ${gameFlags(rules.value.ref)} --task ${task} ${seat === undefined ? `--policy ${ref}` : `--seat ${seat}=${ref}`}`;
}

async function playNulls(ref: string, { json, ...typed }: JsonFlag & GameFlags & { task?: string }): Promise<void> {
  const { readPlace } = await import('../read-place');
  const wish = readPlace(typed);
  const { playNullModels } = await import('../agent-nulls');
  const played = await playNullModels(ref, wish);
  if (json) return print(JSON.stringify(played));
  const matches = played.places.reduce((sum, place) => sum + place.matches.length, 0);
  const where = played.places.map(({ game, task }) => `${game} ${task}`).join(', ');
  await print(
    matches === 0
      ? `The null models have already played the same matches as ${played.ref}: npx mandi agents show ${played.ref}`
      : `${matches} matches of null models played in ${where}: npx mandi agents show ${played.ref}`,
  );
}

async function retireAgent(ref: string): Promise<void> {
  const retired = await withAgents(async (service) => {
    const done = await service.retire(ref);
    if (done.ok) return done.value;
    const isUnknown = done.code === 'unknown_agent' && (await service.whyNoVersion(ref)) === null;
    throw new UsageError(isUnknown ? noAgent(ref, await service.list()) : done.why);
  });
  await print(`${retired.ref} is retired.`);
}

/** Omits readiness, which only the process that calls the model knows. */
function plain({ ref, agent, builtIn, matches }: ListedAgent): Omit<ListedAgent, 'ready' | 'notReady' | 'older'> {
  return { ref, agent, builtIn, matches };
}

async function withAgents<T>(work: (agents: AgentService, store: AgentStore) => Promise<T>): Promise<T> {
  const [{ withDatabase }, { AgentService }, { BUILT_IN }] = await Promise.all([
    import('../database-services'),
    import('~/match/agent-service'),
    import('~/agents/built-in'),
  ]);
  return withDatabase(({ services }) => {
    const { agents: store } = services.store;
    function makePlayer(): never {
      throw new Error('nobody plays here');
    }
    return work(new AgentService({ builtIn: BUILT_IN, store, makePlayer, backends: () => [] }), store);
  });
}
