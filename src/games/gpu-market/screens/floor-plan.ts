/** What the floor needs of a block, under any ruleset. */
export interface Brick {
  block_id: string;
  owner_lab_id: string;
  start_round: number;
  duration: number;
  gpu_count: number;
}

/** A block on the floor: columns are rounds, rows within a lab are GPUs, so a bar's area is its GPU-hours. */
export interface BarPlace<Block extends Brick = Brick> {
  block: Block;
  top: number;
  height: number;
}

export interface RowPlace {
  labId: string;
  top: number;
  height: number;
}

/** When a job needs its GPU-hours. */
export interface Demand {
  job_id: string;
  arrival_round: number;
  deadline_round: number;
}

export interface DemandPlace {
  jobId: string;
  top: number;
  height: number;
}

export interface FloorPlan<Block extends Brick = Brick> {
  rows: RowPlace[];
  bars: BarPlace<Block>[];
  demands: DemandPlace[];
  columns: number;
  height: number;
}

export interface FloorMeasures {
  /** Pixels per GPU, when there is room. */
  unit: number;
  /** The least height of a lab's row. */
  minRow: number;
  /** Above the bars. */
  pad: number;
  /** Between them and the jobs. */
  foot: number;
  /** For jobs of the same rounds, below each other at the foot of the row. */
  lane: number;
}

export const WIDE: FloorMeasures = { unit: 16, minRow: 86, pad: 5, foot: 5, lane: 13 };
export const NARROW: FloorMeasures = { unit: 16, minRow: 58, pad: 4, foot: 4, lane: 13 };

/** What the floor is drawn from; other changes of a view move no bar. */
export interface Holdings<Block extends Brick = Brick> {
  /** `least`: this row may be lower than the others; `jobs`: those that the viewer may see. */
  labs: readonly { lab_id: string; least?: number; jobs?: readonly Demand[] | null }[];
  blocks: readonly Block[];
  max_rounds: number;
}

interface Stack<Block extends Brick> {
  labId: string;
  least: number | undefined;
  gpus: number;
  blocks: { block: Block; from: number }[];
  /** The lane of each job, from the top. */
  jobs: { jobId: string; lane: number }[];
  lanes: number;
}

/** The floor's height, fixed by the opening, so that nothing below it ever moves. */
export function floorHeight(opening: Holdings, measures: FloorMeasures): number {
  return totalHeight(stacksOf(opening), measures);
}

/**
 * Divides the floor among the labs by the capacity they own: rows grow and shrink as blocks change hands, and the total height stays the
 * same. Where the holdings need more, first each GPU gets fewer pixels, then each job.
 */
export function planFloor<Block extends Brick>(view: Holdings<Block>, height: number, measures: FloorMeasures): FloorPlan<Block> {
  const stacks = stacksOf(view);
  const fit = { ...measures };
  while (fit.unit > 4 && totalHeight(stacks, fit) > height) fit.unit -= 0.5;
  while (fit.lane > 4 && totalHeight(stacks, fit) > height) fit.lane -= 1;
  const { unit, lane } = fit;
  const slack = Math.max(0, height - totalHeight(stacks, fit)) / Math.max(1, stacks.length);
  const rows: RowPlace[] = [];
  const bars: BarPlace<Block>[] = [];
  const demands: DemandPlace[] = [];
  let top = 0;
  for (const stack of stacks) {
    const rowTop = top;
    const row = { labId: stack.labId, top, height: rowHeight(stack, fit) + slack };
    rows.push(row);
    for (const { block, from } of stack.blocks) {
      bars.push({ block, top: rowTop + measures.pad + from * unit, height: block.gpu_count * unit - 2 });
    }
    top += row.height;
    // On whole pixels, because a border between two of them is hardly visible.
    const foot = Math.floor(top - stack.lanes * lane - 1);
    demands.push(...stack.jobs.map((job) => ({ jobId: job.jobId, top: foot + job.lane * lane, height: lane - 2 })));
  }
  return { rows, demands, bars: bars.sort((a, b) => (a.block.block_id < b.block.block_id ? -1 : 1)), columns: columnsOf(view), height };
}

/** As many columns as there are rounds, or as the latest block needs. */
function columnsOf(view: Holdings): number {
  return Math.max(view.max_rounds, ...view.blocks.map((block) => block.start_round + block.duration));
}

function stacksOf<Block extends Brick>(view: Holdings<Block>): Stack<Block>[] {
  return view.labs.map((lab) =>
    stack(
      lab,
      view.blocks.filter((block) => block.owner_lab_id === lab.lab_id),
    ),
  );
}

/** Puts each block as high as it fits next to those that share its rounds. */
function stack<Block extends Brick>(lab: Holdings['labs'][number], blocks: readonly Block[]): Stack<Block> {
  const placed: { block: Block; from: number }[] = [];
  const order = [...blocks].sort(
    (a, b) => a.start_round - b.start_round || b.gpu_count - a.gpu_count || (a.block_id < b.block_id ? -1 : 1),
  );
  for (const block of order) placed.push({ block, from: firstGap(block, placed) });
  const jobs = lanesOf(lab.jobs ?? []);
  return {
    labId: lab.lab_id,
    jobs,
    lanes: Math.max(0, ...jobs.map((job) => job.lane + 1)),
    least: lab.least,
    blocks: placed,
    gpus: Math.max(0, ...placed.map(({ block, from }) => from + block.gpu_count)),
  };
}

/** Puts each job as high as it fits next to those that share its rounds. */
function lanesOf(jobs: readonly Demand[]): { jobId: string; lane: number }[] {
  const ends: number[] = [];
  const order = [...jobs].sort((a, b) => a.arrival_round - b.arrival_round || a.deadline_round - b.deadline_round);
  return order.map(({ job_id: jobId, arrival_round, deadline_round }) => {
    const free = ends.findIndex((end) => end < arrival_round);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = deadline_round;
    return { jobId, lane };
  });
}

function firstGap(block: Brick, placed: readonly { block: Brick; from: number }[]): number {
  const beside = placed.filter((other) => overlaps(block, other.block)).sort((a, b) => a.from - b.from);
  let from = 0;
  for (const other of beside) {
    if (from + block.gpu_count <= other.from) break;
    from = Math.max(from, other.from + other.block.gpu_count);
  }
  return from;
}

function overlaps(a: Brick, b: Brick): boolean {
  return a.start_round < b.start_round + b.duration && b.start_round < a.start_round + a.duration;
}

function totalHeight(stacks: readonly Stack<Brick>[], measures: FloorMeasures): number {
  return stacks.reduce((sum, one) => sum + rowHeight(one, measures), 0);
}

function rowHeight(stack: Stack<Brick>, { unit, minRow, pad, foot, lane }: FloorMeasures): number {
  return Math.max(stack.least ?? minRow, stack.gpus * unit + pad + foot + stack.lanes * lane);
}
