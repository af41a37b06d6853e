'use client';
import { HelpCircle } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import type { MarketView } from '~/games/gpu-market/view';
import type { MatchCard } from '~/live/protocol';
import { Button } from '../kit/button';
import { KeysSheet } from '../replay/keys-sheet';
import { dwellOf, marketEvent, marksOf } from '../replay/marks';
import type { Reel } from '../replay/reel';
import { viewAt } from '../replay/reel';
import { makeRuler } from '../replay/ruler';
import { Scrubber } from '../replay/scrubber';
import { CopyInstant, SpeedSelect, TransportButtons, Whereabouts } from '../replay/transport';
import { useCursor, useInstantInAddress } from '../replay/use-cursor';
import { useTimeKeys } from '../replay/use-time-keys';
import { useLiveMatch } from '../use-live-match';
import { ConnectionBar } from './connection-bar';
import { FloorAndFeed } from './floor-and-feed';
import { FloorKey } from './floor-key';
import { JudgePanel } from './judge-panel';
import { Lighting } from './lighting';
import { MatchFoot } from './match-foot';
import { MatchHead } from './match-head';
import { MatchLoading, NoMatch } from './match-states';
import { namesOf } from './names';
import { PrintFeed } from './print-feed';
import { useFeedLines } from './use-feed-lines';

interface Props {
  matchId: string;
  /** The instant that the address names. */
  at: number | null;
}

/** One match, live or over: its stream, and the screen once there is something to see. */
export function MatchScreen({ matchId, at }: Props) {
  const { card, reel, watchers, connection, refusal } = useLiveMatch(matchId);
  if (refusal && reel.frames.length === 0) return <NoMatch {...refusal} />;
  return (
    <>
      {card && reel.frames.length > 0 ? <Stage card={card} reel={reel} watchers={watchers} initialAt={at} /> : <MatchLoading />}
      <ConnectionBar lost={connection === 'lost'} />
    </>
  );
}

interface StageProps {
  card: MatchCard;
  reel: Reel<MarketView>;
  watchers: number;
  initialAt: number | null;
}

function Stage({ card, reel, watchers, initialAt }: StageProps) {
  const [help, setHelp] = useState(false);
  const head = reel.frames.length;
  const over = card.status !== 'running' && card.status !== 'paused' && head >= card.head;
  const dwell = useCallback((seq: number) => dwellOf(marketEvent(reel.frames[seq - 1])), [reel]);
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
  const marks = useMemo(() => marksOf(reel.frames), [reel]);
  const { lines, tell } = useFeedLines(reel, ruler);
  const names = useMemo(() => namesOf(reel.views.at(-1) ?? null), [reel]);
  const onHelp = useCallback(() => setHelp(true), []);
  useTimeKeys({ cursor, ruler, onHelp });
  const onGo = useCallback((seq: number) => cursor.wish({ kind: 'go', seq }), [cursor.wish]);
  if (!view || !opening) return <MatchLoading />;

  const controlled = card.seats[0]?.seat ?? 'lab_0';
  return (
    <Lighting>
      <main id="main" tabIndex={-1} className="outline-none">
        <MatchHead card={card} view={view} watchers={watchers} />
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
        <FloorAndFeed {...{ view, opening, card, lines, names, onGo }} at={cursor.at} following={cursor.following && !over} />
        <FloorKey />
        <MatchFoot view={view} card={card} />
        <div className="px-4 pb-12 sm:px-6">
          <JudgePanel view={view} matchId={card.id} controlled={controlled} />
        </div>
        <PrintFeed lines={lines} at={cursor.at} />
      </main>
      <KeysSheet open={help} onOpen={setHelp} />
    </Lighting>
  );
}
