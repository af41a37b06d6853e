'use client';
import { useEffect, useMemo, useState } from 'react';
import type { AskedAct, PlaySlots } from '~/contract/play-screens';
import { policyWords } from '~/contract/player';
import type { AnyGameScreens } from '~/contract/screens';
import { roundShown } from '~/games/screens';
import { Lighting } from '~/kit/lighting';
import { NARROW_SCREEN, useMedia } from '~/kit/use-media';
import type { MatchCard } from '~/live/protocol';
import { isExplained } from '../fork/onward';
import { Revealed, useGains } from '../match/revealed';
import { isLive } from '../matches/card-labels';
import type { Reel } from '../replay/reel';
import { Countdown } from '../table/countdown';
import { ModelTrace } from '../thought/model-trace';
import type { SeatObservation } from '../use-seat-match';
import { AutopilotLog } from './autopilot-log';
import { EndNote } from './end-note';
import { FirstTurn } from './first-turn';
import { SeatMenu, StandIn } from './hand-over';
import { HostActs } from './host-acts';
import { OtherPlayers, SeatHead } from './seat-head';
import { useTurn } from './use-turn';

interface Props {
  screens: AnyGameScreens;
  play: PlaySlots<object, unknown, unknown>;
  seat: string;
  card: MatchCard;
  reel: Reel;
  view: object;
  seen: SeatObservation;
}

/** A seat during play: holder, time left, current player. The game renders the play itself. */
export function SeatTable({ screens, play, seat, card, reel, view, seen }: Props) {
  const held = card.seats.find((one) => one.seat === seat);
  const standIn = held?.kind === 'person' || held?.kind === 'program' ? held : null;
  const narrow = useMedia(NARROW_SCREEN);
  const turn = useTurn({ matchId: card.id, seat, turn: seen.turn }, play.draft, seen.handedIn && isLive(card));
  const stage = screens.match.stage(view);
  const generally = whyLocked(card, stage.finished, standIn?.policy ?? null) ?? play.locked(view, seen.observation);
  const locked = generally ?? whyTurnLocked(turn.state.kind);
  useTitle(stage.finished ? 'Over' : `Round ${roundShown(card.key, stage.round)}`, locked === null);
  const begin = play.begin?.(seen.observation) ?? null;
  /** Where seats take turns, the first of a seat may be in a later round. */
  const isFirst = play.begin ? begin !== null : stage.round === 0;
  const clock = useMemo(() => <Countdown matchId={card.id} clock={card.clock} />, [card.id, card.clock]);
  const gains = useGains(screens, card, stage.finished && card.status === 'finished' && isExplained(card, reel));
  const [asked, setAsked] = useState<AskedAct | null>(null);
  const awaited = play.awaited(view);
  const menu = stage.finished || !isLive(card) ? null : <SeatMenu seat={seat} card={card} />;
  const { Play, Alerts } = play;
  return (
    <Lighting>
      <main id="main" tabIndex={-1} className={`outline-none ${IN_COLUMNS}`}>
        <div className="flex border-b min-[900px]:block min-[900px]:border-b-0">
          <SeatHead {...{ seat, card, stage, clock, menu }} awaited={awaited} />
          <OtherPlayers
            {...{ seat, card, locked, menu }}
            awaited={stage.finished ? null : awaited}
            groups={screens.match.groupsOf?.(view) ?? []}
            about={(other) => play.other?.({ seat: other, view, seen: seen.observation }) ?? {}}
            onAct={setAsked}
          />
        </div>
        <div className="shrink-0 space-y-3 px-4 pt-3 empty:hidden sm:px-6">
          {standIn === null ? null : <StandIn held={standIn} card={card} finished={stage.finished} />}
          {standIn === null ? null : <AutopilotLog {...{ screens, play, card, seat, reel }} policy={standIn.policy} />}
          {standIn === null || standIn.policy === null ? null : <OwnTrace card={card} seat={seat} round={stage.round} />}
          {isFirst && locked === null ? <FirstTurn {...{ seat, card, stage, begin }} score={screens.match.score} /> : null}
          {stage.finished ? null : <HostActs card={card} seat={seat} turn={seen.turn} />}
          {Alerts && !stage.finished ? <Alerts view={view} seen={seen.observation} seat={seat} /> : null}
        </div>
        <EndNote
          seat={seat}
          card={card}
          view={view}
          stage={stage}
          score={screens.match.score}
          seatsTitle={screens.match.seatsTitle}
          isExplained={screens.end.Explain !== undefined}
          hasGains={screens.end.gains !== undefined}
          gains={gains}
        />
        {stage.finished ? <Revealed {...{ screens, card, view }} isExplained={isExplained(card, reel)} /> : null}
        <Play matchId={card.id} seen={seen.observation} {...{ seat, card, view, reel, turn, locked, clock, asked, narrow }} />
      </main>
    </Lighting>
  );
}

/** Below the site's header and the match's tabs, a game that plays in columns fills the rest of the window. */
const IN_COLUMNS = 'has-[>[data-columns]]:flex has-[>[data-columns]]:h-[calc(100dvh-5.625rem)] has-[>[data-columns]]:flex-col';

/** The thoughts of the agent that plays this seat for its holder. */
function OwnTrace({ card, seat, round }: { card: MatchCard; seat: string; round: number }) {
  const [chosen, setChosen] = useState<number | null>(null);
  return <ModelTrace card={card} round={chosen ?? round} onRound={setChosen} only={[seat]} />;
}

/** The tab's title shows when it is this seat's turn. */
function useTitle(round: string, waiting: boolean): void {
  useEffect(() => {
    document.title = `${waiting ? '● ' : ''}${round} · Your seat · Mandi`;
  }, [round, waiting]);
}

/** Why no turn can be changed now; null if it can. */
function whyLocked(card: MatchCard, finished: boolean, policy: string | null): string | null {
  if (finished) return 'The match is over.';
  if (card.status === 'lobby') return 'The match has not started. The host starts it from the table.';
  if (card.status !== 'running' && card.status !== 'paused') return 'The match is over.';
  return policy === null ? null : `${policyWords(policy)} plays this seat; take it back to play yourself.`;
}

/** The same for this turn. */
function whyTurnLocked(turn: string): string | null {
  if (turn === 'forestalled') return 'Another turn was submitted for this seat in this round.';
  return turn === 'composing' ? null : 'You have submitted your turn for this round.';
}
