'use client';
import { useState } from 'react';
import { frontOf } from '~/games/screens';
import { ConnectionBar } from '../connection-bar';
import { useLiveMatch } from '../use-live-match';
import { useScreens } from '../use-screens';
import { MatchStage } from './match-stage';
import { MatchLoading, NoMatch } from './match-states';
import { SeriesLine } from './series-screen';
import { WaitingMatch } from './waiting-match';

interface Props {
  matchId: string;
  /** The instant that the address names. */
  at: number | null;
}

/** One match, live or over, or one of a tournament that is still to come. */
export function MatchScreen(props: Props) {
  const [looks, setLooks] = useState(0);
  return <Stream key={looks} {...props} onBegin={() => setLooks(looks + 1)} />;
}

/** Its stream, and the screen once there is something to see. */
function Stream({ matchId, at, onBegin }: Props & { onBegin: () => void }) {
  const { card, reel, watchers, connection, waiting, refusal } = useLiveMatch<object>(matchId);
  const screens = useScreens(card?.key ?? null);
  if (refusal?.code === 'unknown_match') return <WaitingMatch matchId={matchId} onBegin={onBegin} refusal={refusal} />;
  if (refusal && reel.frames.length === 0) return <NoMatch {...refusal} />;
  if (card && frontOf(card.key) === null) {
    return (
      <NoMatch code="unknown_ruleset" message={`These screens do not know ${card.key}.`}>
        <SeriesLine card={card} />
      </NoMatch>
    );
  }
  return (
    <>
      {card && screens && reel.frames.length > 0 ? (
        <MatchStage screens={screens} card={card} reel={reel} watchers={watchers} initialAt={at} />
      ) : (
        <MatchLoading />
      )}
      <ConnectionBar lost={connection === 'lost'} waiting={waiting} />
    </>
  );
}
