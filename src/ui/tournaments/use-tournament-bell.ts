'use client';
import { useEffect, useRef, useState } from 'react';
import { liveSocket } from '../live-socket';

/** Minimum time between requests after changes. */
const ASK_EVERY_MS = 1_000;
/** A request that takes longer is aborted by the next one. */
const LONGEST_ANSWER_MS = 10_000;

/**
 * Calls `onMove` when a tournament has changed (`id` null: any), at most once per second and never before the previous call is done, so
 * that slow answers complete. Also called once after subscribing, for changes between the screen's first answer and the subscription.
 * Returns whether the connection is down.
 */
export function useTournamentBell(id: string | null, onMove: (id: string | null) => Promise<unknown>): { isLost: boolean } {
  const [isLost, setLost] = useState(false);
  const latest = useRef(onMove);
  latest.current = onMove;
  useEffect(() => {
    const socket = liveSocket();
    const moved = new Set<string | null>();
    let timer: ReturnType<typeof setTimeout> | null = null;
    let isAsking = false;
    let isOver = false;
    function note(which: string | null) {
      moved.add(which);
      if (!isAsking) timer ??= setTimeout(() => void tell(), ASK_EVERY_MS);
    }
    async function tell() {
      timer = null;
      const told = [...moved];
      moved.clear();
      isAsking = true;
      const answers = Promise.allSettled(told.map((one) => latest.current(one)));
      await Promise.race([answers, new Promise((resolve) => setTimeout(resolve, LONGEST_ANSWER_MS))]);
      isAsking = false;
      if (moved.size > 0 && !isOver) timer ??= setTimeout(() => void tell(), ASK_EVERY_MS);
    }
    function lose() {
      setLost(true);
    }
    function join() {
      setLost(false);
      socket.emit('tournaments', { join: true }, () => note(id));
    }
    function hear(message: { id: string }) {
      if (id === null || message.id === id) note(message.id);
    }
    socket.on('connect', join);
    socket.on('disconnect', lose);
    socket.on('tournament', hear);
    if (socket.connected) join();
    return () => {
      isOver = true;
      if (timer) clearTimeout(timer);
      socket.off('connect', join);
      socket.off('disconnect', lose);
      socket.off('tournament', hear);
      socket.emit('tournaments', { join: false });
    };
  }, [id]);
  return { isLost };
}
