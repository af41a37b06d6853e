'use client';
import { useEffect, useRef, useState } from 'react';
import { liveSocket } from '../live-socket';

/** What has moved is asked for again so often at most. */
const ASK_EVERY_MS = 1_000;

/**
 * Calls `onMove` when a tournament has moved (`id` null: any), at most once a second, and once whenever this screen begins to hear of it:
 * what moved between the screen's first answer and that moment was told to others only. Says whether the line is down.
 */
export function useTournamentBell(id: string | null, onMove: (id: string | null) => void): { isLost: boolean } {
  const [isLost, setLost] = useState(false);
  const latest = useRef(onMove);
  latest.current = onMove;
  useEffect(() => {
    const socket = liveSocket();
    const moved = new Set<string | null>();
    let timer: ReturnType<typeof setTimeout> | null = null;
    function note(which: string | null) {
      moved.add(which);
      timer ??= setTimeout(tell, ASK_EVERY_MS);
    }
    function tell() {
      timer = null;
      const told = [...moved];
      moved.clear();
      for (const one of told) latest.current(one);
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
      if (timer) clearTimeout(timer);
      socket.off('connect', join);
      socket.off('disconnect', lose);
      socket.off('tournament', hear);
      socket.emit('tournaments', { join: false });
    };
  }, [id]);
  return { isLost };
}
