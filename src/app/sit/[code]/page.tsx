import type { Metadata } from 'next';
import { SitScreen } from '~/ui/seat/sit-screen';

export const metadata: Metadata = { title: 'Another device' };

export default async function SitPage({ params }: { params: Promise<{ code: string }> }) {
  const { code } = await params;
  return <SitScreen code={code} />;
}
