/** `mandi eval --dry-run`: how often a run's agents would be asked, without asking them. */
import type { EvalPlan } from '~/eval/eval-plan';
import { type AgentEstimate, rehearse } from '~/eval/rehearsal';
import { isAgent } from '~/eval/run-eval';
import { costOf } from '~/inference/gateway/price';
import type { AgentsHere } from './agents-here';
import { type Column, textTable } from './text-table';

interface Priced extends AgentEstimate {
  /** US dollars; null: no price is set. */
  dollarsAtMost: number | null;
}

export async function dryRunText(plan: EvalPlan, here: AgentsHere | null, asJson: boolean): Promise<string> {
  const episodes = plan.policies.length * plan.tasks.length * plan.seeds.length;
  const agents = await Promise.all(plan.policies.filter(isAgent).map((ref) => estimate(plan, ref, here)));
  if (asJson) return JSON.stringify({ episodes, agents });
  const head = `${episodes} ${episodes === 1 ? 'episode' : 'episodes'}. Nothing was asked and nothing was saved.`;
  if (agents.length === 0) return `${head} Only scripted policies play: no calls, no cost.`;
  const note =
    'Calls and cost are upper bounds (every repair, every token an answer may have); the prompt is estimated from rehearsed episodes. ' +
    'Time is the sum of all turn limits: an agent that answers faster takes less, and several episodes run at the same time.';
  return [head, textTable(COLUMNS, agents), note].join('\n\n');
}

async function estimate(plan: EvalPlan, ref: string, here: AgentsHere | null): Promise<Priced> {
  const listed = await here?.agents.get(ref);
  if (!here || !listed) throw new Error(`nobody plays as ${ref}`);
  const { agent } = listed;
  const found = await rehearse(plan, agent);
  const price = agent.spec.kind === 'model' ? here.priceOf(agent.spec) : null;
  const tokens = { prompt: found.promptTokens, cached: null, completion: found.completionTokensAtMost };
  return { ...found, dollarsAtMost: price === null ? null : costOf(tokens, price) };
}

const COLUMNS: Column<Priced>[] = [
  { title: 'agent', align: 'left', text: (row) => row.agent },
  { title: 'episodes', align: 'right', text: (row) => String(row.episodes) },
  { title: 'turns', align: 'right', text: (row) => String(row.turns) },
  { title: 'calls, at most', align: 'right', text: (row) => String(row.callsAtMost) },
  { title: 'prompt tokens', align: 'right', text: (row) => row.promptTokens.toLocaleString('en-US') },
  { title: 'answer tokens, at most', align: 'right', text: (row) => row.completionTokensAtMost.toLocaleString('en-US') },
  { title: 'seconds, at most', align: 'right', text: (row) => row.secondsAtMost.toLocaleString('en-US') },
  {
    title: 'US dollars, at most',
    align: 'right',
    text: ({ dollarsAtMost }) => (dollarsAtMost === null ? 'no price declared' : dollarsAtMost.toFixed(4)),
  },
];
