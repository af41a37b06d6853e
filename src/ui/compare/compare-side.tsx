'use client';
import Link from 'next/link';
import { useMemo } from 'react';
import { formatExact, formatFixed } from '~/kit/format';
import { SeatNames } from '~/kit/seat-names';
import { feedLines } from '../match/feed-lines';
import { namesOf } from '../match/names';
import { Sentence } from '../match/sentence';
import { storyteller } from '../match/use-feed-lines';
import { MarkGlyph } from '../replay/mark-glyph';
import { viewAt } from '../replay/reel';
import { StatusBadge } from '../status-badge';
import { endOfRound, framesOf } from './rounds';
import { policyOf, type Side } from './side';

/** One of the two: its floor at the end of the round, and what happened in it. */
export function CompareSide({ side, round, score }: { side: Side; round: number; score: number }) {
  const { card, parts, reel } = side;
  const view = viewAt(reel, endOfRound(reel, round));
  const opening = viewAt(reel, 1);
  const sentenceOf = useMemo(() => storyteller(parts, opening), [parts, opening]);
  const names = useMemo(() => namesOf(reel.views.at(-1) ?? null, parts.naming.nameOf), [parts, reel]);
  const lines = feedLines(framesOf(reel, round), () => round, { words: parts, tell: sentenceOf }).filter((line) => line.kind === 'said');
  if (!view || !opening) return null;
  const { Floor } = parts;
  return (
    <SeatNames naming={parts.naming}>
      <section aria-label={`${policyOf(card)}, match ${card.id}`} className="min-w-0">
        <div className="flex flex-wrap items-baseline gap-x-3 px-4 pb-2 sm:px-6">
          <h2 className="code font-semibold">{policyOf(card)}</h2>
          <StatusBadge status={card.status} />
          <Link href={`/matches/${card.id}`} className="code text-accent text-small hover:underline">
            {card.id}
          </Link>
          <span className="num ml-auto font-semibold text-title" title={formatExact(score)}>
            {formatFixed(score, parts.measure.decimals)}
          </span>
        </div>
        <Floor {...{ view, opening }} frames={reel.frames} at={endOfRound(reel, round)} seats={card.seats} narrow />
        <ol aria-label={`Round ${round}`} className="min-[1100px]:min-h-40">
          {lines.map((line) => (
            <li key={line.seq} className="grid grid-cols-[14px_1fr] gap-2 border-b px-4 py-1 text-small sm:px-6">
              <span className="pt-[5px]">{line.mark ? <MarkGlyph kind={line.mark} /> : null}</span>
              <p>
                <Sentence text={line.text} names={names} />
              </p>
            </li>
          ))}
          {lines.length === 0 ? <li className="px-4 py-2 text-ink-2 text-small sm:px-6">Nothing to tell of round {round}.</li> : null}
        </ol>
      </section>
    </SeatNames>
  );
}
