/** Stored reports: ordering one, and creating a match from one of its episodes. */
import type { Stress } from '~/contract/env';
import type { Reading } from '~/contract/game';
import { contenderNamed } from '~/eval/contenders';
import { type EpisodeName, episodeOf, struckEpisodeOf } from '~/eval/episode';
import { type EvalPlan, planEval, withNullModels, withNulls } from '~/eval/eval-plan';
import { whyNoPopulations } from '~/eval/populations';
import { planPreset } from '~/eval/presets';
import { readGrid, stressKinds, whyNoRobustness } from '~/eval/robustness';
import { besides, type StudyWish, studyEpisodes, whyNotBeside } from '~/eval/study';
import type { BeforeAfter } from '~/eval/transcript';
import { findPolicy } from '~/games/policies';
import { keepEpisode } from '~/match/keep-episode';
import { matchIdOf } from '~/match/match-id';
import type { SharedServices } from '../context';
import { Refusal } from '../errors';
import { evalAgents, namedAgents } from './eval-agents';
import type { ReportInput } from './inputs';
import type { KeptStudy, ReportOrder } from './types';

/** Concurrent episodes of agents. */
const AGENT_SLOTS = 4;
/** Limited because a report runs in a process that also serves live matches. */
const MOST_EPISODES = 20_000;

/** Parses the request, with the hints of the command line. */
export async function orderReport(shared: SharedServices, input: ReportInput): Promise<ReportOrder> {
  const { agents } = shared.services;
  const names = input.policies.split(',').map((name) => name.trim());
  const typed = agents
    ? await namedAgents(
        agents,
        names.filter((name) => contenderNamed(name) === null && name !== 'all'),
      )
    : [];
  const asked = valueIn(readPlan(input, typed));
  const plans = { asked, whole: withNulls(withNullModels(asked, typed)) };
  const wish = readWish(asked, input);
  const why = whyNotBeside(plans.whole, wish);
  if (why !== null) throw new Refusal('bad_input', why);
  if (studyEpisodes(plans, { populations: wish.populations }) > MOST_EPISODES)
    throw new Refusal('bad_input', `More than ${MOST_EPISODES} episodes: choose fewer seeds, or run npx mandi eval --save.`);
  return { plans, wish, agents: agents && evalAgents(agents, AGENT_SLOTS), goOn: input.goOn };
}

function readPlan(input: ReportInput, agents: Awaited<ReturnType<typeof namedAgents>>): Reading<EvalPlan> {
  if (input.preset === undefined) return planEval({ ...input, agents });
  return planPreset(input.preset, { agents, ...(input.policies !== 'all' && { policies: input.policies }) });
}

function readWish(plan: EvalPlan, { before, after, at, robustness, preset, populations }: ReportInput): StudyWish {
  const wish = { before, after, at, preset, populations: populations?.rotation };
  const whyAlone = populations ? whyNoPopulations(plan) : null;
  if (whyAlone !== null) throw new Refusal('bad_input', whyAlone);
  if (robustness === undefined) return wish;
  const why = whyNoRobustness(plan);
  if (why !== null) throw new Refusal('bad_input', why);
  return { ...wish, grid: valueIn(readGrid(robustness, stressKinds(plan))) };
}

export async function findReport(shared: SharedServices, id: string): Promise<KeptStudy> {
  const report = await shared.benchmark.store.get(id);
  if (!report) throw new Refusal('unknown_run', `There is no report "${id}".`);
  return report;
}

/** Two players of a report in one of its worlds. */
export async function setBeside(
  shared: SharedServices,
  { id, ...names }: { id: string; task: string; seed: number; before: string; after: string },
): Promise<BeforeAfter> {
  const { study } = await findReport(shared, id);
  const found = await besides(study.reports, names);
  if (!found)
    throw new Refusal(
      'bad_input',
      `This report has no episodes of ${names.before} and ${names.after} on ${names.task}, seed ${names.seed}.`,
    );
  return found;
}

/** The same episode as a match, created on first request. Returns the match's id. */
export async function replayReport(
  shared: SharedServices,
  { id, stress, ...name }: EpisodeName & { id: string; stress?: Stress | undefined },
): Promise<string> {
  const matchId = matchIdOf(`report ${id} ${name.task} ${name.seed} ${name.policy}${stress ? ` ${stressWords(stress)}` : ''}`);
  const { study } = await findReport(shared, id);
  if (await shared.services.store.get(matchId)) return matchId;
  const episode = await (stress ? struckEpisodeOf(study, { ...name, stress }) : episodeOf(study.reports, name));
  if (!episode) {
    const world = `${name.task}, seed ${name.seed}${stress ? `, ${stressWords(stress)}` : ''}`;
    throw new Refusal('bad_input', `This report has no episode of ${name.policy} on ${world}, or has not kept its moves.`);
  }
  const log = episode.logs().at(-1);
  if (!log) throw new Error('a session has at least one match');
  const isSeatable = name.policy.includes('@') || findPolicy(log.ref.key, name.policy) !== null;
  const player = { kind: isSeatable ? ('script' as const) : ('program' as const), name: name.policy };
  return keepEpisode(shared.services, { ...log, id: matchId, player });
}

/** Without strikes the kind does not matter. */
function stressWords({ kind, strikes }: Stress): string {
  return strikes === 0 ? 'without shocks' : `${kind} ${strikes}`;
}

function valueIn<T>(reading: Reading<T>): T {
  if (!reading.ok) throw new Refusal('bad_input', reading.why);
  return reading.value;
}
