/** A study as one self-contained page: no script, nothing fetched, readable in light and dark and on paper. */
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
  scoreNote,
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
import { curvesSvg, escapeHtml, whiskersSvg } from './study-svg';
import type { BeforeAfter, Transcript } from './transcript';

export function studyHtml(study: Study): string {
  const tables = studyTables(study.reports);
  const body = [
    `<h1>${escapeHtml(titleOf(study))}</h1>`,
    `<pre>${escapeHtml(study.command)}</pre><p>Code: ${escapeHtml(study.code)}.${escapeHtml(madeText(study))}</p>`,
    list([...howMade(study.reports), ...pinWords(study.reports)]),
    '<p>A full dot is a contestant; a hollow diamond does nothing, draws or repeats itself, tries to farm the score, or was mostly played by its fallback.</p>',
    ...tables.map((one) => taskSection(one, tables)),
    ...studyPairs(study.reports).map(pairsSection),
    publishedSection(study),
    turnsSection(tables),
    actionsSection(tables),
    study.beforeAfter ? besideSection(study.reports, study.beforeAfter) : '',
    study.robustness ? robustnessSection(study.robustness) : '',
    study.populations ? populationsSection(study.populations) : '',
    replaySection(study),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(titleOf(study))}</title>
<style>${STYLE}</style>
</head>
<body><main>
${body.filter((part) => part !== '').join('\n')}
</main></body>
</html>
`;
}

function taskSection(one: StudyTable, all: readonly StudyTable[]): string {
  const { task, range, seeds, n, rows } = one;
  const hasOwn = rows.some(({ counts }) => counts);
  const lines = rows.map((row) => [
    nameCell(row),
    fixed(row.mean),
    ...(hasOwn ? [ownTurnsWords(row.counts)] : []),
    intervalText(row.ci95),
    ...(hasMedian(rows) ? [fixed(row.median ?? null)] : []),
    fixed(row.std),
    percent(row.refusalRate),
    `${row.invalid} of ${row.handedIn ?? '–'}`,
  ]);
  return section(`${task}, ${range}`, [
    `<p>Seeds ${escapeHtml(seeds)}, n = ${n}.</p>`,
    scrolling(
      whiskersSvg(
        one,
        all.flatMap((table) => table.rows),
      ),
    ),
    table(
      `${task}, ${range}`,
      [
        'policy',
        'mean',
        ...(hasOwn ? ['own turns'] : []),
        '95% interval',
        ...(hasMedian(rows) ? ['median'] : []),
        'std',
        'refusal rate',
        'refused',
      ],
      lines,
    ),
    seedScores(one),
  ]);
}

function pairsSection(one: StudyPairs): string {
  const { task, range, seeds, n, leftOut } = one;
  const words = `<p>Seeds ${escapeHtml(seeds)}, n = ${n}. ${escapeHtml(`${PAIR_WORDS} ${leftOutWords(leftOut)}`.trimEnd())}</p>`;
  return section(`Leads: ${task}, ${range}`, [
    words,
    table(
      `Leads: ${task}, ${range}`,
      PAIR_HEADS,
      pairLines(one).map((line) => line.map(escapeHtml)),
    ),
  ]);
}

function nameCell(row: StudyRow): string {
  const notes = [ROLE_WORDS[row.role], scoreNote(row)].filter((note) => note !== '');
  return `<code>${escapeHtml(row.policy)}</code>${notes.map((note) => `<small>${escapeHtml(note)}</small>`).join('')}`;
}

/** Each episode's score by seed. */
function seedScores({ task, range, rows }: StudyTable): string {
  const [first] = rows;
  if (!first || rows.some(({ scores }) => scores === undefined)) return '';
  const seeds = seedsOf(first);
  const lines = rows.map((row) => [nameCell(row), ...(row.scores ?? []).map((score) => fixed(score))]);
  const shown = table(`Scores by seed: ${task}, ${range}`, ['policy', ...seeds.map(String)], lines);
  return `<details><summary>Every episode’s score</summary>${shown}</details>`;
}

function publishedSection({ reports }: Study): string {
  const figures = publishedFigures(reports);
  const words = agreementText(figures);
  if (words === null) return '';
  const lines = figures.map(({ policy, task, split, published, ours, equal }) => [
    `<code>${policy}</code>`,
    `<code>${escapeHtml(task)}</code>`,
    split,
    published.replace('-', '−'),
    ours.replace('-', '−'),
    equal ? 'yes' : '<strong>no</strong>',
  ]);
  const heads = ['policy', 'task', 'seeds', 'published', 'ours', 'equal'];
  return section('Against the published tables', [`<p>${words}</p>`, table('Published means and ours', heads, lines)]);
}

function turnsSection(tables: readonly StudyTable[]): string {
  const parts = tables.flatMap(({ task, range, rows }) => {
    const lines = turnLines(rows).map(([policy = '', ...counts]) => [`<code>${escapeHtml(policy)}</code>`, ...counts]);
    return lines.length === 0
      ? []
      : [`<h3>${escapeHtml(task)}, ${escapeHtml(range)}</h3>`, table(`Whose turns: ${task}, ${range}`, TURN_HEADS, lines)];
  });
  return parts.length === 0 ? '' : section('Whose turns they were', [`<p>${TURN_WORDS}</p>`, ...parts]);
}

function actionsSection(tables: readonly StudyTable[]): string {
  const parts = tables.flatMap(({ task, range, rows }) => {
    const types = actionTypes(rows);
    if (types.length === 0) return [];
    const lines = rows.map((row) => [`<code>${escapeHtml(row.policy)}</code>`, ...types.map((type) => shareCell(shareOf(row, type)))]);
    return [`<h3>${escapeHtml(task)}, ${escapeHtml(range)}</h3>`, table(`Actions: ${task}, ${range}`, ['policy', ...types], lines)];
  });
  return section('What they did', ['<p>Share of the submitted actions, refused ones included.</p>', ...parts]);
}

function shareCell(share: number | null): string {
  if (share === null || share === 0) return '<span class="none">0</span>';
  return `<span class="share" style="--part:${(100 * share).toFixed(1)}%">${percent(share)}</span>`;
}

function besideSection(reports: Study['reports'], beside: BeforeAfter): string {
  const { task, seed, before, after } = beside;
  const rounds = [...new Set([...before.rounds, ...after.rounds].map(({ round }) => round))].sort((a, b) => a - b);
  const lines = rounds.map((round) => [String(round), linesOf(before, round), linesOf(after, round)]);
  const head = ({ policy, score, invalid }: Transcript) =>
    `${policy}: score ${fixed(score)}${noteIn(reports, beside, policy)}, ${invalid} refused`;
  return section('The same world, two players', [
    `<p>${escapeHtml(task)}, seed ${seed}. ${escapeHtml(seatedWords(reports, beside))}</p>`,
    tableOf({ caption: `${before.policy} and ${after.policy}`, kind: 'beside' }, ['round', head(before), head(after)], lines),
  ]);
}

function linesOf({ rounds }: Transcript, round: number): string {
  const lines = rounds.find((one) => one.round === round)?.lines ?? [];
  return lines.length === 0 ? '<span class="none">nothing</span>' : list(lines);
}

function robustnessSection(robustness: Robustness): string {
  const { seeds, splits, command } = robustness;
  const hasOwn = robustness.points.some(({ played }) => played);
  const panels = robustnessPanels(robustness).map((panel) => {
    const lines = panel.curves.flatMap(({ policy, points }) =>
      points.map(({ strikes, mean, ci95, change, played }) => [
        `<code>${escapeHtml(policy)}</code>`,
        String(strikes),
        fixed(mean),
        ...(hasOwn ? [ownTurnsWords(played)] : []),
        intervalText(ci95),
        change ? fixed(change.mean) : '–',
        intervalText(change?.ci95 ?? null),
      ]),
    );
    const heads = ['policy', 'strikes', 'mean', ...(hasOwn ? ['own turns'] : []), '95% interval', 'change', '95% interval of the change'];
    const seeds = seedsOf(robustness);
    const scores = panel.curves.flatMap(({ policy, points }) =>
      points.map((point) => [
        `<code>${escapeHtml(policy)}</code>`,
        String(point.strikes),
        ...seeds.map((_, at) => fixed(point.scores?.[at] ?? null)),
      ]),
    );
    const episodes = table(`Scores by seed: ${panel.task}, ${panel.kind}`, ['policy', 'strikes', ...seeds.map(String)], scores);
    const numbers = table(`Robustness: ${panel.task}, ${panel.kind}`, heads, lines);
    return `<figure><figcaption>${panel.task}, ${panel.kind}</figcaption>${curvesSvg(panel, robustness.points)}<details><summary>Numbers</summary>${numbers}</details><details><summary>Every episode’s score</summary>${episodes}</details></figure>`;
  });
  return section('Robustness', [
    `<p>The same worlds (seeds ${escapeHtml(seeds)}, ${splits.join(' and ')}), without their own shocks, then with one kind striking more and more often. Bars: 95% intervals of the mean, one scale for all; the change is paired, world by world.</p>`,
    `<div class="panels">${panels.join('')}</div>`,
    '<p>To see any episode of the grid: this keeps the run, and on its page (/reports) each score opens the very episode as a match.</p>',
    `<pre>${escapeHtml(command)} --save</pre>`,
  ]);
}

function populationsSection(populations: Populations): string {
  const escaped = (lines: string[][]) => lines.map((line) => line.map(escapeHtml));
  const games = populations.games.flatMap((game) => [
    table(`Payoffs of populations: ${game.task}`, payoffHeads(game), escaped(payoffLines(game))),
    table(`The equilibrium mixture: ${game.task}`, nashHeads(game), escaped(nashLines(game))),
    list(gameWords(game)),
  ]);
  const words = `<p>${escapeHtml(populationWords(populations))}</p>`;
  return section('Populations', [words, ...games, `<pre>${escapeHtml(populations.command)}</pre>`]);
}

function replaySection({ reports }: Study): string {
  const [report] = reports;
  if (!report) return '';
  const policies = [...new Set(report.rows.map(({ policy }) => policy))].filter((policy) => !policy.includes('@'));
  const row = report.rows[0];
  const seed = row ? (seedsOf(row)[0] ?? 0) : 0;
  const lines = policies.map((policy) => `<pre>${escapeHtml(episodeCommand(report.meta, { task: row?.task ?? '', seed, policy }))}</pre>`);
  const words = 'The same task, seed and policy are the same episode, event for event. For another, change task and seed.';
  return section('Replay an episode', [`<p>${words}</p>`, ...lines]);
}

function section(title: string, parts: readonly string[]): string {
  return `<section><h2>${escapeHtml(title)}</h2>\n${parts.join('\n')}\n</section>`;
}

function list(lines: readonly string[]): string {
  return `<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`;
}

/** Cells are already HTML. */
function table(caption: string, heads: readonly string[], lines: readonly (readonly string[])[]): string {
  return tableOf({ caption, kind: 'figures' }, heads, lines);
}

interface Look {
  caption: string;
  kind: 'figures' | 'beside';
}

function tableOf({ caption, kind }: Look, heads: readonly string[], lines: readonly (readonly string[])[]): string {
  const head = heads.map((one) => `<th scope="col">${escapeHtml(one)}</th>`).join('');
  const rows = lines.map(
    ([first = '', ...rest]) => `<tr><th scope="row">${first}</th>${rest.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
  );
  return scrolling(
    `<table class="${kind}"><caption>${escapeHtml(caption)}</caption><thead><tr>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`,
  );
}

function scrolling(inner: string): string {
  return `<div class="scroll" tabindex="0">${inner}</div>`;
}

const STYLE = `
:root{color-scheme:light dark;--ink:#1c1e21;--soft:#595f67;--line:#d9dce0;--paper:#fff;--wash:#dfe8f5}
@media (prefers-color-scheme:dark){:root{--ink:#e8eaed;--soft:#a3aab3;--line:#3a3f46;--paper:#15171a;--wash:#26364d}}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:68rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{font-size:1.6rem;margin:0 0 1rem}h2{font-size:1.1rem;margin:0 0 .5rem}h3{font-size:.95rem;margin:1rem 0 .25rem}
section{border-top:1px solid var(--line);margin-top:2rem;padding-top:1rem}
pre{background:var(--wash);padding:.6rem .8rem;border-radius:6px;white-space:pre-wrap;overflow-wrap:anywhere;font-size:13px}
small{display:block;color:var(--soft)}summary{cursor:pointer;color:var(--soft);margin:.5rem 0}
.scroll{overflow-x:auto}table{border-collapse:collapse;font-size:13px;margin:.5rem 0}caption{text-align:left;color:var(--soft);padding-bottom:.25rem}
th,td{padding:.3rem .6rem;border-bottom:1px solid var(--line);text-align:left;font-weight:400;vertical-align:top}thead th{color:var(--soft)}
.figures td,.figures thead th+th{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.beside td{width:50%;min-width:16rem}.beside ul{margin:0;padding-left:1rem}
.none{color:var(--soft)}.share{display:block;background:linear-gradient(to right,var(--wash) var(--part),transparent var(--part))}
svg{display:block;max-width:none}svg text{font-size:11px;fill:var(--soft)}
.grid{stroke:var(--line)}.zero{stroke:var(--soft)}.ink{stroke:var(--ink);stroke-width:1.3;fill:var(--ink)}.hollow{fill:var(--paper)}
.panels{display:flex;flex-wrap:wrap;gap:1rem 2rem}figure{margin:0}figcaption{font-size:13px;color:var(--soft)}
@media print{details{display:none}}
`.trim();
