import type { PictureProps } from '~/contract/screens';

interface Block {
  block_id: string;
  owner_lab_id: string;
  start_round: number;
  duration: number;
  gpu_count: number;
  status: string;
}

interface Shown {
  labs: readonly { lab_id: string }[];
  blocks: readonly Block[];
  max_rounds: number;
  round_index: number;
  finished: boolean;
}

const MOST_LABS = 16;
const GAP = 4;

/** The board as a small drawing without text: rows are labs, columns rounds, bars blocks of GPU time. */
export function MarketPicture({ view, colorOf, colors, width, height }: PictureProps<Shown>) {
  const labs = view.labs.slice(0, MOST_LABS);
  const rounds = Math.max(view.max_rounds, ...view.blocks.map((block) => block.start_round + block.duration));
  const row = height / Math.max(1, labs.length);
  const x = (round: number) => (round / rounds) * width;
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden>
      {view.finished ? null : <rect x={x(view.round_index)} y={0} width={width / rounds} height={height} fill={colors.wash} />}
      {labs.map((lab, place) => (
        <path key={lab.lab_id} d={`M0 ${place * row}H${width}`} stroke={colors.line} strokeWidth={1.5} />
      ))}
      {labs.flatMap((lab, place) => {
        const own = layered(view.blocks.filter((block) => block.owner_lab_id === lab.lab_id));
        const unit = (row - 2 * GAP) / Math.max(1, ...own.map(({ from, block }) => from + block.gpu_count));
        const color = colorOf(lab.lab_id);
        return own.map(({ block, from }) => {
          const [isUsed, isGone] = [block.status === 'used', block.status === 'failed' || block.status === 'spent'];
          return (
            <rect
              key={block.block_id}
              x={x(block.start_round) + 1.5}
              y={place * row + GAP + from * unit}
              width={x(block.duration) - 3}
              height={Math.max(2, block.gpu_count * unit - 2)}
              rx={2}
              fill={isUsed ? color : colors.paper}
              fillOpacity={isGone ? 0.4 : 1}
              stroke={color}
              strokeOpacity={isGone ? 0.35 : 1}
              strokeWidth={2}
            />
          );
        });
      })}
    </svg>
  );
}

/** Blocks whose rounds overlap are stacked. */
function layered(blocks: readonly Block[]): { block: Block; from: number }[] {
  const placed: { block: Block; from: number }[] = [];
  for (const block of [...blocks].sort((a, b) => a.start_round - b.start_round || b.gpu_count - a.gpu_count)) {
    let from = 0;
    for (const other of placed.filter((one) => overlaps(one.block, block)).sort((a, b) => a.from - b.from)) {
      if (from + block.gpu_count > other.from) from = Math.max(from, other.from + other.block.gpu_count);
    }
    placed.push({ block, from });
  }
  return placed;
}

function overlaps(a: Block, b: Block): boolean {
  return a.start_round < b.start_round + b.duration && b.start_round < a.start_round + a.duration;
}

/** What is at stake in the market, in three drawings: a job with its deadline, a trade, and a prize and a shock. */
export const STAKES = [Deadline, Trade, PrizeAndShock] as const;

/** A job's bar, partly filled with blocks, up to its flag. */
function Deadline() {
  return (
    <>
      <rect x="4" y="8" width="70" height="12" rx="2" fill="none" stroke="var(--ink-3)" strokeWidth="1.5" strokeDasharray="3 2" />
      <rect x="4" y="8" width="44" height="12" rx="2" fill="var(--green)" />
      <path d="M78 22V6h12l-4 4 4 4H78" fill="var(--amber)" stroke="var(--amber)" strokeWidth="1.5" strokeLinejoin="round" />
      <rect x="4" y="30" width="20" height="12" rx="2" fill="var(--lab-0)" />
      <rect x="28" y="30" width="20" height="12" rx="2" fill="var(--lab-0)" />
      <rect x="52" y="30" width="20" height="12" rx="2" fill="none" stroke="var(--lab-0)" strokeWidth="2" />
    </>
  );
}

/** A block moves from one lab to another, and a coin moves back. */
function Trade() {
  return (
    <>
      <path d="M0 24h96" stroke="var(--line-strong)" strokeWidth="1" />
      <rect x="4" y="5" width="26" height="13" rx="2" fill="var(--lab-1)" />
      <rect x="38" y="5" width="26" height="13" rx="2" fill="none" stroke="var(--lab-1)" strokeWidth="2" strokeDasharray="3 2" />
      <rect x="4" y="30" width="26" height="13" rx="2" fill="var(--lab-0)" />
      <rect x="38" y="30" width="26" height="13" rx="2" fill="var(--lab-1)" stroke="var(--lab-0)" strokeWidth="2" />
      <path d="M51 19v8m-3-3 3 3 3-3" fill="none" stroke="var(--ink-2)" strokeWidth="2" strokeLinejoin="round" />
      <path d="M80 30V18m-3 3 3-3 3 3" fill="none" stroke="var(--ink-2)" strokeWidth="2" strokeLinejoin="round" />
      <circle cx="80" cy="37" r="5" fill="var(--amber)" />
    </>
  );
}

/** A block to win by words, and a block that breaks. */
function PrizeAndShock() {
  return (
    <>
      <path d="M4 8h34v18H20l-7 7v-7H4z" fill="none" stroke="var(--ink-2)" strokeWidth="1.5" strokeLinejoin="round" />
      <path d="M10 14h22M10 20h14" stroke="var(--ink-2)" strokeWidth="1.5" />
      <rect x="10" y="36" width="26" height="9" rx="2" fill="none" stroke="var(--accent)" strokeWidth="2" />
      <rect x="54" y="14" width="36" height="20" rx="2" fill="none" stroke="var(--lab-1)" strokeWidth="2" strokeDasharray="3 2" />
      <path d="M54 30 63 22l6 4 8-9 5 5 8-6" fill="none" stroke="var(--amber)" strokeWidth="2.5" strokeLinejoin="round" />
    </>
  );
}
