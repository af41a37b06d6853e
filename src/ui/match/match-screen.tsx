'use client';
import { HelpCircle } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { Button } from '~/kit/button';
import { SeatNames } from '~/kit/seat-names';
import type { MatchCard } from '~/live/protocol';
import { Onward } from '../fork/onward';
import { OriginLine } from '../fork/origin-line';
import { isLive } from '../matches/card-words';
import { KeysSheet } from '../replay/keys-sheet';
import { marksOf } from '../replay/marks';
import type { Reel } from '../replay/reel';
import { viewAt } from '../replay/reel';
import { makeRuler } from '../replay/ruler';
import { Scrubber } from '../replay/scrubber';
import { CopyInstant, SpeedSelect, TransportButtons, Whereabouts } from '../replay/transport';
import { useCardThen } from '../replay/use-card-then';
import { useCursor, useInstantInAddress } from '../replay/use-cursor';
import { useTimeKeys } from '../replay/use-time-keys';
import { MindsPanel } from '../thought/minds-panel';
import { useLiveMatch } from '../use-live-match';
import { ConnectionBar } from './connection-bar';
import { FloorAndFeed } from './floor-and-feed';
import { Lighting } from './lighting';
import { MatchHead } from './match-head';
import type { AnyMatchParts, StageView } from './match-parts';
import { MatchLoading, NoMatch } from './match-states';
import { namesOf } from './names';
import { partsOf } from './parts-of';
import { PrintFeed } from './print-feed';
import { SeriesLine } from './series-screen';
import { TournamentLine } from './tournament-line';
import { useFeedLines } from './use-feed-lines';
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
  const { card, reel, watchers, connection, waiting, refusal } = useLiveMatch<StageView>(matchId);
  if (refusal?.code === 'unknown_match') return <WaitingMatch matchId={matchId} onBegin={onBegin} refusal={refusal} />;
  if (refusal && reel.frames.length === 0) return <NoMatch {...refusal} />;
  const parts = card && partsOf(card);
  if (card && !parts) {
    return (
      <NoMatch code="unknown_ruleset" message={`These screens do not know ${card.key}.`}>
        <SeriesLine card={card} />
      </NoMatch>
    );
  }
  return (
    <>
      {card && parts && reel.frames.length > 0 ? (
        <Stage parts={parts} card={card} reel={reel} watchers={watchers} initialAt={at} />
      ) : (
        <MatchLoading />
      )}
      <ConnectionBar lost={connection === 'lost'} waiting={waiting} />
    </>
  );
}

interface StageProps {
  parts: AnyMatchParts;
  card: MatchCard;
  reel: Reel<StageView>;
  watchers: number;
  initialAt: number | null;
}

function Stage({ parts, card, reel, watchers, initialAt }: StageProps) {
  const [help, setHelp] = useState(false);
  const head = reel.frames.length;
  const over = !isLive(card) && head >= card.head;
  const dwell = useCallback((seq: number) => parts.dwellOf(reel.frames[seq - 1]?.event ?? null), [parts, reel]);
  const cursor = useCursor({ head, over, dwell }, initialAt);
  useInstantInAddress(cursor.held);

  const view = viewAt(reel, cursor.at);
  const opening = viewAt(reel, 1);
  const rounds = opening?.max_rounds ?? card.rounds;
  const ruler = useMemo(
    () =>
      makeRuler(
        reel.views.map((one) => one.round_index),
        rounds,
        over,
      ),
    [reel, rounds, over],
  );
  const marks = useMemo(() => marksOf(reel.frames, parts.markOf), [reel, parts]);
  const { lines, tell } = useFeedLines(parts, reel, ruler);
  const names = useMemo(() => namesOf(reel.views.at(-1) ?? null, parts.naming.nameOf), [reel, parts]);
  const onHelp = useCallback(() => setHelp(true), []);
  useTimeKeys({ cursor, ruler, onHelp });
  const onGo = useCallback((seq: number) => cursor.wish({ kind: 'go', seq }), [cursor.wish]);
  const then = useCardThen(card, over || cursor.at < head ? cursor.at : null);
  if (!view || !opening) return <MatchLoading />;

  const { FloorKey, Foot, Judge } = parts;
  const { frames } = reel;
  return (
    <SeatNames naming={parts.naming}>
      <Lighting>
        <main id="main" tabIndex={-1} className="outline-none">
          <MatchHead
            card={card}
            view={view}
            standing={parts.standing(view)}
            watchers={watchers}
            origin={
              <>
                <SeriesLine card={card} />
                <TournamentLine matchId={card.id} />
                <OriginLine card={card} reel={reel} />
              </>
            }
            after={parts.afterwards ? <Onward card={card} at={cursor.at} round={view.round_index} reel={reel} /> : null}
          />
          <div className="no-print flex flex-wrap items-center gap-x-3 border-t px-4 py-1 sm:px-6">
            <TransportButtons cursor={cursor} over={over} />
            <SpeedSelect cursor={cursor} />
            <div className="flex min-w-0 flex-1 basis-60 max-[899px]:order-first max-[899px]:basis-full">
              <Scrubber ruler={ruler} marks={marks} at={cursor.at} head={head} live={!over} tell={tell} onGo={onGo} />
            </div>
            <Whereabouts cursor={cursor} head={head} over={over} />
            <div className="max-[899px]:order-1 max-[899px]:ml-auto">
              <CopyInstant cursor={cursor} />
            </div>
            <Button
              look="quiet"
              size="icon"
              className="max-[899px]:ml-auto"
              aria-label="Keys and marks"
              title="Keys and marks (?)"
              onClick={onHelp}
            >
              <HelpCircle size={16} aria-hidden />
            </Button>
          </div>
          <FloorAndFeed
            {...{ parts, view, opening, frames, lines, names, onGo }}
            card={then}
            at={cursor.at}
            following={cursor.following && !over}
          />
          <FloorKey />
          <MindsPanel
            card={card}
            round={view.round_index}
            onRound={(round) => onGo(ruler.startOf(round))}
            className="border-t px-4 py-4 sm:px-6"
          />
          <Foot view={view} card={then} reel={reel} at={cursor.at} />
          <div className="px-4 pb-12 sm:px-6">
            <Judge view={view} card={card} />
          </div>
          <PrintFeed lines={lines} at={cursor.at} />
        </main>
        <KeysSheet open={help} onOpen={setHelp} marks={parts.marks} />
      </Lighting>
    </SeatNames>
  );
}
