'use client';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { OpenAction } from '~/games/gpu-market/open/actions';
import { faultOf } from '../api-fault';
import { useTRPC } from '../trpc';
import { dropHandedIn, type HandedIn, loadDraft, loadHandedIn, saveDraft, saveHandedIn, type TurnPlace, tabShelf } from './draft-store';
import { type DraftTurn, NO_DRAFT } from './draft-turn';
import { stateAfter, stateAfterFault, stateOnArrival, type TurnState, turnKey } from './turn-state';

const TRIES = 4;
const PAUSE_MS = 1500;
const CHECK_MS = 1500;

/** A draft, where it is on its way, and what can be done with it. */
export type TurnDoor = ReturnType<typeof useTurn>;

/** The draft of this round and its way to the server: kept over a reload, sent again with the same key until it is answered. */
export function useTurn(place: TurnPlace, inAlready: boolean) {
  const trpc = useTRPC();
  const { mutateAsync } = useMutation(trpc.seat.submit.mutationOptions({ networkMode: 'always' }));
  const { mutateAsync: check } = useMutation(trpc.seat.check.mutationOptions({ networkMode: 'always' }));
  const { matchId, seat, round } = place;
  const [draft, setDraft] = useState<DraftTurn>(NO_DRAFT);
  const [state, setState] = useState<TurnState>({ kind: 'composing', note: null });
  const shown = useRef('');
  shown.current = `${matchId} ${seat} ${round}`;

  const send = useCallback(
    async (turn: HandedIn) => {
      const here = { matchId, seat, round };
      // The round may close before its last turn is answered: that it was taken says nothing of the next round, that it was not still matters.
      const tell = (next: TurnState) => {
        if (shown.current === `${matchId} ${seat} ${round}`) setState(next);
        else if (next.kind === 'composing') setState((now) => (now.kind === 'composing' ? next : now));
      };
      tell({ kind: 'sending' });
      saveHandedIn(tabShelf(), here, turn);
      let next: TurnState = { kind: 'sending' };
      for (let attempt = 0; attempt < TRIES; attempt++) {
        if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
        const { key, actions } = turn;
        next = await mutateAsync({ id: matchId, seat, round_index: round, key, actions }).then(stateAfter, (error) =>
          stateAfterFault(faultOf(error)),
        );
        if (next.kind !== 'unsure') break;
      }
      if (next.kind === 'taken') saveHandedIn(tabShelf(), here, { ...turn, taken: true });
      if (next.kind === 'composing' || next.kind === 'forestalled') dropHandedIn(tabShelf(), here);
      tell(next);
    },
    [matchId, seat, round, mutateAsync],
  );

  useEffect(() => {
    const here = { matchId, seat, round };
    const handed = loadHandedIn(tabShelf(), here);
    const composed = handed === null ? loadDraft(tabShelf(), here) : drafted(handed.actions);
    setDraft(composed);
    const found = stateOnArrival({ handed, drafted: composed.actions.length > 0, inAlready });
    if (found.kind === 'sending' && handed !== null) void send(handed);
    else setState(found);
  }, [matchId, seat, round, inAlready, send]);

  const change = useCallback(
    (next: (draft: DraftTurn) => DraftTurn) => {
      setDraft((before) => {
        const after = next(before);
        saveDraft(tabShelf(), { matchId, seat, round }, after);
        return after;
      });
      // What was warned of is the draft as it was.
      setState((now) => (now.kind === 'composing' && now.warnings ? { ...now, warnings: [] } : now));
    },
    [matchId, seat, round],
  );
  /** Whoever was warned and hands in the same again means it. A check that fails or takes long keeps nobody from handing in. */
  const handIn = useCallback(
    async (actions: OpenAction[], isMeant: boolean) => {
      const turn = { key: turnKey(), actions, taken: false };
      if (isMeant) return send(turn);
      setState({ kind: 'sending' });
      const checked = check({ id: matchId, seat, actions }).catch(() => null);
      const answer = await Promise.race([checked, new Promise<null>((resolve) => setTimeout(resolve, CHECK_MS, null))]);
      if (shown.current !== `${matchId} ${seat} ${round}`) return;
      const warnings = [...new Set(answer?.warnings.map(({ warning }) => warning))];
      if (warnings.length > 0) setState({ kind: 'composing', note: null, warnings });
      else await send(turn);
    },
    [matchId, seat, round, check, send],
  );
  const again = useCallback(() => {
    const handed = loadHandedIn(tabShelf(), { matchId, seat, round });
    if (handed !== null) void send(handed);
  }, [matchId, seat, round, send]);
  useEffect(() => {
    if (state.kind !== 'unsure') return;
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [state.kind, again]);
  return { draft, state, change, handIn, again };
}

function drafted(actions: readonly OpenAction[]): DraftTurn {
  return { actions: actions.map((action, place) => ({ id: place + 1, action })), next: actions.length + 1 };
}
