/** What a screen shows of a GPU market, under any ruleset: built by the game for one viewer, patched frame by frame. */
import type { Stand } from '~/contract/pack';
import type {
  Action,
  ActionResult,
  Archetype,
  Band,
  Block,
  Coalition,
  Job,
  JudgeDecision,
  Message,
  Offer,
  RewardBreakdown,
  ShockKind,
} from './types';

export interface LabView {
  lab_id: string;
  public_name: string;
  reputation: number;
  budget_band: Band;
  demand_band: Band;
  /** Private fields are null for a viewer who may not see them. */
  budget: number | null;
  archetype: Archetype | null;
  jobs: Job[] | null;
  block_ids: string[];
}

export interface ShockView {
  round_index: number;
  kind: ShockKind;
  text: string;
  block_id: string | null;
  /** Every block it hit. */
  block_ids: string[];
  /** How many jobs it added, over all labs. */
  jobs_added: number;
}

/** One point per step of a lab's reward curve (classic: lab_0 only). */
export interface CurvePoint {
  round_index: number;
  reward: number;
  cumulative: number;
}

export interface StepView {
  lab_id: string;
  /** As parsed; null when the input was not an action. */
  action: Action | null;
  result: ActionResult;
  breakdown: RewardBreakdown;
}

export interface MarketView {
  game: 'gpu-market';
  ruleset: string;
  ruleset_version: number;
  task: string;
  difficulty: string | null;
  judge_mode: string;
  /** null while it is secret. */
  seed: number | null;
  round_index: number;
  max_rounds: number;
  finished: boolean;
  market_pressure: Band;
  /** By number: lab_0 first. */
  labs: LabView[];
  /** In creation order, including dead ones. */
  blocks: Block[];
  /** Those the viewer may see, in any status, in creation order. */
  offers: Offer[];
  coalitions: Coalition[];
  /** Those the viewer may see: pitches, messages to labs, and texts sent with offers. */
  messages: Message[];
  shocks: ShockView[];
  verdicts: JudgeDecision[];
  /** By lab; a lab whose rewards the viewer may not see is absent. */
  curves: Record<string, CurvePoint[]>;
  /** The last action with its result and reward; null for a viewer who may not see them. */
  last_step: StepView | null;
  /** The final reward, given after the last round's action; null before that, and after `finish`. */
  settlement: StepView | null;
}

type Shown = Pick<MarketView, 'market_pressure' | 'labs' | 'blocks' | 'offers'> & {
  /** `status` in rulesets that found coalitions, `breach_status` in rulesets where coalitions only keep commitments. */
  coalitions: (Pick<Coalition, 'coalition_id' | 'members'> & { status?: string; breach_status?: string })[];
};

const COLUMNS = [
  { title: 'lab', align: 'left' },
  { title: 'reputation', align: 'right' },
  { title: 'budget', align: 'right' },
  { title: 'jobs done', align: 'right' },
  { title: 'blocks', align: 'left' },
] as const;

/** The position in a market, for a terminal. */
export function stand(view: unknown): Stand {
  const shown = view as Shown;
  const open = shown.offers.filter((offer) => offer.status === 'active');
  return {
    summary: `market pressure ${shown.market_pressure}`,
    table: { columns: COLUMNS, rows: shown.labs.map((lab) => rowOf(lab, shown)) },
    lines: [
      `Offers open: ${open.map((offer) => `${offer.offer_id} ${offer.from_lab_id} -> ${offer.to_lab_id ?? 'all'}`).join(', ') || 'none'}`,
      `Coalitions: ${shown.coalitions.map((one) => `${one.coalition_id} (${one.members.join(', ')}; ${one.status ?? one.breach_status})`).join(', ') || 'none'}`,
    ],
  };
}

function rowOf(lab: LabView, { blocks }: Shown): string[] {
  const owned = blocks.filter((block) => block.owner_lab_id === lab.lab_id);
  return [
    `${lab.public_name} (${lab.lab_id})`,
    String(lab.reputation),
    lab.budget === null ? '-' : lab.budget.toFixed(2),
    lab.jobs ? `${lab.jobs.filter((job) => job.completed).length}/${lab.jobs.length}` : '-',
    owned.map((block) => `${block.block_id} ${block.status}`).join(', '),
  ];
}
