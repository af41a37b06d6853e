import { type Command, InvalidArgumentError } from 'commander';
import type { MatchCard } from '~/live/protocol';
import { MATCH_STATUSES, type MatchStatus, playerOf } from '~/store/match-words';
import { newCommand } from '../new-command';
import { print } from '../output';
import { type Column, textTable } from '../text-table';

interface Flags {
  status?: MatchStatus;
  task?: string;
  limit: number;
  json?: boolean;
}

export function matchesCommand(): Command {
  return newCommand('matches', 'Lists the stored matches, newest first.', [
    'matches',
    'matches --status finished --task coalition_market --limit 5',
    'matches --json',
  ])
    .option('--status <status>', `only those that are ${MATCH_STATUSES.join(', ')}`, readStatus)
    .option('--task <name>', 'only those of a task')
    .option('--limit <n>', 'at most so many', readLimit, 20)
    .option('--json', 'print {"matches": […]}')
    .action(listMatches);
}

async function listMatches(flags: Flags): Promise<void> {
  const [{ withDatabase }, { readPlace }] = await Promise.all([import('../database-services'), import('../read-place')]);
  const { task } = readPlace({ task: flags.task });
  const filter = { ...(flags.status && { status: [flags.status] }), ...(task !== undefined && { task }) };
  const { matchCard } = await import('~/match/match-card');
  const { items, nextCursor } = await withDatabase(({ services }) => services.store.list(filter, { limit: flags.limit }));
  const cards = items.map(matchCard);
  if (flags.json) return print(JSON.stringify({ matches: cards }));
  if (items.length === 0) return print('No match is stored that fits. npx mandi play --save keeps one.');
  await print(textTable(COLUMNS, cards) + (nextCursor === null ? '' : `\n(more: --limit ${flags.limit * 2})`));
}

const COLUMNS: readonly Column<MatchCard>[] = [
  { title: 'match', align: 'left', text: (match) => match.id },
  { title: 'created', align: 'left', text: (match) => match.createdAt.slice(0, 19).replace('T', ' ') },
  { title: 'status', align: 'left', text: statusOf },
  { title: 'task', align: 'left', text: (match) => match.task },
  { title: 'seed', align: 'right', text: (match) => String(match.seed ?? 'secret') },
  { title: 'played by', align: 'left', text: (match) => match.seats.map(playerOf).join(', ') },
  { title: 'judge', align: 'left', text: (match) => match.judgeMode },
  { title: 'round', align: 'right', text: (match) => `${match.round}/${match.rounds}` },
  { title: 'score', align: 'right', text: (match) => Object.values(match.scores ?? {}).join(', ') || '-' },
];

/** A finished one with a fault is of a tournament that was cancelled meanwhile. */
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
