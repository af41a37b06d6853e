'use client';
import { Page } from '../kit/page';
import { ErrorNote, Loading, Skeleton } from '../kit/states';
import { ConnectionBar } from '../match/connection-bar';
import { useLiveMatch } from '../use-live-match';
import { ChoosePartner } from './choose-partner';
import { ComparePair } from './compare-pair';
import { PublishedPair } from './published-pair';

interface Props {
  left: string | null;
  right: string | null;
}

/** Two matches of the same opening side by side: what another policy would have made of it. */
export function CompareScreen({ left, right }: Props) {
  if (left && right) return <Both left={left} right={right} />;
  return (
    <Page title="Compare" lead="Two matches of the same task and seed, side by side and in step: the same opening, played by two policies.">
      {left ? <ChoosePartner matchId={left} /> : <PublishedPair />}
    </Page>
  );
}

function Both({ left, right }: { left: string; right: string }) {
  const [a, b] = [useLiveMatch(left), useLiveMatch(right)];
  const refusal = a.refusal ?? b.refusal;
  if (refusal) {
    return (
      <Page title="Compare">
        <ErrorNote title="One of the two matches is not here" code={refusal.code}>
          {refusal.message}
        </ErrorNote>
        <div className="mt-6">
          <PublishedPair />
        </div>
      </Page>
    );
  }
  const ready = a.card && b.card && a.reel.frames.length > 0 && b.reel.frames.length > 0;
  return (
    <>
      {ready && a.card && b.card ? (
        <ComparePair left={{ card: a.card, reel: a.reel }} right={{ card: b.card, reel: b.reel }} />
      ) : (
        <Page title="Compare">
          <Loading what="both matches">
            <Skeleton className="h-64 w-full" />
            <Skeleton className="mt-6 h-96 w-full" />
          </Loading>
        </Page>
      )}
      <ConnectionBar lost={a.connection === 'lost' || b.connection === 'lost'} />
    </>
  );
}
