import type { Command } from 'commander';
import type { TurnCounts } from '~/agents/agent-turn';
import type { AgentResult } from '~/api/agent-words';
import type { AgentDesk, ListedAgent } from '~/match/agent-desk';
import type { AgentStore } from '~/store/agent-store';
import { UsageError } from '../exits';
import { newCommand } from '../new-command';
import { oneLine } from '../one-line';
import { print } from '../output';
import { type Column, textTable } from '../text-table';

interface JsonFlag {
  json?: boolean;
}

export function agentsCommand(): Command {
  const agents = newCommand('agents', 'Whoever can be put into a seat: policies of the house, language models, remote programs.', [
    'agents list',
    'agents show smollm2',
    'agents add my-agent.yaml',
    'agents retire my-agent@2',
  ]);
  agents
    .command('list')
    .description('the newest version of each')
    .option('--ruleset <name>', 'only those that play it: classic or open')
    .option('--json', 'as one JSON object')
    .action(listAgents);
  agents
    .command('show')
    .argument('<agent>', 'its name, or name@version')
    .description('what it is made of, its versions, and the results of its matches')
    .option('--json', 'as one JSON object')
    .action(showAgent);
  agents
    .command('add')
    .argument('<file>', 'YAML or JSON: name, title, plays, spec (docs/agents.md); a known name gets a new version')
    .description('keep an agent; an address in a file may be a private one, as the file is yours')
    .option('--json', 'as one JSON object')
    .action(addAgent);
  agents
    .command('retire')
    .argument('<agent>', 'its name, or name@version')
    .description('offer it no longer; matches that it played keep it')
    .action(retireAgent);
  return agents;
}

async function listAgents({ ruleset, json }: JsonFlag & { ruleset?: string }): Promise<void> {
  const named = ruleset === undefined || ruleset.includes('/') ? ruleset : `gpu-market/${ruleset}`;
  await refuseUnknown(named);
  const agents = await withDesk((desk) => desk.list(named));
  if (json) return print(JSON.stringify({ agents: agents.map(plain) }));
  await print(agents.length === 0 ? `No agent plays ${named}.` : textTable(COLUMNS, agents));
}

async function refuseUnknown(ruleset: string | undefined): Promise<void> {
  const { GAMES } = await import('~/games/registry');
  const known = GAMES.map((game) => `${game.game}/${game.ruleset}`);
  if (ruleset !== undefined && !known.includes(ruleset))
    throw new UsageError(`there is no ruleset "${ruleset}"; there is ${known.join(', ')}`);
}

const COLUMNS: readonly Column<ListedAgent>[] = [
  { title: 'agent', align: 'left', text: ({ ref }) => ref },
  { title: 'kind', align: 'left', text: ({ agent }) => agent.spec.kind },
  { title: 'plays', align: 'left', text: ({ agent }) => agent.plays.map((one) => one.split('/').at(-1)).join(', ') },
  { title: 'matches', align: 'right', text: ({ matches }) => String(matches) },
  { title: 'licence', align: 'left', text: ({ agent }) => oneLine(agent.licence) },
  { title: 'title', align: 'left', text: ({ agent }) => oneLine(agent.title) },
];

async function showAgent(ref: string, { json }: JsonFlag): Promise<void> {
  const { resultsOf } = await import('~/api/agent-results');
  const { card, versions, results } = await withDesk(async (desk, store) => {
    const found = await desk.get(ref);
    if (!found) throw new UsageError(`there is no agent "${ref}"; npx mandi agents list names them`);
    const all = await desk.versions(found.agent.name);
    return { card: found, versions: all, results: await resultsOf(store, all) };
  });
  if (json) return print(JSON.stringify({ card: plain(card), versions, results }));
  const { agent } = card;
  const lines = [
    `${card.ref}: ${oneLine(agent.title)}${agent.retired ? ' (retired)' : ''}`,
    ...(agent.summary === '' ? [] : [oneLine(agent.summary)]),
    `${agent.spec.kind}, plays ${agent.plays.join(', ')}; owner ${oneLine(agent.owner) || '-'}, licence ${oneLine(agent.licence) || '-'}`,
    `digest ${agent.digest}, of ${agent.createdAt.slice(0, 10)}; versions ${versions.map(({ version }) => version).join(', ')}`,
    JSON.stringify(agent.spec, null, 2),
    '',
    results.length === 0 ? 'It has finished no match yet.' : textTable(RESULTS, results),
  ];
  await print(lines.join('\n'));
}

const RESULTS: readonly Column<AgentResult>[] = [
  { title: 'version', align: 'right', text: ({ version }) => String(version) },
  { title: 'ruleset', align: 'left', text: ({ ruleset }) => ruleset },
  { title: 'task', align: 'left', text: ({ task }) => task },
  { title: 'matches', align: 'right', text: ({ matches }) => String(matches) },
  { title: 'score', align: 'right', text: ({ score }) => score?.mean.toFixed(4) ?? '-' },
  { title: '95% interval', align: 'right', text: ({ score }) => (score ? `${score.low.toFixed(4)} .. ${score.high.toFixed(4)}` : '-') },
  { title: 'turns', align: 'right', text: ({ counts }) => (counts ? String(counts.turns) : '-') },
  { title: 'own', align: 'right', text: ({ counts }) => shareOf(counts, 'own') },
  { title: 'repaired', align: 'right', text: ({ counts }) => shareOf(counts, 'repaired') },
  { title: 'fallback', align: 'right', text: ({ counts }) => shareOf(counts, 'fallback') },
  { title: 'guarded', align: 'right', text: ({ counts }) => shareOf(counts, 'guarded') },
  { title: 'walked back', align: 'right', text: ({ counts }) => (counts ? String(counts.walkBacks) : '-') },
];

function shareOf(counts: TurnCounts | null, what: 'own' | 'repaired' | 'fallback' | 'guarded'): string {
  return counts === null || counts.turns === 0 ? '-' : `${((100 * counts[what]) / counts.turns).toFixed(1)}%`;
}

async function addAgent(file: string, { json }: JsonFlag): Promise<void> {
  const { readAgentFile } = await import('~/agents/read-agent-file');
  const read = readAgentFile(file);
  if (!read.ok) throw new UsageError(read.why);
  const added = await withDesk((desk) => desk.add({ ...read.value, trusted: true }));
  if (!added.ok) throw new UsageError(added.why);
  const { ref, agent } = added.value;
  const rules = agent.plays.includes('gpu-market/classic') ? '' : '--ruleset open ';
  await print(
    json ? JSON.stringify(plain(added.value)) : `Kept as ${ref}: npx mandi play ${rules}--policy ${ref} plays it, and so do new matches.`,
  );
}

async function retireAgent(ref: string): Promise<void> {
  const retired = await withDesk((desk) => desk.retire(ref));
  if (!retired.ok) throw new UsageError(retired.why);
  await print(`${retired.value.ref} is retired.`);
}

/** Whether a model is ready is known to the process that would ask it, and not to this one. */
function plain({ ref, agent, builtIn, matches }: ListedAgent): Omit<ListedAgent, 'ready' | 'notReady'> {
  return { ref, agent, builtIn, matches };
}

async function withDesk<T>(work: (desk: AgentDesk, store: AgentStore) => Promise<T>): Promise<T> {
  const [{ withDatabase }, { AgentDesk: Desk }, { BUILT_IN }] = await Promise.all([
    import('../database-services'),
    import('~/match/agent-desk'),
    import('~/agents/built-in'),
  ]);
  return withDatabase(({ services }) => {
    const { agents: store } = services.store;
    function makePlayer(): never {
      throw new Error('nobody plays here');
    }
    return work(new Desk({ builtIn: BUILT_IN, store, makePlayer, backends: () => [] }), store);
  });
}
