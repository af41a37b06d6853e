'use client';
import { useEffect, useState } from 'react';
import type { LobbyMessage } from '~/live/protocol';
import { liveSocket } from '~/ui/live-socket';
import { hearLobby, type LobbyList } from './lobby-list';

export interface Lobby {
  list: LobbyList;
  line: 'connecting' | 'open' | 'lost';
}

/** Joins the lobby's room while a screen is open; every change comes by the stream, nothing is asked for again. */
export function useLobby(): Lobby {
  const [lobby, setLobby] = useState<Lobby>({ list: [], line: 'connecting' });
  useEffect(() => {
    const socket = liveSocket();
    function join() {
      socket.emit('lobby', { join: true });
      setLobby(({ list }) => ({ list, line: 'open' }));
    }
    const lose = () => setLobby(({ list }) => ({ list, line: 'lost' }));
    const hear = (message: LobbyMessage) => setLobby(({ list, line }) => ({ list: hearLobby(list, message), line }));
    socket.on('connect', join);
    socket.on('disconnect', lose);
    socket.on('connect_error', lose);
    socket.on('lobby', hear);
    if (socket.connected) join();
    return () => {
      socket.emit('lobby', { join: false });
      socket.off('connect', join);
      socket.off('disconnect', lose);
      socket.off('connect_error', lose);
      socket.off('lobby', hear);
    };
  }, []);
  return lobby;
}
