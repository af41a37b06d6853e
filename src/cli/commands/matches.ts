import { type Command, InvalidArgumentError } from 'commander';
import { playerOf } from '~/contract/player';
import type { MatchCard } from '~/live/protocol';
import { MATCH_STATUSES, type MatchStatus } from '~/store/match-types';
import { type GameFlags, gameOptions, newCommand } from '../new-command';
import { print } from '../output';
import { type Column, textTable } from '../text-table';

interface Flags extends GameFlags {
  status?: MatchStatus;
  task?: string;
  limit: number;
  json?: boolean;
}

export function matchesCommand(): Command {
  const command = newCommand('matches', 'Lists the stored matches, newest first.', [
    'matches',
    'matches --status finished --task coalition_market --limit 5',
    'matches --json',
  ]);
  return gameOptions(command, 'only matches of this ruleset')
    .option('--status <status>', `only matches with this status: ${MATCH_STATUSES.join(', ')}`, readStatus)
    .option('--task <name>', 'only matches of this task')
    .option('--limit <n>', 'show at most n', readLimit, 20)
    .option('--json', 'print {"matches": […]}')
    .action(listMatches);
}

async function listMatches(flags: Flags): Promise<void> {
  const [{ withDatabase }, { readPlace }] = await Promise.all([import('../database-services'), import('../read-place')]);
  const { status } = flags;
  const filter = { ...(status && { status: [status] }), ...readPlace(flags) };
  const { matchCard } = await import('~/match/match-card');
  const { items, nextCursor } = await withDatabase(({ services }) => services.store.list(filter, { limit: flags.limit }));
  const cards = items.map(matchCard);
  if (flags.json) return print(JSON.stringify({ matches: cards }));
  if (items.length === 0) return print('No stored match fits. npx mandi play --save keeps one.');
  await print(fitting(cards, process.stdout.columns ?? USUAL_WIDTH) + (nextCursor === null ? '' : `\n(more: --limit ${flags.limit * 2})`));
}

const USUAL_WIDTH = 80;
/** Columns dropped first on a narrow terminal; `--json` includes all. */
const LEAST_NEEDED = ['judge', 'seed', 'created', 'score', 'game'];

/** As many columns as fit. */
export function fitting(cards: readonly MatchCard[], width: number): string {
  let columns = COLUMNS;
  const excess = (): number =>
    Math.max(
      ...textTable(columns, cards)
        .split('\n')
        .map((line) => line.length),
    ) - width;
  for (const title of LEAST_NEEDED) if (excess() > 0) columns = columns.filter((column) => column.title !== title);
  const most = Math.max(...cards.map((card) => playersOf(card).length)) - Math.max(0, excess());
  return textTable(
    columns.map((column) =>
      column.text === playersOf ? { ...column, text: (card: MatchCard) => shortened(playersOf(card), most) } : column,
    ),
    cards,
  );
}

function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, Math.max(8, most - 1))}…`;
}

/** A player with several seats is shown once, with a count. */
function playersOf({ seats }: MatchCard): string {
  const counts = new Map<string, number>();
  for (const player of seats.map(playerOf)) counts.set(player, (counts.get(player) ?? 0) + 1);
  return [...counts].map(([player, count]) => (count === 1 ? player : `${player} x${count}`)).join(', ');
}

const COLUMNS: readonly Column<MatchCard>[] = [
  { title: 'match', align: 'left', text: (match) => match.id },
  { title: 'created', align: 'left', text: (match) => match.createdAt.slice(0, 19).replace('T', ' ') },
  { title: 'status', align: 'left', text: statusOf },
  { title: 'game', align: 'left', text: (match) => match.key },
  { title: 'task', align: 'left', text: (match) => match.task },
  { title: 'seed', align: 'right', text: (match) => String(match.seed ?? 'secret') },
  { title: 'played by', align: 'left', text: playersOf },
  { title: 'judge', align: 'left', text: (match) => match.judgeMode },
  { title: 'round', align: 'right', text: (match) => `${match.round}/${match.rounds}` },
  { title: 'score', align: 'right', text: (match) => Object.values(match.scores ?? {}).join(', ') || '-' },
];

/** A finished match with a fault belongs to a tournament that was canceled in the meantime. */
function statusOf({ status, fault }: MatchCard): string {
  return status === 'finished' && fault !== null ? 'finished, uncounted' : status;
}

function readStatus(text: string): MatchStatus {
  const status = MATCH_STATUSES.find((known) => known === text);
  if (status === undefined) throw new InvalidArgumentError(`Allowed: ${MATCH_STATUSES.join(', ')}.`);
  return status;
}

function readLimit(text: string): number {
  if (!/^\d{1,4}$/.test(text) || Number(text) < 1 || Number(text) > 1000) throw new InvalidArgumentError('A number from 1 to 1000.');
  return Number(text);
}
