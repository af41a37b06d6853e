import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Manifest, SampleRequest } from '~/agents/sft/collect-samples';
import type { Reading } from '~/contract/game';
import type { GameKey } from '~/contract/game-ref';
import type { Policy } from '~/contract/policy';
import { CommandFailed, UsageError } from '../exits';
import { type GameFlags, gameOptions, namedGame, newCommand } from '../new-command';
import { print, refuseUnwritableFolder } from '../output';

interface Flags extends GameFlags {
  policy?: string;
  prompt?: string;
  tasks: string;
  seeds: string;
  perAction: string;
  wander: string;
  bestOf: string;
  out: string;
}

const FILE = 'samples.jsonl';
const FORMAT: Manifest['format'] = 'chat-jsonl-1';

export function samplesCommand(): Command {
  const command = newCommand(
    'samples',
    "Writes chat samples of a scripted policy's moves for training a language model. Training seeds only.",
    ['samples --ruleset classic --policy rule_based_expert --seeds 0-2999 --out out/samples'],
  );
  return gameOptions(command, 'the rules to play by (default: classic)')
    .option('--policy <name>', 'the policy whose moves are taught (default: the game decides; in classic rule_based_expert)')
    .option('--prompt <version>', 'version of the prompt (default: the newest)')
    .option('--tasks <list>', 'tasks by name, separated by commas; all: every task', 'all')
    .option('--seeds <list>', 'numbers and ranges within 0-39999, the training seeds', '0-2999')
    .option('--per-action <n>', 'at most n samples of one action type', '400')
    .option('--wander <share>', 'share of turns, 0 to 0.9, in which another legal move is played than the one that is taught', '0.2')
    .option('--best-of <n>', 'play each match n times with different random moves, and write the one with the highest gain', '1')
    .requiredOption('--out <folder>', `folder for ${FILE} and manifest.json`)
    .action(writeSamples);
}

async function writeSamples(flags: Flags): Promise<void> {
  const plan = await planSamples(flags);
  if (!plan.ok) throw new UsageError(plan.why);
  await refuseOthers(flags.out);
  const { collectSamples } = await import('~/agents/sft/collect-samples');
  const { fileCard, promptPin } = await import('~/agents/sft/collect-samples');
  const { codeId } = await import('~/eval/code-digest');
  const request = plan.value;
  const { ref } = request.pack.rules;
  const { samples, counts } = collectSamples(request);
  const text = samples.map((sample) => `${JSON.stringify(sample)}\n`).join('');
  const manifest: Manifest = {
    format: FORMAT,
    command: await commandOf(flags, request),
    code: codeId(),
    ruleset: ref.key,
    rulesetVersion: ref.version,
    policy: request.policy.id,
    tasks: request.tasks,
    seeds: flags.seeds,
    split: 'train',
    prompt: promptPin(request.pack, request.prompt),
    perAction: request.perAction,
    wander: request.wander,
    bestOf: request.bestOf ?? 1,
    counts: { ...counts, samples: samples.length },
    file: fileCard(FILE, text),
  };
  await keep(flags.out, { [FILE]: text, 'manifest.json': `${JSON.stringify(manifest, null, 2)}\n` });
  await print(`${samples.length} samples of ${counts.turns} turns in ${counts.episodes} episodes: ${join(flags.out, FILE)}`);
}

/** Parses all flags and returns the first error. */
export async function planSamples(flags: Omit<Flags, 'out'>): Promise<Reading<SampleRequest>> {
  const { taughtPacks } = await import('~/agents/sft/collect-samples');
  const { readGame, rulesetWord } = await import('~/games/read-game');
  const game = readGame(namedGame(flags));
  if (!game.ok) return no(`--${game.path}: ${game.why}`);
  const { key } = game.value.ref;
  const known = taughtPacks();
  const pack = known.find(({ rules }) => rules === game.value);
  if (!pack) {
    const names = known.map(({ rules }) => rulesetWord(rules.ref.key));
    return no(`--ruleset: samples are made of ${names.join(', ')} so far, not of "${rulesetWord(key)}"`);
  }
  const policy = await readPolicy(key, flags.policy ?? pack.lessons.usual);
  if (!policy.ok) return policy;
  const tasks = readTasks(
    flags.tasks,
    game.value.tasks.map(({ id }) => id),
  );
  if (!tasks.ok) return tasks;
  const seeds = await readTrainingSeeds(flags.seeds);
  if (!seeds.ok) return seeds;
  const prompts = pack.prompts.map(({ version }) => version);
  const prompt = flags.prompt ?? prompts[0] ?? '';
  if (!prompts.includes(prompt)) return no(`--prompt: there is no "${prompt}"; allowed: ${prompts.join(', ')}`);
  if (!/^[1-9]\d{0,5}$/.test(flags.perAction)) return no(`--per-action: "${flags.perAction}" is not a number from 1 to 999999`);
  const wander = readWander(flags.wander);
  if (!wander.ok) return wander;
  if (!/^([1-9]|[1-5]\d|6[0-4])$/.test(flags.bestOf)) return no(`--best-of: "${flags.bestOf}" is not a number from 1 to 64`);
  const bestOf = Number(flags.bestOf);
  if (bestOf > 1 && wander.value === 0) return no('--best-of: with --wander 0 every match of a seed is the same');
  const rest = { prompt, seeds: seeds.value, perAction: Number(flags.perAction), wander: wander.value, bestOf };
  return { ok: true, value: { pack, policy: policy.value, tasks: tasks.value, ...rest } };
}

export async function readTrainingSeeds(text: string): Promise<Reading<number[]>> {
  const { parseSeedList, splitsOf } = await import('~/eval/seeds');
  const seeds = parseSeedList(text);
  if (!seeds.ok) return seeds;
  if (splitsOf(seeds.value).every((split) => split === 'train')) return seeds;
  return no(`--seeds: ${text} goes beyond the training seeds 0-39999; samples come from those alone`);
}

export function readWander(text: string): Reading<number> {
  const wander = Number(text);
  if (!/^\d(\.\d+)?$/.test(text) || wander > 0.9) return no(`--wander: "${text}" is not a share from 0 to 0.9`);
  return { ok: true, value: wander };
}

/** One that answers directly and needs no numbers of its own. */
export async function readPolicy(game: GameKey, text: string): Promise<Reading<Policy>> {
  const [{ findPolicy, policiesFor }, { rulesetWord }] = await Promise.all([import('~/games/policies'), import('~/games/read-game')]);
  const known = policiesFor(game).filter((policy) => !policy.needsChance);
  const policy = findPolicy(game, text);
  if (policy === null || !known.includes(policy))
    return no(`--policy: there is no "${text}" that plays ${rulesetWord(game)}; allowed: ${known.map((one) => one.id).join(', ')}`);
  return { ok: true, value: policy };
}

export function readTasks(text: string, known: readonly string[]): Reading<string[]> {
  const names = text === 'all' ? [...known] : text.split(',').map((name) => name.trim());
  const strange = names.find((name) => !known.includes(name));
  return strange === undefined ? { ok: true, value: names } : no(`--tasks: there is no "${strange}"; allowed: ${known.join(', ')}`);
}

async function commandOf(flags: Flags, request: SampleRequest): Promise<string> {
  const { gameFlags } = await import('~/games/read-game');
  const parts = [
    gameFlags(request.pack.rules.ref),
    `--policy ${request.policy.id}`,
    `--prompt ${request.prompt}`,
    `--tasks ${request.tasks.join(',')}`,
  ];
  return `npx mandi samples ${[...parts, `--seeds ${flags.seeds}`, `--per-action ${request.perAction}`, `--wander ${request.wander}`, ...((request.bestOf ?? 1) > 1 ? [`--best-of ${request.bestOf}`] : [])].join(' ')} --out DIR`;
}

/** Checked first: files of an earlier run are overwritten, but not those of another dataset. */
async function refuseOthers(folder: string): Promise<void> {
  await refuseUnwritableFolder(folder);
  const manifest = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => null);
  if (manifest !== null && !manifest.includes(`"format": "${FORMAT}"`))
    throw new UsageError(`--out: ${folder} contains the manifest.json of something else; name another folder`);
}

async function keep(folder: string, files: Record<string, string>): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  } catch (cause) {
    throw new CommandFailed(`cannot write into ${folder}: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

function no(why: string): { ok: false; why: string } {
  return { ok: false, why };
}
