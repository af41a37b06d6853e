/** The journal of a `mandi eval` in Mandi's home: the answers that a killed run had already received. */
import { createHash } from 'node:crypto';
import { appendFileSync, closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentTurn } from '~/agents/agent-turn';
import { isUnanswered } from '~/agents/count-turns';
import { readConfig } from '~/config';
import { codeId } from '~/eval/code-digest';
import { type EvalAgents, type Silence, silenceWatch } from '~/eval/play-agent';
import type { TurnJournal } from '~/eval/turn-journal';
import { CommandFailed } from './exits';

/** A turn, or how many of the episode's turns before this line still count. */
type Line = { episode: string; turn: AgentTurn } | { episode: string; keep: number };

export interface EvalJournal extends TurnJournal {
  /** Turns stored by an earlier attempt that are not asked again. */
  readonly found: number;
  /** Turns of an earlier attempt that had no answer and are asked again. */
  readonly unanswered: number;
  /** The run is complete, so the next run of the same command starts over. */
  done(): void;
}

export interface EvalJournalOptions {
  home: string;
  /** Everything that the result depends on, except the code. */
  run: unknown;
  /** Discards an earlier attempt's journal. */
  fresh: boolean;
  /** Keeps turns without an answer too. */
  goesOn: boolean;
  /** Called if the journal was lost during the run. */
  say(line: string): void;
}

export function openEvalJournal({ home, run, fresh, goesOn, say }: EvalJournalOptions): EvalJournal {
  const name = createHash('sha256')
    .update(`${codeId()}\n${JSON.stringify(run)}`)
    .digest('hex')
    .slice(0, 16);
  const folder = join(home, 'evaluations');
  const path = join(folder, `${name}.jsonl`);
  mkdirSync(folder, { recursive: true });
  if (fresh) rmSync(path, { force: true });
  const file = new JournalFile({ folder, path, say });
  const kept = turnsIn(file.read());
  let unanswered = 0;
  const append = (line: Line) => file.append(`${JSON.stringify(line)}\n`);
  for (const [episode, turns] of goesOn ? [] : kept) {
    const keep = turns.findLastIndex((turn) => !isUnanswered(turn)) + 1;
    if (keep === turns.length) continue;
    unanswered += turns.length - keep;
    kept.set(episode, turns.slice(0, keep));
    append({ episode, keep });
  }
  return {
    found: [...kept.values()].reduce((sum, turns) => sum + turns.length, 0),
    unanswered,
    turnsOf: (episode) => kept.get(episode) ?? [],
    keep: (episode, turn) => append({ episode, turn }),
    done: () => file.remove(),
  };
}

function turnsIn(lines: readonly Line[]): Map<string, AgentTurn[]> {
  const kept = new Map<string, AgentTurn[]>();
  for (const line of lines) {
    const turns = kept.get(line.episode) ?? [];
    kept.set(line.episode, turns);
    if ('turn' in line) turns.push(line.turn);
    else turns.splice(line.keep);
  }
  return kept;
}

/** Where agents' turns are stored until the run is complete, so that a killed run can continue. `run`: what it plays. */
export async function openJournalOf(run: unknown, { fresh = false, goOn = false }: JournalFlags): Promise<EvalJournal> {
  const say = (line: string) => void process.stderr.write(`mandi: ${line}\n`);
  const journal = openEvalJournal({ home: readConfig().home, run, fresh, goesOn: goOn, say });
  const { found, unanswered } = journal;
  const turns = (count: number) => `${count} ${count === 1 ? 'turn' : 'turns'}`;
  const again = unanswered > 0 ? `, and ${turns(unanswered)} without an answer will be` : '';
  if (found + unanswered > 0) say(`resuming an interrupted run: ${turns(found)} will not be asked again${again} (--fresh starts over)`);
  return journal;
}

export interface JournalFlags {
  fresh?: boolean;
  goOn?: boolean;
}

/** Stops a run whose agent hardly answers any more; undefined with `--go-on`. */
export function hearFor({ goOn = false }: JournalFlags, stop: (why: Error) => void): EvalAgents['hear'] {
  return goOn ? undefined : silenceWatch((silence) => stop(new CommandFailed(silenceWords(silence))));
}

function silenceWords({ agent, unanswered, last, asked, why, turnMs }: Silence): string {
  return [
    `stopped: ${agent} gave no answer in ${unanswered} of its last ${last} turns (asked in ${asked} so far), so its fallback played them.`,
    why === '' ? '' : `The last time: ${why}`,
    `Check that its model or program is running and answers within ${turnMs / 1000} s (its turnSeconds): npx mandi agents list.`,
    'The answered turns are kept: run the same command again to continue, or with --go-on to play on without answers.',
  ]
    .filter(Boolean)
    .join(' ');
}

interface JournalPlace {
  folder: string;
  path: string;
  say(line: string): void;
}

/** Kept open during the run, so that its content can be read and written again if someone removes the file. */
class JournalFile {
  readonly #place: JournalPlace;
  /** null: writing failed, and the run continues without a journal. */
  #open: number | null;

  constructor(place: JournalPlace) {
    this.#place = place;
    this.#open = openSync(place.path, 'a+');
  }

  /** Removes the incomplete last line of a killed process, so that later lines start correctly. */
  read(): Line[] {
    if (this.#open === null) return [];
    const text = textOf(this.#open);
    const whole = text.subarray(0, text.lastIndexOf(10) + 1);
    if (whole.length < text.length) ftruncateSync(this.#open, whole.length);
    const lines = whole
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as Line);
  }

  append(line: string): void {
    if (this.#open === null) return;
    const { folder, path, say } = this.#place;
    try {
      appendFileSync(this.#open, line);
      if (fstatSync(this.#open).nlink > 0) return;
      mkdirSync(folder, { recursive: true });
      const anew = openSync(path, 'a+');
      appendFileSync(anew, textOf(this.#open));
      closeSync(this.#open);
      this.#open = anew;
      say(`${path} was removed while this run writes it. It was written again with every turn so far; nothing is lost.`);
    } catch (fault) {
      this.#open = null;
      const why = fault instanceof Error ? fault.message : String(fault);
      say(
        `The journal of this run cannot be written (${why}). The run continues; if it is interrupted, turns asked from now on are asked again.`,
      );
    }
  }

  remove(): void {
    const isLost = this.#open === null;
    if (this.#open !== null) closeSync(this.#open);
    this.#open = null;
    try {
      rmSync(this.#place.path, { force: true });
    } catch (fault) {
      if (!isLost) throw fault; // the loss was already reported
    }
  }
}

/** Reads from the start, independent of the file position; also works for a deleted file. */
function textOf(open: number): Buffer {
  const text = Buffer.alloc(fstatSync(open).size);
  for (let at = 0; at < text.length; ) {
    const count = readSync(open, text, at, text.length - at, at);
    if (count === 0) return text.subarray(0, at);
    at += count;
  }
  return text;
}
