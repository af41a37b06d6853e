import type { AgentResult, NullsBeside, TurnCounts } from '~/api/agent/types';

export interface ResultRow {
  /** `name@version` */
  agent: string;
  ruleset: string;
  task: string;
  matches: number;
  score: AgentResult['score'];
  counts: TurnCounts | null;
  /** A null model in the same worlds and seats, for comparison. */
  beside: boolean;
}

/** An agent's results, newest version first. Below a model's results, those of null models under the same conditions. */
export function resultRows(agent: string, results: readonly AgentResult[]): ResultRow[] {
  return results
    .toSorted((a, b) => placeOf(a).localeCompare(placeOf(b)) || b.version - a.version)
    .flatMap(({ version, beside, ruleset, task, ...own }) => {
      const place = { ruleset, task };
      const nulls = (beside?.results ?? []).map((one) => ({ ...place, ...one, beside: true }));
      return [{ ...place, ...own, agent: refOf(agent, version), beside: false }, ...nulls];
    });
}

/** A model's result that lacks null model matches in its newest worlds, and what can be done. */
export interface NullGap {
  agent: string;
  ruleset: string;
  task: string;
  toPlay: number;
  words: string;
}

export function nullGaps(agent: string, results: readonly AgentResult[]): NullGap[] {
  return results.flatMap(({ version, ruleset, task, matches, beside }) =>
    beside === null || (beside.worlds > 0 && beside.toPlay === 0)
      ? []
      : [{ agent: refOf(agent, version), ruleset, task, toPlay: beside.toPlay, words: gapLabel(beside, matches) }],
  );
}

/** Why it is not known yet how much of a result is due to the wrapper. */
function gapLabel({ worlds, toPlay, results }: NullsBeside, matches: number): string {
  if (worlds === 0)
    return `No baseline can repeat its ${matches === 1 ? 'match' : `${matches} matches`}: people or programs played in them, or they are forks or worlds of a season. So we can’t say how much of the score is the model’s own.`;
  if (results.length === 0)
    return 'No baseline has played this task under the same conditions yet, so we can’t say how much of the score is the model’s own.';
  return `Baselines have not played all of its worlds: ${toPlay === 1 ? 'one match is' : `${toPlay} matches are`} missing.`;
}

/** The common scale of a ruleset's results, including zero. */
export function scaleOf(rows: readonly ResultRow[], ruleset: string): { low: number; high: number } {
  const ends = rows.flatMap(({ ruleset: own, score }) =>
    own === ruleset && score ? [score.low ?? score.mean, score.high ?? score.mean] : [],
  );
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  return high - low < 1e-9 ? { low, high: low + 1 } : { low, high };
}

/** A scripted policy's name has no version. */
function refOf(agent: string, version: number): string {
  return agent.includes('@') ? `${agent.split('@')[0]}@${version}` : agent;
}

function placeOf({ ruleset, task }: Pick<AgentResult, 'ruleset' | 'task'>): string {
  return `${ruleset} ${task}`;
}
