import { type Command, Option } from 'commander';
import { GUARD_MODES, type GuardMode } from '~/contract/guard';
import type { MatchPlan, NamedAgent } from '~/eval/eval-plan';
import type { MatchRequest } from '~/match/open-match';
import type { Services } from '~/match/services';
import type { AgentsHere } from '../agents-here';
import { UsageError } from '../exits';
import { type GameFlags, gameOptions, namedGame, newCommand, optionFault, optionTexts } from '../new-command';
import { print } from '../output';
import type { PlayedMatch } from '../play-match';
import { collect, readSeats } from '../read-seats';

interface Flags extends GameFlags {
  task?: string;
  seed: string;
  policy?: string;
  seat: string[];
  option: string[];
  judgeMode: string;
  guards?: GuardMode;
  pace?: string;
  json?: boolean;
  save?: boolean;
  watch?: boolean;
}

export function playCommand(): Command {
  const command = newCommand('play', 'Plays one match and prints it round by round: actions, answers, rewards, and the score.', [
    'play --task coalition_market --seed 5 --policy rule_based_expert',
    'play --task market_round --seed 50000 --policy always_accept --judge-mode rule --json',
    'play --task coalition_market --seed 5 --policy rule_based_expert --watch',
    'play --ruleset open --task coalition_market --seed 7 --policy planner',
    'play --ruleset open --task market_round --policy house --seat lab_0=smollm2',
  ]);
  return gameOptions(command, 'the rules to play by (default: classic)')
    .option('--task <name>', 'the task (default: the game’s usual one; in the GPU market coalition_market)')
    .option('--seed <n>', 'the seed of the world: a whole number from 0 to 2^53-1', '5')
    .option('--policy <name>', 'a policy or an agent; in open it plays every seat (default: rule_based_expert; in open, planner)')
    .option('--seat <seat=policy>', 'who plays this seat; may be repeated', collect, [])
    .option('--option <name=value>', 'an option of the task, e.g. labs=8; may be repeated', collect, [])
    .option(
      '--judge-mode <mode>',
      'off or rule; in open also llm: a language model judges, or the rule judge if the model does not answer',
      'off',
    )
    .addOption(
      new Option('--guards <mode>', 'whose moves the game’s hard limits may change (default: the game decides)').choices(GUARD_MODES),
    )
    .option('--json', 'print match, steps, score and events as JSON')
    .option('--save', 'keep the match in the database and print its id')
    .option('--watch', 'play on the running server and open the browser; starts a server if none runs')
    .option('--pace <seconds>', 'with --watch: seconds per round, 0 to 60 (default: 2)')
    .action(runPlay);
}

async function runPlay(flags: Flags): Promise<void> {
  if (flags.pace !== undefined && !flags.watch) throw new UsageError('--pace needs --watch');
  if (flags.watch && flags.json) throw new UsageError('choose one of --watch and --json');
  if (flags.watch) {
    const { watchMatch } = await import('../watch-match');
    return watchMatch({ ...(await readWatched(flags)), pace: readPace(flags.pace) });
  }
  const played = flags.save ? await playKept(flags) : await playHere(flags, null);
  if (flags.json) {
    const { transcriptJson } = await import('../play-match');
    return print(transcriptJson(played, flags.save ? played.match.id : null));
  }
  const { transcriptText } = await import('../transcript-text');
  const { turnsText } = await import('../turns-text');
  const thought = played.turns.length === 0 ? '' : `\n\n${turnsText(played.turns)}`;
  const kept = flags.save ? `\n\nSaved as match ${played.match.id}: npx mandi replay ${played.match.id}` : '';
  await print(
    transcriptText(
      played.match,
      played.stored.map(({ event }) => event),
    ) +
      thought +
      kept,
  );
}

/** `kept`: a database's services; null: the match is not stored. */
async function playHere(flags: Flags, kept: Services | null): Promise<PlayedMatch> {
  const { agentNames } = await import('../agent-names');
  const typed = agentNames([flags.policy ?? '', ...Object.values(readSeats(flags.seat))]);
  const judges = flags.judgeMode === 'llm' && (await hasJudgeMode(flags, 'llm'));
  if (typed.length === 0 && !judges) return playWith(flags, { kept, here: null });
  const { withAgents } = await import('../agents-here');
  return withAgents({ typed, judges }, kept?.store.agents ?? null, (here) => playWith(flags, { kept, here }));
}

async function hasJudgeMode(flags: Flags, mode: string): Promise<boolean> {
  const { readGame } = await import('~/games/read-game');
  const game = readGame(namedGame(flags));
  return game.ok && game.value.judgeModes.includes(mode);
}

async function playWith(flags: Flags, { kept, here }: { kept: Services | null; here: AgentsHere | null }): Promise<PlayedMatch> {
  const request = await readRequest(flags, here?.named ?? []);
  const [{ memoryServices, agentRuntimeOf }, { playMatch }] = await Promise.all([import('../services'), import('../play-match')]);
  const seats = flags.seat.length > 0 ? { seats: readSeats(flags.seat) } : {};
  return playMatch(kept ? { ...kept, ...agentRuntimeOf(here) } : memoryServices(here), { ...request, ...seats });
}

async function playKept(flags: Flags): Promise<PlayedMatch> {
  const { withDatabase } = await import('../database-services');
  return withDatabase(({ services }) => playHere(flags, services));
}

/** The server resolves names of agents, which this process does not know. */
async function readWatched(flags: Flags): Promise<MatchRequest> {
  const { policyNamed } = await import('~/games/policies');
  const { policy } = flags;
  const isAgent = policy !== undefined && policyNamed(policy) === null && /^[a-z0-9-]+(@\d+)?$/.test(policy);
  const { GAMES } = await import('~/games/registry');
  const plays = GAMES.map(({ ref }) => ref.key);
  const request = await readRequest(flags, isAgent ? [{ name: policy, ref: policy, plays }] : []);
  return { ...request, ...(flags.seat.length > 0 && { seats: readSeats(flags.seat) }) };
}

/** Checks names here for better hints; `openMatch` checks everything again. */
async function readRequest(flags: Flags, agents: readonly NamedAgent[]): Promise<MatchRequest> {
  const { planMatch } = await import('~/eval/eval-plan');
  const { parseSeed } = await import('~/eval/seeds');
  const seed = parseSeed(flags.seed);
  if (!seed.ok) throw new UsageError(seed.why);
  const plan = planMatch({ ...flags, ...namedGame(flags), agents });
  if (!plan.ok) throw new UsageError(plan.why);
  const guards = flags.guards && { guards: flags.guards };
  return { ...plan.value, seed: seed.value, ...guards, ...(await readOptions(flags, plan.value)) };
}

/** Parsed with the game's option fields. Throws `UsageError`. */
async function readOptions({ option }: Flags, { game, version, task }: MatchPlan): Promise<Pick<MatchRequest, 'options'>> {
  if (option.length === 0) return {};
  const [{ readOptionTexts }, { findGame }] = await Promise.all([import('~/contract/options'), import('~/games/registry')]);
  const read = readOptionTexts(findGame(game, version)?.options(task) ?? [], optionTexts(option));
  if (!read.ok) throw new UsageError(optionFault(read.why, option));
  return { options: read.value };
}

function readPace(text: string | undefined): number {
  const pace = Number(text ?? '2');
  if (!(pace >= 0 && pace <= 60) || text?.trim() === '') throw new UsageError(`--pace: "${text}" is not a number of seconds from 0 to 60`);
  return pace;
}
