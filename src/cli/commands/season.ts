import type { Command } from 'commander';
import type { SeasonCard } from '~/match/rate-match';
import { UsageError } from '../exits';
import { type GameFlags, gameOptions, namedGame, newCommand } from '../new-command';
import { print } from '../output';
import { collect, readSeats } from '../read-seats';

/** A shorter prefix is not accepted. */
const LEAST_LETTERS = 3;

interface PlayFlags extends GameFlags {
  task?: string;
  policy?: string;
  seat: string[];
  judgeMode: string;
  json?: boolean;
}

export function seasonCommand(): Command {
  const season = newCommand('season', 'Rated worlds: secret during the season, provable after it.', [
    'season open',
    'season play 9cw2urwtm3nj --task coalition_market --policy house --seat lab_0=planner',
    'season close 9cw2urwtm3nj',
  ]);
  season
    .command('open')
    .description('draw a key and print its hash; publish the hash before you play')
    .option('--json', 'print one JSON object')
    .action(openSeason);
  season.command('list').description('list all seasons, newest first').option('--json', 'print one JSON object').action(listSeasons);
  season
    .command('close')
    .argument('<season>', 'its id, or the first characters of it')
    .description('close a season and print its key; its worlds can no longer be played')
    .option('--json', 'print one JSON object')
    .action(closeSeason);
  gameOptions(season.command('play'), 'the rules to play by (default: open)')
    .argument('<season>', 'its id, or the first characters of it')
    .description("play a rated match in the season's next world")
    .option('--task <name>', 'the task (default: the game’s usual one; in the GPU market coalition_market)')
    .option('--policy <name>', 'who plays the other seats (default: the stand-in for people)')
    .option('--seat <seat=policy>', 'who plays this seat; may be repeated', collect, [])
    .option('--judge-mode <mode>', 'off or rule', 'off')
    .option('--json', 'print one JSON object')
    .action(playRated);
  return season;
}

async function openSeason(flags: { json?: boolean }): Promise<void> {
  const { withDatabase, rating } = await load();
  const card = await withDatabase(({ services }) => rating.openSeason(services));
  const words = [`Season ${card.id} is open. Publish the hash of its key now:`, card.keyHash];
  await print(flags.json ? JSON.stringify(card) : words.join('\n'));
}

async function listSeasons(flags: { json?: boolean }): Promise<void> {
  const { withDatabase, rating } = await load();
  const seasons = await withDatabase(({ services }) => rating.listSeasons(services));
  if (flags.json) return print(JSON.stringify({ seasons }));
  await print(seasons.length === 0 ? 'There is no season yet. Open one with npx mandi season open.' : seasons.map(lineOf).join('\n'));
}

async function closeSeason(typed: string, flags: { json?: boolean }): Promise<void> {
  const { withDatabase, rating } = await load();
  const { id, before, closed } = await withDatabase(async ({ services }) => {
    const seasons = await rating.listSeasons(services);
    const id = meant(typed, seasons);
    return { id, before: seasons.find((season) => season.id === id), closed: await rating.closeSeason(services, id) };
  });
  if (!closed.ok) throw new UsageError(closed.why);
  const { key, keyHash } = closed.value;
  const words = [
    before?.closedAt ? `Season ${id} was closed before, at ${secondOf(before.closedAt)}. Its key:` : `Season ${id} is closed. Its key:`,
    String(key),
    `sha256 of the key: ${keyHash}`,
    'World n is HMAC-SHA256(key, n), both as text, n in decimal: its first 53 bits are the seed; a game that takes seeds of 256 bits gets all of it as seed_hex.',
  ];
  await print(flags.json ? JSON.stringify(closed.value) : words.join('\n'));
}

async function playRated(typed: string, flags: PlayFlags): Promise<void> {
  const [{ withDatabase, rating }, { runMatch }, { WakeSignal }] = await Promise.all([
    load(),
    import('~/match/run-match'),
    import('~/match/wake-signal'),
  ]);
  const { ref, ...usual } = await usualOf(flags);
  const { task = usual.task, policy = usual.policy, judgeMode } = flags;
  const seats = readSeats(flags.seat);
  const match = await withDatabase(async ({ services }) => {
    const id = meant(typed, await rating.listSeasons(services));
    const request = { season: id, game: ref.key, version: ref.version, task, policy, judgeMode, seats };
    const opened = await rating.drawSeasonMatch(services, request);
    if (!opened.ok) throw new UsageError(opened.why);
    await runMatch(services, opened.value.id, { wake: new WakeSignal(), signal: new AbortController().signal });
    return (await services.store.get(opened.value.id)) ?? opened.value;
  });
  const { season, scores, status } = match;
  if (flags.json) return print(JSON.stringify({ match: match.id, world: season?.index, status, scores }));
  const lines = match.seats.map((card) => `${card.seat}  ${'policy' in card ? card.policy : ''}  ${scores?.[card.seat] ?? '-'}`);
  await print([`Match ${match.id}, world ${season?.index} of season ${season?.id}: ${status}.`, ...lines].join('\n'));
}

/** The requested game and its defaults. */
async function usualOf(flags: GameFlags) {
  const [{ readGame, USUAL_CONTEST, usualTaskOf }, { standInFor }] = await Promise.all([
    import('~/games/read-game'),
    import('~/games/policies'),
  ]);
  const read = readGame(namedGame(flags), USUAL_CONTEST);
  if (!read.ok) throw new UsageError(read.why);
  const { ref } = read.value;
  return { ref, task: usualTaskOf(read.value), policy: standInFor(ref.key) };
}

/** The id of the only season with this prefix, or the input if there is none. */
function meant(typed: string, seasons: readonly SeasonCard[]): string {
  const begun = seasons.filter(({ id }) => id.startsWith(typed));
  if (begun.some(({ id }) => id === typed) || begun.length === 0 || typed.length < LEAST_LETTERS) return typed;
  if (begun.length > 1) throw new UsageError(`several seasons begin with "${typed}": ${begun.map(({ id }) => id).join(', ')}`);
  return begun[0]?.id ?? typed;
}

async function load() {
  const [{ withDatabase }, rating] = await Promise.all([import('../database-services'), import('~/match/rate-match')]);
  return { withDatabase, rating };
}

function lineOf({ id, keyHash, key, openedAt }: SeasonCard): string {
  return `${id}  opened ${secondOf(openedAt)}  hash ${keyHash}  ${key === null ? 'open' : `key ${key}`}`;
}

function secondOf(time: Date): string {
  return time.toISOString().slice(0, 19).replace('T', ' ');
}
