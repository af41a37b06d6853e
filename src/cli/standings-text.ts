/** Standings as the command line prints them: the table, the pairs, the tasks, the game. */
import { fixed, gameWords, NASH_HEADS, nashLines } from '~/eval/study-words';
import { type Figure, isAsked, type PairRow, type StandingRow, type Standings } from '~/tournament/tournament';
import { type Column, textTable, wordTable } from './text-table';

export function standingsText({ rows, counts, unrated, range, efficiency, pairs, theory, whyNoTheory }: Standings): string {
  const faults = rows.flatMap(({ entrant, fault }) => (fault === null ? [] : [`${entrant}: ${fault}`]));
  const head = `${counts.done} ${counts.done === 1 ? 'match' : 'matches'}, ${range === 'season' ? "a season's worlds" : `${range} range`}.`;
  const market = [...(unrated === 0 ? [] : [unratedText(unrated)]), ...(efficiency === null ? [] : [efficiencyText(efficiency)])];
  const tables = [turnsText(rows), pairsText(pairs), tasksText(rows), theoryText({ theory, whyNoTheory })].filter((part) => part !== null);
  return [[textTable(COLUMNS, rows), head, ...market, ...faults].join('\n'), ...tables].join('\n\n');
}

function unratedText(unrated: number): string {
  const what =
    unrated === 1 ? '1 match is unrated, in no score, pair or rating' : `${unrated} matches are unrated, in no score, pair or rating`;
  return `${what}: the optimum is not known within 1%, or a shock was fired by hand. Profits are in --csv and --json.`;
}

function efficiencyText(efficiency: Figure): string {
  const interval = efficiency.interval === null ? '' : ` (${intervalText(efficiency)})`;
  return `Market efficiency ${figureText(efficiency)}${interval}, n = ${efficiency.n}.`;
}

/** null: scripts and people alone, whose turns are all their own. */
function turnsText(rows: readonly StandingRow[]): string | null {
  const asked = rows.filter(isAsked);
  if (asked.length === 0) return null;
  const others = asked.length < rows.length ? ['Scripts and people are left out: there is nothing to tell apart.'] : [];
  return ['Whose turns they were, of models and programs:', '', textTable(TURN_COLUMNS, asked), ...others].join('\n');
}

function pairsText(pairs: Standings['pairs']): string | null {
  return pairs.length === 0 ? null : ['Paired differences in the same worlds:', '', textTable(PAIR_COLUMNS, pairs)].join('\n');
}

/** null: there is one task, of which the standings tell. */
function tasksText(rows: readonly StandingRow[]): string | null {
  const tasks = rows[0]?.tasks ?? [];
  if (tasks.length < 2) return null;
  const columns = tasks.flatMap(({ task }, at): Column<StandingRow>[] => [
    { title: task, align: 'right', text: (row) => figureText(row.tasks[at]?.score ?? null) },
    { title: '95% interval', align: 'left', text: (row) => intervalText(row.tasks[at]?.score ?? null) },
  ]);
  return ['Task by task:', '', textTable([{ title: 'entrant', align: 'left', text: ({ entrant }) => entrant }, ...columns], rows)].join(
    '\n',
  );
}

function theoryText({ theory, whyNoTheory }: Pick<Standings, 'theory' | 'whyNoTheory'>): string | null {
  if (theory === null) return whyNoTheory === null ? null : `No game theory: ${whyNoTheory}.`;
  const words = gameWords(theory, (name) => `Nobody leads over ${name}: it is the best answer to itself.`);
  return ['Empirical game theory:', '', wordTable(['entrant', ...NASH_HEADS.slice(1)], nashLines(theory)), '', ...words].join('\n');
}

const COLUMNS: readonly Column<StandingRow>[] = [
  { title: 'rank', align: 'right', text: ({ rank }) => (rank === null ? '-' : String(rank)) },
  { title: 'entrant', align: 'left', text: ({ entrant, isNull }) => (isNull ? `${entrant} (null)` : entrant) },
  { title: 'matches', align: 'right', text: ({ matches }) => String(matches) },
  { title: 'score', align: 'right', text: ({ score }) => figureText(score) },
  { title: '95% interval', align: 'left', text: ({ score }) => intervalText(score) },
  { title: 'elo', align: 'right', text: ({ elo }) => (elo === null ? '' : fixed(elo.elo, 0)) },
  { title: 'points', align: 'right', text: ({ points }) => (points === null ? '' : String(points)) },
  { title: 'refused', align: 'right', text: ({ refused }) => String(refused) },
  { title: 'timeouts', align: 'right', text: ({ timeouts }) => String(timeouts) },
  { title: 'failed', align: 'right', text: ({ failed }) => String(failed) },
];

const TURN_COLUMNS: readonly Column<StandingRow>[] = [
  { title: 'entrant', align: 'left', text: ({ entrant }) => entrant },
  { title: 'turns', align: 'right', text: ({ turns }) => String(turns) },
  { title: 'own', align: 'right', text: ({ origins }) => counted(origins?.own) },
  { title: 'repaired', align: 'right', text: ({ origins }) => counted(origins?.repaired) },
  { title: 'fallbacks', align: 'right', text: ({ fallbacks }) => counted(fallbacks) },
  { title: 'guarded', align: 'right', text: ({ origins }) => counted(origins?.guarded) },
  { title: 'walk-backs', align: 'right', text: ({ walkBacks }) => counted(walkBacks) },
  { title: 'tokens', align: 'right', text: ({ tokens }) => String(tokens) },
  { title: 'cost, $', align: 'right', text: ({ cost }) => cost.toFixed(4) },
];

/** A dash: its matches ended before this was counted. */
function counted(count: number | null = null): string {
  return count === null ? '-' : String(count);
}

const PAIR_COLUMNS: readonly Column<PairRow>[] = [
  { title: 'pair', align: 'left', text: ({ a, b }) => `${a} - ${b}` },
  { title: 'difference', align: 'right', text: ({ difference, worlds }) => (worlds === 0 ? '' : fixed(difference)) },
  { title: '95% interval', align: 'left', text: (pair) => intervalText(pair) },
  { title: 'worlds', align: 'right', text: ({ worlds }) => String(worlds) },
  { title: 'p', align: 'right', text: ({ p }) => (p === null ? '' : p.toFixed(4)) },
  { title: 'Holm', align: 'right', text: ({ holm }) => (holm === null ? '' : holm.toFixed(4)) },
  { title: 'more matches (worlds)', align: 'right', text: moreText },
];

/** Until a lead that is not significant would be. */
function moreText({ holm, more, moreMatches }: PairRow): string {
  if (holm === null || more === null) return '';
  if (holm < 0.05) return 'none';
  return more === 0 ? 'a few' : `about ${moreMatches} (${more})`;
}

function figureText(figure: Figure | null): string {
  return figure === null ? '' : fixed(figure.mean);
}

function intervalText(figure: Pick<Figure, 'interval'> | null): string {
  return figure?.interval ? `${fixed(figure.interval[0])} to ${fixed(figure.interval[1])}` : '';
}
