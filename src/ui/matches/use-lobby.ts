'use client';
import { useEffect, useState } from 'react';
import type { LobbyMessage } from '~/live/protocol';
import { liveSocket } from '~/ui/live-socket';
import { dropEnded, hearLobby, type LobbyList, liveOnes } from './lobby-list';

export interface Lobby {
  list: LobbyList;
  /** The maximum number of concurrent matches while this screen was open: the number of rows to keep. */
  places: number;
  line: 'connecting' | 'open' | 'lost';
  /** All matches in progress have been received, or the connection is lost: an empty list is really empty. */
  settled: boolean;
  /** How often this screen has joined the lobby: again after each reconnect. */
  entered: number;
}

/** Joins the lobby's room while a screen is open. All changes arrive through the stream; nothing is polled. */
export function useLobby(): Lobby {
  const [lobby, setLobby] = useState<Lobby>({ list: [], places: 0, line: 'connecting', settled: false, entered: 0 });
  useEffect(() => {
    const socket = liveSocket();
    let told = new Set<string>();
    function join() {
      const toldSince = new Set<string>();
      told = toldSince;
      setLobby((lobby) => ({ ...lobby, line: 'open' }));
      socket.emit('lobby', { join: true }, () => {
        if (told === toldSince) setLobby((lobby) => hasEntered(lobby, toldSince));
      });
    }
    function hear(message: LobbyMessage) {
      told.add(message.card.id);
      setLobby((lobby) => heard(lobby, message));
    }
    const lose = () => setLobby((lobby) => ({ ...lobby, line: 'lost', settled: true }));
    socket.on('connect', join);
    socket.on('disconnect', lose);
    socket.on('connect_error', lose);
    socket.on('lobby', hear);
    if (socket.connected) join();
    return () => {
      told = new Set();
      socket.emit('lobby', { join: false });
      socket.off('connect', join);
      socket.off('disconnect', lose);
      socket.off('connect_error', lose);
      socket.off('lobby', hear);
    };
  }, []);
  return lobby;
}

function hasEntered(lobby: Lobby, told: ReadonlySet<string>): Lobby {
  return { ...lobby, list: dropEnded(lobby.list, told), settled: true, entered: lobby.entered + 1 };
}

function heard(lobby: Lobby, message: LobbyMessage): Lobby {
  const list = hearLobby(lobby.list, message);
  return { ...lobby, list, places: Math.max(lobby.places, liveOnes(list).length) };
}
