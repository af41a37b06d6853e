'use client';
import { type ReactNode, useState } from 'react';
import type { ShownCard } from '~/contract/shown';
import { Button } from '~/kit/button';
import type { MarketView, StepView } from '../../view';
import { RewardPanel } from './reward-panel';
import { StepPanel } from './step-panel';

/** Under the floor: what it was worth so far, what the last move was worth, and the match as files. */
export function MatchFoot({ view, card, files }: { view: MarketView; card: ShownCard; files: ReactNode }) {
  return (
    <div className="grid gap-x-10 gap-y-6 px-4 pt-4 pb-8 sm:px-6 min-[900px]:grid-cols-2 print:grid-cols-2">
      <h2 className="sr-only">What it brought</h2>
      <div className="min-w-0">
        <RewardPanel view={view} matchId={card.id} />
        {files}
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
