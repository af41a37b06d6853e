import type { Metadata } from 'next';
import { JoinScreen } from '~/ui/table/join-screen';

export const metadata: Metadata = { title: 'Invitation', referrer: 'no-referrer' };

interface Props {
  params: Promise<{ invitation: string }>;
  searchParams: Promise<{ judge?: string | string[] }>;
}

export default async function JoinPage({ params, searchParams }: Props) {
  const { invitation } = await params;
  const { judge } = await searchParams;
  return <JoinScreen invitation={invitation} judge={typeof judge === 'string' && judge !== '' ? judge : null} />;
}
