/** The nine tasks of the published game, and its items. */
import type { TaskCard } from '~/contract/game';
import type { Listing, Personality } from './types';

export interface Task {
  id: string;
  title: string;
  summary: string;
  label: string;
  steps: number;
  episodes: number;
  /** The first ask, as a multiple of the cost. */
  anchor: number;
  concession: number;
  deadline: number | null;
  stock: number;
  walk: number;
  career: boolean;
  personality: Personality;
  pass: number;
  /** The item comes from a table of listings. */
  listed: boolean;
}

const PLAIN = {
  episodes: 1,
  anchor: 2,
  deadline: null,
  stock: 1,
  walk: 0.05,
  career: false,
  personality: 'default',
  listed: false,
} as const;

export const TASK_LIST: readonly Task[] = [
  {
    ...PLAIN,
    id: 'single_deal',
    title: 'Single deal',
    summary: 'One item, eight rounds, and a seller who concedes a little each round.',
    label: 'easy',
    steps: 8,
    concession: 0.08,
    pass: 0.3,
  },
  {
    ...PLAIN,
    id: 'asymmetric_pressure',
    title: 'Asymmetric pressure',
    summary: 'A deal after round five counts half, and the seller is in no hurry.',
    label: 'medium',
    steps: 8,
    concession: 0.06,
    deadline: 5,
    stock: 5,
    walk: 0.08,
    pass: 0.4,
  },
  {
    ...PLAIN,
    id: 'career_10',
    title: 'Career of ten',
    summary: 'Ten deals in a row with a seller who remembers how you bargained.',
    label: 'hard',
    steps: 80,
    episodes: 10,
    concession: 0.07,
    stock: 10,
    walk: 0.1,
    career: true,
    pass: 0.5,
  },
  {
    ...PLAIN,
    id: 'deceptive_seller',
    title: 'Deceptive seller',
    summary: 'The seller opens higher, concedes slowly, bluffs, and takes concessions back.',
    label: 'hard',
    steps: 10,
    concession: 0.06,
    stock: 3,
    personality: 'deceptive',
    pass: 0.35,
  },
  {
    ...PLAIN,
    id: 'impatient_seller',
    title: 'Impatient seller',
    summary: 'The seller concedes fast, has less time, and walks away sooner.',
    label: 'medium',
    steps: 8,
    concession: 0.08,
    walk: 0.15,
    personality: 'impatient',
    pass: 0.3,
  },
  {
    ...PLAIN,
    id: 'collaborative_seller',
    title: 'Collaborative seller',
    summary: 'The seller opens lower and looks for a price that suits both.',
    label: 'easy',
    steps: 8,
    concession: 0.1,
    walk: 0.02,
    personality: 'collaborative',
    pass: 0.4,
  },
  {
    ...PLAIN,
    id: 'read_the_tells',
    title: 'Read the tells',
    summary: 'Five deals of two rounds each with a deceptive seller.',
    label: 'expert',
    steps: 10,
    episodes: 5,
    anchor: 2.2,
    concession: 0.05,
    stock: 5,
    walk: 0.08,
    career: true,
    personality: 'deceptive',
    pass: 0.45,
  },
  {
    ...PLAIN,
    id: 'marketplace_arena',
    title: 'Marketplace arena',
    summary: 'Twelve rounds for one item; in arena mode several buyers bid for it.',
    label: 'expert',
    steps: 12,
    concession: 0.06,
    pass: 0.3,
  },
  {
    ...PLAIN,
    id: 'amazon_realistic',
    title: 'Listed items',
    summary: 'The item and its prices come from a table of listings.',
    label: 'medium',
    steps: 8,
    concession: 0.08,
    pass: 0.3,
    listed: true,
  },
];

export const USUAL_TASK = 'single_deal';
export const USUAL_ARENA_TASK = 'marketplace_arena';

export const TASKS: readonly TaskCard[] = TASK_LIST.map((task) => ({
  id: task.id,
  title: task.title,
  summary: task.summary,
  rounds: task.steps,
  seats: 'a buyer against the seller',
}));

const BY_ID = new Map(TASK_LIST.map((task) => [task.id, task]));

/** For a parsed configuration. */
export function taskOf(id: string): Task {
  const task = BY_ID.get(id);
  if (!task) throw new Error(`bazaar: there is no task ${id}`);
  return task;
}

/** Rounds of an episode. */
export function roundsOf({ steps, episodes }: Task): number {
  return episodes === 1 ? steps : Math.floor(steps / episodes);
}

export const BUDGET = 100;
export const COST = 30;

/** Defaults of the listing task without rows. */
export const UNLISTED = { budget: 1000, cost: 400 } as const;

const ITEMS = [
  'handwoven silk scarf',
  'brass table lamp',
  'leather messenger bag',
  'ceramic tea set',
  'sandalwood incense box',
  'hand-painted pottery',
  'embroidered cushion cover',
  'copper water bottle',
  'jute tote bag',
  'wooden chess set',
] as const;

export function itemOf(episode: number): string {
  return ITEMS[(episode - 1) % ITEMS.length] ?? ITEMS[0];
}

/** Invented, because the published table may not be distributed. */
export const LISTINGS: readonly Listing[] = (
  [
    [1099, 399],
    [499, 489],
    [24999, 12999.5],
    [150, 99],
    [7299, 3599],
    [999, 150],
    [65000, 58990],
    [1999, 1490],
    [349, 199],
    [12000, 2400],
    [2495, 1247.5],
    [80, 60],
    [5500, 4999],
  ] as const
).map(([actual_price, discounted_price], at) => ({
  name: `Made-up listing ${String(at).padStart(2, '0')}`,
  actual_price,
  discounted_price,
}));
