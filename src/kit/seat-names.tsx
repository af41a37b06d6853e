'use client';
import { createContext, type ReactNode, useContext } from 'react';
import type { SeatNaming } from '~/contract/screens';
import { seatColor } from './seat-hue';

/** For games without seat names: uses the ids. */
export const SEAT_IDS: SeatNaming = {
  letterOf: (seat) => seat.charAt(0).toUpperCase(),
  nameOf: (seat) => seat,
  colorOf: seatColor,
};

const NamingContext = createContext<SeatNaming>(SEAT_IDS);

/** Provides seat names to all children. */
export function SeatNames({ naming, children }: { naming: SeatNaming; children: ReactNode }) {
  return <NamingContext.Provider value={naming}>{children}</NamingContext.Provider>;
}

export function useSeatNames(): SeatNaming {
  return useContext(NamingContext);
}
