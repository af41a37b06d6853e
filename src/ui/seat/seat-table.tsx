'use client';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { Appraiser } from '~/games/gpu-market/open/appraise';
import type { OpenObservation } from '~/games/gpu-market/open/observation';
import type { ToldOpenEvent } from '~/games/gpu-market/open/told';
import type { OpenMarketView } from '~/games/gpu-market/open/view';
import type { MatchCard } from '~/live/protocol';
import { Lighting } from '../match/lighting';
import { isLive } from '../matches/card-words';
import type { Reel } from '../replay/reel';
import { MindsPanel } from '../thought/minds-panel';
import { actionSentence } from './action-words';
import { type Desk, DeskProvider, type FormWish } from './desk-context';
import { addAction, blocksSpokenFor, offersTaken, removeAction } from './draft-turn';
import { EndNote } from './end-note';
import { FormDialog } from './form-dialog';
import { StandIn } from './hand-over';
import { SeatHead } from './seat-head';
import { SeatLayout } from './seat-layout';
import { isWhole, seenFrames } from './seen-frames';
import type { SeatObservation } from './use-seat-match';
import { useTurn } from './use-turn';

interface Props {
  matchId: string;
  seat: string;
  card: MatchCard;
  reel: Reel<OpenMarketView>;
  view: OpenMarketView;
  seen: SeatObservation;
}

/** A seat at work: what it knows, what it composes, what it hands in. */
export function SeatTable({ matchId, seat, card, reel, view, seen }: Props) {
  const { observation, handedIn } = seen;
  const held = card.seats.find((one) => one.seat === seat);
  const standIn = held?.kind === 'person' || held?.kind === 'program' ? held : null;
  const door = useTurn({ matchId, seat, round: observation.round_index }, handedIn && isLive(card));
  const frames = useMemo(() => seenFrames(reel), [reel]);
  const [wish, setWish] = useState<FormWish | null>(null);
  const [said, setSaid] = useState('');
  const { draft, state, change } = door;
  const taken = offersTaken(draft).join();
  const deals = useMemo(() => dealsOf(observation, taken.split(',')), [observation, taken]);
  const spoken = useMemo(() => new Set([...blocksSpokenFor(draft), ...deals.flatMap((deal) => deal.gives)]), [draft, deals]);
  const coming = useMemo(() => deals.flatMap((deal) => deal.gets).filter((id) => !spoken.has(id)), [deals, spoken]);
  const standing = useMemo(() => new Appraiser(observation), [observation]);
  const appraiser = useMemo(() => (deals.length === 0 ? standing : new Appraiser(observation, deals)), [observation, standing, deals]);
  const locked = whyLocked({ card, view, seen, policy: standIn?.policy ?? null, turn: state.kind });
  useTitle(view.finished ? 'Over' : `Round ${view.round_index}`, locked === null);
  const add = useCallback(
    (action: Parameters<Desk['add']>[0]) => {
      change((now) => addAction(now, action, observation.actions_per_round));
      setSaid(`Added to the turn: ${actionSentence(action, observation)}`);
    },
    [change, observation],
  );
  const remove = useCallback((id: number) => change((now) => removeAction(now, id)), [change]);
  const desk: Desk = useMemo(
    () => ({ matchId, seat, observation, standing, appraiser, draft, spoken, coming, locked, add, remove, open: setWish }),
    [matchId, seat, observation, standing, appraiser, draft, spoken, coming, locked, add, remove],
  );
  const live = useMemo(() => ({ card, view }), [card, view]);
  const recent = useMemo(() => recentEvents(frames), [frames]);
  return (
    <DeskProvider desk={desk} live={live}>
      <Lighting>
        <main id="main" tabIndex={-1} className="outline-none">
          <SeatHead />
          <div className="space-y-3 px-4 pt-3 empty:hidden sm:px-6">
            {standIn === null ? null : <StandIn held={standIn} />}
            {standIn === null || standIn.policy === null ? null : <OwnMind card={card} seat={seat} round={view.round_index} />}
          </div>
          <EndNote />
          <SeatLayout door={door} frames={frames} opening={reel.views.find(isWhole) ?? view} recent={recent} />
        </main>
        <FormDialog wish={wish} onClose={() => setWish(null)} />
        <p aria-live="polite" className="sr-only">
          {said}
        </p>
      </Lighting>
    </DeskProvider>
  );
}

/** What the agent thinks that plays this seat for its holder. */
function OwnMind({ card, seat, round }: { card: MatchCard; seat: string; round: number }) {
  const [chosen, setChosen] = useState<number | null>(null);
  return <MindsPanel card={card} round={chosen ?? round} onRound={setChosen} only={[seat]} />;
}

/** Offers as deals of whoever takes them. */
function dealsOf({ active_offers }: OpenObservation, ids: readonly string[]): { gets: string[]; gives: string[] }[] {
  return active_offers
    .filter((offer) => ids.includes(offer.offer_id))
    .map((offer) => ({ gets: offer.conditions?.coalition_only == null ? offer.offered_blocks : [], gives: offer.requested_blocks }));
}

/** The tab tells from afar when it is this seat's turn. */
function useTitle(round: string, waiting: boolean): void {
  useEffect(() => {
    document.title = `${waiting ? '● ' : ''}${round} · Your seat · Mandi`;
  }, [round, waiting]);
}

interface Standing {
  card: MatchCard;
  view: OpenMarketView;
  seen: SeatObservation;
  policy: string | null;
  turn: string;
}

/** Why nothing can be added to the turn; null: it can. */
function whyLocked({ card, view, seen, policy, turn }: Standing): string | null {
  if (view.finished || seen.observation.done) return 'The match is over.';
  if (card.status === 'lobby') return 'The match has not begun: the host starts it from the table.';
  if (card.status !== 'running' && card.status !== 'paused') return 'The match goes on no more.';
  if (policy !== null) return `${policy} plays this seat; take it back to play yourself.`;
  if (seen.observation.finished) return 'You have finished: you wait to the end.';
  if (turn === 'forestalled') return 'Another turn of this seat is handed in for this round.';
  if (turn !== 'composing') return 'Your turn of this round is handed in.';
  return seen.observation.round_index === view.round_index ? null : 'The next round is being laid out.';
}

/** What the newest closed round brought, for what moves on the floor. */
function recentEvents(frames: ReturnType<typeof seenFrames>): ToldOpenEvent[] {
  const from = frames.findLastIndex((frame) => frame.event?.type === 'round_closed');
  return from < 0 ? [] : frames.slice(from).flatMap((frame) => frame.event ?? []);
}
