import type { AgentResult, TurnCounts } from '~/api/agent-words';

export interface ResultRow {
  /** `name@version` */
  agent: string;
  result: AgentResult;
  /** Another agent's result on the same task, to compare. */
  beside: boolean;
}

/** An agent's results, newest version first, and under each task what the null agents got there. */
export function resultRows(
  agent: string,
  results: readonly AgentResult[],
  nulls: readonly { agent: string; results: readonly AgentResult[] }[],
): ResultRow[] {
  const name = agent.split('@')[0] ?? agent;
  const own = results.toSorted((a, b) => placeOf(a).localeCompare(placeOf(b)) || b.version - a.version);
  return own.flatMap((result, place) => {
    const row: ResultRow = { agent: agent.includes('@') ? `${name}@${result.version}` : agent, result, beside: false };
    const next = own[place + 1];
    if (next && placeOf(next) === placeOf(result)) return [row];
    return [row, ...nulls.flatMap((one) => newestAt(one, placeOf(result)))];
  });
}

/** The scale that results of one ruleset share, zero within. */
export function scaleOf(rows: readonly ResultRow[], ruleset: string): { low: number; high: number } {
  const ends = rows.flatMap(({ result: { ruleset: own, score } }) => (own === ruleset && score ? [score.low, score.high] : []));
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  return high - low < 1e-9 ? { low, high: low + 1 } : { low, high };
}

export function shareOf(counts: TurnCounts, part: 'own' | 'repaired' | 'guarded' | 'fallback'): number {
  return counts.turns === 0 ? 0 : counts[part] / counts.turns;
}

function placeOf({ ruleset, task }: AgentResult): string {
  return `${ruleset} ${task}`;
}

function newestAt({ agent, results }: { agent: string; results: readonly AgentResult[] }, place: string): ResultRow[] {
  const [result] = results.filter((one) => placeOf(one) === place).toSorted((a, b) => b.version - a.version);
  return result ? [{ agent, result, beside: true }] : [];
}
