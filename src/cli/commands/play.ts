import type { Command } from 'commander';
import type { MatchRequest } from '~/match/open-match';
import { UsageError } from '../exits';
import { newCommand } from '../new-command';
import { print } from '../output';

interface Flags {
  ruleset: string;
  task: string;
  seed: string;
  policy?: string;
  judgeMode: string;
  pace?: string;
  json?: boolean;
  save?: boolean;
  watch?: boolean;
}

export function playCommand(): Command {
  return newCommand('play', 'Plays one match and prints it, round by round: actions, answers, rewards, the final breakdown and score.', [
    'play --task coalition_market --seed 5 --policy rule_based_expert',
    'play --task market_round --seed 50000 --policy always_accept --judge-mode rule --json',
    'play --task coalition_market --seed 5 --policy rule_based_expert --watch',
    'play --ruleset open --task coalition_market --seed 7 --policy planner',
  ])
    .option('--ruleset <name>', 'the rules to play by', 'classic')
    .option('--task <name>', 'which task', 'coalition_market')
    .option('--seed <n>', 'the world: a whole number from 0 to 2^53-1', '5')
    .option('--policy <name>', 'who plays; under open every seat (default: rule_based_expert, under open planner)')
    .option('--judge-mode <mode>', 'off or rule', 'off')
    .option('--json', 'print match, steps, score and events as JSON')
    .option('--save', 'keep the match in the database; prints its id')
    .option('--watch', 'play it on the running server (started if there is none) and open the browser on it')
    .option('--pace <seconds>', 'with --watch: seconds a round, 0 to 60 (default: 2)')
    .action(runPlay);
}

async function runPlay(flags: Flags): Promise<void> {
  if (flags.pace !== undefined && !flags.watch) throw new UsageError('--pace goes with --watch');
  if (flags.watch && flags.json) throw new UsageError('choose one of --watch and --json');
  const request = await readRequest(flags);
  if (flags.watch) {
    const { watchMatch } = await import('../watch-match');
    return watchMatch({ ...request, pace: readPace(flags.pace) });
  }
  const { playMatch } = await import('../play-match');
  const played = flags.save ? await playKept(request) : await playMatch(await inMemory(), request);
  if (flags.json) {
    const { transcriptJson } = await import('../transcript-json');
    return print(transcriptJson(played, flags.save ? played.match.id : null));
  }
  const { transcriptText } = await import('../transcript-text');
  const kept = flags.save ? `\n\nKept as match ${played.match.id}: npx mandi replay ${played.match.id}` : '';
  await print(
    transcriptText(
      played.match,
      played.stored.map(({ event }) => event),
    ) + kept,
  );
}

async function inMemory() {
  const { memoryServices } = await import('../services');
  return memoryServices();
}

async function playKept(request: MatchRequest) {
  const { withDatabase } = await import('../database-services');
  const { playMatch } = await import('../play-match');
  return withDatabase(({ services }) => playMatch(services, request));
}

/** The names are checked here, for the sake of their hints; `openMatch` checks all of it again. */
async function readRequest(flags: Flags): Promise<MatchRequest> {
  const { planMatch } = await import('~/eval/eval-plan');
  const { parseSeed } = await import('~/eval/seeds');
  const seed = parseSeed(flags.seed);
  if (!seed.ok) throw new UsageError(seed.why);
  const plan = planMatch(flags);
  if (!plan.ok) throw new UsageError(plan.why);
  return { ...plan.value, seed: seed.value };
}

function readPace(text: string | undefined): number {
  const pace = Number(text ?? '2');
  if (!(pace >= 0 && pace <= 60) || text?.trim() === '') throw new UsageError(`--pace: "${text}" is not a number of seconds from 0 to 60`);
  return pace;
}
