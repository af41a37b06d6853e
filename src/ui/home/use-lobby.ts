'use client';
import { useEffect, useState } from 'react';
import type { LobbyMessage } from '~/live/protocol';
import { liveSocket } from '~/ui/live-socket';
import { hearLobby, type LobbyList, liveOnes } from './lobby-list';

export interface Lobby {
  list: LobbyList;
  /** The most matches that went on at once while this screen was open: places that a board keeps. */
  places: number;
  line: 'connecting' | 'open' | 'lost';
  /** The first messages have had time to come: an empty list is truly empty. */
  settled: boolean;
}

/** How long the first messages may take before a list counts as empty. */
const SETTLE_MS = 400;
/** The first ones come together. */
const BURST_MS = 60;

/** Joins the lobby's room while a screen is open; every change comes by the stream, nothing is asked for again. */
export function useLobby(): Lobby {
  const [lobby, setLobby] = useState<Lobby>({ list: [], places: 0, line: 'connecting', settled: false });
  useEffect(() => {
    const socket = liveSocket();
    let settling: ReturnType<typeof setTimeout> | undefined;
    let burst = false;
    function join() {
      socket.emit('lobby', { join: true });
      setLobby((lobby) => ({ ...lobby, line: 'open' }));
      settleIn(SETTLE_MS);
    }
    function settleIn(ms: number) {
      clearTimeout(settling);
      settling = setTimeout(() => setLobby((lobby) => ({ ...lobby, settled: true })), ms);
    }
    function hear(message: LobbyMessage) {
      setLobby((lobby) => heard(lobby, message));
      if (!burst) settleIn(BURST_MS);
      burst = true;
    }
    const lose = () => setLobby((lobby) => ({ ...lobby, line: 'lost', settled: true }));
    socket.on('connect', join);
    socket.on('disconnect', lose);
    socket.on('connect_error', lose);
    socket.on('lobby', hear);
    if (socket.connected) join();
    return () => {
      clearTimeout(settling);
      socket.emit('lobby', { join: false });
      socket.off('connect', join);
      socket.off('disconnect', lose);
      socket.off('connect_error', lose);
      socket.off('lobby', hear);
    };
  }, []);
  return lobby;
}

function heard(lobby: Lobby, message: LobbyMessage): Lobby {
  const list = hearLobby(lobby.list, message);
  return { ...lobby, list, places: Math.max(lobby.places, liveOnes(list).length) };
}
