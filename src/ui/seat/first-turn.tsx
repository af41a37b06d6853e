'use client';
import { useState } from 'react';
import type { ScoreLine } from '~/contract/screens';
import type { Stage } from '~/contract/shown';
import { Button } from '~/kit/button';
import { useSeatNames } from '~/kit/seat-names';
import type { MatchCard, SeatCard } from '~/live/protocol';

interface Props {
  seat: string;
  card: MatchCard;
  stage: Stage;
  score: ScoreLine<object>;
  /** The game's own words on what to do first. */
  begin?: string | null;
}

/** Before the first turn: players, time limit, next steps, and scoring. */
export function FirstTurn({ seat, card, stage, score, begin = null }: Props) {
  const { nameOf } = useSeatNames();
  const [open, setOpen] = useState(true);
  if (!open) return null;
  return (
    <section
      aria-label="Before your first turn"
      className="flex w-fit flex-wrap items-start gap-x-4 gap-y-2 rounded-md border bg-accent-wash p-3 text-small"
    >
      <div className="min-w-0 max-w-[75ch] flex-1 basis-64 space-y-1">
        <h2 className="font-semibold text-body">You play {nameOf(seat)}</h2>
        <p>
          {nobodyWaits(card.seats, seat) ? 'Bots play the other seats. ' : ''}
          The match has {stage.rounds} rounds. {score.goal ?? `Your score is your ${score.title} at the end.`}
        </p>
        {begin === null ? null : <p>{begin}</p>}
        {card.clock === null ? null : <p>{turnWords(card.clock.seconds, nobodyWaits(card.seats, seat))}</p>}
      </div>
      <Button size="small" onClick={() => setOpen(false)}>
        Got it
      </Button>
    </section>
  );
}

/** Bots play all other seats, so nobody waits for this one. */
export function nobodyWaits(seats: readonly SeatCard[], seat: string): boolean {
  return seats.every((one) => one.seat === seat || one.kind === 'script' || one.kind === 'agent');
}

/** The time limit of a turn, and what ends it. */
export function turnWords(seconds: number, isAlone: boolean): string {
  const time = seconds >= 120 ? `${Math.round(seconds / 60)} minutes` : `${seconds} seconds`;
  const closes = isAlone
    ? 'The round ends as soon as you submit it, and the bots answer right away.'
    : 'The round ends as soon as everybody has submitted.';
  return `You have ${time} for each turn. ${closes} If time runs out, you pass that turn and play on in the next.`;
}
