/** The journal of one `mandi eval` in Mandi's home: what a killed run already asked for. */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentTurn } from '~/agents/agent-turn';
import { codeId } from '~/eval/code-digest';
import type { TurnJournal } from '~/eval/turn-journal';

interface Line {
  episode: string;
  turn: AgentTurn;
}

export interface EvalJournal extends TurnJournal {
  /** Turns that an earlier try kept. */
  readonly found: number;
  /** The run is complete: the next one of the same command begins anew. */
  done(): void;
}

/** `run`: everything that the result depends on besides the code. `fresh`: what an earlier try kept is removed. */
export function openEvalJournal(home: string, run: unknown, fresh: boolean): EvalJournal {
  const name = createHash('sha256')
    .update(`${codeId()}\n${JSON.stringify(run)}`)
    .digest('hex')
    .slice(0, 16);
  const folder = join(home, 'evaluations');
  const path = join(folder, `${name}.jsonl`);
  mkdirSync(folder, { recursive: true });
  if (fresh) rmSync(path, { force: true });
  const lines = linesOf(path);
  const kept = new Map<string, AgentTurn[]>();
  for (const { episode, turn } of lines) {
    const turns = kept.get(episode);
    if (turns) turns.push(turn);
    else kept.set(episode, [turn]);
  }
  if (!existsSync(path)) writeFileSync(path, '');
  return {
    found: lines.length,
    turnsOf: (episode) => kept.get(episode) ?? [],
    keep: (episode, turn) => appendFileSync(path, `${JSON.stringify({ episode, turn } satisfies Line)}\n`),
    done: () => rmSync(path, { force: true }),
  };
}

/** A process that was killed leaves half a line, which goes: whatever is written next begins a line of its own. */
function linesOf(path: string): Line[] {
  if (!existsSync(path)) return [];
  const text = readFileSync(path);
  const whole = text.subarray(0, text.lastIndexOf(10) + 1);
  if (whole.length < text.length) truncateSync(path, whole.length);
  const lines = whole
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Line);
}
