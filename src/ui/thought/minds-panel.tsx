'use client';
import { clsx } from 'clsx';
import { useState } from 'react';
import type { SeatTurns } from '~/api/agent-words';
import { Button } from '~/kit/button';
import { SeatChip } from '~/kit/seat-chip';
import { useSeatNames } from '~/kit/seat-names';
import type { MatchCard } from '~/live/protocol';
import { isLive } from '../matches/card-words';
import { PlayerLink, PlayerName } from '../players/player-name';
import { FailedQuery } from '../query-states';
import type { AgentSeat } from './agent-seats';
import { CountsStrip } from './counts-strip';
import { LiveThought, ThinkingDot } from './live-thought';
import { OriginKey, TurnRow } from './turn-row';
import { TurnSheet } from './turn-sheet';
import { turnAt } from './turn-words';
import { type Minds, useMinds } from './use-thinking';

interface Props {
  card: MatchCard;
  /** The round that is shown. */
  round: number;
  onRound: (round: number) => void;
  /** These seats alone. */
  only?: readonly string[];
  className?: string;
}

/** What the agents of a match were asked and answered: live while they decide, then turn by turn with receipts. Nothing where none plays. */
export function MindsPanel({ card, round, onRound, only, className }: Props) {
  const minds = useMinds(card, round);
  const [wished, setWished] = useState<string | null>(null);
  const seats = minds.seats.filter(({ seat }) => only === undefined || only.includes(seat));
  const shown = seats.find(({ seat }) => seat === wished) ?? seats[0];
  if (shown === undefined) return null;
  return (
    <section aria-label="Agents at the table" className={clsx('no-print', className)}>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="font-semibold text-body">What the agents were asked and answered</h2>
        <OriginKey />
      </div>
      {seats.length > 1 ? <SeatPicker seats={seats} shown={shown.seat} minds={minds} onSeat={setWished} /> : null}
      {minds.error ? <FailedQuery what="the agents’ turns" error={minds.error} retry={minds.again} /> : null}
      <Mind key={shown.seat} seat={shown} {...{ card, round, onRound, minds }} />
    </section>
  );
}

interface PickerProps {
  seats: readonly AgentSeat[];
  shown: string;
  minds: Minds;
  onSeat: (seat: string) => void;
}

function SeatPicker({ seats, shown, minds, onSeat }: PickerProps) {
  const { nameOf } = useSeatNames();
  return (
    <div role="toolbar" aria-label="Whose turns" className="mb-3 flex flex-wrap gap-1.5">
      {seats.map(({ seat, agent }) => (
        <button
          key={seat}
          type="button"
          aria-pressed={seat === shown}
          aria-label={`${nameOf(seat)}, ${agent}${minds.thoughts[seat] ? ', thinking' : ''}`}
          onClick={() => onSeat(seat)}
          className={clsx(
            'flex h-8 items-center gap-2 rounded-md border px-2 text-small',
            seat === shown ? 'border-accent bg-accent-wash' : 'border-line-strong bg-panel hover:border-accent',
          )}
        >
          <SeatChip seat={seat} />
          <PlayerName name={agent} />
          {minds.thoughts[seat] ? <ThinkingDot /> : null}
        </button>
      ))}
    </div>
  );
}

interface MindProps extends Pick<Props, 'card' | 'round' | 'onRound'> {
  seat: AgentSeat;
  minds: Minds;
}

function Mind({ seat: { seat, agent }, card, round, onRound, minds }: MindProps) {
  const { nameOf } = useSeatNames();
  const own = minds.turns.find((one) => one.seat === seat);
  return (
    <div className="rounded-lg border bg-panel p-4">
      <div className="mb-3 flex flex-wrap items-center gap-x-5 gap-y-2">
        <p className="flex items-center gap-2 text-small">
          <SeatChip seat={seat} />
          <span className="font-medium">{nameOf(seat)}</span> <span className="text-ink-2">played by</span> <PlayerLink name={agent} />
        </p>
        {own && own.counts.turns > 0 ? <CountsStrip counts={own.counts} /> : null}
      </div>
      {own ? (
        <div className="mb-3">
          <TurnRow turns={own.turns} round={round} onRound={onRound} />
          <Earlier own={own} earlier={minds.earlier} />
        </div>
      ) : null}
      <Now {...{ card, round, own, earlier: minds.earlier }} thought={minds.thoughts[seat]} />
    </div>
  );
}

/** How far back the turns go that are here, and the way to more of them. */
function Earlier({ own, earlier }: { own: SeatTurns; earlier: Minds['earlier'] }) {
  if (!earlier.are) return null;
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2 text-small">
      The newest {own.turns.length} of {own.counts.turns} turns.
      <Button size="small" disabled={earlier.coming} onClick={() => void earlier.fetch()}>
        {earlier.coming ? 'Getting more' : 'Show more'}
      </Button>
    </p>
  );
}

interface NowProps {
  card: MatchCard;
  round: number;
  own: SeatTurns | undefined;
  earlier: Minds['earlier'];
  thought: Minds['thoughts'][string] | undefined;
}

/** What there is of the round that is shown: a thought that is being written, a turn, or why neither. */
function Now({ card, round, own, earlier, thought }: NowProps) {
  if (thought && thought.round >= round) return <LiveThought thought={thought} />;
  const turn = own ? turnAt(own.turns, round) : null;
  if (turn) return <TurnSheet turn={turn} />;
  if (earlier.wanted && own && own.turns.length < own.counts.turns)
    return <p className="text-ink-2 text-small">Its turn of round {round} is on its way.</p>;
  return <p className="text-ink-2 text-small">{whyNothing(card, own, round)}</p>;
}

/** Why no turn is shown; after the end a match stands in a round that nobody plays. */
export function whyNothing(card: MatchCard, own: SeatTurns | undefined, round: number): string {
  if (isPrivate(card) && (own === undefined || own.counts.turns === 0))
    return 'Private during play: what this seat is asked and answers is shown to its holder and the host. When the match is over, everybody can read it here.';
  if (own === undefined || own.counts.turns === 0)
    return isLive(card) ? 'It has not decided anything yet.' : 'No turn of this seat is on record.';
  if (round >= card.rounds) return 'The match is over. Pick one of its turns: they are the marks above.';
  return `It decided nothing in round ${round}. Its turns are the marks above.`;
}

/** Jobs, money and thoughts are a seat's own until the end. */
function isPrivate(card: MatchCard): boolean {
  return card.visibility === 'public' && isLive(card);
}
