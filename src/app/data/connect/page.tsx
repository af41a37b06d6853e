import type { Metadata } from 'next';
import { EndpointsScreen } from '~/ui/endpoints/endpoints-screen';

export const metadata: Metadata = { title: 'Connect your code' };

export default function EndpointsPage() {
  return <EndpointsScreen />;
}
