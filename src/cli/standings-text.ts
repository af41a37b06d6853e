/** Standings as the command line prints them: table, pairs, tasks, game. */
import { fixed, gameWords, NOT_REPEATABLE, nashHeads, nashLines } from '~/eval/study-labels';
import { FALLBACK_REASONS_NOTE, fallbackReasons, fallbackWords, isMostlyFallback, ownTurnsWords, sealedWords } from '~/lib/play/whose-play';
import { isSureAtTheEnd, isSureLead } from '~/statistics/anytime';
import { figureNotes } from '~/statistics/figure-notes';
import { FEWEST_WORLDS } from '~/statistics/methods';
import { type Figure, isAsked, type PairRow, type StandingRow, type Standings } from '~/store/tournaments/tournament';
import { intervalText } from './figure-text';
import { type Column, textTable, wordTable } from './text-table';

export function standingsText(standings: Standings): string {
  const { rows, counts, unrated, range, efficiency, pairs, theory, whyNoTheory, sealed } = standings;
  const isNewer = standings.statistics !== undefined && standings.statistics !== 'percentile-1';
  const notes = isNewer ? figureNotes(rows) : [];
  const faults = rows.flatMap(({ entrant, fault }) => (fault === null ? [] : [`${entrant}: ${fault}`]));
  const order = rows.some(({ points }) => points !== null) ? 'Ordered by points, then by score.' : 'Ordered by score.';
  const head = `${counts.done} ${counts.done === 1 ? 'match' : 'matches'}, ${range === 'season' ? "a season's worlds" : `${range} range`}. ${order}`;
  const unranked = rows.flatMap((row) => {
    const { turns, fallbacks: fallback } = row;
    return isMostlyFallback({ turns, fallback })
      ? [
          `${row.entrant}: ${fallbackWords({ turns, fallback })}; ${row.rank === null ? 'no rank and no rating' : 'ranked by an earlier method'}.`,
        ]
      : [];
  });
  const steps = sealed ? [sealedWords(sealed), ...noFigureYet(rows)] : [];
  const market = [...(unrated === 0 ? [] : [unratedText(unrated)]), ...(efficiency === null ? [] : [efficiencyText(efficiency)])];
  const tables = [
    turnsText(rows),
    pairsText(pairs, { isNewer, isOver: standings.status === 'finished' }),
    tasksText(rows),
    theoryText({ theory, whyNoTheory }),
  ].filter((part) => part !== null);
  const unscored = rows.flatMap(({ entrant, unranked: why }) => (why === 'no_score' ? [entrant] : []));
  if (unscored.length > 0) unranked.push(`No rank without a rated match, in order of profit: ${unscored.join(', ')}.`);
  return [
    [textTable(columnsFor(rows, isNewer), rows), head, ...steps, ...notes, ...unranked, ...market, ...faults].join('\n'),
    ...tables,
  ].join('\n\n');
}

function noFigureYet(rows: readonly StandingRow[]): string[] {
  const without = rows.flatMap(({ entrant, unranked }) => (unranked === 'too_few_worlds' ? [entrant] : []));
  return without.length === 0 ? [] : [`No figures yet, with fewer than ${FEWEST_WORLDS} worlds counted: ${without.join(', ')}.`];
}

/** For models and programs, shows the share of own turns next to the mean. */
function columnsFor(rows: readonly StandingRow[], isNewer: boolean): readonly Column<StandingRow>[] {
  const scored = isNewer ? withMedian(withWorlds(rows)) : COLUMNS;
  const hasUnscored = rows.some(({ score, profit }) => score === null && profit !== null);
  const columns = hasUnscored ? scored.flatMap((column) => (column.title === 'elo' ? [PROFIT, column] : [column])) : scored;
  const own: Column<StandingRow> = {
    title: 'own turns',
    align: 'right',
    text: (row) => (isAsked(row) ? ownTurnsWords(playedBy(row)) : ''),
  };
  return rows.some(isAsked) ? columns.flatMap((column) => (column.title === 'elo' ? [own, column] : [column])) : columns;
}

/** The number of worlds of each mean, if they differ. */
function withWorlds(rows: readonly StandingRow[]): readonly Column<StandingRow>[] {
  const counts = new Set(rows.flatMap(({ score }) => (score === null ? [] : [score.n])));
  const worlds: Column<StandingRow> = { title: 'worlds', align: 'right', text: ({ score }) => (score === null ? '' : String(score.n)) };
  return counts.size < 2 ? COLUMNS : COLUMNS.flatMap((column) => (column.title === 'score' ? [worlds, column] : [column]));
}

function withMedian(columns: readonly Column<StandingRow>[]): Column<StandingRow>[] {
  const median: Column<StandingRow> = { title: 'median', align: 'right', text: ({ score }) => medianText(score) };
  return columns.flatMap((column) => (column.title === '95% interval' ? [column, median] : [column]));
}

function medianText(figure: Figure | null): string {
  return figure?.median === undefined ? '' : fixed(figure.median);
}

function unratedText(unrated: number): string {
  const what =
    unrated === 1
      ? '1 match is unrated and not part of any score, pair or rating'
      : `${unrated} matches are unrated and not part of any score, pair or rating`;
  return `${what}: the optimum is not known within 1%, a shock was fired by hand, or a model other than the pinned one answered. Profits are in --csv and --json.`;
}

function efficiencyText(efficiency: Figure): string {
  const interval = efficiency.interval === null ? '' : ` ${intervalText(efficiency.interval)}`;
  return `Market efficiency ${figureText(efficiency)}${interval}, n = ${efficiency.n}.`;
}

/** null: only scripts and people, whose turns are all their own. */
function turnsText(rows: readonly StandingRow[]): string | null {
  const asked = rows.filter(isAsked);
  if (asked.length === 0) return null;
  const others = asked.length < rows.length ? ['Scripts and people are left out: there is nothing to tell apart.'] : [];
  const reasons = asked.some(({ fallbacks }) => (fallbacks ?? 0) > 0) ? [FALLBACK_REASONS_NOTE] : [];
  const models = asked.some(({ kind, isNull }) => kind === 'model' && !isNull) ? [NOT_REPEATABLE] : [];
  return ['Whose turns they were, of models and programs:', '', textTable(TURN_COLUMNS, asked), ...others, ...reasons, ...models].join(
    '\n',
  );
}

function pairsText(pairs: Standings['pairs'], { isNewer, isOver }: { isNewer: boolean; isOver: boolean }): string | null {
  const compared = pairs.filter(({ worlds }) => worlds > 0);
  if (compared.length === 0) return pairs.length === 0 ? null : `None of the ${pairs.length} pairs has a world in which both have a score.`;
  const anytime: Column<PairRow> = {
    title: 'Holm, any time',
    align: 'right',
    text: (pair) => (pair.anytime ? pair.anytime.holm.toFixed(4) : ''),
  };
  const effect: Column<PairRow> = { title: 'effect', align: 'right', text: (pair) => pair.effect?.toFixed(2) ?? '' };
  const more: Column<PairRow> = { title: 'more matches (worlds)', align: 'right', text: (pair) => moreText(pair, isOver) };
  const columns = isNewer ? [...PAIR_COLUMNS.toSpliced(3, 0, effect), anytime, more] : [...PAIR_COLUMNS, more];
  const note = isNewer
    ? [
        '',
        'Effect: the difference divided by the standard deviation of the differences per world. Holm is valid for one look after the planned worlds; Holm, any time is valid however often you look, and decides which leads are significant until the tournament is over.',
      ]
    : [];
  return [
    'Paired differences in the same worlds:',
    '',
    textTable(columns, compared),
    ...note,
    ...leftOut(pairs.length - compared.length),
  ].join('\n');
}

function leftOut(count: number): string[] {
  return count === 0 ? [] : ['', `Left out: ${count} ${count === 1 ? 'pair' : 'pairs'} without a world in which both have a score.`];
}

/** null: there is a single task, which the standings cover. */
function tasksText(rows: readonly StandingRow[]): string | null {
  const tasks = rows[0]?.tasks ?? [];
  if (tasks.length < 2) return null;
  const columns = tasks.flatMap(({ task }, at): Column<StandingRow>[] => [
    { title: task, align: 'right', text: (row) => figureText(row.tasks[at]?.score ?? null) },
    { title: '95% interval', align: 'left', text: (row) => intervalText(row.tasks[at]?.score?.interval) },
    ...(rows.some((row) => row.tasks[at]?.origins) ? [ownTurnsIn(at)] : []),
  ]);
  return ['Task by task:', '', textTable([{ title: 'entrant', align: 'left', text: ({ entrant }) => entrant }, ...columns], rows)].join(
    '\n',
  );
}

function ownTurnsIn(at: number): Column<StandingRow> {
  return { title: 'own turns', align: 'right', text: (row) => (isAsked(row) ? ownTurnsWords(row.tasks[at]?.origins) : '') };
}

function theoryText({ theory, whyNoTheory }: Pick<Standings, 'theory' | 'whyNoTheory'>): string | null {
  if (theory === null) return whyNoTheory === null ? null : `No game theory: ${whyNoTheory}.`;
  const words = gameWords(theory, (name) => `At a table with ${name}, nobody scores more than ${name}.`);
  return ['Empirical game theory:', '', wordTable(nashHeads(theory, 'entrant'), nashLines(theory)), '', ...words].join('\n');
}

const COLUMNS: readonly Column<StandingRow>[] = [
  { title: 'rank', align: 'right', text: ({ rank }) => (rank === null ? '-' : String(rank)) },
  {
    title: 'entrant',
    align: 'left',
    text: ({ entrant, isNull, unpinned }) => `${entrant}${isNull ? ' (null)' : unpinned ? ' (unpinned)' : ''}`,
  },
  { title: 'matches', align: 'right', text: ({ matches }) => String(matches) },
  { title: 'score', align: 'right', text: ({ score }) => figureText(score) },
  { title: '95% interval', align: 'left', text: ({ score }) => intervalText(score?.interval) },
  { title: 'elo', align: 'right', text: ({ elo }) => (elo === null ? '' : fixed(elo.elo, 0)) },
  { title: 'points', align: 'right', text: ({ points }) => (points === null ? '' : String(points)) },
  { title: 'refused', align: 'right', text: ({ refused }) => String(refused) },
  { title: 'timeouts', align: 'right', text: ({ timeouts }) => String(timeouts) },
  { title: 'failed', align: 'right', text: ({ failed }) => String(failed) },
];

/** If matches are unrated, profit decides who advances. */
const PROFIT: Column<StandingRow> = { title: 'profit', align: 'right', text: ({ profit }) => figureText(profit) };

const TURN_COLUMNS: readonly Column<StandingRow>[] = [
  { title: 'entrant', align: 'left', text: ({ entrant }) => entrant },
  { title: 'turns', align: 'right', text: ({ turns }) => String(turns) },
  { title: 'own', align: 'right', text: ({ origins }) => counted(origins?.own) },
  { title: 'repaired', align: 'right', text: ({ origins }) => counted(origins?.repaired) },
  { title: 'fallbacks', align: 'right', text: ({ fallbacks, origins }) => `${counted(fallbacks)}${fallbackReasons(origins)}` },
  { title: 'guarded', align: 'right', text: ({ origins }) => counted(origins?.guarded) },
  { title: 'walk-backs', align: 'right', text: ({ walkBacks }) => counted(walkBacks) },
  { title: 'tokens', align: 'right', text: ({ tokens }) => String(tokens) },
  { title: 'cost, $', align: 'right', text: ({ cost }) => cost.toFixed(4) },
];

/** As far as counted. */
function playedBy({ turns, origins, fallbacks }: StandingRow): { turns: number; own: number; fallback: number | null } | null {
  return origins ?? (fallbacks !== null && fallbacks === turns ? { turns, own: 0, fallback: fallbacks } : null);
}

/** A dash: the matches ended before this was counted. */
function counted(count: number | null = null): string {
  return count === null ? '-' : String(count);
}

const PAIR_COLUMNS: readonly Column<PairRow>[] = [
  { title: 'pair', align: 'left', text: ({ a, b }) => `${a} - ${b}` },
  { title: 'difference', align: 'right', text: ({ difference, worlds }) => (worlds === 0 ? '' : fixed(difference)) },
  { title: '95% interval', align: 'left', text: ({ interval }) => intervalText(interval) },
  { title: 'worlds', align: 'right', text: ({ worlds }) => String(worlds) },
  { title: 'p', align: 'right', text: ({ p }) => (p === null ? '' : p.toFixed(4)) },
  { title: 'Holm', align: 'right', text: ({ holm }) => (holm === null ? '' : holm.toFixed(4)) },
];

/** Until a lead would be significant. */
function moreText(pair: PairRow, isOver: boolean): string {
  const { holm, more, moreMatches, noLead, moreFrom } = pair;
  if (isSureLead(pair, isOver)) return 'none';
  if (isSureAtTheEnd(pair, isOver)) return 'known at the end';
  if (noLead) return 'no clear lead';
  if (more === null && moreFrom !== undefined) return `known after ${moreFrom} worlds`;
  if (holm === null || more === null) return '';
  return more === 0 ? 'a few' : `about ${moreMatches} (${more})`;
}

function figureText(figure: Figure | null): string {
  return figure === null ? '' : fixed(figure.mean);
}
