/** The texts of a study's figures in its files. */
import { FALLBACK_REASONS_NOTE, fallbackReasons, leftOutWords, ownTurnsWords } from '~/lib/play/whose-play';
import { isAbsentFrom, type PopulationGame, type Populations } from './populations';
import type { AskedHow, EvalReport } from './report';
import type { Study } from './study';
import type { StudyRow } from './study-figures';

/** Four decimals, with a true minus sign. */
export function fixed(value: number | null, places = 4): string {
  if (value === null) return '–';
  const text = value.toFixed(places);
  return Number(text) === 0 ? text.replace('-', '') : text.replace('-', '−');
}

export function percent(share: number | null): string {
  return share === null ? '–' : `${(100 * share).toFixed(1)}%`;
}

export function intervalText(ci95: readonly [number, number] | null): string {
  return ci95 === null ? '–' : `${fixed(ci95[0])} … ${fixed(ci95[1])}`;
}

export function titleOf({ reports }: Study): string {
  const meta = reports[0]?.meta;
  return meta ? `Evaluation: ${meta.game}/${meta.ruleset} version ${meta.version}` : 'Evaluation';
}

/** The day, and how to cite the report; empty: the day was not kept. */
export function madeText({ madeAt }: Study): string {
  return madeAt === undefined ? '' : ` Made on ${madeAt} (UTC). To cite it: CITATION.cff of Mandi, with this code and day.`;
}

/** One line per model or remote program: whose turns they were, and what they used. Scripts have none. */
export function turnLines(rows: readonly StudyRow[]): string[][] {
  return rows.flatMap(({ policy, counts }) => {
    if (counts === undefined) return [];
    const { turns, own, repaired, guarded, fallback, walkBacks, calls, tokens, cost } = counts;
    const [first, second, third, fourth] = [own, repaired, guarded, fallback].map((count) =>
      turns === 0 ? String(count) : `${count} (${percent(count / turns)})`,
    );
    const origins = [first ?? '', second ?? '', third ?? '', `${fourth ?? ''}${fallbackReasons(counts)}`];
    return [[policy, String(turns), ...origins, ...[walkBacks, calls, tokens.prompt + tokens.completion].map(String), cost.toFixed(4)]];
  });
}

export const TURN_HEADS = ['policy', 'turns', 'own', 'repaired', 'guarded', 'fell back', 'walked back', 'calls', 'tokens', 'cost, $'];

export const TURN_WORDS = `Own: the first reply as it was; repaired: a later one, after its errors were sent back; fell back: a declared policy or the safe action played. These make up the turns. Guarded: a hard limit changed it, whatever its origin. ${FALLBACK_REASONS_NOTE}`;

/** Shown where runs of models are compared. At temperature 0 with one seed, 13 of 16 prompts got the same reply together as alone. */
export const NOT_REPEATABLE =
  'A model may answer differently when asked again, even at temperature 0, because rounding depends on which requests share a batch.';

/** One line per model or remote program: digests of settings and weights, and how a model was asked. */
export function pinWords(reports: readonly EvalReport[]): string[] {
  const pinned = reports.flatMap(({ rows }) => rows).filter(({ pin }) => pin !== undefined);
  const lines = [...new Set(pinned.map(({ policy }) => policy))].map((policy) => {
    const rows = pinned.filter((row) => row.policy === policy);
    const words = weightsWords(rows.map(({ pin }) => pin?.weights ?? null));
    const asked = askedOver(rows.flatMap((row) => row.asked ?? []));
    return `${policy}: ${[`settings ${rows[0]?.pin?.agent}`, ...words, ...(asked ? askedWords(asked) : [])].join(', ')}`;
  });
  return pinned.some(({ asked }) => asked !== undefined) ? [...lines, NOT_REPEATABLE] : lines;
}

/** The weights that answered, by row; []: unknown. Other weights under the same name are another model. */
export function weightsWords(byRow: readonly (string | null)[]): string[] {
  const all = [...new Set(byRow.flatMap((weights) => weights?.split('; ') ?? []))];
  if (all.length < 2) return all.map((one) => `weights ${one}`);
  return [`not one model: its weights changed during the run (${all.join(', then ')})`];
}

/** Over all rows of a policy; undefined: not a model. */
function askedOver(all: readonly AskedHow[]): AskedHow | undefined {
  const [first] = all;
  if (!first) return undefined;
  const backends = new Map(all.flatMap((one) => one.backends.map((backend) => [backend.id, backend] as const)));
  return { ...first, backends: [...backends.values()], answered: [...new Set(all.flatMap(({ answered }) => answered))] };
}

function askedWords({ model, adapter, sampling, backends, answered }: AskedHow): string[] {
  const { temperature, topP, topK, seed, maxTokens } = sampling;
  const served =
    answered.length > 1 ? `answered by ${answered.length} builds (${answered.join('; ')})` : `answered by ${answered[0] ?? 'nobody'}`;
  return [
    `model ${model}${adapter === null ? '' : ` with adapter ${adapter}`}`,
    `temperature ${temperature}, top-p ${topP}, top-k ${topK}, seed ${seed}, at most ${maxTokens} tokens`,
    `endpoint ${backends.map(({ id, place }) => (place === null ? id : `${id} (${place})`)).join('; ') || 'none'}`,
    served,
  ];
}

/** Explains the payoffs of populations. */
export function populationWords({ seeds, splits, rotation }: Populations): string {
  const where = rotation === 'full' ? 'alone in each seat of each world in turn' : 'alone in the first seat';
  return `The row ${where}, the column in every other seat; the diagonal is self-play. The same worlds for all (seeds ${seeds}, ${splits.join(' and ')}); score and 95% interval.`;
}

/** A solved game, between populations or between a tournament's entrants. */
export type SolvedGame = Pick<PopulationGame, 'entrants' | 'bestResponses' | 'cycles' | 'nash' | 'alphaRank' | 'played'>;

function marketStays(name: string): string {
  return `${name} is a best response to itself: in a market full of ${name}, no other policy earns more.`;
}

/** Three sentences: which populations are stable (`stays` words it), which form cycles, and how close the mixture is to an equilibrium. */
export function gameWords(game: SolvedGame, stays: (name: string) => string = marketStays): string[] {
  const { cycles, nash, entrants } = game;
  const leftOut = leftOutWords(entrants.filter((name) => isAbsentFrom(game, name)));
  const words = cycles.map(([first = '', ...rest]) =>
    rest.length === 0 ? stays(first) : `A cycle of best responses: ${[first, ...rest, first].join(' → ')}.`,
  );
  return [
    ...words,
    `No player gains more than ${fixed(nash.exploitability)} by leaving the mixture.`,
    ...(leftOut === '' ? [] : [leftOut]),
  ];
}

/** One line per entrant: its share of the mixture, its Nash average, its best response, and its alpha-rank if there is one. */
export function nashLines(game: SolvedGame): string[][] {
  const { nash, bestResponses, alphaRank } = game;
  const entrants = game.entrants.filter((name) => !isAbsentFrom(game, name));
  return entrants.map((name) => [
    name,
    percent(nash.mixture[name] ?? 0),
    fixed(nash.rating[name] ?? 0),
    (bestResponses[name] ?? []).join(', '),
    ...(alphaRank ? [percent(alphaRank[name] ?? 0)] : []),
  ]);
}

/** `who`: the players of the game. */
export function nashHeads({ alphaRank }: Pick<SolvedGame, 'alphaRank'>, who = 'policy'): string[] {
  return [who, 'share of the mixture', 'Nash average', 'best response to it', ...(alphaRank ? ['alpha-rank'] : [])];
}

/** Column heads of the payoffs: who fills the market, and whether its fallback plays. */
export function payoffHeads(game: Pick<PopulationGame, 'entrants' | 'played'>, first = 'alone in a market full of'): string[] {
  return [first, ...game.entrants.map((name) => (isAbsentFrom(game, name) ? `${name} (its fallback)` : name))];
}

/** One line per row of the payoffs; a model's or remote program's payoffs say how many turns were its own. */
export function payoffLines({ entrants, cells }: PopulationGame): string[][] {
  return entrants.map((row) => [
    row,
    ...cells
      .filter((cell) => cell.row === row)
      .map(({ mean, ci95, played }) => `${fixed(mean)} (${intervalText(ci95)})${played ? `, own turns ${ownTurnsWords(played)}` : ''}`),
  ]);
}
