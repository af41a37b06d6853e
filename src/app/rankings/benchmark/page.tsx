import type { Metadata } from 'next';
import { BenchmarkScreen } from '~/ui/benchmark/benchmark-screen';

export const metadata: Metadata = { title: 'Benchmark' };

export default function BenchmarkPage() {
  return <BenchmarkScreen />;
}
