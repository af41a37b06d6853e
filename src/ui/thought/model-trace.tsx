'use client';
import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import type { SeatTurns, TurnCounts } from '~/api/agent/types';
import { roundShown } from '~/games/screens';
import { Button } from '~/kit/button';
import { PlayerLink, PlayerName } from '~/kit/player-name';
import { SeatChip } from '~/kit/seat-chip';
import { useSeatNames } from '~/kit/seat-names';
import type { MatchCard } from '~/live/protocol';
import { isLive } from '../matches/card-labels';
import { FailedQuery } from '../query-states';
import type { AgentSeat } from './agent-seats';
import type { Thought } from './thought-stream';
import { countsParts, formatDuration, turnAt } from './turn-labels';
import { OriginKey, TurnRow } from './turn-row';
import { TurnSheet } from './turn-sheet';
import { type Traces, useTraces } from './use-thinking';

interface Props {
  card: MatchCard;
  /** The shown round. */
  round: number;
  onRound: (round: number) => void;
  /** Only these seats. */
  only?: readonly string[];
  className?: string;
}

/** The prompts and replies of a match's agents: live while they decide, then by turn with receipts. Renders nothing without agents. */
export function ModelTrace({ card, round, onRound, only, className }: Props) {
  const traces = useTraces(card, round);
  const [wished, setWished] = useState<string | null>(null);
  const seats = traces.seats.filter(({ seat }) => only === undefined || only.includes(seat));
  const shown = seats.find(({ seat }) => seat === wished) ?? seats[0];
  if (shown === undefined) return null;
  return (
    <section aria-label="Agents at the table" className={clsx('no-print', className)}>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="font-semibold text-body">What the agents were asked and answered</h2>
        <OriginKey />
      </div>
      {seats.length > 1 ? <SeatPicker seats={seats} shown={shown.seat} traces={traces} onSeat={setWished} /> : null}
      {traces.error ? <FailedQuery what="the agents’ turns" error={traces.error} retry={traces.again} /> : null}
      <SeatTrace key={shown.seat} seat={shown} {...{ card, round, onRound, traces }} />
    </section>
  );
}

interface PickerProps {
  seats: readonly AgentSeat[];
  shown: string;
  traces: Traces;
  onSeat: (seat: string) => void;
}

function SeatPicker({ seats, shown, traces, onSeat }: PickerProps) {
  const { nameOf } = useSeatNames();
  return (
    <div role="toolbar" aria-label="Whose turns" className="mb-3 flex flex-wrap gap-1.5">
      {seats.map(({ seat, agent }) => (
        <button
          key={seat}
          type="button"
          aria-pressed={seat === shown}
          aria-label={`${nameOf(seat)}, ${agent}${traces.thoughts[seat] ? ', thinking' : ''}`}
          onClick={() => onSeat(seat)}
          className={clsx(
            'flex h-8 items-center gap-2 rounded-md border px-2 text-small',
            seat === shown ? 'border-accent bg-accent-wash' : 'border-line-strong bg-panel hover:border-accent',
          )}
        >
          <SeatChip seat={seat} />
          <PlayerName name={agent} />
          {traces.thoughts[seat] ? <ThinkingDot /> : null}
        </button>
      ))}
    </div>
  );
}

interface TraceProps extends Pick<Props, 'card' | 'round' | 'onRound'> {
  seat: AgentSeat;
  traces: Traces;
}

function SeatTrace({ seat: { seat, agent }, card, round, onRound, traces }: TraceProps) {
  const { nameOf } = useSeatNames();
  const own = traces.turns.find((one) => one.seat === seat);
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
          <TurnRow game={card.key} turns={own.turns} round={round} onRound={onRound} />
          <Earlier own={own} earlier={traces.earlier} />
        </div>
      ) : null}
      <Now {...{ card, round, own, earlier: traces.earlier }} thought={traces.thoughts[seat]} />
    </div>
  );
}

/** How far back the loaded turns go, and a button to load more. */
function Earlier({ own, earlier }: { own: SeatTurns; earlier: Traces['earlier'] }) {
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
  earlier: Traces['earlier'];
  thought: Traces['thoughts'][string] | undefined;
}

/** The shown round: a growing thought, a turn, or why there is neither. */
function Now({ card, round, own, earlier, thought }: NowProps) {
  if (thought && thought.round >= round) return <LiveThought thought={thought} />;
  const turn = own ? turnAt(own.turns, round) : null;
  if (turn) return <TurnSheet turn={turn} />;
  if (earlier.wanted && own && own.turns.length < own.counts.turns)
    return <p className="text-ink-2 text-small">Loading its turn of round {round}…</p>;
  return <p className="text-ink-2 text-small">{whyNothing(card, own, round)}</p>;
}

/** Why no turn is shown. After its end, a match is in a round that nobody plays. */
export function whyNothing(card: MatchCard, own: SeatTurns | undefined, round: number): string {
  if (isPrivate(card) && (own === undefined || own.counts.turns === 0))
    return 'Private during play: only the seat’s holder and the host see its prompts and replies. When the match is over, everybody can read them here.';
  if (own === undefined || own.counts.turns === 0)
    return isLive(card) ? 'It has not had a turn yet.' : 'No turn of this seat is on record.';
  if (round >= card.rounds) return 'The match is over. Pick one of its turns from the marks above.';
  return `It had no turn in round ${roundShown(card.key, round)}. Pick one of its turns from the marks above.`;
}

/** Jobs, money and thoughts are private to a seat until the end. */
function isPrivate(card: MatchCard): boolean {
  return card.visibility === 'public' && isLive(card);
}

/** How many turns were the agent's own; shown with every result of a model. */
function CountsStrip({ counts }: { counts: TurnCounts }) {
  return (
    <dl aria-label="Where its turns came from" className="flex flex-wrap gap-x-4 gap-y-1 text-small">
      {countsParts(counts).map(({ name, value, what }) => (
        <div key={name} className="flex items-baseline gap-1" title={what}>
          <dt className="order-2 text-ink-2">{name}</dt>
          <dd className="num order-1 font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A growing reply. Its end stays visible, and its box has a fixed size. */
function LiveThought({ thought }: { thought: Thought }) {
  const box = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new piece scrolls
  useEffect(() => {
    box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [thought.text]);
  return (
    <div>
      <p className="flex items-center gap-2 text-small">
        <ThinkingDot />
        <span className="font-medium">Thinking</span>
        <span className="num text-ink-2">
          round {thought.round}, <Elapsed since={thought.since} />
        </span>
      </p>
      <section
        ref={box}
        aria-label="What is being written"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        data-scrolls
        className="mt-1 h-32 overflow-y-auto rounded-md border bg-sunk px-2.5 py-1.5"
      >
        <pre className="code whitespace-pre-wrap break-words text-small">
          {thought.text}
          <span
            aria-hidden
            className="ml-px inline-block h-3 w-1.5 bg-accent align-[-1px] motion-safe:animate-[shimmer_600ms_ease-in-out_infinite_alternate]"
          />
        </pre>
      </section>
    </div>
  );
}

function ThinkingDot() {
  return (
    <span
      aria-hidden
      className="size-2 shrink-0 rounded-full bg-accent motion-safe:animate-[shimmer_600ms_ease-in-out_infinite_alternate]"
    />
  );
}

function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 200);
    return () => clearInterval(timer);
  }, []);
  return <>{formatDuration(Math.max(0, now - since))}</>;
}
