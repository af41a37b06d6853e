'use client';
import { Page } from '~/kit/page';
import { ErrorNote, Loading, Skeleton } from '~/kit/states';
import { ConnectionBar } from '../match/connection-bar';
import type { StageView } from '../match/match-parts';
import { partsOf } from '../match/parts-of';
import type { LiveMatch } from '../replay/match-stream';
import { useLiveMatch } from '../use-live-match';
import { ChoosePartner } from './choose-partner';
import { ComparePair } from './compare-pair';
import { PublishedPair } from './published-pair';
import type { Side } from './side';

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
  const [a, b] = [useLiveMatch<StageView>(left), useLiveMatch<StageView>(right)];
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
  const [one, other] = [sideOf(a), sideOf(b)];
  return (
    <>
      {one && other ? (
        <ComparePair left={one} right={other} />
      ) : (
        <Page title="Compare">
          <Loading what="both matches">
            <Skeleton className="h-64 w-full" />
            <Skeleton className="mt-6 h-96 w-full" />
          </Loading>
        </Page>
      )}
      <ConnectionBar lost={a.connection === 'lost' || b.connection === 'lost'} waiting={a.waiting ?? b.waiting} />
    </>
  );
}

/** A match with something to see, of a ruleset that these screens know. */
function sideOf({ card, reel }: LiveMatch<StageView>): Side | null {
  const parts = card && partsOf(card);
  return card && parts && reel.frames.length > 0 ? { card, parts, reel } : null;
}
