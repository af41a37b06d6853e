'use client';
import { clsx } from 'clsx';
import { memo, useEffect, useRef } from 'react';
import type { BoardProps } from '~/contract/screens';
import { SeatChip } from '~/kit/seat-chip';
import type { BazaarView } from '../view';
import { ThingPicture } from './drawings';
import { PriceLadder } from './ladder';
import { money, type Said, type SeenEvent, talkAt } from './talk';

/** The conversation, with prices on its bubbles, below the item and the two price lines. */
export function Chat(props: BoardProps<BazaarView>) {
  return <Haggle {...props} limit={null} />;
}

interface Props extends Pick<BoardProps<BazaarView>, 'view' | 'frames' | 'at'> {
  /** The viewer's limit, as a line among the prices. */
  limit: { price: number; word: string } | null;
  /** Shows only the newest lines; the rest can be scrolled to. */
  isShort?: boolean;
}

export function Haggle({ view, frames, at, limit, isShort = false }: Props) {
  const { said, ladder } = talkAt(frames, at);
  return (
    <div className="flex min-w-0 flex-col gap-4 p-4">
      <Thing view={view} />
      {view.mode === 'arena' ? (
        <Strips view={view} frames={frames} at={at} />
      ) : (
        <PriceLadder ladder={ladder} rounds={view.rounds} limit={limit} />
      )}
      <Talk said={said} isShort={isShort} />
    </div>
  );
}

function Talk({ said, isShort }: { said: readonly Said[]; isShort: boolean }) {
  const list = useRef<HTMLOListElement>(null);
  const lines = said.length;
  useEffect(() => {
    const box = list.current;
    if (isShort && box && lines > 0) box.scrollTop = box.scrollHeight;
  }, [isShort, lines]);
  return (
    <ol
      ref={list}
      aria-label="Conversation"
      tabIndex={isShort ? 0 : undefined}
      className={clsx('flex flex-col gap-2', isShort && 'max-h-[32dvh] overflow-y-auto rounded-md border bg-sunk p-2')}
    >
      {said.map((line) => (
        <Bubble key={`${line.seq}-${line.side}-${line.seat}`} line={line} />
      ))}
    </ol>
  );
}

function Thing({ view: { item, episode, episodes, personality, opening, ask, finished, agreed } }: { view: BazaarView }) {
  return (
    <header className="flex items-start gap-3">
      <ThingPicture item={item} />
      <div className="min-w-0">
        <h2 className="font-semibold text-body">{item}</h2>
        <p className="text-ink-2 text-small">
          {finished
            ? agreed === null
              ? 'Not sold.'
              : `Sold at ${money(agreed)}.`
            : `Asked at first: ${money(opening)}. Asked now: ${money(ask)}.`}
          {personality === 'default' ? '' : ` The seller is ${personality}.`}
          {episodes > 1 ? ` Deal ${episode} of ${episodes}.` : ''}
        </p>
      </div>
    </header>
  );
}

const Bubble = memo(function Bubble({ line: { side, seat, text, price } }: { line: Said }) {
  if (side === 'note') return <li className="self-center text-ink-2 text-small">{text}</li>;
  return (
    <li className={clsx('flex max-w-[85%] flex-col gap-1', side === 'buyer' ? 'items-end self-end' : 'items-start self-start')}>
      <SeatChip seat={seat} named className="text-small" />
      <div
        className={clsx(
          'flex max-w-full flex-wrap items-baseline gap-2 rounded-lg border px-3 py-2',
          side === 'buyer' ? 'bg-accent-wash' : 'bg-panel',
        )}
      >
        {text === '' ? null : <span className="min-w-0 whitespace-pre-line [overflow-wrap:anywhere]">{text}</span>}
        {price === null ? null : <span className="num rounded-sm border bg-paper px-1.5 font-semibold">{money(price)}</span>}
      </div>
    </li>
  );
});

type StripsProps = Pick<BoardProps<BazaarView>, 'view' | 'frames' | 'at'>;

interface Round {
  /** By seat; null: it did not bid. */
  played: Readonly<Record<string, number | null>>;
  ask: number;
}

/** An arena: one strip per buyer with its bid of every round, ending where it left. */
function Strips({ view, frames, at }: StripsProps) {
  const { budgets, best, holder, finished, agreed, ask, rounds: most } = view;
  const rounds = roundsAt(frames, at);
  return (
    <section aria-label="Bids by round" className="space-y-2">
      <p className="text-small">{standing({ best, holder, finished, agreed, ask })}</p>
      <ul className="space-y-1.5">
        {Object.keys(budgets).map((seat) => (
          <li key={seat} className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-center gap-x-2 text-small">
            <SeatChip seat={seat} named className={seat === holder ? 'font-semibold' : ''} />
            <Strip bids={rounds.map(({ played }) => played[seat] ?? null)} most={most} isOver={finished} isHolder={seat === holder} />
          </li>
        ))}
      </ul>
      <p className="text-ink-2 text-small">
        {rounds.length === 0 ? 'Nobody has bid yet.' : `Asked after each round: ${rounds.map((round) => money(round.ask)).join(', ')}.`}
      </p>
    </section>
  );
}

interface StripProps {
  bids: readonly (number | null)[];
  most: number;
  isOver: boolean;
  isHolder: boolean;
}

function Strip({ bids, most, isOver, isHolder }: StripProps) {
  const last = bids.findLastIndex((bid) => bid !== null);
  const shown = bids.slice(0, last + 1);
  const left = !isHolder && (isOver || last + 1 < bids.length);
  const end =
    isHolder && isOver
      ? 'bought it'
      : last === -1 && bids.length > 0
        ? 'never bid'
        : left && isOver
          ? 'left without it'
          : left
            ? 'stepped back'
            : '';
  return (
    <span className="flex flex-wrap items-center gap-0.5">
      {shown.map((bid, round) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a round is its place
          key={round}
          className={clsx('num min-w-9 rounded-sm border px-1 text-center', bid === null ? 'border-dashed text-ink-2' : 'bg-accent-wash')}
        >
          {bid === null ? '–' : money(bid)}
        </span>
      ))}
      <span className="ml-1 text-ink-2">{end === '' ? (shown.length === 0 ? `of ${most} rounds` : '') : end}</span>
    </span>
  );
}

function standing({ best, holder, finished, agreed, ask }: Pick<BazaarView, 'best' | 'holder' | 'finished' | 'agreed' | 'ask'>): string {
  if (finished) return agreed === null ? 'Time is up: nothing is sold.' : `Sold at ${money(agreed)}.`;
  return holder === null
    ? `The seller asks ${money(ask)}. There is no bid.`
    : `The seller asks ${money(ask)}. The best bid is ${money(best)}.`;
}

function roundsAt(frames: StripsProps['frames'], at: number): Round[] {
  return frames.flatMap(({ seq, event }) => {
    const told = event as SeenEvent | null;
    return seq <= at && told?.type === 'arena_closed' ? [{ played: told.played ?? {}, ask: told.ask ?? 0 }] : [];
  });
}
