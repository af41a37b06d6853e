'use client';
import { usePathname } from 'next/navigation';
import { NoMatch } from '~/ui/match/match-states';

/** For the address of a match that does not exist; sent with status 404. */
export default function NoSuchMatch() {
  const id = usePathname().split('/')[2] ?? '';
  return <NoMatch code="unknown_match" message={`There is no match "${id}".`} />;
}
