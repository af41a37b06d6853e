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
      <div className="min-w-0 max-w-[75ch] flex-1 basis-64 space-y-1 min-[1280px]:max-w-[140ch] min-[1280px]:columns-2 min-[1280px]:gap-8 [&>p]:break-inside-avoid">
        <h2 className="font-semibold text-body">You play {nameOf(seat)}</h2>
        <p>
          {nobodyWaits(card.seats, seat) ? `${otherPlayers(card.seats, seat)} play the other seats. ` : ''}
          The match has {stage.rounds} rounds. {score.goal ?? `Your score is your ${score.title} at the end.`}
        </p>
        {begin === null ? null : <p>{begin}</p>}
        {card.clock === null ? null : (
          <p>{turnWords(card.clock.seconds, nobodyWaits(card.seats, seat) ? otherPlayers(card.seats, seat) : null)}</p>
        )}
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

/** Models and programs need time for their answers, scripts do not. */
export function otherPlayers(seats: readonly SeatCard[], seat: string): 'Bots' | 'Agents' {
  return seats.some((one) => one.seat !== seat && one.kind === 'agent') ? 'Agents' : 'Bots';
}

/** The time limit of a turn, and what ends it. `others`: who else plays, if no people do. */
export function turnWords(seconds: number, others: 'Bots' | 'Agents' | null): string {
  const time = seconds >= 120 ? `${Math.round(seconds / 60)} minutes` : `${seconds} seconds`;
  return `You have ${time} for each turn. ${CLOSES[others ?? 'People']} If time runs out, you pass that turn and play on in the next.`;
}

const CLOSES = {
  People: 'The round ends as soon as everybody has submitted.',
  Bots: 'The round ends as soon as you submit it, and the bots answer right away.',
  Agents: 'The round ends once you have submitted and the agents have answered.',
};
