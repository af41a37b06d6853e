'use client';
import Link from 'next/link';
import type { AnyGameScreens } from '~/contract/screens';
import { roundShown } from '~/games/screens';
import type { MatchCard } from '~/live/protocol';
import { isRedrawn } from '../compare/parting';
import { type Reel, viewAt } from '../replay/reel';

const LINK = 'text-accent underline underline-offset-2';

interface Props {
  card: MatchCard;
  reel: Reel;
  screens: AnyGameScreens;
}

/** The origin of a fork, and a link to compare both. */
export function OriginLine({ card, reel, screens }: Props) {
  if (card.origin === null) return null;
  const { matchId, seq, replaced } = card.origin;
  const redrawn = isRedrawn(reel);
  const view = viewAt(reel, redrawn ? 1 : seq);
  const round = view === null ? null : screens.match.stage(view).round;
  return (
    <p className="text-small">
      Forked from{' '}
      <Link href={`/matches/${matchId}?at=${seq}`} className={LINK}>
        match <span className="code">{matchId}</span>
      </Link>{' '}
      {round === null ? `after event ${seq}` : `at round ${roundShown(card.key, round)}`}
      {redrawn ? (
        ' while it was running. It kept what one seat knew; everything else was drawn again.'
      ) : (
        <>
          {replaced && `, with another move of ${replaced.seat}${standInsText(replaced.standIns)}`}.{' '}
          <Link href={`/watch/compare?left=${matchId}&right=${card.id}`} className={LINK}>
            Side by side
          </Link>
        </>
      )}
    </p>
  );
}

function standInsText(standIns: Readonly<Record<string, string>>): string {
  const named = Object.entries(standIns).map(([seat, policy]) => `${policy} plays ${seat}`);
  return named.length === 0 ? '' : `; for people, ${named.join(', ')}`;
}
