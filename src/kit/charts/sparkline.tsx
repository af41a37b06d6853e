interface Props {
  /** In order; the first is at the left edge. */
  values: readonly number[];
  /** The final number of values, so that the line grows to the right. */
  room: number;
  color: string;
  className?: string;
}

const [WIDTH, HEIGHT, PAD] = [60, 18, 2];

/** A word-sized chart of how a figure developed. The figure itself is shown next to it. */
export function Sparkline({ values, room, color, className }: Props) {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values, low + 1e-9);
  const x = (place: number) => tidy(PAD + (place / Math.max(1, room - 1, values.length - 1)) * (WIDTH - 2 * PAD));
  const y = (value: number) => tidy(PAD + ((high - value) / (high - low)) * (HEIGHT - 2 * PAD));
  const last = values.at(-1);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden className={className}>
      <path d={`M${PAD} ${y(0)}H${WIDTH - PAD}`} stroke="var(--line)" strokeWidth={1} />
      {last === undefined ? null : (
        <>
          <path
            d={`M${values.map((value, place) => `${x(place)} ${y(value)}`).join('L')}`}
            fill="none"
            stroke={color}
            strokeWidth={1.6}
            strokeLinejoin="round"
          />
          <circle cx={x(values.length - 1)} cy={y(last)} r={2} fill={color} />
        </>
      )}
    </svg>
  );
}

function tidy(value: number): number {
  return Math.round(value * 10) / 10;
}
