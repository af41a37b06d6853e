'use client';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { GameEvent } from '~/contract/game';
import type { AskedAct, OtherSeat, PlayProps, PlaySlots } from '~/contract/play-screens';
import { labelled } from '~/kit/names';
import type { OpenObservation } from '../../shared/observation';
import { Appraiser } from '../../shared/plans/appraise';
import type { ToldOpenEvent } from '../../shared/told/told';
import type { OpenMarketView } from '../../shared/told/view';
import { actionSentence } from './action-words';
import { bargainOf, loosened, wantWords } from './bargain';
import { type Desk, DeskProvider, type FormWish, type Work } from './desk-context';
import { draftOf, readDraft } from './draft-read';
import { actionsOf, addAction, addWork, blocksSpokenFor, type DraftTurn, NO_DRAFT, offersTaken, removeAction } from './draft-turn';
import { drafted } from './draft-worth';
import { blockChoices, whyNoMove } from './forms/choices';
import { FormDialog } from './forms/form-dialog';
import { namesSeen } from './names';
import { SeatLayout } from './seat-layout';
import { isWhole, seenFrames } from './seen-frames';
import { resultName } from './story-panel';
import { takeFor } from './turn/asking';
import { and } from './words';

/** A person's seat in `open`. */
export const openPlay: PlaySlots<OpenMarketView, OpenObservation, DraftTurn> = {
  isWhole,
  turnMark: (view, seat) => `${view.round_index} ${view.finished} ${view.labs.find((lab) => lab.lab_id === seat)?.submitted}`,
  awaited: (view) => view.awaited,
  draft: {
    empty: NO_DRAFT,
    isEmpty: (draft) => draft.actions.length === 0,
    read: readDraft,
    moveOf: actionsOf,
    ofMove: draftOf,
  },
  locked: whyLocked,
  did: actOf,
  other: otherLab,
  Play,
};

/** The result of an own action. */
function actOf(event: GameEvent, seat: string): string | null {
  const told = event as ToldOpenEvent;
  if (told.type !== 'action_resolved' || told.lab_id !== seat) return null;
  return `${resultName(told.action_type)}${told.result.ok ? '' : ' (refused)'}: ${told.result.message}`;
}

/** What another lab wants, whether its turn is in, and what can be done about it. */
function otherLab({ seat, view, seen }: { seat: string; view: OpenMarketView; seen: OpenObservation }): OtherSeat {
  const lab = view.labs.find((one) => one.lab_id === seat);
  const offer = whyNoMove(seen, 'offer');
  const invite = { id: 'invite', word: 'Invite to a coalition', why: whyNoMove(seen, 'found') };
  return {
    wants: (bargainOf(seen)?.wants ?? [])
      .filter((want) => want.lab_id === seat)
      .map(wantWords)
      .toReversed(),
    ...(lab?.finished ? { rests: 'passes until the end' } : lab?.submitted ? { rests: 'ready' } : {}),
    acts: [
      { id: 'message', word: 'Write a message', why: null },
      { id: 'offer', word: 'Make an offer', why: offer },
      ...(seen.coalitions_allowed ? [invite] : []),
    ],
  };
}

/** The form for what was chosen in the list of the other labs. */
function wishAbout({ id, seat }: AskedAct): FormWish {
  if (id === 'offer') return { kind: 'offer', target: seat };
  return id === 'invite' ? { kind: 'found', invite: seat } : { kind: 'message', to: seat };
}

/** What a seat knows, drafts and submits. */
function Play({
  matchId,
  seat,
  card,
  view,
  reel,
  seen: observation,
  turn,
  locked,
  clock,
  asked,
  narrow,
}: PlayProps<OpenMarketView, OpenObservation, DraftTurn>) {
  const frames = useMemo(() => seenFrames(reel), [reel]);
  const [wish, setWish] = useState<FormWish | null>(null);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (asked !== null) setWish(wishAbout(asked));
  }, [asked]);
  const { draft, change } = turn;
  const taken = offersTaken(draft).join();
  const deals = useMemo(() => dealsOf(observation, taken.split(',')), [observation, taken]);
  const spoken = useMemo(() => new Set([...blocksSpokenFor(draft), ...deals.flatMap((deal) => deal.gives)]), [draft, deals]);
  const coming = useMemo(() => deals.flatMap((deal) => deal.gets).filter((id) => !spoken.has(id)), [deals, spoken]);
  const loose = useMemo(() => loosened(observation), [observation]);
  const standing = useMemo(() => new Appraiser(loose), [loose]);
  const appraiser = useMemo(() => (deals.length === 0 ? standing : new Appraiser(loose, deals)), [loose, standing, deals]);
  const done = useMemo(() => drafted(observation, actionsOf(draft)), [observation, draft]);
  const names = useMemo(() => namesSeen(observation), [observation]);
  const say = useCallback((sentence: string) => labelled(sentence, names), [names]);
  const add = useCallback(
    (action: Parameters<Desk['add']>[0]) => {
      change((now) => addAction(now, action, observation.actions_per_round));
      setSaid(`Added to the turn: ${say(actionSentence(action, observation))}`);
    },
    [change, observation, say],
  );
  const putToWork = useCallback(
    (jobId: string, blockId: string) => {
      const choices = blockChoices(observation, { kind: 'allocate', jobId }, spoken);
      const canWork = choices.some(({ id, why }) => id === blockId && why === null);
      if (!canWork) return setWish({ kind: 'allocate', jobId, blockId });
      change((now) => addWork(now, { jobId, blockId, most: observation.actions_per_round }));
      setSaid(say(`Added to the turn: ${blockId} works for ${jobId}.`));
    },
    [change, observation, say, spoken],
  );
  const drop = useCallback(
    (blockId: string, jobId: string | null) => {
      if (observation.owned_blocks.some((block) => block.block_id === blockId)) {
        return jobId === null ? setWish({ kind: 'allocate', blockId }) : putToWork(jobId, blockId);
      }
      if (jobId !== null && coming.includes(blockId)) return setWish({ kind: 'allocate', jobId, blockId });
      const found = takeFor(observation, { blockId, jobId }, { done, spoken });
      if ('open' in found) setWish(found.open);
      else found.add.forEach(add);
    },
    [observation, putToWork, coming, done, spoken, add],
  );
  const fill = useCallback(
    (works: readonly Work[]) => {
      const each = works.flatMap(({ jobId, blockIds }) =>
        blockIds.map((blockId) => ({ jobId, blockId, most: observation.actions_per_round })),
      );
      change((now) => each.reduce(addWork, now));
      setSaid(say(`Added to the turn: ${and(works.map(({ jobId, blockIds }) => `${and(blockIds)} for ${jobId}`))}.`));
    },
    [change, observation, say],
  );
  const remove = useCallback((id: number) => change((now) => removeAction(now, id)), [change]);
  const desk: Desk = useMemo(
    () => ({
      matchId,
      seat,
      observation,
      standing,
      appraiser,
      done,
      draft,
      spoken,
      coming,
      locked,
      add,
      drop,
      fill,
      remove,
      open: setWish,
      say,
    }),
    [matchId, seat, observation, standing, appraiser, done, draft, spoken, coming, locked, add, drop, fill, remove, say],
  );
  const live = useMemo(() => ({ card, view, clock }), [card, view, clock]);
  const recent = useMemo(() => recentEvents(frames), [frames]);
  return (
    <DeskProvider desk={desk} live={live}>
      <SeatLayout control={turn} frames={frames} opening={reel.views.find(isWhole) ?? view} recent={recent} narrow={narrow} />
      <FormDialog wish={wish} onClose={() => setWish(null)} />
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </DeskProvider>
  );
}

/** Offers as deals of the seat that accepts them. */
function dealsOf({ active_offers }: OpenObservation, ids: readonly string[]): { gets: string[]; gives: string[] }[] {
  return active_offers
    .filter((offer) => ids.includes(offer.offer_id))
    .map((offer) => ({ gets: offer.conditions?.coalition_only == null ? offer.offered_blocks : [], gives: offer.requested_blocks }));
}

function whyLocked(view: OpenMarketView, seen: OpenObservation): string | null {
  if (seen.done) return 'The match is over.';
  if (seen.finished) return 'You have finished. Wait for the match to end.';
  return seen.round_index === view.round_index ? null : 'The next round is being prepared.';
}

/** What the last closed round brought, for animations on the board. */
function recentEvents(frames: ReturnType<typeof seenFrames>): ToldOpenEvent[] {
  const from = frames.findLastIndex((frame) => frame.event?.type === 'round_closed');
  return from < 0 ? [] : frames.slice(from).flatMap((frame) => frame.event ?? []);
}
