'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { Button, ButtonLink } from '~/kit/button';
import type { MatchCard } from '~/live/protocol';
import { isLive } from '../matches/card-labels';
import { useTRPC } from '../trpc';

/** Links to download, compare, judge and print the match. */
export function MatchFiles({ card }: { card: MatchCard }) {
  return (
    <nav aria-label="Match actions" className="no-print mt-3 flex flex-wrap gap-1.5">
      <ButtonLink size="small" href={`/api/matches/${card.id}/events.jsonl`} prefetch={false} download>
        Events
      </ButtonLink>
      <ButtonLink size="small" href={`/api/matches/${card.id}/transcript.md`} prefetch={false} download>
        Transcript
      </ButtonLink>
      {card.status === 'finished' ? (
        <ButtonLink size="small" href={`/api/matches/${card.id}/books.json`} prefetch={false} download>
          Books
        </ButtonLink>
      ) : null}
      <ButtonLink size="small" href={`/watch/compare?left=${card.id}`}>
        Compare with another
      </ButtonLink>
      {card.judgeMode === 'off' ? null : (
        <ButtonLink size="small" href={`/matches/${card.id}/judge`}>
          Panel of judges
        </ButtonLink>
      )}
      <Button size="small" onClick={() => window.print()}>
        Print a report
      </Button>
      {card.showcase && !isLive(card) ? <ShowcaseNow /> : null}
    </nav>
  );
}

/** A link from a finished showcase to the current one. Fetched once and last in its row, so that nothing moves. */
function ShowcaseNow() {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.match.list.queryOptions({ limit: 20, status: ['running'] }));
  const live = data?.items.find((card) => card.showcase);
  return (
    <span className="flex h-7 items-center px-1 text-small">
      {live ? (
        <Link href={`/matches/${live.id}`} className="text-accent underline underline-offset-2">
          Watch the live match
        </Link>
      ) : null}
    </span>
  );
}
