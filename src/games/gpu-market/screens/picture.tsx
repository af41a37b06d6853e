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

/** Two labs' blocks of GPU time; one of them works for the other lab's job. */
export function EntryDrawing() {
  return (
    <svg
      viewBox="0 0 160 60"
      width="160"
      height="60"
      role="img"
      aria-label="Two labs with blocks of GPU time, one of them sold to the other"
    >
      <path d="M0 30h160" stroke="var(--line-strong)" strokeWidth="1" />
      <rect x="4" y="7" width="46" height="15" rx="2" fill="var(--lab-0)" />
      <rect x="104" y="7" width="52" height="15" rx="2" fill="none" stroke="var(--lab-0)" strokeWidth="2" />
      <rect x="4" y="38" width="30" height="15" rx="2" fill="var(--lab-1)" />
      <rect x="56" y="38" width="40" height="15" rx="2" fill="var(--lab-0)" stroke="var(--lab-1)" strokeWidth="2" />
      <rect x="104" y="38" width="52" height="15" rx="2" fill="none" stroke="var(--lab-1)" strokeWidth="2" />
      <path d="M62 14h14v18m-4-4 4 4 4-4" fill="none" stroke="var(--ink-2)" strokeWidth="2" strokeLinejoin="round" />
    </svg>
  );
}
