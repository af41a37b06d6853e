'use client';
import type { ReactNode } from 'react';
import type { ScoreLine } from '~/contract/screens';
import type { Stage } from '~/contract/shown';
import { roundShown } from '~/games/screens';
import { ButtonLink } from '~/kit/button';
import { formatDelta, formatFixed } from '~/kit/format';
import type { MatchCard } from '~/live/protocol';

interface Props {
  seat: string;
  card: MatchCard;
  view: object;
  stage: Stage;
  score: ScoreLine<object>;
  /** `Labs` */
  seatsTitle: string;
  /** Whether the game explains its matches. */
  isExplained: boolean;
  /** Whether its explanation includes gains. */
  hasGains: boolean;
  /** The scores, if they are known. */
  gains: Readonly<Record<string, number>> | null;
}

/** After the match: this seat's result, a comparison, and a link to the explanation. */
export function EndNote({ seat, card, view, stage, score, seatsTitle, isExplained, hasGains, gains }: Props) {
  if (card.status === 'aborted' || card.status === 'failed') return <BrokenOff card={card} stage={stage} />;
  if (!stage.finished) return null;
  const known = card.seats.flatMap((one) => score.of(view, one.seat) ?? []);
  const mine = score.of(view, seat);
  return (
    <Note className="bg-panel">
      <p className="min-w-60 flex-1">
        The match is over.{' '}
        {gains?.[seat] !== undefined ? <strong className="font-semibold">{gainWords(seat, gains, seatsTitle.toLowerCase())}</strong> : null}{' '}
        {mine === null ? null : gains?.[seat] !== undefined ? (
          `You made ${signed(mine, score)} ${score.title}.`
        ) : (
          <>
            You made <strong className="num font-semibold">{signed(mine, score)}</strong>
            {score.goal === undefined ? '' : ` ${score.title}`}
            {known.length > 1 ? `: ${placeLabel(mine, known, seatsTitle.toLowerCase())}` : ''}.
            {hasGains && card.status === 'finished' && isExplained ? ' Your score, the gain, is in the analysis.' : ''}
          </>
        )}
        {card.fault === null ? null : ` ${card.fault}`}
      </p>
      {card.status === 'finished' && isExplained ? (
        <ButtonLink size="small" look="primary" href={`/matches/${card.id}/explain`}>
          Analysis
        </ButtonLink>
      ) : null}
      <ButtonLink size="small" href={`/matches/${card.id}`}>
        Replay
      </ButtonLink>
    </Note>
  );
}

/** A seat's score and its place. Compared with two decimals, because that is what is shown. */
export function gainWords(seat: string, gains: Readonly<Record<string, number>>, seats: string): string {
  const shown = (gain: number) => Math.round(gain * 100) / 100;
  const mine = shown(gains[seat] ?? 0);
  const all = Object.values(gains).map(shown);
  return `Your score is a gain of ${formatFixed(mine, 2)}${all.length > 1 ? `: ${placeLabel(mine, all, seats)}` : ''}.`;
}

/** Ended before its last round, without a result. */
function BrokenOff({ card, stage }: Pick<Props, 'card' | 'stage'>) {
  const how = card.status === 'failed' ? 'failed' : 'was aborted';
  return (
    <Note className="border-amber bg-amber-wash">
      <p className="min-w-60 flex-1">
        The match {how} in round {roundShown(card.key, stage.round)}. No more turns can be submitted.
        {card.fault === null ? null : ` ${card.fault}`}
      </p>
      <ButtonLink size="small" href={`/matches/${card.id}`}>
        Replay
      </ButtonLink>
    </Note>
  );
}

function Note({ className, children }: { className: string; children: ReactNode }) {
  return (
    <section
      aria-label="How it ended"
      className={`mx-4 mt-3 flex flex-wrap items-center gap-3 rounded-md border px-3 py-2 text-small sm:mx-6 ${className}`}
    >
      {children}
    </section>
  );
}

function signed(value: number, { decimals, unit }: ScoreLine<object>): string {
  const figure = formatFixed(Math.abs(value), decimals);
  const sign = Math.abs(value) < 0.5 * 10 ** -decimals ? '±' : formatDelta(value).charAt(0);
  return `${sign}${figure}${unit === '' ? '' : ` ${unit}`}`;
}

/** A score's place among all seats; ties are called ties. */
export function placeLabel(mine: number, all: readonly number[], seats: string): string {
  const better = all.filter((one) => one > mine).length;
  const equal = all.filter((one) => one === mine).length;
  if (equal === all.length) return `the same as ${all.length === 2 ? 'the other' : 'all others'}`;
  const place = better === 0 ? 'the most' : `number ${better + 1}`;
  return equal > 1 ? `${place} of ${all.length} ${seats}, shared by ${equal}` : `${place} of ${all.length} ${seats}`;
}
