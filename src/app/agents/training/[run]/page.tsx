import type { Metadata } from 'next';
import { RunScreen } from '~/ui/training/run-screen';

export const metadata: Metadata = { title: 'Training run' };

interface Props {
  params: Promise<{ run: string }>;
  searchParams: Promise<{ with?: string | string[] }>;
}

export default async function RunPage({ params, searchParams }: Props) {
  const [{ run }, { with: other }] = await Promise.all([params, searchParams]);
  const beside = Array.isArray(other) ? other[0] : other;
  return <RunScreen id={decodeURIComponent(run)} beside={beside || null} />;
}
