'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useCallback, useMemo, useState } from 'react';
import type { AnyGameScreens, FeedLabels } from '~/contract/screens';
import type { Thing } from '~/contract/shown';
import { Dialog } from '~/kit/dialog';
import { formatCount } from '~/kit/format';
import { Lighting } from '~/kit/lighting';
import { MarkGlyph } from '~/kit/mark-glyph';
import { labelled } from '~/kit/names';
import { SeatNames } from '~/kit/seat-names';
import { useMedia } from '~/kit/use-media';
import type { MatchCard } from '~/live/protocol';
import { isExplained, Onward } from '../fork/onward';
import { OriginLine } from '../fork/origin-line';
import { isLive } from '../matches/card-labels';
import { type Reel, viewAt } from '../replay/reel';
import { useCardThen } from '../replay/use-card-then';
import { useTimeKeys } from '../replay/use-time-keys';
import { agentSeats } from '../thought/agent-seats';
import { ModelTrace } from '../thought/model-trace';
import { useTournamentBell } from '../tournaments/use-tournament-bell';
import { useTRPC } from '../trpc';
import { BoardAndStory } from './board-and-story';
import { CaptionBand } from './caption-band';
import { Ending } from './ending';
import { type FeedLine, linesUntil } from './feed-lines';
import { Inspecting, InspectorSheet } from './inspector';
import { MatchFiles } from './match-files';
import { MatchLoading } from './match-states';
import { namedThings } from './names';
import { Revealed, useGains } from './revealed';
import { ScoreStrip } from './score-strip';
import { SeriesLine } from './series-screen';
import { ShareButton } from './share-dialog';
import { latestTold } from './story-lines';
import { TimeBar } from './time-bar';
import { TopBar } from './top-bar';
import { useTold } from './use-told';

interface Props {
  screens: AnyGameScreens;
  card: MatchCard;
  reel: Reel<object>;
  watchers: number;
  /** The instant in the address. */
  initialAt: number | null;
}

/** A match at one instant: ranking, current event, board and story, and the result at the end. */
export function MatchStage(props: Props) {
  const { screens, card, reel, watchers } = props;
  const [help, setHelp] = useState(false);
  const [thing, setThing] = useState<Thing | null>(null);
  const [tab, setTab] = useState('story');
  const told = useTold(props);
  const { cursor, ruler, over, head, onGo } = told;
  const onHelp = useCallback(() => setHelp(true), []);
  useTimeKeys({ cursor, ruler, onHelp, chapters: told.chapters });
  const then = useCardThen(card, over || cursor.at < head ? cursor.at : null);
  const [view, opening, last] = [viewAt(reel, cursor.at), viewAt(reel, 1), reel.views.at(-1)];
  const names = useMemo(() => namedThings(screens, last ?? null), [screens, last]);
  const tell = useCallback((seq: number) => labelled(told.tell(seq), names.said), [told.tell, names]);
  const isEnd = over && view !== null && screens.match.stage(view).finished;
  const gains = useGains(screens, card, isEnd && isExplained(card, reel));
  if (!view || !opening || !last) return <MatchLoading />;
  const { BoardKey, Foot, Judge, Inspector } = screens.match;
  const stage = screens.match.stage(view);
  const instant = { view, opening, frames: reel.frames, at: cursor.at };
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
              share={isEnd ? null : <ShareButton card={card} at={cursor.held} isSmall />}
              origin={
                <>
                  <SeriesLine card={card} />
                  <TournamentLine matchId={card.id} />
                  <OriginLine card={card} reel={reel} screens={screens} />
                </>
              }
              after={screens.end.Explain && !isEnd ? <Onward card={card} at={cursor.at} round={stage.round} reel={reel} /> : null}
            />
            <ScoreStrip {...{ screens, view, reel, ruler, gains }} card={then} at={cursor.at} />
            <TimeBar {...{ cursor, ruler, head, over, onGo, onHelp }} marks={told.marks} chapters={told.chapters} tell={tell} />
            <CaptionBand
              {...{ screens, reel, opening, names: names.said }}
              seats={told.seats}
              line={latestTold(told.story, cursor.at)}
              at={cursor.at}
            />
            <BoardAndStory
              {...{ screens, instant, thing, trace, onGo, tab }}
              onTab={setTab}
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
                    {...{ screens, onGo }}
                    share={<ShareButton card={card} at={cursor.held} />}
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

/** In print, the whole record instead of the visible part. */
function PrintFeed({ lines, at }: { lines: readonly FeedLine[]; at: number }) {
  const printing = useMedia('print');
  if (!printing) return null;
  return (
    <section className="px-4 text-small">
      <h2 className="pt-4 pb-1 font-semibold text-body">What happened</h2>
      {lines.slice(0, linesUntil(lines, at)).map((line) =>
        line.kind === 'round' ? (
          <h3 key={`round-${line.seq}`} className="pt-2 font-semibold">
            Round {line.round}
          </h3>
        ) : (
          <p key={line.seq}>
            <span className="num inline-block w-10 text-ink-2">{line.seq}</span> {line.text}
          </p>
        ),
      )}
    </section>
  );
}

/** The match's tournament; nothing if it has none. */
function TournamentLine({ matchId }: { matchId: string }) {
  const trpc = useTRPC();
  const { data, refetch } = useQuery(trpc.tournament.ofMatch.queryOptions({ id: matchId }));
  if (!data) return null;
  return (
    <p className="text-small">
      Match {formatCount(data.order + 1)} of {formatCount(data.total)} of{' '}
      <Link href={`/rankings/tournaments/${data.tournamentId}`} className="text-accent underline underline-offset-2">
        {data.name}
      </Link>
      {data.sealed ? <Sealed tournamentId={data.tournamentId} onMove={refetch} /> : null}
    </p>
  );
}

/** Until the season is closed. */
function Sealed({ tournamentId, onMove }: { tournamentId: string; onMove: () => Promise<unknown> }) {
  useTournamentBell(tournamentId, () => onMove());
  return '. Other matches still use its world, so its budgets, jobs and seed stay private until the tournament is over.';
}

const KEYS = [
  ['← →', 'one event back or forward'],
  ['Shift ← →', 'one round back or forward'],
  ['Space', 'play and pause; in a live match: pause here, or follow live again'],
  ['Home', 'the opening'],
  ['End', 'the end, or the latest event of a live match'],
  ['[ ]', 'previous or next chapter'],
  ['Tab', 'moves through score, board and story; the focused item is highlighted everywhere'],
  ['Arrows', 'on the board: moves from item to item'],
  ['Enter', 'details of the focused item'],
  ['?', 'show these keys'],
  ['Esc', 'close'],
] as const;

interface KeysSheetProps {
  open: boolean;
  onOpen: (open: boolean) => void;
  marks: FeedLabels['marks'];
}

function KeysSheet({ open, onOpen, marks }: KeysSheetProps) {
  return (
    <Dialog open={open} onOpen={onOpen} title="Keys and marks">
      <dl className="grid grid-cols-[7rem_1fr] gap-y-1.5 text-small">
        {KEYS.map(([keys, what]) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="code rounded-sm border border-line-strong bg-sunk px-1.5 py-0.5">{keys}</kbd>
            </dt>
            <dd className="text-ink-2">{what}</dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-5 mb-2 font-semibold text-small">Marks on the timeline</h3>
      <ul className="grid grid-cols-2 gap-1.5 text-small">
        {marks.map(({ kind, word }) => (
          <li key={kind} className="flex items-center gap-2">
            <MarkGlyph kind={kind} /> {word}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
