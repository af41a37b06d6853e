/**
 * Matches of a game whose prompt is a menu of lines (`gpu-market/open` in `open-4`) for a trainer next to it, many at the same time: a pupil
 * in one seat or in all, scripted players in the others. By lines of JSON, as in bench/bazaar-arena.ts: a request on stdin is answered by
 * {"asked": [{user, picks, most, talks, at}]} as long as the pupil has to choose, each answered by {"picks": [reply texts]}, and then by
 * {"done": {results, rows}}. The pupil's replies are read as a model's, and the same guards hold its moves. Where the pupil is a scripted policy
 * or a null model nobody is asked. Only training seeds, 0-39999, make rows to learn from.
 */
import { createInterface } from 'node:readline';
import { readReply } from '../src/agents/read-reply';
import { actionsOfMove, typeOfAction } from '../src/contract/actions-of-move';
import { askPolicy } from '../src/contract/ask-policy';
import type { SeatId } from '../src/contract/game';
import { holdMove, type OwnTurn } from '../src/contract/guard';
import type { Policy } from '../src/contract/policy';
import type { JsonSchema, PromptFormat } from '../src/contract/prompt-format';
import { means } from '../src/engine/means';
import { MemoryRun } from '../src/engine/memory-run';
import { packOf } from '../src/games/packs';
import { findPolicy } from '../src/games/policies';
import { readGame } from '../src/games/read-game';
import { writeSchema } from '../src/inference/null/null-model';
import { Draws } from '../src/lib/random/draws';
import { streamOf } from '../src/lib/random/mt19937';
import { readOptions } from './read-options';

interface Request {
  matches: { task: string; seed: number }[];
  /**
   * `asked`: replies come by lines; `random` and `first`: null models in the same format; `wait`: always the safe move; `menu NAME`: a policy
   * through the format; else a policy.
   */
  player: string;
  /** `alike`: the pupil has all seats. Another name: that policy has all seats but one. */
  others: string;
  /** Whose move each of the pupil's turns is labeled with; '': no rows. */
  label: string;
  /** Share of turns in which a stray line replaces the pupil's own. */
  wander: number;
}

interface Asked {
  user: string;
  /** Every line that a reply may name, with its price where it has prices. */
  picks: string[];
  most: number;
  /** Whether the reply may hold words for others too. */
  talks: boolean;
  at: number;
}

interface Row {
  messages: { role: string; content: string }[];
  task_type: string;
  seed: number;
  round_index: number;
  /** What the pupil said itself. */
  said?: string;
}

interface Counts {
  turns: number;
  /** Replies that were no legal turn: the safe move was played. */
  invalid: number;
  /** Actions that a guard changed. */
  guarded: number;
  actions: Record<string, number>;
}

const LAST_TO_LEARN_FROM = 39_999;
const { values: flags } = readOptions({
  options: { game: { type: 'string', default: 'gpu-market/open' }, format: { type: 'string', default: 'open-4' } },
});
const game = readGame({ game: flags.game });
if (!game.ok) throw new Error(game.why);
const rules = game.value;
const pack = packOf(rules.ref);
const found = pack.prompts.find(({ version }) => version === flags.format);
const { lessons } = pack;
if (found === undefined || lessons === undefined) throw new Error(`${rules.ref.key} has no prompt ${flags.format}, or teaches nothing`);
const format: PromptFormat = found;
const teaching = lessons;
const guards = pack.guardMode === 'models' || pack.guardMode === 'all' ? (pack.guards ?? []) : [];
const [SYSTEM] = JSON.parse(format.decide.fixed()) as [string];

class Match {
  readonly rows: Row[] = [];
  readonly counts: Counts = { turns: 0, invalid: 0, guarded: 0, actions: {} };
  readonly #of: Request['matches'][number];
  readonly #request: Request;
  readonly #run: MemoryRun;
  readonly #seats: readonly SeatId[];
  readonly #past = new Map<SeatId, OwnTurn[]>();
  readonly #draws: Draws;

  constructor(of: Request['matches'][number], request: Request) {
    const { task, seed } = of;
    if (request.label !== '' && seed > LAST_TO_LEARN_FROM) throw new Error(`seed ${seed} is not for learning`);
    const config = rules.parseConfig({ task_type: task, seed });
    if (!config.ok) throw new Error(config.why);
    const seats = rules.seats(config.value).map(({ id }) => id);
    const lone = seats[seed % seats.length];
    this.#of = of;
    this.#request = request;
    this.#run = MemoryRun.open(rules, config.value);
    this.#seats = request.others === 'alike' || lone === undefined ? seats : [lone];
    this.#draws = new Draws(streamOf(seed, [7]), 0);
  }

  get isOver(): boolean {
    return this.#run.awaited.length === 0;
  }

  /** The pupil's questions: one for each of its seats that is to act. */
  get asked(): Omit<Asked, 'at'>[] {
    return this.#own().map((seat) => {
      const seen = this.#run.observe(seat);
      return { user: format.decide.prompt(seen, []).user, ...linesOf(format.decide.schema(seen)) };
    });
  }

  /** All seats that are to act. `replies`: of the pupil's, in the order of its questions. */
  turn(replies: readonly string[] | null): void {
    const own = this.#own();
    const others = this.#request.others === 'alike' ? null : policyNamed(this.#request.others);
    const moves = this.#run.awaited.map((seat) => {
      if (own.includes(seat)) return { seat, move: this.#ownMove(seat, replies?.[own.indexOf(seat)] ?? null) };
      if (others === null) throw new Error(`nobody plays ${seat}`);
      return { seat, move: askPolicy(rules, others, { state: this.#run.state, seat }) };
    });
    this.#run.play(moves);
  }

  /** By seat: its profit above what it can earn alone, in units of the world. */
  async result() {
    const bounds = await pack.worlds?.bounds(pack.worlds.of(this.#run.events), means);
    const profits = pack.books?.(this.#run.events).profits ?? {};
    if (bounds === undefined) throw new Error(`${rules.ref.key} has no gains`);
    const gains = this.#seats.map((seat) => ((profits[seat] ?? 0) - (bounds.autarky_cents[seat] ?? 0)) / bounds.scale_cents);
    return { ...this.#of, gain: gains.reduce((sum, gain) => sum + gain, 0) / gains.length, ...this.counts };
  }

  #own(): SeatId[] {
    return this.#run.awaited.filter((seat) => this.#seats.includes(seat));
  }

  #ownMove(seat: SeatId, reply: string | null): unknown {
    const seen = this.#run.observe(seat);
    const { label, wander } = this.#request;
    if (label !== '') this.#learn(seen, label, reply);
    this.counts.turns++;
    const wished = this.#draws.random() < wander ? teaching.stray(seen, this.#draws) : this.#wished(seat, seen, reply);
    const past = this.#past.get(seat) ?? [];
    this.#past.set(seat, past);
    const { move, marks } = this.#isFree ? { move: wished, marks: [] } : holdMove(guards, wished, { observation: seen, past });
    this.counts.guarded += marks.length;
    for (const action of actionsOfMove(move)) {
      const type = typeOfAction(action) ?? '';
      this.counts.actions[type] = (this.counts.actions[type] ?? 0) + 1;
    }
    const { turn, round } = rules.clock(this.#run.state);
    past.push({ turn, round, move });
    return move;
  }

  get #isFree(): boolean {
    const { player } = this.#request;
    return !['asked', 'random', 'first', 'wait'].includes(player) && !player.startsWith('menu ');
  }

  #wished(seat: SeatId, seen: unknown, reply: string | null): unknown {
    const { player } = this.#request;
    if (this.#isFree) return askPolicy(rules, policyNamed(player), { state: this.#run.state, seat });
    const said = player === 'asked' ? reply : this.#said(player, seen);
    const json = said === null ? null : readReply(said);
    const read = json?.ok ? format.decide.read(seen, json.value) : null;
    if (read?.ok) return read.value;
    if (said !== null) this.counts.invalid++;
    return format.safe(seen);
  }

  #said(player: string, seen: unknown): string | null {
    if (player === 'wait') return null;
    if (player.startsWith('menu ')) return teaching.say(seen, policyNamed(player.slice(5)).choose(seen, this.#draws), format.version);
    return JSON.stringify(writeSchema(format.decide.schema(seen), player === 'random' ? () => this.#draws.random() : null));
  }

  #learn(seen: unknown, label: string, said: string | null): void {
    const answer = teaching.say(seen, policyNamed(label).choose(seen, this.#draws), format.version);
    if (answer === null) return;
    const { system, user } = format.decide.prompt(seen, []);
    const messages = [
      { role: 'system', content: system },
      { role: 'user', content: user },
      { role: 'assistant', content: answer },
    ];
    const row = { messages, task_type: this.#of.task, seed: this.#of.seed, round_index: rules.clock(this.#run.state).round };
    this.rows.push(said === null ? row : { ...row, said });
  }
}

function linesOf(schema: JsonSchema): Omit<Asked, 'at' | 'user'> {
  const { do: turn } = schema.properties as { do: { maxItems: number; items: { oneOf: { enum?: string[] }[] } } };
  const groups = turn.items.oneOf;
  return {
    picks: groups.flatMap((group) => group.enum ?? []),
    most: turn.maxItems,
    talks: groups.some((group) => group.enum === undefined),
  };
}

function policyNamed(name: string): Policy {
  const policy = findPolicy(rules.ref.key, name);
  if (policy === null) throw new Error(`nobody plays ${rules.ref.key} as ${name}`);
  return policy;
}

let going: { request: Request; matches: Match[]; asked: { match: Match; questions: number }[] } | null = null;

async function answer(text: string): Promise<void> {
  const line = JSON.parse(text) as Partial<Request> & { picks?: string[] };
  if (line.picks === undefined) {
    const request = line as Request;
    going = { request, matches: request.matches.map((of) => new Match(of, request)), asked: [] };
  } else {
    let at = 0;
    for (const { match, questions } of going?.asked ?? []) {
      match.turn(line.picks.slice(at, at + questions));
      at += questions;
    }
  }
  if (going === null) throw new Error('picks came before a request');
  const asked: Asked[] = [];
  going.asked = [];
  for (const [at, match] of going.matches.entries()) {
    for (; !match.isOver; match.turn(null)) {
      const questions = going.request.player === 'asked' ? match.asked : [];
      if (questions.length === 0) continue;
      going.asked.push({ match, questions: questions.length });
      asked.push(...questions.map((question) => ({ ...question, at })));
      break;
    }
  }
  if (asked.length > 0) {
    say({ asked });
    return;
  }
  const results = [];
  for (const match of going.matches) results.push(await match.result());
  say({ done: { results, rows: going.matches.flatMap(({ rows }) => rows) } });
  going = null;
}

function say(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

say({ ready: { system: SYSTEM, prompt: format.version } });
let last = Promise.resolve();
createInterface({ input: process.stdin }).on('line', (line) => {
  last = last.then(() => answer(line));
});
