'use client';
import { usePathname } from 'next/navigation';
import { TournamentScreen } from '~/ui/tournaments/tournament-screen';

/** For the address of a tournament that does not exist; sent with status 404. */
export default function NoSuchTournament() {
  return <TournamentScreen id={usePathname().split('/')[3] ?? ''} />;
}
