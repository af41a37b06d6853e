'use client';
import { clsx } from 'clsx';
import type { AgentTurn } from '~/api/agent/types';
import { roundShown } from '~/games/screens';
import { type TurnMark, turnLabel } from './turn-labels';

interface Props {
  /** Its key. */
  game: string;
  turns: readonly AgentTurn[];
  /** The shown round. */
  round: number;
  onRound: (round: number) => void;
}

/** A seat's turns as a row of marks: own, repaired, fallback, guarded. */
export function TurnRow({ game, turns, round, onRound }: Props) {
  if (turns.length === 0) return null;
  return (
    <ol aria-label="Turns" className="flex flex-wrap gap-0.5">
      {turns.map((turn) => (
        <li key={turn.round}>
          <button
            type="button"
            aria-label={turnLabel(turn, roundShown(game, turn.round))}
            aria-current={turn.round === round ? 'step' : undefined}
            title={turnLabel(turn, roundShown(game, turn.round))}
            onClick={() => onRound(turn.round)}
            className={clsx(
              'num flex h-9 w-8 flex-col items-center justify-center gap-0.5 rounded-sm border text-micro leading-3',
              turn.round === round ? 'border-accent bg-accent-wash text-accent' : 'border-transparent text-ink-2 hover:bg-sunk',
            )}
          >
            <OriginGlyph origin={turn.origin} guarded={turn.guards.length > 0} />
            {roundShown(game, turn.round)}
          </button>
        </li>
      ))}
    </ol>
  );
}

/** Own: a full square; repaired: half; fallback: empty and struck; guarded: with a bar on top. */
export function OriginGlyph({ origin, guarded = false }: { origin: TurnMark; guarded?: boolean }) {
  return (
    <svg viewBox="0 0 12 14" width="12" height="14" aria-hidden className="shrink-0 text-ink">
      {guarded ? <path d="M1 1.5h10" stroke="currentColor" strokeWidth="1.8" /> : null}
      <rect
        x="1.7"
        y="4.2"
        width="8.6"
        height="8.6"
        rx="1"
        fill={origin === 'own' ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="1.4"
      />
      {origin === 'repaired' ? <path d="M1.7 12.8v-8.6l8.6 8.6Z" fill="currentColor" /> : null}
      {origin === 'fallback' ? <path d="M2.5 12 9.5 5" stroke="currentColor" strokeWidth="1.4" /> : null}
    </svg>
  );
}

/** The legend of the marks. */
export function OriginKey() {
  return (
    <ul aria-label="Marks of turns" className="flex flex-wrap gap-x-4 gap-y-1 text-ink-2 text-micro">
      <Key origin="own">its own</Key>
      <Key origin="repaired">retried</Key>
      <Key origin="fallback">fallback</Key>
      <Key origin="own" guarded>
        overridden
      </Key>
    </ul>
  );
}

function Key({ origin, guarded = false, children }: { origin: TurnMark; guarded?: boolean; children: string }) {
  return (
    <li className="flex items-center gap-1">
      <OriginGlyph origin={origin} guarded={guarded} /> {children}
    </li>
  );
}
