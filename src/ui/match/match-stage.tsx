'use client';
import { useCallback, useMemo, useState } from 'react';
import type { AnyGameScreens } from '~/contract/screens';
import type { Thing } from '~/contract/shown';
import { Lighting } from '~/kit/lighting';
import { labelled } from '~/kit/names';
import { SeatNames } from '~/kit/seat-names';
import type { MatchCard } from '~/live/protocol';
import { isExplained, Onward } from '../fork/onward';
import { OriginLine } from '../fork/origin-line';
import { isLive } from '../matches/card-labels';
import { KeysSheet } from '../replay/keys-sheet';
import { type Reel, viewAt } from '../replay/reel';
import { useCardThen } from '../replay/use-card-then';
import { useTimeKeys } from '../replay/use-time-keys';
import { agentSeats } from '../thought/agent-seats';
import { ModelTrace } from '../thought/model-trace';
import { BoardAndStory } from './board-and-story';
import { CaptionBand } from './caption-band';
import { Ending } from './ending';
import { Inspecting, InspectorSheet } from './inspector';
import { MatchFiles } from './match-files';
import { MatchLoading } from './match-states';
import { namedThings } from './names';
import { PrintFeed } from './print-feed';
import { Revealed } from './revealed';
import { ScoreStrip } from './score-strip';
import { SeriesLine } from './series-screen';
import { ShareButton } from './share-dialog';
import { latestTold } from './story-lines';
import { TimeBar } from './time-bar';
import { TopBar } from './top-bar';
import { TournamentLine } from './tournament-line';
import { useTold } from './use-told';

interface Props {
  screens: AnyGameScreens;
  card: MatchCard;
  reel: Reel<object>;
  watchers: number;
  /** The instant that the address names. */
  initialAt: number | null;
}

/** A match at one instant: who is ahead, what happens, the board with the story beside it, and in the end how it ended. */
export function MatchStage(props: Props) {
  const { screens, card, reel, watchers } = props;
  const [help, setHelp] = useState(false);
  const [thing, setThing] = useState<Thing | null>(null);
  const told = useTold(props);
  const { cursor, ruler, over, head, onGo } = told;
  const onHelp = useCallback(() => setHelp(true), []);
  useTimeKeys({ cursor, ruler, onHelp, chapters: told.chapters });
  const then = useCardThen(card, over || cursor.at < head ? cursor.at : null);
  const [view, opening, last] = [viewAt(reel, cursor.at), viewAt(reel, 1), reel.views.at(-1)];
  const names = useMemo(() => namedThings(screens, last ?? null), [screens, last]);
  const tell = useCallback((seq: number) => labelled(told.tell(seq), names.said), [told.tell, names]);
  if (!view || !opening || !last) return <MatchLoading />;
  const { BoardKey, Foot, Judge, Inspector } = screens.match;
  const stage = screens.match.stage(view);
  const instant = { view, opening, frames: reel.frames, at: cursor.at };
  const share = <ShareButton card={card} at={cursor.held} />;
  const isEnd = over && stage.finished;
  const trace =
    agentSeats(card.seats).length > 0 || (card.hosted && !isLive(card)) ? (
      <ModelTrace card={card} round={stage.round} onRound={(round) => onGo(ruler.startOf(round))} />
    ) : null;
  return (
    <SeatNames naming={screens.names}>
      <Lighting>
        <Inspecting onInspect={setThing}>
          <main id="main" tabIndex={-1} className="outline-none">
            <TopBar
              card={card}
              stage={stage}
              watchers={watchers}
              share={isEnd ? null : share}
              origin={
                <>
                  <SeriesLine card={card} />
                  <TournamentLine matchId={card.id} />
                  <OriginLine card={card} reel={reel} screens={screens} />
                </>
              }
              after={screens.end.Explain && !isEnd ? <Onward card={card} at={cursor.at} round={stage.round} reel={reel} /> : null}
            />
            <ScoreStrip {...{ screens, view, reel, ruler }} card={then} at={cursor.at} />
            <TimeBar {...{ cursor, ruler, head, over, onGo, onHelp }} marks={told.marks} chapters={told.chapters} tell={tell} />
            <CaptionBand
              {...{ screens, reel, opening, names: names.said }}
              seats={told.seats}
              line={latestTold(told.story, cursor.at)}
              at={cursor.at}
            />
            <BoardAndStory
              {...{ screens, instant, thing, trace, onGo }}
              seats={told.seats}
              card={then}
              lines={told.lines}
              story={told.story}
              names={names.said}
              ids={names.ids}
              following={cursor.following && !over}
              ending={
                isEnd ? (
                  <Ending
                    {...{ screens, share, onGo }}
                    card={card}
                    views={reel.views}
                    story={told.story}
                    names={names.said}
                    tell={told.tell}
                    isExplained={isExplained(card, reel)}
                  />
                ) : null
              }
            />
            {over && stage.finished ? <Revealed {...{ screens, card, view }} isExplained={isExplained(card, reel)} /> : null}
            {BoardKey ? <BoardKey /> : null}
            {Foot ? (
              <Foot view={view} card={then} reel={reel} at={cursor.at} files={<MatchFiles card={card} />} />
            ) : (
              <div className="px-4 pb-8 sm:px-6">
                <MatchFiles card={card} />
              </div>
            )}
            {Judge ? (
              <div className="px-4 pb-12 sm:px-6">
                <Judge view={view} card={card} />
              </div>
            ) : null}
            <PrintFeed lines={told.lines} at={cursor.at} />
          </main>
          <KeysSheet open={help} onOpen={setHelp} marks={screens.feed.marks} />
          <InspectorSheet thing={thing} title={thing ? names.titleOf(thing) : ''} onClose={() => setThing(null)}>
            {thing ? <Inspector {...instant} thing={thing} card={then} /> : null}
          </InspectorSheet>
        </Inspecting>
      </Lighting>
    </SeatNames>
  );
}
