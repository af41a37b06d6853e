import { join } from 'node:path';
import type { Command } from 'commander';
import type { Reading } from '~/contract/game';
import type { Policy } from '~/contract/policy';
import type { PairRequest } from '~/eval/pairs/build-pairs';
import { CommandFailed, UsageError } from '../exits';
import { type GameFlags, gameOptions, namedGame, newCommand } from '../new-command';
import { print, refuseUnwritableFolder } from '../output';
import { readPolicy, readTasks, readTrainingSeeds, readWander } from './samples';

interface Flags extends GameFlags {
  policy?: string;
  others?: string;
  prompt?: string;
  tasks: string;
  seeds: string;
  states: string;
  playouts: string;
  perType: string;
  wander: string;
  out: string;
  fresh?: boolean;
}

const MOST_PLAYOUTS = 1_000;
const SAID_EVERY_MS = 5_000;

export function pairsCommand(): Command {
  const command = newCommand(
    'pairs',
    'Writes pairs of a better and a worse move from the same state, for training a language model on preferences. Playouts decide which is better. Training seeds only. Run the same command again to continue an interrupted run.',
    ['pairs --ruleset open --seeds 0-199 --out out/pairs'],
  );
  return gameOptions(command, 'the rules to play by; name them here or by --game')
    .option('--policy <name>', "plays the seat before and after the pair's move (default: the game decides)")
    .option('--others <name>', 'plays every other seat (default: the game decides)')
    .option('--prompt <version>', 'version of the prompt (default: the newest)')
    .option('--tasks <list>', 'tasks by name, separated by commas; all: every task', 'all')
    .option('--seeds <list>', 'numbers and ranges within 0-39999, the training seeds', '0-99')
    .option('--states <n>', 'at most n states of one match', '2')
    .option('--playouts <n>', 'worlds in which both moves are played out, at least 8', '16')
    .option('--per-type <n>', 'at most n pairs whose better move is of one type', '999999')
    .option('--wander <share>', 'share of turns, 0 to 0.9, that play another move than the policy’s', '0.2')
    .requiredOption('--out <folder>', 'folder for pairs.jsonl, progress.jsonl and manifest.json')
    .option('--fresh', 'first remove the pairs of an earlier run from the folder')
    .action(writePairs);
}

async function writePairs(flags: Flags): Promise<void> {
  const plan = await planPairs(flags);
  if (!plan.ok) throw new UsageError(plan.why);
  await refuseUnwritableFolder(flags.out);
  const [{ PairBook, PAIRS_FILE }, { pairsOf, unitsOf }] = await Promise.all([
    import('~/eval/pairs/pair-book'),
    import('~/eval/pairs/build-pairs'),
  ]);
  const request = plan.value;
  const about = await aboutOf(flags, request);
  const opened = PairBook.open(flags.out, { request: about, perType: Number(flags.perType), fresh: flags.fresh === true });
  if (!opened.ok) throw new UsageError(`--out: ${opened.why}`);
  const book = opened.value;
  const units = unitsOf(request);
  let said = Date.now();
  try {
    for (const unit of units) {
      if (book.isDone(unit)) continue;
      book.add(unit, pairsOf(request, unit));
      if (Date.now() - said < SAID_EVERY_MS) continue;
      said = Date.now();
      process.stderr.write(`${book.totals.matches} of ${units.length} matches, ${book.totals.pairs} pairs\n`);
    }
    book.finish(about);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause) throw new CommandFailed(`cannot write into ${flags.out}: ${cause.message}`);
    throw cause;
  }
  const { pairs, compared, equal, undecided } = book.totals;
  await print(
    `${pairs} pairs of ${compared} states compared (${equal + undecided} without a clear difference): ${join(flags.out, PAIRS_FILE)}`,
  );
}

/** Everything that was typed, read; the first thing that cannot be is the answer. */
export async function planPairs(flags: Omit<Flags, 'out'>): Promise<Reading<PairRequest>> {
  const [{ readGame }, { packOf }, { canRedraw, FEWEST_PLAYOUTS }] = await Promise.all([
    import('~/games/read-game'),
    import('~/games/packs'),
    import('~/eval/pairs/playouts'),
  ]);
  const named = namedGame(flags);
  if (Object.keys(named).length === 0) return no(`--game: name one of ${(await ableGames()).join(', ')}`);
  const game = readGame(named);
  if (!game.ok) return no(`--${game.path}: ${game.why}`);
  const pack = packOf(game.value.ref);
  const { key } = game.value.ref;
  if (!canRedraw(game.value))
    return no(
      `--game: pairs are made of ${(await ableGames()).join(', ')}. ${key} cannot redraw what a seat does not know, and playouts need that`,
    );
  const on = await readPlayers(flags, pack);
  if (!on.ok) return on;
  const tasks = readTasks(
    flags.tasks,
    game.value.tasks.map(({ id }) => id),
  );
  if (!tasks.ok) return tasks;
  const seeds = await readTrainingSeeds(flags.seeds);
  if (!seeds.ok) return seeds;
  const versions = pack.prompts.map(({ version }) => version);
  const format = pack.prompts.find(({ version }) => version === (flags.prompt ?? versions[0]));
  if (format === undefined) return no(`--prompt: there is no "${flags.prompt ?? ''}"; allowed: ${versions.join(', ')}`);
  const wander = readWander(flags.wander);
  if (!wander.ok) return wander;
  const numbers = readNumbers(flags, FEWEST_PLAYOUTS);
  if (!numbers.ok) return numbers;
  return {
    ok: true,
    value: { pack, format, tasks: tasks.value, seeds: seeds.value, wander: wander.value, on: on.value, ...numbers.value },
  };
}

async function ableGames(): Promise<string[]> {
  const [{ usualGames }, { canRedraw }] = await Promise.all([import('~/games/registry'), import('~/eval/pairs/playouts')]);
  return usualGames().flatMap((game) => (canRedraw(game) ? [game.ref.key] : []));
}

function readNumbers({ playouts, states, perType }: Omit<Flags, 'out'>, fewest: number): Reading<Pick<PairRequest, 'playouts' | 'states'>> {
  if (!/^[1-9]\d{0,3}$/.test(playouts) || Number(playouts) < fewest || Number(playouts) > MOST_PLAYOUTS)
    return no(`--playouts: "${playouts}" is not a number from ${fewest} to ${MOST_PLAYOUTS}`);
  if (!/^[1-9]\d?$/.test(states)) return no(`--states: "${states}" is not a number from 1 to 99`);
  if (!/^[1-9]\d{0,5}$/.test(perType)) return no(`--per-type: "${perType}" is not a number from 1 to 999999`);
  return { ok: true, value: { playouts: Number(playouts), states: Number(states) } };
}

/** Where nobody is named: who is taught in samples of the game, among whom it is taught; else who plays matches on, in every seat. */
async function readPlayers(
  { policy, others }: Omit<Flags, 'out'>,
  { rules, lessons }: PairRequest['pack'],
): Promise<Reading<PairRequest['on']>> {
  const { policiesFor, standInFor, findPolicy } = await import('~/games/policies');
  const { key } = rules.ref;
  const usual = lessons?.usual ?? policiesFor(key).find(({ playsOn }) => playsOn)?.id ?? standInFor(key);
  const own = await readPolicy(key, policy ?? usual);
  if (!own.ok) return own;
  const among: Policy | null = findPolicy(key, others ?? lessons?.among ?? own.value.id);
  if (among === null)
    return no(
      `--others: there is no "${others ?? ''}"; allowed: ${policiesFor(key)
        .map(({ id }) => id)
        .join(', ')}`,
    );
  return { ok: true, value: { own: own.value, others: among } };
}

/** What the pairs depend on, and the command that makes them again. */
async function aboutOf(flags: Flags, request: PairRequest): Promise<object> {
  const [{ gameFlags }, { promptPin }, { codeId }, { INTERVAL }] = await Promise.all([
    import('~/games/read-game'),
    import('~/agents/sft/collect-samples'),
    import('~/eval/code-digest'),
    import('~/eval/pairs/playouts'),
  ]);
  const { pack, format, tasks, on, playouts, states, wander } = request;
  const { ref } = pack.rules;
  const words = [
    `npx mandi pairs ${gameFlags(ref)}`,
    `--policy ${on.own.id} --others ${on.others.id}`,
    `--prompt ${format.version} --tasks ${tasks.join(',')} --seeds ${flags.seeds}`,
    `--states ${states} --playouts ${playouts} --per-type ${flags.perType} --wander ${wander} --out DIR`,
  ];
  return {
    command: words.join(' '),
    code: codeId(),
    ruleset: ref.key,
    rulesetVersion: ref.version,
    policy: on.own.id,
    others: on.others.id,
    tasks,
    seeds: flags.seeds,
    split: 'train',
    prompt: promptPin(pack, format.version),
    playouts,
    interval: { method: INTERVAL, level: 0.95 },
    states,
    perType: Number(flags.perType),
    wander,
  };
}

function no(why: string): { ok: false; why: string } {
  return { ok: false, why };
}
