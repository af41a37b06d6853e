'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { frontOf, seatNamesOf } from '~/games/screens';
import { formatNumber } from '~/kit/format';
import { cardGrid, Section } from '~/kit/panel';
import { SeatNames } from '~/kit/seat-names';
import type { Highlight } from '~/live/protocol';
import { matchTitle } from '~/store/match-types';
import { taskTitle } from '../task-title';
import { useTRPC } from '../trpc';
import { bestSentence, figureSentence, raceLines, titleOf } from './best-card';

/** Up to three replays worth watching, each with who won and how the match went. Not shown while there is none. */
export function BestReplays() {
  const trpc = useTRPC();
  const { data = [] } = useQuery(trpc.match.highlights.queryOptions());
  if (data.length === 0) return null;
  return (
    <Section title="Best replays" note="The best of the newest matches.">
      <ul className={cardGrid(data.length)}>
        {data.map((one) => (
          <li key={one.card.id} className="flex min-w-0">
            <SeatNames naming={seatNamesOf(one.card.key)}>
              <ReplayCard highlight={one} />
            </SeatNames>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function ReplayCard({ highlight }: { highlight: Highlight }) {
  const { card, race } = highlight;
  return (
    <Link
      href={`/matches/${card.id}`}
      className="group flex w-full min-w-0 flex-col gap-1 rounded-lg border bg-panel p-4 text-small hover:border-line-strong"
    >
      <span className="font-medium text-ink-2 text-micro">{titleOf(highlight)}</span>
      <span className="line-clamp-2 font-semibold text-body group-hover:text-accent group-hover:underline">
        {isOfScripts(card) ? taskTitle(card) : matchTitle(card.seats)}
      </span>
      <Race highlight={highlight} />
      <span>{bestSentence(card)}</span>
      <span className="text-ink-2">
        {[
          figureSentence(highlight, formatted(card.key)),
          `${isOfScripts(card) ? matchTitle(card.seats) : taskTitle(card)}, ${Object.values(race)[0]?.length ?? card.rounds} rounds.`,
        ]
          .filter(Boolean)
          .join(' ')}
      </span>
    </Link>
  );
}

/** Their names alone say little. */
function isOfScripts({ seats }: Highlight['card']): boolean {
  return seats.every(({ kind }) => kind === 'script');
}

function formatted(key: string): (value: number) => string {
  return (value) => `${formatNumber(value)} ${frontOf(key)?.unit ?? ''}`.trim();
}

const [WIDTH, HEIGHT] = [240, 64];

/** All scores over the rounds; the sentences next to it say who won. */
function Race({ highlight: { card, race } }: { highlight: Highlight }) {
  const { colorOf } = seatNamesOf(card.key);
  const { zero, lines } = raceLines(race, { width: WIDTH, height: HEIGHT });
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden className="my-1 h-16 w-full">
      <path d={`M0 ${zero}H${WIDTH}`} stroke="var(--line)" strokeWidth={1} vectorEffect="non-scaling-stroke" />
      {lines.map(({ seat, path }) => (
        <path
          key={seat}
          d={path}
          fill="none"
          stroke={colorOf(seat)}
          strokeWidth={2}
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
}
