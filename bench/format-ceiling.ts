/**
 * What a prompt format leaves a strong player to win: the player free, the player whose every action has to be a line of the format's menu,
 * two null models and `greedy`, in the same worlds. Paired differences and 95% percentile bootstraps over worlds.
 *   npx tsx bench/format-ceiling.ts --game gpu-market/open --format open-4 --tasks market_round --policies planner --worlds 100 --from 40000
 *   npx tsx bench/format-ceiling.ts --game bazaar/open --format bazaar-open-1 --tasks haggle --policies planner --field house
 * `--field alike`: everyone plays alike. Another name: that policy has all seats but one of each role. Seeds from 40000 are for design, from
 * 50000 for results. Tokens are those of the model's chat template (`--model none`: not counted). With `--keep FILE` a run goes on where
 * it ended.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readReply } from '../src/agents/read-reply';
import { readConfig } from '../src/config';
import { actionsOfMove, typeOfAction } from '../src/contract/actions-of-move';
import { askPolicy } from '../src/contract/ask-policy';
import type { SeatId } from '../src/contract/game';
import { holdMove, type OwnTurn } from '../src/contract/guard';
import type { Policy } from '../src/contract/policy';
import type { JsonSchema, Prompt, PromptFormat } from '../src/contract/prompt-format';
import { means } from '../src/engine/means';
import { MemoryRun } from '../src/engine/memory-run';
import { packOf } from '../src/games/packs';
import { findPolicy } from '../src/games/policies';
import { readGame } from '../src/games/read-game';
import { openModels } from '../src/inference/models/models';
import { installRuntime } from '../src/inference/models/runtime';
import { writeSchema } from '../src/inference/null/null-model';
import { Draws } from '../src/lib/random/draws';
import { streamOf } from '../src/lib/random/mt19937';
import { bootstrapFor, bootstrapMean, mean } from '../src/statistics/basics';
import { loadBindings } from '../workers/inference/bindings';
import { readOptions } from './read-options';

const { values: flags } = readOptions({
  options: {
    game: { type: 'string', default: 'gpu-market/open' },
    format: { type: 'string', default: 'open-4' },
    tasks: { type: 'string', default: 'single_trade,market_round,coalition_market' },
    policies: { type: 'string', default: 'planner' },
    greedy: { type: 'string', default: 'greedy' },
    nulls: { type: 'string', default: 'random,first,first_lines' },
    field: { type: 'string', default: 'alike' },
    worlds: { type: 'string', default: '20' },
    from: { type: 'string', default: '40000' },
    model: { type: 'string', default: 'smollm2-135m-instruct' },
    keep: { type: 'string' },
  },
});

/** The result of one way to play in one world. */
interface Played {
  gain: number;
  /** By type: what the free player did, and what of it the menu had no near match for. */
  done: Record<string, number>;
  leftOut: Record<string, number>;
  tokens: number[];
}

const game = readGame({ game: flags.game });
if (!game.ok) throw new Error(game.why);
const rules = game.value;
const pack = packOf(rules.ref);
const found = pack.prompts.find(({ version }) => version === flags.format);
if (found === undefined) throw new Error(`no prompt ${flags.format}; there are ${pack.prompts.map(({ version }) => version).join(', ')}`);
const format: PromptFormat = found;
const count = flags.model === 'none' ? null : await counterOf(flags.model);
const kept: Record<string, Played> =
  flags.keep !== undefined && existsSync(flags.keep) ? (JSON.parse(readFileSync(flags.keep, 'utf8')) as Record<string, Played>) : {};
const seeds = Array.from({ length: Number(flags.worlds) }, (_, i) => Number(flags.from) + i);
for (const task of flags.tasks.split(',')) await measure(task);
process.exit(0);

async function measure(task: string): Promise<void> {
  const strong = flags.policies.split(',');
  const nulls = flags.nulls === '' ? [] : flags.nulls.split(',');
  const ways = [...strong.flatMap((name) => [`free ${name}`, `menu ${name}`]), ...nulls, `free ${flags.greedy}`];
  const rows = new Map<string, Played[]>(ways.map((way) => [way, []]));
  for (const [i, seed] of seeds.entries()) {
    for (const way of ways) {
      const key = [rules.ref.key, rules.ref.version, way.startsWith('free') ? '' : flags.format, flags.field, task, seed, way].join(' ');
      const played = kept[key] ?? (await play({ task, seed, way }));
      kept[key] = played;
      rows.get(way)?.push(played);
    }
    if (flags.keep !== undefined) writeFileSync(flags.keep, JSON.stringify(kept));
    if (i % 5 === 4) process.stderr.write(`${task}: ${i + 1} of ${seeds.length} worlds\n`);
  }
  for (const way of ways) console.log(lineOf(task, way, rows));
}

function lineOf(task: string, way: string, rows: ReadonlyMap<string, Played[]>): string {
  const own = rows.get(way) ?? [];
  const free = rows.get(way.replace('menu', 'free')) ?? [];
  const gains = own.map(({ gain }) => gain);
  const cells = [task, way, text(gains)];
  if (way.startsWith('menu')) {
    const apart = gains.map((gain, i) => gain - (free[i]?.gain ?? Number.NaN));
    cells.push(`menu - free ${text(apart)}`, `${((100 * mean(gains)) / mean(free.map(({ gain }) => gain))).toFixed(1)}%`);
    const done = summed(own.map((one) => one.done));
    const left = summed(own.map((one) => one.leftOut));
    const total = (counts: Record<string, number>) => Object.values(counts).reduce((sum, n) => sum + n, 0);
    const by = Object.entries(left).toSorted((a, b) => b[1] - a[1]);
    cells.push(`left out ${total(left)} of ${total(done)}: ${by.map(([type, n]) => `${type} ${n} of ${done[type]}`).join(', ')}`);
  }
  const tokens = own.flatMap((one) => one.tokens).sort((a, b) => a - b);
  if (tokens.length > 0)
    cells.push(
      `tokens: median ${tokens[Math.floor(tokens.length / 2)]}, 95% ${tokens[Math.floor(0.95 * tokens.length)]}, most ${tokens.at(-1)}`,
    );
  return `| ${cells.join(' | ')} |`;
}

function summed(all: readonly Record<string, number>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const one of all) for (const [name, n] of Object.entries(one)) sums[name] = (sums[name] ?? 0) + n;
  return sums;
}

function text(values: readonly number[]): string {
  const [low, high] = bootstrapMean(values, bootstrapFor(values.length)) ?? [Number.NaN, Number.NaN];
  return `${mean(values).toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
}

interface Match {
  task: string;
  seed: number;
  way: string;
}

/** The mean gain of the seats that play this way. */
async function play(match: Match): Promise<Played> {
  const config = rules.parseConfig({ task_type: match.task, seed: match.seed });
  if (!config.ok) throw new Error(config.why);
  const played: Played = { gain: 0, done: {}, leftOut: {}, tokens: [] };
  const gains: number[] = [];
  for (const seats of measuredSeats(config.value, match.seed)) {
    const run = MemoryRun.open(rules, config.value);
    const players = new Map(seats.map((seat, i) => [seat, playerOf(match, i, played)]));
    const others = flags.field === 'alike' ? null : policyNamed(flags.field);
    for (let waiting = run.awaited; waiting.length > 0; waiting = run.awaited) {
      const moves = waiting.map((seat) => {
        const player = players.get(seat);
        if (player === undefined && others !== null) return { seat, move: askPolicy(rules, others, { state: run.state, seat }) };
        if (player === undefined) throw new Error(`nobody plays ${seat}`);
        return { seat, move: player({ seat, run }) };
      });
      run.play(moves);
    }
    const bounds = await pack.worlds?.bounds(pack.worlds.of(run.events), means);
    const profits = pack.books?.(run.events).profits ?? {};
    if (bounds === undefined) throw new Error(`${rules.ref.key} has no gains`);
    for (const seat of seats) gains.push(((profits[seat] ?? 0) - (bounds.autarky_cents[seat] ?? 0)) / bounds.scale_cents);
  }
  return { ...played, gain: mean(gains) };
}

/** Match by match: all seats, or one per role. */
function measuredSeats(config: unknown, seed: number): SeatId[][] {
  const seats = rules.seats(config);
  if (flags.field === 'alike') return [seats.map(({ id }) => id)];
  return [...new Set(seats.map(({ role }) => role))].flatMap((role) => {
    const own = seats.filter((seat) => seat.role === role);
    const one = own[seed % own.length];
    return one === undefined ? [] : [[one.id]];
  });
}

type Player = (at: { seat: SeatId; run: MemoryRun }) => unknown;

function playerOf({ way, seed }: Match, seat: number, played: Played): Player {
  const draws = new Draws(streamOf(seed, [7, seat]), 0);
  const past: OwnTurn[] = [];
  const [kind, name = ''] = way.split(' ');
  if (kind === 'free') {
    const policy = policyNamed(name);
    return ({ seat: id, run }) => askPolicy(rules, policy, { state: run.state, seat: id });
  }
  const policy = kind === 'menu' ? policyNamed(name) : null;
  return ({ seat: id, run }) => {
    const seen = run.observe(id);
    const schema = format.decide.schema(seen);
    if (policy !== null && count !== null) played.tokens.push(count(format.decide.prompt(seen, past)));
    const reply =
      policy !== null
        ? spoken(seen, policy.choose(seen, draws), played)
        : JSON.stringify(
            kind === 'first_lines' ? firstLines(schema) : writeSchema(schema, kind === 'random' ? () => draws.random() : null),
          );
    const json = reply === null ? null : readReply(reply);
    const read = json?.ok ? format.decide.read(seen, json.value) : null;
    if (read !== null && !read.ok) throw new Error(`${reply}: ${read.why}`);
    const wished = read?.value ?? format.safe(seen);
    const guards = pack.guardMode === 'models' || pack.guardMode === 'all' ? (pack.guards ?? []) : [];
    const { move } = holdMove(guards, wished, { observation: seen, past });
    const { turn, round } = rules.clock(run.state);
    past.push({ turn, round, move });
    return move;
  };
}

/** The policy's turn as a reply: for each action the nearest one in the menu, and no more than a reply may have. null: nothing is near. */
function spoken(seen: unknown, move: unknown, played: Played): string | null {
  const { decide } = format;
  const actions = actionsOfMove(move);
  const listed = actions.flatMap((action, place) => {
    const type = typeOfAction(action) ?? '';
    played.done[type] = (played.done[type] ?? 0) + 1;
    const near = place < (decide.actions ?? 1) ? (decide.listed ? decide.listed(seen, action) : action) : null;
    if (near === null) played.leftOut[type] = (played.leftOut[type] ?? 0) + 1;
    return near === null ? [] : [near];
  });
  if (listed.length === 0) return null;
  return decide.say(seen, listed.length === 1 ? listed[0] : listed);
}

/** As many lines as a reply may have, from the top. */
function firstLines(schema: JsonSchema): unknown {
  if (format.decide.actions === undefined) return writeSchema(schema, null);
  const [name, list] = Object.entries(schema.properties as Record<string, { maxItems: number; items: JsonSchema }>)[0] ?? [];
  if (name === undefined || list === undefined) throw new Error('a turn is a list');
  const groups = (list.items.oneOf ?? [list.items]) as { enum?: unknown[] }[];
  const lines = groups.flatMap((group) => group.enum ?? []);
  const first = new Map(lines.map((line) => [String(line).split(' ')[0], line]));
  return { [name]: [...first.values()].slice(0, list.maxItems) };
}

function policyNamed(name: string): Policy {
  const policy = findPolicy(rules.ref.key, name);
  if (policy === null) throw new Error(`nobody plays ${rules.ref.key} as ${name}`);
  return policy;
}

/** The prompt's tokens by the model's own tokenizer and chat template. */
async function counterOf(name: string): Promise<(prompt: Prompt) => number> {
  const models = openModels(readConfig().models);
  const card = await models.find(name);
  if (card === null) throw new Error(`there is no model ${name} in ${models.folder}: npx mandi models pull ${name}, or --model none`);
  const { getLlama } = await loadBindings(await installRuntime(models.folder, 'cpu', { say: console.error }));
  const quiet = { skipDownload: true, progressLogs: false, logLevel: 'error', logger: () => undefined } as const;
  const llama = await getLlama({ gpu: false, build: 'never', maxThreads: 1, ...quiet });
  const model = await llama.loadModel({ modelPath: card.file });
  return ({ system, user }) =>
    model.tokenize(`<|im_start|>system\n${system}<|im_end|>\n<|im_start|>user\n${user}<|im_end|>\n<|im_start|>assistant\n`, true).length;
}
