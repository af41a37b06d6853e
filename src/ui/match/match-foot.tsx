'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import type { MarketView, StepView } from '~/games/gpu-market/view';
import type { MatchCard } from '~/live/protocol';
import { Button, ButtonLink } from '../kit/button';
import { isLive } from '../matches/card-words';
import { useTRPC } from '../trpc';
import { RewardPanel } from './reward-panel';
import { StepPanel } from './step-panel';

/** Under the floor: what it was worth so far, what the last move was worth, and the match as files. */
export function MatchFoot({ view, card }: { view: MarketView; card: MatchCard }) {
  return (
    <div className="grid gap-x-10 gap-y-6 px-4 pt-4 pb-8 sm:px-6 min-[900px]:grid-cols-2 print:grid-cols-2">
      <div className="min-w-0">
        <RewardPanel view={view} matchId={card.id} />
        <Files card={card} />
      </div>
      <div className="min-h-[270px] min-w-0">
        <LastSteps view={view} matchId={card.id} />
      </div>
    </div>
  );
}

function LastSteps({ view, matchId }: { view: MarketView; matchId: string }) {
  const [shown, setShown] = useState<'settlement' | 'move'>('settlement');
  const { settlement, last_step: lastStep } = view;
  if (view.labs.length > 0 && Object.keys(view.curves).length === 0) {
    return <p className="text-ink-2 text-small">The columns of each reward stay private until the match ends.</p>;
  }
  const step: StepView | null = settlement && shown === 'settlement' ? settlement : lastStep;
  return (
    <>
      <StepPanel step={step} matchId={matchId} />
      {settlement ? (
        <div className="no-print mt-2 flex gap-2">
          <Button size="small" look="quiet" aria-pressed={shown === 'settlement'} onClick={() => setShown('settlement')}>
            Final settlement
          </Button>
          <Button size="small" look="quiet" aria-pressed={shown === 'move'} onClick={() => setShown('move')}>
            Last move
          </Button>
        </div>
      ) : null}
    </>
  );
}

function Files({ card }: { card: MatchCard }) {
  return (
    <nav aria-label="This match as files" className="no-print mt-3 flex flex-wrap gap-1.5">
      <ButtonLink size="small" href={`/api/matches/${card.id}/events.jsonl`} prefetch={false} download>
        Events
      </ButtonLink>
      <ButtonLink size="small" href={`/api/matches/${card.id}/transcript.md`} prefetch={false} download>
        Transcript
      </ButtonLink>
      <ButtonLink size="small" href={`/compare?left=${card.id}`}>
        Compare with another
      </ButtonLink>
      <Button size="small" onClick={() => window.print()}>
        Print a report
      </Button>
      {card.showcase && !isLive(card) ? <ShowcaseNow /> : null}
    </nav>
  );
}

/** From a showcase that is over to the one that is on; asked once, and last in its row, so that nothing moves when it comes. */
function ShowcaseNow() {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.match.list.queryOptions({ limit: 20, status: ['running'] }));
  const live = data?.items.find((card) => card.showcase);
  return (
    <span className="flex h-7 items-center px-1 text-small">
      {live ? (
        <Link href={`/matches/${live.id}`} className="text-accent underline-offset-2 hover:underline">
          Watch the match that is on now
        </Link>
      ) : null}
    </span>
  );
}
