import { clsx } from 'clsx';
import Link from 'next/link';
import { useEffect, useRef } from 'react';
import type { DuelAnswer } from '~/api/judge/types';
import { policyWords } from '~/contract/player';
import { roundShown, seatNamesOf } from '~/games/screens';
import { Badge } from '~/kit/badge';
import { Button } from '~/kit/button';
import { formatFixed } from '~/kit/format';
import { SeatChip } from '~/kit/seat-chip';
import { SeatNames } from '~/kit/seat-names';

type Duel = NonNullable<DuelAnswer['duel']>;
export type Choice = 'left' | 'right' | 'tie';

interface Side {
  matchId: string;
  game: string;
  round: number;
  labId: string;
  player: string;
  text: string;
  ruleScore: number;
  reason: string | null;
}

interface Props {
  duel: Duel;
  reveal: { choice: Choice; left: Side; right: Side } | null;
  busy: boolean;
  fault: string | null;
  onVote: (choice: Choice) => void;
  onNext: () => void;
}

/** The two pitches, the three answers, and after the vote the authors. */
export function DuelSides({ duel, reveal, busy, fault, onVote, onNext }: Props) {
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (reveal) next.current?.focus(); // the pressed button is gone, so keyboard users continue here
  }, [reveal]);
  return (
    <div className="space-y-4">
      <div className="grid gap-4 md:grid-cols-2">
        <SidePanel title="Pitch A" words={duel.left} side={reveal?.left ?? null} chosen={reveal?.choice === 'left'} />
        <SidePanel title="Pitch B" words={duel.right} side={reveal?.right ?? null} chosen={reveal?.choice === 'right'} />
      </div>
      {reveal ? (
        <div className="flex flex-wrap items-center gap-3">
          <Button ref={next} look="primary" disabled={busy} onClick={onNext}>
            Next duel
          </Button>
          <p role="status" className="text-small text-ink-2">
            {verdictLabel(reveal)}
          </p>
        </div>
      ) : (
        <fieldset className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap" aria-label="Your vote">
          <Button look="primary" disabled={busy} onClick={() => onVote('left')}>
            A is better
          </Button>
          <Button look="primary" disabled={busy} onClick={() => onVote('right')}>
            B is better
          </Button>
          <Button disabled={busy} className="col-span-2" onClick={() => onVote('tie')}>
            Both the same
          </Button>
        </fieldset>
      )}
      {fault ? (
        <p role="alert" className="text-small text-red">
          {fault}
        </p>
      ) : null}
    </div>
  );
}

function SidePanel({ title, words, side, chosen }: { title: string; words: string; side: Side | null; chosen: boolean }) {
  return (
    <article className={clsx('flex flex-col rounded-lg border bg-panel p-4', chosen && 'border-accent')}>
      <h3 className="flex items-center gap-2 font-semibold text-body">
        {title}
        {chosen ? <Badge tone="accent">Your choice</Badge> : null}
      </h3>
      <blockquote className="mt-1 whitespace-pre-wrap break-words border-l-2 border-line-strong pl-3 text-body">
        {side?.text ?? words}
      </blockquote>
      {side ? (
        <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 border-t pt-3 text-small">
          <dt className="text-ink-2">Lab</dt>
          <dd className="flex flex-wrap items-baseline gap-x-2">
            <SeatNames naming={seatNamesOf(side.game)}>
              <SeatChip seat={side.labId} named />
            </SeatNames>{' '}
            in round {roundShown(side.game, side.round)} of{' '}
            <Link href={`/matches/${side.matchId}`} className="underline">
              this match
            </Link>
          </dd>
          <dt className="text-ink-2">Played by</dt>
          <dd>{policyWords(side.player)}</dd>
          <dt className="text-ink-2">Rule judge</dt>
          <dd className="num">{formatFixed(side.ruleScore, 2)}</dd>
          {side.reason ? (
            <>
              <dt className="text-ink-2">Its reason</dt>
              <dd className="break-words">{side.reason}</dd>
            </>
          ) : null}
        </dl>
      ) : null}
    </article>
  );
}

function verdictLabel({ choice, left, right }: { choice: Choice; left: Side; right: Side }): string {
  const difference = left.ruleScore - right.ruleScore;
  if (Math.abs(difference) < 0.005) return 'The rule judge scored both the same.';
  const better = difference > 0 ? 'left' : 'right';
  if (choice === 'tie') return `The rule judge preferred pitch ${better === 'left' ? 'A' : 'B'}.`;
  return choice === better ? 'The rule judge preferred it too.' : 'The rule judge preferred the other one.';
}
