/** A study as Markdown: the tables, the two transcripts, the grid. */

import { leftOutWords, ownTurnsWords } from '~/lib/play/whose-play';
import { seedsOf } from './episode';
import type { Populations } from './populations';
import { agreementText, publishedFigures } from './presets';
import type { Robustness } from './robustness';
import { episodeCommand, howMade, type Study, seatedWords } from './study';
import {
  actionTypes,
  hasMedian,
  noteIn,
  ROLE_WORDS,
  robustnessPanels,
  type StudyRow,
  type StudyTable,
  shareOf,
  studyTables,
} from './study-figures';
import {
  fixed,
  gameWords,
  intervalText,
  madeText,
  nashHeads,
  nashLines,
  payoffHeads,
  payoffLines,
  percent,
  pinWords,
  populationWords,
  TURN_HEADS,
  TURN_WORDS,
  titleOf,
  turnLines,
} from './study-labels';
import { PAIR_HEADS, PAIR_WORDS, pairLines, type StudyPairs, studyPairs } from './study-pairs';
import type { BeforeAfter, Transcript } from './transcript';

/** The number of action types that fit on a page; the rest is summed up. */
const TYPES_SHOWN = 8;

export function studyMarkdown(study: Study): string {
  const parts = [
    `# ${titleOf(study)}`,
    ['```', study.command, '```', '', `Code: ${study.code}.${madeText(study)}`].join('\n'),
    list([...howMade(study.reports), ...pinWords(study.reports)]),
    ...studyTables(study.reports).map(tableText),
    ...studyPairs(study.reports).map(pairsText),
    publishedText(study),
    ownTurns(study),
    actionsText(study),
    study.beforeAfter && besideText(study.reports, study.beforeAfter),
    study.robustness && robustnessText(study.robustness),
    study.populations ? populationsText(study.populations) : null,
    replayText(study),
  ];
  return `${parts.filter((part) => part !== null).join('\n\n')}\n`;
}

function tableText({ task, range, seeds, n, rows }: StudyTable): string {
  const own = rows.some(({ counts }) => counts) ? (row: StudyRow) => [ownTurnsWords(row.counts)] : () => [];
  const lines = rows.map((row) => [
    nameOf(row),
    fixed(row.mean),
    ...own(row),
    intervalText(row.ci95),
    ...(hasMedian(rows) ? [fixed(row.median ?? null)] : []),
    fixed(row.std),
    percent(row.refusalRate),
  ]);
  const ownHead = rows.some(({ counts }) => counts) ? ['own turns'] : [];
  return [
    `## ${task}, ${range}`,
    '',
    `Seeds ${seeds}, n = ${n}.`,
    '',
    table(['policy', 'mean', ...ownHead, '95% interval', ...(hasMedian(rows) ? ['median'] : []), 'std', 'refused'], lines),
  ].join('\n');
}

function pairsText(one: StudyPairs): string {
  const { task, range, seeds, n, leftOut } = one;
  const words = `Seeds ${seeds}, n = ${n}. ${PAIR_WORDS} ${leftOutWords(leftOut)}`.trimEnd();
  return [`## Leads: ${task}, ${range}`, '', words, '', table(PAIR_HEADS, pairLines(one))].join('\n');
}

function nameOf({ policy, role }: StudyRow): string {
  return role === 'contestant' ? policy : `${policy} (${ROLE_WORDS[role]})`;
}

function publishedText({ reports }: Study): string | null {
  const figures = publishedFigures(reports);
  const words = agreementText(figures);
  if (words === null) return null;
  const lines = figures.map(({ policy, task, split, published, ours, equal }) => [
    policy,
    task,
    split,
    published,
    ours,
    equal ? 'yes' : 'NO',
  ]);
  return ['## Against the published tables', '', words, '', table(['policy', 'task', 'seeds', 'published', 'ours', 'equal'], lines)].join(
    '\n',
  );
}

function ownTurns({ reports }: Study): string | null {
  const tables = studyTables(reports).flatMap(({ task, range, rows }) => {
    const lines = turnLines(rows);
    return lines.length === 0 ? [] : ['', `### ${task}, ${range}`, '', table(TURN_HEADS, lines)];
  });
  return tables.length === 0 ? null : ['## Whose turns they were', '', TURN_WORDS, ...tables].join('\n');
}

function actionsText({ reports }: Study): string {
  const tables = studyTables(reports).flatMap(({ task, range, rows }) => {
    const types = actionTypes(rows).slice(0, TYPES_SHOWN);
    if (types.length === 0) return [];
    const lines = rows.map((row) => {
      const shares = types.map((type) => shareOf(row, type));
      const rest = row.handedIn === null ? null : 1 - shares.reduce<number>((sum, share) => sum + (share ?? 0), 0);
      return [row.policy, ...shares.map(percent), percent(rest === null ? null : Math.max(0, rest))];
    });
    return [`### ${task}, ${range}`, '', table(['policy', ...types, 'others'], lines), ''];
  });
  return ['## What they did', '', 'Share of the submitted actions.', '', ...tables].join('\n').trimEnd();
}

function besideText(reports: Study['reports'], beside: BeforeAfter): string {
  const { task, seed, before, after } = beside;
  return [
    `## ${before.policy} and ${after.policy} in the same world`,
    '',
    `${task}, seed ${seed}. ${seatedWords(reports, beside)}`,
    '',
    ...told(before, noteIn(reports, beside, before.policy)),
    '',
    ...told(after, noteIn(reports, beside, after.policy)),
  ].join('\n');
}

function told({ policy, score, invalid, rounds }: Transcript, note: string): string[] {
  const head = `### ${policy}: score ${fixed(score)}${note}, ${invalid} refused`;
  return [head, '', ...rounds.flatMap(({ round, lines }) => [`Round ${round}`, ...lines.map((line) => `- ${escaped(line)}`), ''])].slice(
    0,
    -1,
  );
}

function robustnessText(robustness: Robustness): string {
  const { grid, seeds, splits, command } = robustness;
  const hasOwn = robustness.points.some(({ played }) => played);
  const tables = robustnessPanels(robustness).flatMap(({ task, kind, curves }) => {
    const lines = curves.flatMap(({ policy, points }) =>
      points.map(({ strikes, mean, ci95, change, played }) => [
        policy,
        String(strikes),
        fixed(mean),
        ...(hasOwn ? [ownTurnsWords(played)] : []),
        intervalText(ci95),
        change ? fixed(change.mean) : '–',
        intervalText(change?.ci95 ?? null),
      ]),
    );
    return [
      `### ${task}, ${kind}`,
      '',
      table(['policy', 'strikes', 'mean', ...(hasOwn ? ['own turns'] : []), '95% interval', 'change', '95% interval of the change'], lines),
      '',
    ];
  });
  const words = `The same worlds (seeds ${seeds}, ${splits.join(' and ')}) without their own shocks, then struck ${grid.strikes.join(', ')} times; the change is paired, world by world.`;
  return ['## Robustness', '', words, '', '```', command, '```', '', ...tables].join('\n').trimEnd();
}

function populationsText(populations: Populations): string {
  const games = populations.games.map((game) =>
    [
      `### ${game.task}`,
      '',
      table(payoffHeads(game), payoffLines(game)),
      '',
      table(nashHeads(game), nashLines(game)),
      '',
      list(gameWords(game)),
    ].join('\n'),
  );
  return ['## Populations', populationWords(populations), ['```', populations.command, '```'].join('\n'), ...games].join('\n\n');
}

function replayText({ reports }: Study): string | null {
  const [report] = reports;
  const [row] = report?.rows ?? [];
  if (!report || !row) return null;
  const command = episodeCommand(report.meta, { task: row.task, seed: seedsOf(row)[0] ?? 0, policy: row.policy });
  return [
    '## Replay',
    '',
    'Every scripted episode plays again from its task, seed and policy, for instance:',
    '',
    '```',
    command,
    '```',
  ].join('\n');
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

function table(heads: readonly string[], lines: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]) => `| ${cells.map(escaped).join(' | ')} |`;
  return [row(heads), `|${heads.map((_, at) => (at === 0 ? '---' : '---:')).join('|')}|`, ...lines.map(row)].join('\n');
}

/** Agents' texts may contain Markdown or HTML. */
function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[|`[\]]/g, '\\$&');
}
