/**
 * How good a language model sells in the bazaar's ruleset `open`: `npx tsx bench/bazaar-seller.ts [--rungs null,untrained,sauda]
 * [--arms guarded,bare] [--worlds 12] [--without 6] [--from 54000] [--out FILE]`. It sells in `haggle` to a house buyer, in worlds where a
 * price suits both and in `--without` worlds where none does. `guarded`: as agents play (grammar, one repair, guards, checked words).
 * `bare`: the same requests without any of these. `null`: no model, in the guarded wrapper. `--model NAME` adds a rung that any configured
 * backend serves, such as an OpenAI-compatible address. `--power` prints, without a model, how many worlds a difference needs; `--read FILES`
 * prints the table of what runs kept by `--out FILE`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Agent, ModelSpec } from '../src/agents/agent';
import { agentOf } from '../src/agents/agent-spec';
import { type AgentTurn, repliesOf } from '../src/agents/agent-turn';
import { BUILT_IN } from '../src/agents/built-in';
import { makePlayer } from '../src/agents/make-player';
import type { Player } from '../src/agents/player';
import { readReply } from '../src/agents/read-reply';
import { askPolicy } from '../src/contract/ask-policy';
import { type Shown, shownAt } from '../src/contract/prompt-format';
import { codeId } from '../src/eval/code-digest';
import { inPlace } from '../src/games/bazaar/open/match';
import { openBazaar } from '../src/games/bazaar/open/open';
import { house, linear } from '../src/games/bazaar/open/players/policies';
import { guessesOf } from '../src/games/bazaar/open/players/reading';
import { bazaarOpenPrompts } from '../src/games/bazaar/open/prompts/formats';
import { optimumNow } from '../src/games/bazaar/open/score/worlds';
import type { BazaarConfig } from '../src/games/bazaar/open/types';
import type { BazaarView } from '../src/games/bazaar/open/view';
import type { Inference } from '../src/inference/open-inference';
import { sampleStd } from '../src/statistics/basics';
import { apart, type Column, figure, type Played, rowsOf, type Words } from './bazaar-seller-rows';
import { openModels } from './open-models';
import { readOptions } from './read-options';

const SEAT = 'seller_0';
const BUYER = 'buyer_0';
const TASK = 'haggle';
/** Longer than any turn takes even on a busy machine, because this measures play, not the machine. */
const TURN_SECONDS = 300;
const AT_ONCE = 4;
const GAME = { key: 'bazaar/open', version: 1 } as const;
const [FORMAT] = bazaarOpenPrompts;

const { values } = readOptions({
  options: {
    rungs: { type: 'string', default: 'null,untrained,sauda' },
    arms: { type: 'string', default: 'guarded,bare' },
    model: { type: 'string' },
    worlds: { type: 'string', default: '12' },
    without: { type: 'string', default: '6' },
    from: { type: 'string', default: '54000' },
    power: { type: 'boolean', default: false },
    out: { type: 'string' },
    read: { type: 'string' },
  },
});

interface World {
  config: BazaarConfig;
  seed: number;
  /** A price suits both. */
  overlaps: boolean;
}

if (values.power) await power();
else if (values.read === undefined) await main();
else print(values.read.split(',').flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as Column[]));

function worldsFrom(from: number, wanted: { overlapping: number; without: number }): World[] {
  const found: World[] = [];
  const count = (overlaps: boolean) => found.filter((one) => one.overlaps === overlaps).length;
  for (let seed = from; count(true) < wanted.overlapping || count(false) < wanted.without; seed += 1) {
    const read = openBazaar.parseConfig({ task_type: TASK, seed });
    if (!read.ok) throw new Error(read.why);
    const { seats } = inPlace(read.value).state;
    const overlaps = (seats[BUYER]?.limit_cents ?? 0) > (seats[SEAT]?.limit_cents ?? 0);
    if (count(overlaps) < (overlaps ? wanted.overlapping : wanted.without)) found.push({ config: read.value, seed, overlaps });
  }
  return found;
}

type Choosing = (state: ReturnType<typeof inPlace>['state'], turns: AgentTurn[]) => Promise<AgentTurn | { move: unknown }>;

async function play(world: World, choose: Choosing): Promise<Played> {
  const run = inPlace(world.config);
  const turns: AgentTurn[] = [];
  const seen: Shown[] = [];
  for (let seats = openBazaar.toAct(run.state); seats.length > 0; seats = openBazaar.toAct(run.state)) {
    for (const seat of seats) {
      if (seat !== SEAT) {
        run.play(seat, askPolicy(openBazaar, house, { state: run.state, seat }));
        continue;
      }
      const shown = structuredClone(shownAt(openBazaar, { config: world.config, state: run.state, seat }));
      const turn = await choose(run.state, turns);
      if ('agent' in turn) {
        turns.push(turn);
        seen.push(shown);
      }
      run.play(seat, turn.move);
    }
  }
  return judged(world, { state: run.state, turns, seen });
}

function judged(world: World, { state, turns, seen }: { state: Parameters<Choosing>[0]; turns: AgentTurn[]; seen: Shown[] }): Played {
  const { scale_cents } = optimumNow({ config: world.config, world: state.world, live: [] });
  const [seller, buyer] = [state.seats[SEAT], state.seats[BUYER]];
  const profit = seller?.profit ?? 0;
  const [deal] = state.deals;
  const pie = (buyer?.limit_cents ?? 0) - (seller?.limit_cents ?? 0);
  const last = state.world.seats[seller?.index ?? 0]?.deadline ?? 0;
  const left = turns.find(({ move }) => (move as { action_type?: string }).action_type === 'finish');
  return {
    seed: world.seed,
    overlaps: world.overlaps,
    gain: profit / scale_cents,
    share: deal === undefined || pie <= 0 ? null : (deal.price_cents - (seller?.limit_cents ?? 0)) / pie,
    lost: profit < 0,
    leftEarly: left !== undefined && left.round + 2 <= last,
    steps: stepsOf(state),
    words: turns.flatMap((turn, at) => wordsOf(turn, seen[at] as Shown<BazaarView>, (seller?.limit_cents ?? 0) / 100)),
    bits: bitsTold(state),
    turns,
  };
}

/** From the seller's second price on. */
function stepsOf(state: Parameters<Choosing>[0]): Played['steps'] {
  const { history, mean_list_price } = openBazaar.observe(state, SEAT);
  const own = history.filter(({ from }) => from === SEAT);
  return own.slice(1).map(({ price, round }, at): [number, number] => {
    const bids = (before: number) => history.filter((one) => one.from === BUYER && one.round < before).map((one) => one.price);
    const [then, now] = [bids(own[at]?.round ?? 0).at(-1), bids(round).at(-1)];
    return [
      Math.max(0, (now ?? 0) - (then ?? now ?? 0)) / mean_list_price,
      Math.max(0, (own[at]?.price ?? price) - price) / mean_list_price,
    ];
  });
}

function wordsOf(turn: AgentTurn, shown: Shown<BazaarView>, limit: number): Words[] {
  const [first] = repliesOf(turn, 'write');
  if (!first?.text || !FORMAT?.write) return [];
  const read = readReply(first.text);
  const said = read.ok ? (read.value as { message?: unknown }).message : first.text;
  const text = typeof said === 'string' ? said : first.text;
  const { message: _, ...move } = turn.move as { message?: string; price?: number };
  const { facts } = shown.view.listing;
  const invents = (/\bbox\b/i.test(text) && facts.box !== true) || (/\bwarranty\b/i.test(text) && !Number(facts.warranty_months ?? 0));
  const checked = FORMAT.write.read(shown, { action_type: 'send_offer', ...move }, { message: text.slice(0, 160) || '-' });
  const near = [limit.toFixed(2), limit.toFixed(1), String(Math.round(limit))].filter((one) => Number(one) !== move.price);
  const namesLimit = near.some((one) => new RegExp(`(?<![\\d.])${one.replace('.', '\\.')}(?![\\d]|\\.\\d)`).test(text));
  return [{ text, taken: turn.wordless === undefined, isGrounded: checked.ok && !invents, namesLimit }];
}

function bitsTold(state: Parameters<Choosing>[0]): number {
  const guesses = guessesOf(openBazaar.observe(state, BUYER), SEAT, false);
  const own = state.world.seats[state.seats[SEAT]?.index ?? 0];
  const isEasy = (own?.hidden_type ?? 0) % 2 === 1;
  const border = (0.8738 * openBazaar.observe(state, BUYER).mean_list_price) / 1.3;
  const all = guesses.reduce((sum, { weight }) => sum + weight, 0);
  const easy = guesses.reduce((sum, { weight, seat }) => sum + (seat.floor < border ? weight : 0), 0) / Math.max(all, 1e-12);
  return 1 + Math.log2(Math.min(0.99, Math.max(0.01, isEasy ? easy : 1 - easy)));
}

async function main(): Promise<void> {
  const worlds = worldsFrom(Number(values.from), { overlapping: Number(values.worlds), without: Number(values.without) });
  const columns = values.rungs
    .split(',')
    .concat(values.model ?? [])
    .filter(Boolean)
    .flatMap(columnsOf);
  const models = columns.flatMap(({ agent }) =>
    agent?.spec.kind === 'model' && !agent.spec.model.startsWith('null:') ? [agent.spec.model] : [],
  );
  const inference = await openModels([...new Set(models)], AT_ONCE);
  try {
    for (const [at, column] of columns.entries()) {
      await fill(column, { worlds, inference });
      if (values.out) writeFileSync(values.out, `${JSON.stringify(columns.slice(0, at + 1), null, 1)}\n`);
    }
  } finally {
    await inference.close();
  }
  print(columns);
}

function print(columns: readonly Column[]): void {
  const worlds = columns[0]?.played ?? [];
  console.log(
    `Worlds with a price for both: ${listed(worlds, true)}; without one: ${listed(worlds, false)}. Buyer: house. Code: ${codeId()}.`,
  );
  for (const { name, agent, played } of columns) {
    const pin = played.flatMap(({ turns }) => turns).find((turn) => turn.pin !== null)?.pin ?? null;
    const what = agent === null ? 'a script' : `spec ${agent.digest}, asked ${JSON.stringify(pin)}`;
    console.log(`${name}: ${what}`);
  }
  for (const row of rowsOf(columns)) console.log(`| ${row.join(' | ')} |`);
}

function listed(worlds: readonly Pick<World, 'seed' | 'overlaps'>[], overlaps: boolean): string {
  return worlds
    .filter((one) => one.overlaps === overlaps)
    .map(({ seed }) => seed)
    .join(' ');
}

function columnsOf(rung: string): Column[] {
  if (rung === 'linear') return [{ name: 'linear', agent: null, guards: 'off', played: [] }];
  const sauda = BUILT_IN.find(({ name }) => name === 'sauda');
  if (sauda?.spec.kind !== 'model') throw new Error('sauda is a model');
  const spec: ModelSpec = { ...sauda.spec, turnSeconds: TURN_SECONDS };
  const named = (more: Partial<ModelSpec>): Agent => {
    const words = { name: rung, title: rung, summary: '', owner: 'bench', licence: 'MIT', plays: [GAME.key] };
    return agentOf({ ...words, spec: { ...spec, ...more } }, { version: 1, createdAt: '2026-11-27T00:00:00.000Z' });
  };
  if (rung === 'null') return [{ name: 'null', agent: named({ model: 'null:random', adapter: null }), guards: 'models', played: [] }];
  const own: Partial<ModelSpec> = rung === 'sauda' ? {} : { adapter: null, ...(rung !== 'untrained' && { model: rung }) };
  return values.arms.split(',').map((arm): Column => {
    const isBare = arm === 'bare';
    return {
      name: `${rung}, ${arm}`,
      agent: named({ ...own, ...(isBare && { grammar: false, repairs: 0 }) }),
      guards: isBare ? 'off' : 'models',
      played: [],
    };
  });
}

async function fill(column: Column, { worlds, inference }: { worlds: readonly World[]; inference: Inference }): Promise<void> {
  const player = column.agent && makePlayer(column.agent, { chat: inference.gateway });
  const waiting = [...worlds];
  const lanes = Array.from({ length: AT_ONCE }, async () => {
    for (let world = waiting.shift(); world !== undefined; world = waiting.shift())
      column.played.push(await play(world, chooser(world, { column, player })));
  });
  await Promise.all(lanes);
  column.played.sort((one, other) => one.seed - other.seed);
  process.stderr.write(`${new Date().toISOString()} ${column.name}: ${column.played.length} matches\n`);
}

function chooser({ config }: World, { column, player }: { column: Column; player: Player | null }): Choosing {
  return async (state, past) => {
    if (player === null) return { move: askPolicy(openBazaar, linear, { state, seat: SEAT }) };
    return player.play({
      game: GAME,
      matchId: null,
      seat: SEAT,
      turn: state.turn,
      round: state.round,
      observation: openBazaar.observe(state, SEAT),
      shown: () => shownAt(openBazaar, { config, state, seat: SEAT }),
      past,
      guards: column.guards,
      timeMs: TURN_SECONDS * 1000,
    });
  };
}

/** How many worlds a paired difference of gains needs at 5% and a power of 80%, from a script and a null in 200 worlds to train on. */
async function power(): Promise<void> {
  const worlds = worldsFrom(20_000, { overlapping: 200, without: 0 });
  const inference = await openModels([], AT_ONCE);
  const [script, none] = [columnsOf('linear')[0], columnsOf('null')[0]];
  if (!script || !none) throw new Error('two columns');
  for (const column of [script, none]) await fill(column, { worlds, inference });
  await inference.close();
  const spread = sampleStd(apart(script.played, none.played)) ?? 0;
  console.log(`linear − null: ${figure(apart(script.played, none.played))}, sd ${spread.toFixed(3)}`);
  for (const size of [0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
    console.log(`a difference of ${size}: ${Math.ceil((((1.96 + 0.8416) * spread) / size) ** 2)} worlds`);
}
