'use client';
import { useEffect, useRef, useState } from 'react';
import { liveSocket } from '../live-socket';

/** What has moved is asked for again so often at most. */
const ASK_EVERY_MS = 1_000;
/** An answer that takes longer is no longer waited for: the next question breaks it off. */
const LONGEST_ANSWER_MS = 10_000;

/**
 * Calls `onMove` when a tournament has moved (`id` null: any), at most once a second and never before the last call is done, so that a slow answer comes at all.
 * Called once, too, whenever this screen begins to hear of it: what moved between the screen's first answer and that moment was told to others only. Says whether the line is down.
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
