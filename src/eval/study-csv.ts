/** A study as one long table: one line per figure; the grid of shocks and the populations come last. */
import { type FallbackTurns, isMostlyFallback } from '~/lib/play/whose-play';
import { csvTable } from '~/lib/text/csv';
import { NEWEST_STATISTICS } from '~/statistics/methods';
import { isAbsentFrom, type PopulationGame, type Populations } from './populations';
import { publishedFigures } from './presets';
import type { EvalRow } from './report';
import type { Study } from './study';
import { actionTypes, shareOf, studyRows } from './study-figures';
import { studyPairs } from './study-pairs';

type Cell = string | number | null;
/** Values by column; missing ones are empty. */
type Line = Record<string, Cell>;

const WHERE = 'section,policy,role,task,range,seeds'.split(',');
const FIGURES = 'n,mean,std,ci95_low,ci95_high,refused,handed_in,refusal_rate,published,equal'.split(',');
const STRESS = 'shock,strikes,change,change_low,change_high'.split(',');
const TURNS = 'turns,own,repaired,guarded,fallback,walk_backs,calls,tokens,cost,score_of'.split(',');
const PARTS = ['over_budget', 'not_asked'];
const GAME = 'among,best_response,cycle,mixture,nash_average,exploitability'.split(',');
const LEAD = 'against,lead,lead_low,lead_high,p,p_corrected,p_any_time,p_any_time_corrected,statistics'.split(',');
const MADE_BY = 'command,code,ruleset,version,settings,weights,model,temperature,sampling_seed,endpoint,answered_by'.split(',');

export function studyCsv(study: Study): string {
  const types = actionTypes(studyRows(study.reports)).map((type) => `share_${type}`);
  const names = [
    ...WHERE,
    ...FIGURES,
    ...STRESS,
    ...types,
    ...TURNS,
    ...GAME,
    ...MADE_BY,
    ...LEAD,
    'median',
    'effect',
    'alpha_rank',
    ...PARTS,
  ];
  const lines = [...evalLines(study), ...robustnessLines(study), ...populationLines(study), ...pairedLines(study)];
  return `${csvTable(
    names,
    lines.map((line) => names.map((name) => line[name] ?? null)),
  )}\n`;
}

function evalLines(study: Study): Line[] {
  const published = publishedFigures(study.reports);
  const types = actionTypes(studyRows(study.reports));
  return studyRows(study.reports).map((row) => {
    const { policy, role, task, split, seeds, n, mean, median = null, std, ci95, invalid, handedIn, refusalRate } = row;
    const printed = published.find((one) => one.policy === policy && one.task === task && one.range === split);
    return {
      section: 'eval',
      policy,
      role,
      task,
      range: split ?? 'mixed',
      seeds,
      n,
      mean,
      std,
      ...interval('ci95', ci95),
      refused: invalid,
      handed_in: handedIn,
      refusal_rate: refusalRate,
      ...(printed && { published: printed.published, equal: yesNo(printed.equal) }),
      ...Object.fromEntries(types.map((type) => [`share_${type}`, shareOf(row, type)])),
      ...turnCells(row),
      ...madeBy(study, row),
      median,
    };
  });
}

/** Whose turns they were, and what they cost. Empty for scripts, whose turns are all their own. */
function turnCells({ counts }: EvalRow): Line {
  if (!counts) return {};
  const { repaired, guarded, walkBacks, calls, tokens, cost, overBudget = 0, notAsked = 0 } = counts;
  const parts = { over_budget: overBudget, not_asked: notAsked };
  return {
    ...playedCells(counts),
    ...parts,
    repaired,
    guarded,
    walk_backs: walkBacks,
    calls,
    tokens: tokens.prompt + tokens.completion,
    cost,
  };
}

function playedCells(played: FallbackTurns | undefined): Line {
  if (!played) return {};
  const { turns, own, fallback } = played;
  return { turns, own, fallback, score_of: isMostlyFallback(played) ? 'fallback' : 'own' };
}

function robustnessLines(study: Study): Line[] {
  const { robustness } = study;
  if (!robustness) return [];
  return robustness.points.map(({ policy, task, kind, strikes, n, mean, ci95, change, played }) => ({
    section: 'robustness',
    policy,
    task,
    range: robustness.splits.join(' '),
    seeds: robustness.seeds,
    n,
    mean,
    ...interval('ci95', ci95),
    shock: kind,
    strikes,
    change: change?.mean ?? null,
    ...interval('change', change?.ci95 ?? null),
    ...playedCells(played),
    ...madeBy(study, rowOf(study, policy)),
  }));
}

function populationLines(study: Study): Line[] {
  const { populations } = study;
  return (
    populations?.games.flatMap((game) => [...payoffLines(study, { populations, game }), ...nashLines(study, { populations, game })]) ?? []
  );
}

interface Played {
  populations: Populations;
  game: PopulationGame;
}

/**
 * One line per row alone among each column: is it a best response there, and which cycle of best responses (from 1) is it a step of? Left
 * empty for agents whose fallback played most of their turns.
 */
function payoffLines(study: Study, { populations, game }: Played): Line[] {
  const { task, cells, bestResponses, cycles } = game;
  return cells.map(({ row, column, n, mean, ci95, played }) => {
    const cycle = cycles.findIndex((one) => one.some((name, at) => name === column && one[(at + 1) % one.length] === row));
    return {
      section: 'populations',
      policy: row,
      task,
      range: populations.splits.join(' '),
      seeds: populations.seeds,
      n,
      mean,
      ...interval('ci95', ci95),
      among: column,
      ...playedCells(played),
      best_response: isAbsentFrom(game, row) || isAbsentFrom(game, column) ? null : yesNo(bestResponses[column]?.includes(row) === true),
      cycle: cycle < 0 ? null : cycle + 1,
      ...madeBy(study, rowOf(study, row)),
    };
  });
}

/** One line per population: its share of the equilibrium mixture, its Nash average and its alpha-rank. */
function nashLines(study: Study, { populations, game }: Played): Line[] {
  const { task, cells, nash, alphaRank } = game;
  const entrants = game.entrants.filter((name) => !isAbsentFrom(game, name));
  return entrants.map((policy) => ({
    section: 'nash',
    policy,
    task,
    range: populations.splits.join(' '),
    seeds: populations.seeds,
    n: cells[0]?.n ?? null,
    mixture: nash.mixture[policy] ?? 0,
    nash_average: nash.rating[policy] ?? 0,
    exploitability: nash.exploitability,
    alpha_rank: alphaRank?.[policy] ?? null,
    ...madeBy(study, rowOf(study, policy)),
  }));
}

/** One line per pair of policies that played the same seeds. */
function pairedLines(study: Study): Line[] {
  return studyPairs(study.reports).flatMap(({ task, range, seeds, pairs }) =>
    pairs.map(({ a, b, difference, interval: ends, effect = null, worlds, p, holm, anytime }) => ({
      section: 'paired',
      policy: a,
      task,
      range,
      seeds,
      n: worlds,
      ...madeBy(study, rowOf(study, a)),
      against: b,
      lead: difference,
      ...interval('lead', ends),
      p,
      p_corrected: holm,
      p_any_time: anytime?.p ?? null,
      p_any_time_corrected: anytime?.holm ?? null,
      effect,
      statistics: NEWEST_STATISTICS,
    })),
  );
}

function interval(name: string, ends: readonly [number, number] | null): Line {
  return { [`${name}_low`]: ends?.[0] ?? null, [`${name}_high`]: ends?.[1] ?? null };
}

function yesNo(is: boolean): string {
  return is ? 'yes' : 'no';
}

/** What reproduces the figure: command, versions, and for agents the digests of settings and weights. */
function madeBy({ command, code, reports }: Study, row: Pick<EvalRow, 'pin' | 'asked'> | undefined): Line {
  const meta = reports[0]?.meta;
  return {
    command,
    code,
    ruleset: meta ? `${meta.game}/${meta.ruleset}` : null,
    version: meta?.version ?? null,
    settings: row?.pin?.agent ?? null,
    weights: row?.pin?.weights ?? null,
    model: row?.asked?.model ?? null,
    temperature: row?.asked?.sampling.temperature ?? null,
    sampling_seed: row?.asked?.sampling.seed ?? null,
    endpoint: row?.asked?.backends.map(({ id, place }) => place ?? id).join(' ') ?? null,
    answered_by: row?.asked?.answered.join('; ') ?? null,
  };
}

function rowOf({ reports }: Study, policy: string): EvalRow | undefined {
  return reports.flatMap(({ rows }) => rows).find((row) => row.policy === policy && row.pin);
}
