'use client';
import { useRef } from 'react';
import { policyWords } from '~/contract/player';
import { frontOf } from '~/games/screens';
import { Button } from '~/kit/button';
import type { WhiskerScale } from '~/kit/charts/whisker-geometry';
import { formatCount, formatExact, formatFixed, formatNumber, formatPercent, formatTime } from '~/kit/format';
import { Num } from '~/kit/number';
import { Section } from '~/kit/panel';
import { PlayerName } from '~/kit/player-name';
import { type Column, Table } from '~/kit/table';
import { fallbackWords, isMostlyFallback, sealedWords } from '~/lib/play/whose-play';
import { isAsked, type StandingRow, type Standings } from '~/store/tournaments/tournament';
import { scoreHead } from '../task-title';
import { FigureWhisker, scaleFor, WhiskerAxis } from './figure-whisker';
import { BASELINES, BASELINES_NOTE, eloNote, figureLabel, intervalNote, matchesLabel, orderLabel, unratedLabel } from './tournament-labels';
import { useRankMotion } from './use-rank-motion';
import { TURN_WORDS, WalkBacks, WHOSE_TURNS, WhoseTurns } from './whose-turns';

interface Props {
  standings: Standings;
  /** The game's key. */
  game: string;
  /** When they were computed, and how many matches have ended since. */
  age: { at: string; endedSince: number };
  /** What a point is in this format, if it has any. */
  pointsHead: string | null;
  downloads: readonly { href: string; words: string }[];
  /** Opens the matches of an entrant. */
  onOpen: (entrant: string) => void;
}

/** The standings with uncertainty, and two ratings next to the mean. */
export function StandingsTable({ standings, game, age, pointsHead, downloads, onOpen }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const { rows, unrated } = standings;
  const note = intervalNote(standings);
  const disagreement = eloNote(
    rows.map(({ entrant, ...row }) => ({ ...row, name: entrant })),
    pointsHead === null ? 'the mean score' : `${pointsHead.toLowerCase()}, then the mean score`,
  );
  const entrants = rows.filter(({ isNull }) => !isNull);
  const baselines = rows.filter(({ isNull }) => isNull);
  const hasElo = rows.some(({ elo }) => elo !== null);
  const hasFault = rows.some(({ fault, failed }) => fault !== null || failed > 0);
  useRankMotion(
    box,
    entrants.map(({ entrant }) => entrant),
  );
  return (
    <Section
      title="Standings"
      note={`${orderLabel(pointsHead)} ${scoreWords(game)}Mean score of each entrant with its 95% interval over worlds (method ${standings.statistics ?? 'percentile-1'}). Elo is Bradley-Terry with its interval; skill is OpenSkill’s μ ± σ. Everything is computed in schedule order.`}
      aside={
        <span className="no-print flex flex-wrap gap-x-4 gap-y-1">
          {downloads.map(({ href, words }) => (
            <a key={href} href={href} download className="text-accent underline underline-offset-2">
              {words}
            </a>
          ))}
        </span>
      }
    >
      <div ref={box} aria-live="off">
        <Table
          caption="Standings"
          columns={columnsOf({ game, scale: scaleOf(entrants), hasElo, hasFault, pointsHead, onOpen })}
          rows={entrants}
          rowKey={({ entrant }) => entrant}
        />
      </div>
      {baselines.length > 0 ? (
        <div className="mt-6">
          <h3 className="font-semibold text-body">{BASELINES}</h3>
          <p className="mb-2 text-ink-2 text-small">{BASELINES_NOTE} They have their own axis.</p>
          <Table
            caption={BASELINES}
            columns={columnsOf({ game, scale: scaleOf(baselines), hasElo: false, hasFault, pointsHead: null, onOpen }).filter(({ key }) =>
              isOfBaselines(key),
            )}
            rows={baselines}
            rowKey={({ entrant }) => entrant}
          />
        </div>
      ) : null}
      {standings.sealed ? <p className="mt-2 text-ink-2 text-small">{sealedWords(standings.sealed)}</p> : null}
      {age.endedSince > 0 && !standings.sealed ? (
        <p className="mt-2 text-ink-2 text-small">
          Computed at {formatTime(age.at)}; {matchesLabel(age.endedSince)} ended since then. An update is coming.
        </p>
      ) : null}
      {note ? <p className="mt-2 text-ink-2 text-small">{note}</p> : null}
      {disagreement ? <p className="mt-2 text-ink-2 text-small">{disagreement}</p> : null}
      {unrated > 0 ? <p className="mt-2 text-ink-2 text-small">{unratedLabel(unrated)}</p> : null}
    </Section>
  );
}

/** What the score is, in a game with gains. */
function scoreWords(game: string): string {
  const gains = frontOf(game)?.gains;
  return gains === undefined ? '' : `The score is the gain: ${gains}. `;
}

/** Baselines have no rank and no rating. */
function isOfBaselines(key: string): boolean {
  return key !== 'rank' && key !== 'skill';
}

/** null if none of these has a score yet. */
function scaleOf(rows: readonly StandingRow[]): WhiskerScale | null {
  return rows.some(({ score }) => score) ? scaleFor(rows.map(({ score }) => score)) : null;
}

function columnsOf({
  game,
  scale,
  hasElo,
  hasFault,
  pointsHead,
  onOpen,
}: {
  game: string;
  /** null if none has a score yet. */
  scale: WhiskerScale | null;
  hasElo: boolean;
  hasFault: boolean;
  pointsHead: string | null;
  onOpen: Props['onOpen'];
}): Column<StandingRow>[] {
  return [
    {
      key: 'rank',
      head: '#',
      align: 'right',
      cell: ({ rank }) => rank ?? <None />,
      className: 'w-8',
    },
    { key: 'entrant', head: 'Entrant', cell: (row) => <Name row={row} /> },
    ...(scale === null
      ? []
      : [
          {
            key: 'whisker',
            head: <WhiskerAxis scale={scale} />,
            cell: ({ score, isNull }: StandingRow) => (score ? <FigureWhisker {...{ scale, isNull }} figure={score} /> : null),
            className: 'min-w-40 w-[26%] px-4 align-middle max-md:hidden',
          },
        ]),
    { key: 'score', head: scoreHead(game), align: 'right', cell: (row) => <ScoreOf row={row} />, className: 'whitespace-nowrap' },
    { key: 'matches', head: 'Matches', align: 'right', cell: (row) => <MatchesOf row={row} onOpen={onOpen} /> },
    ...(pointsHead === null
      ? []
      : [{ key: 'points', head: pointsHead, align: 'right' as const, cell: ({ points }: StandingRow) => points ?? <None /> }]),
    { key: 'skill', head: 'Skill', align: 'right', cell: ({ skill }) => <Skill skill={skill} />, className: 'whitespace-nowrap' },
    ...(hasElo
      ? [
          {
            key: 'elo',
            head: 'Elo',
            align: 'right' as const,
            cell: ({ elo }: StandingRow) => <Elo elo={elo} />,
            className: 'whitespace-nowrap',
          },
        ]
      : []),
    ...(hasFault ? [{ key: 'fault', head: 'Fault', cell: ({ fault, failed }: StandingRow) => <Fault {...{ fault, failed }} /> }] : []),
  ];
}

/** The number of matches played, as a button that lists them. */
export function MatchesOf({ row: { entrant, matches }, onOpen }: { row: StandingRow; onOpen: (entrant: string) => void }) {
  if (matches === 0) return 0;
  return (
    <Button size="small" onClick={() => onOpen(entrant)} aria-label={`The ${matchesLabel(matches)} of ${policyWords(entrant)}`}>
      {formatCount(matches)}
      <span className="max-sm:sr-only">{matches === 1 ? 'match' : 'matches'}</span>
    </Button>
  );
}

function Name({ row: { entrant, isNull, kind, unranked, unpinned } }: { row: StandingRow }) {
  return (
    <>
      <PlayerName name={entrant} className={isNull ? 'text-ink-2' : 'font-medium'} />
      {unranked === 'mostly_fallback' ? <span className="block text-ink-2">no rank: its fallback played most turns</span> : null}
      {unranked === 'no_score' ? <span className="block text-ink-2">no rank: none of its matches is rated</span> : null}
      {unranked === 'too_few_worlds' ? <span className="block text-ink-2">no figures yet: fewer than 8 worlds are counted</span> : null}
      {unpinned ? <span className="block text-ink-2">unpinned: its server does not report its weights</span> : null}
      {kind === 'person' ? <span className="block text-ink-2">person</span> : null}
    </>
  );
}

export function Score({ score }: Pick<StandingRow, 'score'>) {
  if (!score) return <None />;
  const [low, high] = score.interval ?? [];
  return (
    <span title={[score.mean, low, high].flatMap((value) => (value === undefined ? [] : [formatExact(value)])).join(', ')}>
      {formatFixed(score.mean, 3)}
      {score.interval ? <span className="block text-ink-2">{figureLabel(score).slice(figureLabel(score).indexOf('['))}</span> : null}
      {score.median === undefined ? null : <span className="block text-ink-2">median {formatFixed(score.median, 3)}</span>}
    </span>
  );
}

/** The score and, for models and programs, the share of their own turns. */
export function ScoreOf({
  row,
}: {
  row: Pick<StandingRow, 'score' | 'kind' | 'origins'> & Partial<Pick<StandingRow, 'turns' | 'fallbacks'>>;
}) {
  const { origins } = row;
  const played = origins ?? { turns: row.turns ?? 0, fallback: row.fallbacks ?? null };
  if (!isAsked(row)) return <Score score={row.score} />;
  return (
    <>
      <Score score={row.score} />
      {isMostlyFallback(played) ? (
        <span className="block text-red">{fallbackWords(played)}</span>
      ) : origins && origins.turns > 0 ? (
        <span className="block text-ink-2">{formatPercent(origins.own / origins.turns)} own turns</span>
      ) : null}
    </>
  );
}

function Skill({ skill }: Pick<StandingRow, 'skill'>) {
  if (!skill) return <None />;
  return (
    <span title={`μ ${formatExact(skill.mu)}, σ ${formatExact(skill.sigma)}; conservative estimate: ${formatFixed(skill.ordinal, 2)}`}>
      {formatFixed(skill.mu, 1)}
      <span className="block text-ink-2">± {formatFixed(skill.sigma, 1)}</span>
    </span>
  );
}

function Elo({ elo }: Pick<StandingRow, 'elo'>) {
  if (!elo) return <None />;
  return (
    <span title={formatExact(elo.elo)}>
      {formatFixed(elo.elo, 0)}
      {elo.interval ? <span className="block text-ink-2">[{elo.interval.map((end) => formatFixed(end, 0)).join(', ')}]</span> : null}
    </span>
  );
}

function Fault({ fault, failed }: Pick<StandingRow, 'fault' | 'failed'>) {
  if (fault === null && failed === 0) return <None />;
  return (
    <span className="text-red">
      {failed > 0 ? `${formatCount(failed)} failed. ` : ''}
      {fault}
    </span>
  );
}

export function None() {
  return <span className="text-ink-3">–</span>;
}

/** Scores by task, because tasks may have different scales. */
export function TasksTable({ rows }: { rows: readonly StandingRow[] }) {
  const tasks = rows[0]?.tasks ?? [];
  if (tasks.length < 2) return null;
  const columns: Column<StandingRow>[] = [
    { key: 'entrant', head: 'Entrant', cell: ({ entrant }) => <PlayerName name={entrant} /> },
    ...tasks.map(({ task }, at): Column<StandingRow> => {
      const cell = ({ kind, tasks: own }: StandingRow) => (
        <ScoreOf row={{ kind, score: own[at]?.score ?? null, origins: own[at]?.origins ?? null }} />
      );
      return { key: task, head: <span className="code">{task}</span>, align: 'right', cell, className: 'whitespace-nowrap' };
    }),
  ];
  return (
    <Section title="Task by task" note="Mean score in each task. Every task counts equally in the standings, however many seats it has.">
      <Table keepFirst caption="Mean score by task" columns={columns} rows={rows} rowKey={({ entrant }) => entrant} />
    </Section>
  );
}

/** Each entrant's behavior and cost. */
export function ConductTable({ rows }: { rows: readonly StandingRow[] }) {
  const hasProfit = rows.some(({ profit }) => profit !== null);
  const isPaid = rows.some(({ tokens, cost }) => tokens > 0 || cost > 0);
  const columns: Column<StandingRow>[] = [
    { key: 'entrant', head: 'Entrant', cell: ({ entrant }) => <PlayerName name={entrant} /> },
    { key: 'turns', head: 'Turns', align: 'right', cell: ({ turns }) => formatCount(turns) },
    { key: 'refused', head: 'Refused', align: 'right', cell: ({ refused }) => formatCount(refused) },
    { key: 'timeouts', head: 'Timeouts', align: 'right', cell: ({ timeouts }) => formatCount(timeouts) },
    { key: 'origins', head: WHOSE_TURNS, align: 'right', cell: (row) => <WhoseTurns row={row} /> },
    { key: 'walkBacks', head: 'Reverted', align: 'right', cell: (row) => <WalkBacks row={row} /> },
  ];
  if (hasProfit) {
    columns.push({ key: 'profit', head: 'Profit, cr', align: 'right', cell: ({ profit }) => (profit ? figureLabel(profit, 1) : <None />) });
  }
  if (isPaid) {
    columns.push(
      { key: 'tokens', head: 'Tokens', align: 'right', cell: ({ tokens }) => formatCount(tokens) },
      { key: 'cost', head: 'Cost, $', align: 'right', cell: ({ cost }) => <Num value={cost} /> },
    );
  }
  return (
    <Section
      title="Conduct"
      note={`Turns, refused actions and timeouts over all matches; for models and programs, also whose turns they were. ${TURN_WORDS}`}
    >
      <Table keepFirst caption="Conduct of each entrant" columns={columns} rows={rows} rowKey={({ entrant }) => entrant} />
    </Section>
  );
}

/** For the paired table and the theory, which show plain numbers. */
export function Plain({ value }: { value: number | null }) {
  if (value === null) return <None />;
  return <span title={formatExact(value)}>{formatNumber(value)}</span>;
}
