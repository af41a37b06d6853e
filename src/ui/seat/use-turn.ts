'use client';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { DraftShape, TurnControl, TurnState } from '~/contract/play-screens';
import { type Fault, faultOf } from '../api-fault';
import { useTRPC } from '../trpc';
import { dropHandedIn, type HandedIn, loadDraft, loadHandedIn, saveDraft, saveHandedIn, type TurnPlace, tabShelf } from './draft-store';

const TRIES = 4;
const PAUSE_MS = 1500;
const CHECK_MS = 1500;

/** This turn's draft and its submission: survives a reload, and is sent again with the same key until it is answered. */
export function useTurn<Draft>(place: TurnPlace, shape: DraftShape<Draft>, inAlready: boolean): TurnControl<Draft> {
  const trpc = useTRPC();
  const { mutateAsync } = useMutation(trpc.seat.submit.mutationOptions({ networkMode: 'always' }));
  const { mutateAsync: check } = useMutation(trpc.seat.check.mutationOptions({ networkMode: 'always' }));
  const { matchId, seat, turn } = place;
  const [draft, setDraft] = useState<Draft>(shape.empty);
  const [state, setState] = useState<TurnState>({ kind: 'composing', note: null });
  const shown = useRef('');
  shown.current = `${matchId} ${seat} ${turn}`;

  const send = useCallback(
    async (handed: HandedIn) => {
      const here = { matchId, seat, turn };
      // The turn may end before its move is answered. A late acceptance does not concern the next turn, but a refusal still matters.
      const tell = (next: TurnState) => {
        if (shown.current === `${matchId} ${seat} ${turn}`) setState(next);
        else if (next.kind === 'composing') setState((now) => (now.kind === 'composing' ? next : now));
      };
      tell({ kind: 'sending' });
      saveHandedIn(tabShelf(), here, handed);
      let next: TurnState = { kind: 'sending' };
      for (let attempt = 0; attempt < TRIES; attempt++) {
        if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
        const { key, move } = handed;
        next = await mutateAsync({ id: matchId, seat, turn, key, ...asSent(move) }).then(stateAfter, (error) =>
          stateAfterFault(faultOf(error)),
        );
        if (next.kind !== 'unsure') break;
      }
      if (next.kind === 'taken') saveHandedIn(tabShelf(), here, { ...handed, taken: true });
      if (next.kind === 'composing' || next.kind === 'forestalled') dropHandedIn(tabShelf(), here);
      tell(next);
    },
    [matchId, seat, turn, mutateAsync],
  );

  useEffect(() => {
    const here = { matchId, seat, turn };
    const handed = loadHandedIn(tabShelf(), here);
    const composed = handed === null ? loadDraft(tabShelf(), here, shape) : shape.ofMove(handed.move);
    setDraft(composed);
    const found = stateOnArrival({ handed, drafted: !shape.isEmpty(composed), inAlready });
    if (found.kind === 'sending' && handed !== null) void send(handed);
    else setState(found);
  }, [matchId, seat, turn, shape, inAlready, send]);

  const change = useCallback(
    (next: (draft: Draft) => Draft) => {
      setDraft((before) => {
        const after = next(before);
        saveDraft(tabShelf(), { matchId, seat, turn }, { draft: after, shape });
        return after;
      });
      // The warnings were about the previous draft.
      setState((now) => (now.kind === 'composing' && now.warnings ? { ...now, warnings: [] } : now));
    },
    [matchId, seat, turn, shape],
  );
  /** Submitting the same draft again after a warning confirms it. A failed or slow check does not prevent submission. */
  const submit = useCallback(
    async (move: unknown, isMeant: boolean) => {
      const handed = { key: turnKey(), move, taken: false };
      if (isMeant) return send(handed);
      setState({ kind: 'sending' });
      const checked = check({ id: matchId, seat, ...asSent(move) }).catch(() => null);
      const answer = await Promise.race([checked, new Promise<null>((resolve) => setTimeout(resolve, CHECK_MS, null))]);
      if (shown.current !== `${matchId} ${seat} ${turn}`) return;
      const warnings = [...new Set(answer?.warnings.map(({ warning }) => warning))];
      if (warnings.length > 0) setState({ kind: 'composing', note: null, warnings });
      else await send(handed);
    },
    [matchId, seat, turn, check, send],
  );
  const again = useCallback(() => {
    const handed = loadHandedIn(tabShelf(), { matchId, seat, turn });
    if (handed !== null) void send(handed);
  }, [matchId, seat, turn, send]);
  useEffect(() => {
    if (state.kind !== 'unsure') return;
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [state.kind, again]);
  return { draft, state, change, submit, again };
}

/** A list is a list of actions. */
function asSent(move: unknown): { actions: unknown[] } | { move: Record<string, unknown> } {
  return Array.isArray(move) ? { actions: move } : { move: move as Record<string, unknown> };
}

/** The endpoint's answer to a turn. */
interface TurnAnswer {
  ok: boolean;
  code: string;
  message: string;
}

const WORDS: Record<string, string> = {
  stale_round: 'The round closed before your turn arrived, so it was not played.',
  early_round: 'That round has not started yet.',
  seat_finished: 'You have finished. Wait for the match to end.',
  episode_done: 'The match is over.',
  seat_handed_over: 'A policy plays this seat. Take it back to play yourself.',
};

/** Answers after which the turn can be sent again with the same key. */
const AGAIN = ['unanswered', 'unreachable', 'database_unavailable', 'internal', 'too_many_requests', 'lease_lost'];

/** The state that follows from the answer to a turn. */
export function stateAfter(answer: TurnAnswer): TurnState {
  if (answer.ok) return { kind: 'taken', here: true };
  if (answer.code === 'already_submitted') return { kind: 'forestalled' };
  return AGAIN.includes(answer.code)
    ? { kind: 'unsure', note: 'No answer yet. Your turn is saved here, and you can send it again: it counts only once.' }
    : { kind: 'composing', note: WORDS[answer.code] ?? answer.message };
}

/** The same for a missing answer or an error. */
export function stateAfterFault({ code, message }: Fault): TurnState {
  return stateAfter({ ok: false, code, message });
}

interface Found {
  handed: HandedIn | null;
  /** This tab has a draft that was not submitted. */
  drafted: boolean;
  /** The server has a turn of this seat. */
  inAlready: boolean;
}

/** The state after a reload: submitted, on its way, not submitted, or preceded by another turn of the seat. */
export function stateOnArrival({ handed, drafted, inAlready }: Found): TurnState {
  if (inAlready && handed === null && drafted) return { kind: 'forestalled' };
  if (inAlready || handed?.taken === true) return { kind: 'taken', here: handed !== null };
  return handed === null ? { kind: 'composing', note: null } : { kind: 'sending' };
}

/** A unique key for each submitted turn. Also works without https. */
export function turnKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
