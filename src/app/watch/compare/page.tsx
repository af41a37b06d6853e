import type { Metadata } from 'next';
import { CompareScreen } from '~/ui/compare/compare-screen';

export const metadata: Metadata = { title: 'Compare' };

interface Props {
  searchParams: Promise<{ left?: string | string[]; right?: string | string[] }>;
}

export default async function ComparePage({ searchParams }: Props) {
  const { left, right } = await searchParams;
  return <CompareScreen left={one(left)} right={one(right)} />;
}

function one(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) || null;
}
