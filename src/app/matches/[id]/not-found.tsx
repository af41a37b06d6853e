'use client';
import { usePathname } from 'next/navigation';
import { NoMatch } from '~/ui/match/match-states';

/** For an address of a match that is not here; answered with 404. */
export default function NoSuchMatch() {
  const id = usePathname().split('/')[2] ?? '';
  return <NoMatch code="unknown_match" message={`There is no match "${id}".`} />;
}
