import { HomeScreen } from '~/ui/home/home-screen';

export default function HomePage() {
  return <HomeScreen />;
}
