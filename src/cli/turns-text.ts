/** Agents' turns in a match, as text: origins by seat. */
import type { AgentTurn, TurnCounts } from '~/agents/agent-turn';
import { countTurns } from '~/agents/count-turns';
import { fallbackReasons } from '~/lib/play/whose-play';
import { type Column, textTable } from './text-table';

export function countsBySeat(turns: readonly AgentTurn[]): Record<string, TurnCounts> {
  const seats = [...new Set(turns.map(({ seat }) => seat))];
  return Object.fromEntries(seats.map((seat) => [seat, countTurns(turns.filter((turn) => turn.seat === seat))]));
}

export function turnsText(turns: readonly AgentTurn[]): string {
  const rows = Object.entries(countsBySeat(turns)).map(([seat, counts]) => {
    const agents = [...new Set(turns.filter((turn) => turn.seat === seat).map(({ agent }) => agent))];
    const whyNot = turns.find((turn) => turn.seat === seat && turn.fallbackWhy !== null)?.fallbackWhy ?? null;
    const wordless = turns.find((turn) => turn.seat === seat && turn.wordless !== undefined)?.wordless ?? null;
    return { seat, agents: agents.join(', '), counts, whyNot, wordless };
  });
  const reasons = rows.flatMap(({ seat, counts, whyNot, wordless }) => [
    ...(whyNot === null ? [] : [`${seat}, first fallback: ${whyNot}`]),
    ...(wordless === null ? [] : [`${seat}, moves without words: ${counts.wordless}, the first: ${wordless}`]),
  ]);
  return [textTable(COLUMNS, rows), ...reasons].join('\n');
}

const COLUMNS: readonly Column<{ seat: string; agents: string; counts: TurnCounts }>[] = [
  { title: 'seat', align: 'left', text: ({ seat }) => seat },
  { title: 'agent', align: 'left', text: ({ agents }) => agents },
  { title: 'turns', align: 'right', text: ({ counts }) => String(counts.turns) },
  { title: 'own', align: 'right', text: ({ counts }) => String(counts.own) },
  { title: 'repaired', align: 'right', text: ({ counts }) => String(counts.repaired) },
  { title: 'fallback', align: 'right', text: ({ counts }) => `${counts.fallback}${fallbackReasons(counts)}` },
  { title: 'guarded', align: 'right', text: ({ counts }) => String(counts.guarded) },
  { title: 'walked back', align: 'right', text: ({ counts }) => String(counts.walkBacks) },
  { title: 'tokens', align: 'right', text: ({ counts }) => String(counts.tokens.prompt + counts.tokens.completion) },
  { title: 'p95 ms', align: 'right', text: ({ counts }) => (counts.latency === null ? '-' : String(Math.round(counts.latency.p95))) },
];
