import type { SeatNaming } from '~/contract/screens';
import { seatNamesOf } from '~/games/screens';
import { formatDelta } from '~/kit/format';
import type { MatchCard } from '~/live/protocol';

/** Less than this many credits does not fill the height, so that a first small step does not look like a leap. */
const LEAST_SPAN = 50;
/** Room for the letters, in percent of the height. */
const MARGIN = 22;

/** Why there is no profit to show: private until the end, or, in an open match, no round is over yet. */
export function noProfitWords({ visibility }: Pick<MatchCard, 'visibility'>): string {
  return visibility === 'public' ? 'Profits are shown at the end.' : 'No round is over yet.';
}

/** How the labs of a match stand beside each other: a bar each, up from zero for profit, down for loss, in their order. */
export function ProfitFan({ card }: { card: MatchCard }) {
  const names = seatNamesOf(card.key);
  const labs = Object.entries(card.scores ?? {}).flatMap(([seat, score]) => (score === null ? [] : [{ seat, score }]));
  if (labs.length === 0) return <p className="text-ink-2 text-small">{noProfitWords(card)}</p>;
  const low = Math.min(0, ...labs.map((lab) => lab.score));
  const high = Math.max(0, low + LEAST_SPAN, ...labs.map((lab) => lab.score));
  const y = (value: number) => MARGIN + ((high - value) / (high - low)) * (100 - 2 * MARGIN);
  const width = 100 / labs.length;
  const lettered = labs.length <= 20;
  return (
    <svg width="100%" height="56" role="img" aria-label={wordsOf(labs, names)} className="block overflow-visible">
      {labs.map(({ seat, score }, place) => (
        <g key={seat} color={names.colorOf(seat)}>
          <rect
            x={`${place * width + width * 0.2}%`}
            width={`${width * 0.6}%`}
            y={`${Math.min(y(0), y(score))}%`}
            height={`${Math.max(1, Math.abs(y(0) - y(score)))}%`}
            fill="currentColor"
          />
          {lettered ? (
            <text
              x={`${(place + 0.5) * width}%`}
              y={`${y(score)}%`}
              dy={score < 0 ? 11 : -3}
              textAnchor="middle"
              fontSize={10}
              fontWeight={600}
              fill="currentColor"
            >
              {names.letterOf(seat)}
            </text>
          ) : null}
        </g>
      ))}
      <line x1="0" x2="100%" y1={`${y(0)}%`} y2={`${y(0)}%`} stroke="var(--line-strong)" shapeRendering="crispEdges" />
    </svg>
  );
}

function wordsOf(labs: readonly { seat: string; score: number }[], names: SeatNaming): string {
  return `Profit so far: ${labs.map(({ seat, score }) => `${names.nameOf(seat)} ${formatDelta(score)}`).join(', ')}`;
}
