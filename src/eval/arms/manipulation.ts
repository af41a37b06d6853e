/**
 * Whether a run asked what it says it asked. Every turn's stored prompt is compared with the whole prompt of the same position, from which
 * the pieces that should be missing are cut by their own description (`PromptPart.told`), not by the code that wrote the prompt.
 */
import type { AgentTurn } from '~/agents/agent-turn';
import { digestOf } from '~/agents/digest';
import { promptFor, promptHash, promptsOf } from '~/agents/prompt-formats';
import type { GameRef } from '~/contract/game-ref';
import type { PromptFormat } from '~/contract/prompt-format';
import type { Arm } from './arms';

export interface SeenTurn {
  task: string;
  seed: number;
  observation: unknown;
  /** The seat's own turns before it. */
  past: readonly AgentTurn[];
  turn: AgentTurn;
}

/** What was found in the turns of one cell. */
export interface Found {
  /** Turns with a stored prompt. */
  asked: number;
  /** Turns that have none: a budget was spent, or the agent could not be called. */
  notAsked: number;
  /** Asked turns whose prompt differs from the base's prompt of the same position, as it should. */
  differs: number;
  /** Turns whose stored prompt is not what it should be. */
  wrong: number;
  /** The first few of them, in words. */
  faults: string[];
  /** By world and seat: what the first position looked like. */
  openings: Record<string, string>;
}

const MOST_FAULTS = 3;
const SHOWN = 90;

export class PromptWatch {
  readonly found: Found = { asked: 0, notAsked: 0, differs: 0, wrong: 0, faults: [], openings: {} };
  readonly #game: GameRef;
  readonly #arm: Arm;
  readonly #base: PromptFormat | null;
  readonly #format: PromptFormat | null;

  constructor(game: GameRef, arm: Arm, base: Arm) {
    this.#game = game;
    this.#arm = arm;
    this.#base = promptFor(game, base.prompt);
    this.#format = promptsOf(game).find(({ version }) => version === arm.prompt) ?? null;
  }

  see({ task, seed, observation, past, turn }: SeenTurn): void {
    const { found } = this;
    const place = `${task}/${seed} ${turn.seat} turn ${turn.turn}`;
    if (past.length === 0) found.openings[`${task}/${seed} ${turn.seat}`] ??= digestOf(observation);
    const sent = turn.requests.decide;
    if (sent === undefined) {
      found.notAsked += 1;
      return;
    }
    found.asked += 1;
    const why = this.#whyWrong(observation, past, sent);
    if (why !== null) {
      found.wrong += 1;
      if (found.faults.length < MOST_FAULTS) found.faults.push(`${place}: ${why}`);
      return;
    }
    const base = this.#base?.decide.prompt(observation, past);
    const [system, user] = sent.messages.map(({ content }) => content);
    if (base === undefined || base.system !== system || base.user !== user) found.differs += 1;
  }

  /** null: it is what it should be. */
  #whyWrong(observation: unknown, past: readonly AgentTurn[], sent: NonNullable<AgentTurn['requests']['decide']>): string | null {
    const format = this.#format;
    if (format === null) return `${this.#game.key} has no prompt ${this.#arm.prompt}`;
    if (sent.version !== format.version || sent.hash !== promptHash(format))
      return `asked in ${sent.version}, not in ${format.version} as this version of Mandi has it`;
    const whole = format.decide.prompt(observation, past);
    const user = withoutPieces(whole.user, this.#arm, format);
    const [call] = sent.calls ?? [];
    const [first, second] = sent.messages.map(({ content }) => content);
    // For a server without schemas the messages hold the schema's text as well.
    const isSame = call?.format === 'in_words' ? (one?: string, other?: string) => one?.startsWith(other ?? '') : Object.is;
    if (!isSame(first, whole.system)) return `the system text differs: ${firstDifference(whole.system, first ?? '')}`;
    if (!isSame(second, user)) return `the prompt differs elsewhere than it should: ${firstDifference(user, second ?? '')}`;
    if (call && call.schema !== null && JSON.stringify(call.schema) !== JSON.stringify(format.decide.schema(observation)))
      return 'the schema is not that of the whole prompt';
    return null;
  }
}

/** The text without the pieces of these parts. */
export function withoutPieces(text: string, { without }: Pick<Arm, 'without'>, { decide }: PromptFormat): string {
  return (decide.parts ?? []).filter(({ name }) => without.includes(name)).reduce((left, { told }) => left.replace(told, ''), text);
}

function firstDifference(wanted: string, got: string): string {
  const [lines, others] = [wanted.split('\n'), got.split('\n')];
  const at = lines.findIndex((line, place) => line !== others[place]);
  const place = at === -1 ? lines.length : at;
  const shown = (line: string | undefined) => (line === undefined ? 'nothing' : JSON.stringify(line.slice(0, SHOWN)));
  return `line ${place + 1} is ${shown(others[place])} where ${shown(lines[place])} should be`;
}

/** Why a cell proves nothing; []: it was asked as it should have been. `base`: the first arm's own cells only have to be whole. */
export function whyVoid(found: Found, { isBase, arm }: { isBase: boolean; arm: Arm }): string[] {
  const reasons: string[] = [];
  if (found.asked === 0) reasons.push('it was never asked');
  if (found.wrong > 0) reasons.push(`${found.wrong} of ${found.asked} prompts are not what they should be (${found.faults.join('; ')})`);
  if (!isBase && found.asked > 0 && found.wrong === 0 && found.differs === 0)
    reasons.push(
      arm.without.length > 0
        ? `no prompt of the run told ${arm.without.join(' or ')}, so nothing was left out`
        : `its prompts are the same as the base’s`,
    );
  return reasons;
}

/** Worlds in which not every cell began from the same position. */
export function unequalWorlds(cells: readonly Pick<Found, 'openings'>[]): string[] {
  const places = new Set(cells.flatMap(({ openings }) => Object.keys(openings)));
  return [...places].filter((place) => new Set(cells.map(({ openings }) => openings[place])).size > 1);
}
